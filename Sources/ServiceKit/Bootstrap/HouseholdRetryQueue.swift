package import Logging
package import RPC
internal import Synchronization

/// Households with pending work: queued when it comes up, visited at an interval, and queued again after a failure.
package final class HouseholdRetryQueue: Sendable {
    private let interval: Duration
    private let runtime: any Runtime
    private let logger: Logger
    private let visit: @Sendable (String) async throws -> Void
    private let noted = Mutex<Set<String>>([])

    /// Creates an empty queue.
    ///
    /// - Parameters:
    ///   - interval: the pause between two passes.
    ///   - visit: does a household's pending work. An error is logged, and the household is retried in the next pass.
    package init(
        every interval: Duration, runtime: any Runtime, logger: Logger,
        _ visit: @escaping @Sendable (String) async throws -> Void
    ) {
        (self.interval, self.runtime, self.logger, self.visit) = (interval, runtime, logger, visit)
    }

    /// Queues a household for the next pass.
    package func note(_ household: String) { noted.withLock { _ = $0.insert(household) } }

    /// Runs passes until shutdown. Each household whose shard opens is queued: a previous process may have left work.
    package func run(queueingOpened shards: ShardDirectory) async {
        await runtime.untilShutdown { [self] in
            await withTaskGroup(of: Void.self) { group in
                group.addTask { [self] in for await household in shards.openings() { note(household) } }
                group.addTask { [self] in await run() }
                await group.next()
                group.cancelAll()
            }
        }
    }

    /// Runs passes until the task is cancelled.
    package func run() async {
        while !Task.isCancelled {
            do { try await runtime.sleep(for: interval) } catch { return }
            await passOver()
        }
    }

    /// Runs one pass over the queued households.
    package func passOver() async {
        let households = noted.withLock { noted in
            defer { noted = [] }
            return noted.sorted()
        }
        for household in households {
            do {
                try await visit(household)
            } catch {
                note(household)
                logger.debug(
                    "A household is visited again later.",
                    metadata: ["household": "\(household)", "error": "\(error)"])
            }
        }
    }
}
