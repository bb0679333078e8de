// Written from protocols/ by Tests/WebPage/write_types.py; do not edit.

/** Which methods of a service only read, and which take an idempotency key. */
/** @type {Record<string, {reads: string, takesKey: string}>} */
export const methods = {
  'sys.v1.Sys': {
    reads: 'Ping GetInfo GetHealth GetStats GetSchema GetPeers ListCalls GetTraces ListFaults GetSpans GetMetrics',
    takesKey: '',
  },
  'hearth.kit.v1.Quarantine': {
    reads: 'ListQuarantined',
    takesKey: '',
  },
  'hearth.profiles.v1.Profiles': {
    reads: 'GetKeys GetHousehold ListProfiles DescribeSettings GetSettings ListFavourites ListMembers ListRoles ListInvitations ListDevices GetViewingRules ListViewingPresets GetEffectivePolicy ListFeatures GetPlan GetLimits PullChanges GetSyncStatus ListConflicts',
    takesKey: 'SetHouseholdOptions CreateProfile RenameProfile RestoreProfile AnswerAdultPrompt ChangeSettings AddFavourite RemoveFavourite ChangeMember DisableMember EnableMember RemoveMember RenameDevice DisableDevice EnableDevice RevokeDevice SignOutEverywhere SetViewingRules SetLimits SetRelock KeepHousehold',
  },
  'hearth.catalog.v1.Catalog': {
    reads: 'GetImport ListSources Search GetTitle ListEpisodes ListSeriesEpisodes GetCards ResolveStream NowNext GuideGrid Explain ListCorrections GetIntroTimes SkippableEpisodes Summarize GetFranchise ListDiscovery ListGenres ListSimilar ListNeighbours Suggest ListRecentSearches ListTrendingSearches SearchGuide ResolveCatchup GetSubscriptions GetProgramme ListGuideChannels MatchTitles PreviewViewingRules ExplainPolicy ListEpisodeOrders',
    takesKey: 'UpdateSource CorrectTitle JoinTitles SplitTitle PinTitle TakeBackCorrection NoteSearch ForgetSearches SetSearchHistory SetSubscriptions ReportStream',
  },
  'hearth.playback.v1.PlaybackState': {
    reads: 'ListActive GetProgress ContinueWatching ListHistory ListQueue IsQueued NextInQueue GetScreenTime GetWeeklyReport GetNextUp ListSlots ListNeverSuggested ListRecentStreams GetStatistics GetBuffering WhoWatched PullChanges GetSyncStatus ListConflicts',
    takesKey: 'Play JoinSession LeaveSession HideFromContinueWatching MarkWatched MarkUnwatched RemoveHistory AddToQueue RemoveFromQueue MoveInQueue ReorderQueue ClearQueue CompleteTitle SetNextUpRule GenerateSuggestions NeverSuggest SuggestAgain GrantScreenTime ClearRecentStreams NoteDiscovery PlayNext SwitchVariant ReportVariantFailure SetTracks',
  },
  'hearth.downloads.v1.Downloads': {
    reads: 'List Locate GetStorage',
    takesKey: 'Start Pause Resume Cancel Delete Retry Move',
  },
  'hearth.readinglist.v1.ReadingList': {
    reads: 'GetLink ListLinks ListDomains ListTags ListSiteRules GetLinkImport',
    takesKey: 'SaveLink MarkLinks StarLinks TagLinks EditLink DeleteLinks UndoDelete CorrectTypes RemoveSiteRule',
  },
  'hearth.scheduler.v1.Scheduler': {
    reads: 'ListWindows GetSlot GetWeek Now ExportCalendar ListShows ListMoods',
    takesKey: 'AddWindow EditWindow RemoveWindow BookSlot EditSlot RemoveSlot VetoSlot GenerateWeek SetShow',
  },
  'hearth.metadata.v1.MetadataGateway': {
    reads: 'SearchTitles ListTitles GetMovie GetShow GetGenres GetConfiguration GetImage GetSourceStatus Discover GetCards GetSeason GetSeasonMarks GetEpisodeGroup',
    takesKey: '',
  },
  'hearth.gateway.v1.Gateway': {
    reads: 'Home Title Search Discover',
    takesKey: '',
  },
};
