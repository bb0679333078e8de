import HearthModel
import PlaybackStateAPI
import ProfilesAPI

extension AuditCalls {
    /// What a device of the profile pulls, pushes and reads of conflicts: its sync is switched on.
    func sync() async throws {
        try await caller.read(Profiles.PullEverything(device: "audit"))
        try await caller.send(Profiles.PullChanges(device: "audit", limit: 1_000))
        try await caller.read(Profiles.WatchChanges(), upTo: 1)
        let conflicts = try await caller.send(Profiles.ListConflicts(page: PageRequest(size: 200)))?.conflicts ?? []
        try await caller.read(PlaybackState.PullEverything(device: "audit"))
        try await caller.send(PlaybackState.PullChanges(device: "audit", limit: 1_000))
        try await caller.read(PlaybackState.WatchChanges(), upTo: 1)
        try await caller.send(PlaybackState.ListConflicts(page: PageRequest(size: 200)))
        // Also by numbers that the list does not tell.
        for number in 1...10 {
            try await caller.send(Profiles.ReverseConflict(id: "\(number)"))
            try await caller.send(PlaybackState.ReverseConflict(id: "\(number)"))
        }
        if try await caller.send(Profiles.GetSyncStatus())?.state != .on || conflicts.count > 10 {
            caller.note(leak: "Profiles/GetSyncStatus: sync is not switched on, and tells nothing")
        }
        if try await caller.send(PlaybackState.GetSyncStatus())?.state != .on {
            caller.note(leak: "PlaybackState/GetSyncStatus: sync is not switched on, and tells nothing")
        }
        try await push()
    }

    private func push() async throws {
        let titles = hidden + HouseholdAudit.outside
        let clock = try await caller.send(Profiles.GetSyncStatus())?.clock ?? 0
        for (index, content) in titles.enumerated() {
            for isFavourite in [true, false] {
                var operation = ProfileOperation(
                    id: "audit-\(index)-\(isFavourite)", number: 1, clock: clock, elapsedMilliseconds: 0)
                operation.favourite = OfflineFavourite(content: content, isFavourite: isFavourite)
                let request = Profiles.PushChanges(device: "audit", operations: [operation])
                try await caller.send(request, naming: [content])
            }
            var operation = PlaybackOperation(
                id: "audit-\(index)", number: 1, clock: clock, elapsedMilliseconds: 0)
            operation.mark = OfflineMark(content: content, isWatched: true)
            let request = PlaybackState.PushChanges(device: "audit", operations: [operation])
            try await caller.send(request, naming: [content])
        }
    }
}
