internal import Access
internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI
internal import ProfilesAPI
internal import RPC
internal import ServiceKit

extension Suggestions {
    /// Titles for the caller's profile to play after a completed one, the best first.
    ///
    /// None where the queue has something, or the profile wants no suggestions by themselves: then the catalog is not called.
    func suggestions(after content: ContentID, _ call: ServerCall, for viewer: Viewer) async -> [Card] {
        do {
            guard try await isWanted(for: viewer) else { return [] }
            // The completed title may still be among them.
            return try await find(2, for: viewer, call)
        } catch {
            note(error)
            return []
        }
    }

    private func isWanted(for viewer: Viewer) async throws -> Bool {
        let profile = try viewer.actingProfile
        return try await shard(for: viewer).read { db in
            guard try SettingTable.isOn(.enableAutoQueue, of: profile, db),
                let row = try ProfileTable.row(of: profile, db)
            else { return false }
            let queued = try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM queued WHERE profile = ?)")
            return try Bool.fetchOne(queued, arguments: [row]) == false
        }
    }
}
