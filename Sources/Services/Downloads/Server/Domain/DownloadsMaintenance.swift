internal import HTTPFetch
internal import RPC
internal import ServiceKit
internal import ServiceLifecycle

/// Background work: resumes the fetches of households whose shards are opened, and expires downloads.
struct DownloadsMaintenance: Service {
    let queue: DownloadQueue

    func run() async throws {
        await queue.store.runtime.untilShutdown { [queue] in
            await withTaskGroup(of: Void.self) { group in
                group.addTask { for await household in queue.store.shards.openings() { queue.wake(household) } }
                group.addTask {
                    while (try? await queue.store.runtime.sleep(for: DownloadsLimits.expiryInterval)) != nil {
                        await queue.expireAll()
                    }
                }
                await group.next()
                group.cancelAll()
            }
        }
        await queue.stop()
        await queue.fetcher.shutDown()
    }
}
