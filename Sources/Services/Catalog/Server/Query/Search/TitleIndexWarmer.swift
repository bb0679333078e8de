internal import HearthModel
internal import Logging
internal import RPC
internal import ServiceKit
internal import ServiceLifecycle

/// Loads the title index of a household when its shard opens, so that the first search does not have to.
struct TitleIndexWarmer: Service {
    let desk: ImportQueue

    func run() async throws {
        await desk.runtime.untilShutdown {
            for await household in desk.shards.openings() { await read(household) }
        }
    }

    private func read(_ household: String) async {
        guard let shard = desk.shards.openShards[household] else { return }
        do {
            try await shard.read(deadline: .distantFuture) { [desk] db in
                let generation = try ReadScope(db, policy: .everything).generation
                let columns = try desk.titles.columns(of: shard, generation: generation, db)
                try columns.matches.warm(columns, db)
            }
        } catch {
            // The first search reads it, or reports the error.
            desk.logger.debug(
                "The title index could not be loaded.", metadata: ["household": "\(household)", "error": "\(error)"])
        }
    }
}
