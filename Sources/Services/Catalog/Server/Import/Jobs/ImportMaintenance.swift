internal import HTTPFetch
internal import RPC
internal import ServiceKit
internal import ServiceLifecycle

/// Maintains the imports while the service runs: rolls back at start what a killed run has left, recomputes titles of
/// an older build, removes expired titles and programmes from time to time, and cancels the running job at shutdown.
struct ImportMaintenance: Service {
    let queue: ImportQueue
    /// How often it checks for expired data.
    private static let interval = Duration.seconds(3_600)

    func run() async throws {
        await queue.runtime.untilShutdown { try? await work() }
        await queue.stop()
        await queue.fetcher?.shutDown()
    }

    private func work() async throws {
        for household in queue.shards.households() {
            FetchDirectory.removeLeftovers(in: queue.shards.fetched(of: household), run: queue.run)
            try? await queue.resume(household: household)
            try? await queue.sweepUploads(household: household)
            queue.enqueueMaintenance(household: household)
            queue.enqueueCorrections(household: household)
            queue.enqueueRebuild(household: household)
        }
        while true {
            try await queue.runtime.sleep(for: Self.interval)
            // Open shards only: a closed shard is maintained when it is opened at the next start.
            for household in queue.shards.openShards.keys.sorted() { queue.enqueueMaintenance(household: household) }
        }
    }
}
