internal import HearthModel
internal import Logging
internal import RPC
internal import ServiceKit
internal import ServiceLifecycle
internal import Synchronization

/// Evaluates rule sets as soon as their event has come, and those that a stopped service left when a shard opens.
final class RuleSetEvaluator: Service {
    private let shards: ShardDirectory
    private let runtime: any Runtime
    private let logger: Logger
    private let households: AsyncStream<String>
    private let pending: AsyncStream<String>.Continuation

    /// When a failed evaluation is tried again: the profile sees nothing until then.
    private static let pause = Duration.seconds(5)

    init(shards: ShardDirectory, runtime: any Runtime, logger: Logger) {
        (self.shards, self.runtime, self.logger) = (shards, runtime, logger)
        (households, pending) = AsyncStream<String>.makeStream()
    }

    /// Has a household's pending sets evaluated.
    func note(_ household: String) { pending.yield(household) }

    func run() async throws {
        await runtime.untilShutdown { [self] in
            await withTaskGroup { group in
                group.addTask { [self] in for await household in shards.openings() { note(household) } }
                group.addTask { [self] in for await household in households { await evaluate(household) } }
            }
        }
    }

    private func evaluate(_ household: String) async {
        guard let shard = shards.openShards[household] else { return }
        do {
            guard try await shard.read({ try RuleSetTable.isPending($0) }) else { return }
            try await shard.write(releasingBallast: true) { try RuleSetEvaluation.run(in: shard, $0) }
        } catch {
            logger.error(
                "The rules of kids profiles could not be applied; those profiles see nothing.",
                metadata: ["household": "\(household)", "error": "\(error)"])
            do { try await runtime.sleep(for: Self.pause) } catch { return }
            note(household)
        }
    }
}
