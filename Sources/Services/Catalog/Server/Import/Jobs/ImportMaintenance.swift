internal import HTTPFetch
internal import RPC
internal import ServiceKit
internal import ServiceLifecycle

/// Looks after the imports while the service runs: takes back at the start what a killed run has left behind, works out anew
/// what an older build has made, lets old titles and programmes go from time to time, and stops what runs at the end.
struct ImportMaintenance: Service {
    let desk: ImportQueue
    /// How often what is too old is looked for.
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
            // Only where somebody is: a closed shard is looked after when it is opened at the next start.
            for household in desk.shards.openShards.keys.sorted() { desk.enqueueMaintenance(household: household) }
        }
    }
}
