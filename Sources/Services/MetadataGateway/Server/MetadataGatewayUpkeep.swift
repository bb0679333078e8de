internal import HTTPFetch
internal import RPC
internal import ServiceKit
internal import ServiceLifecycle

/// What goes on beside the calls: what is too old to be shown is removed, and in the end nothing is fetched any more.
struct MetadataGatewayUpkeep: Service {
    let shards: ShardDirectory
    let runtime: any Runtime
    let fetcher: HTTPFetcher

    func run() async throws {
        await runtime.untilShutdown { try? await work() }
        await fetcher.shutDown()
    }

    private func work() async throws {
        while true {
            // Only where somebody is: a closed shard is looked after when it is open again.
            for shard in shards.openShards.sorted(by: { $0.key < $1.key }).map(\.value) { try? await purge(shard) }
            try await runtime.sleep(for: MetadataGatewayLimits.upkeepInterval)
        }
    }

    private func purge(_ shard: Shard) async throws {
        let oldest =
            runtime.wallTime.millisecondsSince1970 - MetadataGatewayLimits.oldestAnswer.wholeMilliseconds
        try await shard.write(makingRoom: true) { db in
            try AnswerTable.dropOlder(than: oldest, db)
            try ImageTable.dropOlder(than: oldest, db)
        }
    }
}
