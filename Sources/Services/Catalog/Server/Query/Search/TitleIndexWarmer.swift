internal import HearthModel
internal import Logging
internal import RPC
internal import ServiceKit
internal import ServiceLifecycle

/// Loads the title index of a household when its shard opens, so that the first search does not have to.
struct TitleIndexWarmer: Service {
    let shards: ShardDirectory
    let titles: SnapshotCache<TitleIndex>
    let runtime: any Runtime
    let logger: Logger

    func run() async throws {
        await runtime.untilShutdown {
            for await household in shards.openings() { await read(household) }
        }
    }

    private func read(_ household: String) async {
        guard let shard = shards.openShards[household] else { return }
        do {
            try await shard.read(deadline: .distantFuture) { [titles] db in
                let generation = try ReadScope(db, policy: .everything).generation
                let titleIndex = try titles.titleIndex(of: shard, generation: generation, db)
                try titleIndex.matches.warm(titleIndex, db)
            }
        } catch {
            // The first search reads it, or reports the error.
            logger.debug(
                "The title index could not be loaded.", metadata: ["household": "\(household)", "error": "\(error)"])
        }
    }
}
