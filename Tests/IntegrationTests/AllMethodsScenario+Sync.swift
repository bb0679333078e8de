import HearthModel
import PlaybackStateAPI
import ProfilesAPI
import RPC
import TestSupport
import Testing

extension AllMethodsScenario {
    /// A device that was offline: it pushes a mark that is older than another one, and puts it back.
    func sync(_ title: ContentID) async throws {
        let change = SettingChange(.enableCloudSync, .boolean(true))
        try await sendUnlessAbsent(Profiles.ChangeSettings([change]))
        try await sendUnlessAbsent(PlaybackState.GetSyncStatus())
        guard !absent.contains(PlaybackState.GetSyncStatus.fullMethod) else {
            return note(
                [
                    PlaybackState.PullChanges.self, PlaybackState.PullEverything.self, PlaybackState.PushChanges.self,
                    PlaybackState.WatchChanges.self, PlaybackState.ListConflicts.self,
                    PlaybackState.ReverseConflict.self, Profiles.PullChanges.self, Profiles.PullEverything.self,
                    Profiles.PushChanges.self, Profiles.WatchChanges.self, Profiles.GetSyncStatus.self,
                    Profiles.ListConflicts.self, Profiles.ReverseConflict.self,
                ], isAbsent: true)
        }
        // The setting arrives by an event.
        try #require(try await comes { try await send(PlaybackState.GetSyncStatus()).state == .on })
        // Later than the removed history, and earlier than the other mark.
        let clock = try await send(PlaybackState.GetSyncStatus()).clock - 1
        try await send(PlaybackState.MarkUnwatched(contents: [title]))
        var operation = PlaybackOperation(id: "tour-1", number: 1, clock: clock, elapsedMilliseconds: 0)
        operation.mark = OfflineMark(content: title, isWatched: true)
        try await send(PlaybackState.PushChanges(device: "tour", operations: [operation]))
        try await send(PlaybackState.PullChanges(device: "tour"))
        try await read(PlaybackState.PullEverything(device: "tour")) { $0.remaining == 0 }
        try await read(PlaybackState.WatchChanges()) { $0.waiting > 0 }
        if let conflict = try await send(PlaybackState.ListConflicts()).conflicts.first {
            try await send(PlaybackState.ReverseConflict(id: conflict.id))
        }
        try await send(PlaybackState.MarkUnwatched(contents: [title]))
        try await syncProfiles(title)
    }

    /// The same of favourites.
    private func syncProfiles(_ title: ContentID) async throws {
        let clock = try await send(Profiles.GetSyncStatus()).clock
        try await send(Profiles.AddFavourite(content: title))
        try await send(Profiles.RemoveFavourite(content: title))
        var operation = ProfileOperation(id: "tour-1", number: 1, clock: clock - 1_000, elapsedMilliseconds: 1)
        operation.favourite = OfflineFavourite(content: title, isFavourite: true)
        try await send(Profiles.PushChanges(device: "tour", operations: [operation]))
        try await send(Profiles.PullChanges(device: "tour"))
        try await read(Profiles.PullEverything(device: "tour")) { $0.remaining == 0 }
        try await read(Profiles.WatchChanges()) { $0.waiting > 0 }
        if let conflict = try await send(Profiles.ListConflicts()).conflicts.first {
            try await send(Profiles.ReverseConflict(id: conflict.id))
        }
        try await send(Profiles.RemoveFavourite(content: title))
    }
}
