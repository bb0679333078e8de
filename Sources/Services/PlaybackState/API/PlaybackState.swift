public import HearthModel
public import RPC

/// Sessions, progress, history and the queue of each profile.
///
/// Household, profile and policy come from the caller's token. Titles that the policy hides are in no list and no
/// total.
public enum PlaybackState: ServiceContract {
    public static let serviceName = ServiceManifest.playbackState.name
    public static let name = "hearth.playback.v1.PlaybackState"
    public static let requests: [any RPCMethod.Type] = [
        Play.self, ReportProgress.self, EndSession.self, JoinSession.self, LeaveSession.self, ListActive.self,
        FollowActivity.self,
        GetProgress.self, ContinueWatching.self, HideFromContinueWatching.self,
        MarkWatched.self, MarkUnwatched.self,
        ListHistory.self, RemoveHistory.self,
        AddToQueue.self, RemoveFromQueue.self, MoveInQueue.self, ReorderQueue.self, ClearQueue.self,
        ListQueue.self, FollowQueue.self, IsQueued.self, NextInQueue.self,
        GetScreenTime.self, GetWeeklyReport.self,
        CompleteTitle.self, GetNextUp.self, SetNextUpRule.self,
        ListSlots.self, GenerateSuggestions.self, NeverSuggest.self, SuggestAgain.self, ListNeverSuggested.self,
        GrantScreenTime.self, ListRecentStreams.self, ClearRecentStreams.self,
        GetStatistics.self, GetBuffering.self, NoteDiscovery.self, WhoWatched.self,
        ImportPlays.self,
        CancelNextUp.self, PlayNext.self, SwitchVariant.self, ReportVariantFailure.self, SetTracks.self,
        PullChanges.self, PullEverything.self, PushChanges.self, WatchChanges.self, GetSyncStatus.self,
        ListConflicts.self, ReverseConflict.self,
    ]

    /// A method with one response.
    public protocol Request: RPCRequest where Service == PlaybackState {}
    /// A method that answers with items.
    public protocol ServerStream: RPCServerStream where Service == PlaybackState {}
}
