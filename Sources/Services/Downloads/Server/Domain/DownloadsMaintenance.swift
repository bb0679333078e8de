internal import HTTPFetch
internal import RPC
internal import ServiceKit
internal import ServiceLifecycle

/// Background work: resumes the fetches of households whose shards are opened, and expires downloads.
struct DownloadsMaintenance: Service {
    let desk: DownloadQueue

    func run() async throws {
        await desk.store.runtime.untilShutdown { [desk] in
            await withTaskGroup(of: Void.self) { group in
                group.addTask { for await household in desk.store.shards.openings() { desk.wake(household) } }
                group.addTask {
                    while (try? await desk.store.runtime.sleep(for: DownloadsLimits.expiryInterval)) != nil {
                        await desk.expireAll()
                    }
                }
                await group.next()
                group.cancelAll()
            }
        }
        await desk.stop()
        await desk.fetcher.shutDown()
    }
}
