internal import GRDB
internal import Logging
internal import RPC
internal import ServiceKit
internal import ServiceLifecycle

/// Removes expired recently used streams: of a household when its shard opens, and then once an hour.
///
/// It goes by the wall clock: one that is behind only keeps what no list shows any more.
struct RecentStreamSweeper: Service {
    private let shards: ShardDirectory
    private let runtime: any Runtime
    private let logger: Logger

    init(shards: ShardDirectory, runtime: any Runtime, logger: Logger) {
        (self.shards, self.runtime, self.logger) = (shards, runtime, logger)
    }

    func run() async throws {
        await runtime.untilShutdown { [self] in
            await withTaskGroup(of: Void.self) { group in
                group.addTask { [self] in for await household in shards.openings() { await sweep([household]) } }
                group.addTask { [self] in
                    while true {
                        do { try await runtime.sleep(for: PlaybackLimits.recentStreamInterval) } catch { return }
                        await sweep(shards.openShards.keys.sorted())
                    }
                }
                await group.next()
                group.cancelAll()
            }
        }
    }

    private func sweep(_ households: [String]) async {
        let now = runtime.wallTime.millisecondsSince1970
        for household in households {
            do {
                try await shards.openShards[household]?.write { try RecentStreamTable.sweep(at: now, $0) }
            } catch {
                logger.notice(
                    "Expired streams could not be removed.",
                    metadata: ["household": "\(household)", "error": "\(error)"])
            }
        }
    }
}
