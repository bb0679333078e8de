internal import Logging
internal import RPC
internal import ServiceKit
internal import ServiceLifecycle

/// Background work: resumes open imports at the start, and erases deleted links when they can no longer be restored.
struct ReadingListMaintenance: Service {
    let queue: ImportQueue

    func run() async throws {
        await queue.runtime.untilShutdown { try? await work() }
        await queue.stop()
    }

    private func work() async throws {
        for household in queue.shards.households() {
            await queue.sweepUploads(household)
            queue.wake(household)
        }
        while true {
            // Only open shards: a closed one is maintained after it is opened again.
            for (household, shard) in queue.shards.openShards.sorted(by: { $0.key < $1.key }) {
                do { try await Self.purge(shard, before: queue.now) } catch {
                    queue.logger.notice(
                        "Expired deletions could not be erased.",
                        metadata: ["household": "\(household)", "error": "\(error)"])
                }
            }
            try await queue.runtime.sleep(for: ReadingListLimits.maintenanceInterval)
            for household in queue.shards.openShards.keys.sorted() { await queue.sweepUploads(household) }
        }
    }

    /// Removes the links that were deleted longer ago than they can be brought back, in small writes.
    static func purge(_ shard: Shard, before now: Int64) async throws {
        let time = now - ReadingListLimits.undoTime.wholeMilliseconds
        let limit = ReadingListLimits.purgeBatch
        while try await shard.write(releasingBallast: true, { try LinkTable.purge(before: time, limit: limit, $0) })
            == limit
        {}
    }
}
