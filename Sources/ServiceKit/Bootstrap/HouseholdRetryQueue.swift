package import Logging
package import RPC
internal import Synchronization

/// Households with something left to do: noted when it comes up, gone over at an interval, and noted again when it failed.
package final class HouseholdRetryQueue: Sendable {
    private let interval: Duration
    private let runtime: any Runtime
    private let logger: Logger
    private let visit: @Sendable (String) async throws -> Void
    private let noted = Mutex<Set<String>>([])

    /// Makes rounds of no household yet.
    ///
    /// - Parameters:
    ///   - interval: how long after one round the next one begins.
    ///   - visit: does what is left to do in a household. What it throws is logged, and it is asked again in the next round.
    package init(
        every interval: Duration, runtime: any Runtime, logger: Logger,
        _ visit: @escaping @Sendable (String) async throws -> Void
    ) {
        (self.interval, self.runtime, self.logger, self.visit) = (interval, runtime, logger, visit)
    }

    /// Has a household visited in the next round.
    package func note(_ household: String) { noted.withLock { _ = $0.insert(household) } }

    /// Goes round until the task is cancelled.
    package func run() async {
        while !Task.isCancelled {
            do { try await runtime.sleep(for: interval) } catch { return }
            await passOver()
        }
    }

    /// One round over the households that are noted.
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
