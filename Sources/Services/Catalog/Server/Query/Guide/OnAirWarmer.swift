internal import HearthModel
internal import Logging
internal import RPC
internal import ServiceKit
internal import ServiceLifecycle

/// Fills the on-air list when a household's shard opens and again before it expires, so that no caller that lists all
/// channels has to wait for it.
struct OnAirWarmer: Service {
    let shards: ShardDirectory
    let onAir: SnapshotCache<OnAirList>
    let runtime: any Runtime
    let logger: Logger

    /// How often a list that is about to expire is read again. It is longer than the idle time after which a shard is
    /// closed, so that this reading keeps none open.
    private static let interval = Duration.seconds(900)
    /// How far ahead the list must reach, in seconds: until the next reading, with some margin.
    private static let ahead: Int64 = 1_800

    func run() async throws {
        await runtime.untilShutdown {
            await withTaskGroup { group in
                group.addTask { for await household in shards.openings() { await read(household) } }
                group.addTask { await readAgain() }
            }
        }
    }

    private func readAgain() async {
        while true {
            do { try await runtime.sleep(for: Self.interval) } catch { return }
            for household in shards.openShards.keys.sorted() { await read(household) }
        }
    }

    private func read(_ household: String) async {
        guard let shard = shards.openShards[household] else { return }
        do {
            try await shard.read(deadline: .distantFuture) { [onAir, runtime] db in
                let generation = try ReadScope(db, policy: .everything).generation
                let list = try onAir.list(of: shard, generation: generation, db)
                let now = runtime.wallTime.millisecondsSince1970 / 1_000
                try list.readAhead(at: now, until: now + Self.ahead, db)
            }
        } catch {
            // The next call reads it, or reports the error.
            logger.debug(
                "The on-air list could not be filled.", metadata: ["household": "\(household)", "error": "\(error)"])
        }
    }
}
