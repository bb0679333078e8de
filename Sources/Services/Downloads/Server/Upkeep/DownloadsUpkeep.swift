internal import HTTPFetch
internal import RPC
internal import ServiceKit
internal import ServiceLifecycle

/// What goes on beside the calls: households whose shards are opened go on with what they were fetching.
struct DownloadsUpkeep: Service {
    let desk: DownloadDesk

    func run() async throws {
        await desk.store.runtime.untilShutdown { [desk] in
            for await household in desk.store.shards.openings() { desk.wake(household) }
        }
        await desk.stop()
        await desk.fetcher.shutDown()
    }
}
