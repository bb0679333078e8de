internal import HTTPFetch
internal import RPC
internal import ServiceKit
internal import ServiceLifecycle

/// Maintains the imports while the service runs: rolls back at start what a killed run has left, recomputes titles of
/// an older build, removes expired titles and programmes from time to time, and cancels the running job at shutdown.
struct ImportMaintenance: Service {
    let desk: ImportQueue
    /// How often it checks for expired data.
    private static let interval = Duration.seconds(3_600)

    func run() async throws {
        await desk.runtime.untilShutdown { try? await work() }
        await desk.stop()
        await desk.fetcher?.shutDown()
    }

    private func work() async throws {
        for household in desk.shards.households() {
            FetchDirectory.removeLeftovers(in: desk.shards.fetched(of: household), run: desk.run)
            try? await desk.resume(household: household)
            try? await desk.sweepUploads(household: household)
            desk.enqueueMaintenance(household: household)
            desk.enqueueCorrections(household: household)
            desk.enqueueRebuild(household: household)
        }
        while true {
            try await desk.runtime.sleep(for: Self.interval)
            // Open shards only: a closed shard is maintained when it is opened at the next start.
            for household in desk.shards.openShards.keys.sorted() { desk.enqueueMaintenance(household: household) }
        }
    }
}
