internal import Logging
internal import RPC
internal import ServiceKit
internal import ServiceLifecycle

/// Removes what is too old of statistics after a household's shard was opened. Single waits for data are removed with each
/// new one, too, so that a shard which stays open keeps none for longer.
struct StatisticsSweeper: Service {
    private let shards: ShardDirectory
    let rounds: HouseholdRetryQueue

    init(store: PlaybackStore, logger: Logger) {
        let shards = store.shards
        self.shards = shards
        rounds = HouseholdRetryQueue(
            every: PlaybackLimits.statisticsSweepInterval, runtime: store.runtime, logger: logger
        ) { household in
            // A shard that was closed in the meantime is swept when it opens again.
            guard let shard = shards.openShards[household] else { return }
            let now = store.runtime.wallTime.millisecondsSince1970
            try await shard.write(releasingBallast: true) { try StatisticsTable.sweep(at: now, $0) }
        }
    }

    func run() async throws { await rounds.run(queueingOpened: shards) }
}
