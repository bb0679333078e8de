internal import HTTPFetch
internal import RPC
internal import ServiceKit
internal import ServiceLifecycle

/// Background work: maintains the caches, and stops all fetches at shutdown.
struct MetadataGatewayMaintenance: Service {
    let shards: ShardDirectory
    let runtime: any Runtime
    let responses: Cache<CachedResponse>
    let images: Cache<CachedImage>
    let fetcher: HTTPFetcher

    func run() async throws {
        await runtime.untilShutdown { try? await work() }
        await fetcher.shutDown()
    }

    private func work() async throws {
        while true {
            // Only open shards: a closed one is maintained after it is opened again.
            for household in shards.openShards.keys.sorted() {
                await responses.lookAfter(household)
                await images.lookAfter(household)
            }
            try await runtime.sleep(for: MetadataGatewayLimits.maintenanceInterval)
        }
    }
}
