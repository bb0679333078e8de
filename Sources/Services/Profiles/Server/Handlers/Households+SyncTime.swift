internal import GRDB
internal import ServiceKit

extension Households {
    /// A time after all changes that the household knows, in milliseconds since 1970.
    func nextSyncTime(in shard: Shard, _ household: String) async throws -> Int64 {
        try await startSyncClock(in: shard, household)
        return syncClocks.next(in: household)
    }

    /// The household's time, in milliseconds since 1970.
    func syncTime(in shard: Shard, _ household: String) async throws -> Int64 {
        try await startSyncClock(in: shard, household)
        return syncClocks.now(in: household)
    }

    private func startSyncClock(in shard: Shard, _ household: String) async throws {
        guard !syncClocks.knows(household) else { return }
        syncClocks.start(household, after: try await shard.read { try SyncStampTable.last($0) })
    }
}
