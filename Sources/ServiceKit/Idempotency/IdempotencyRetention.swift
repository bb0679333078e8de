internal import GRDB
internal import RPC
internal import Synchronization

/// The retention of responses to keyed calls in a shard: per subject no more than its budget, so that no profile can
/// fill the disk, and each response at least as long as its call may still be retried.
///
/// A subject over its budget first loses the oldest responses that no call can retry any more. While all of them can
/// still be retried, further keyed calls are rejected: evicting a response sooner would let its call execute twice.
///
/// Used by the shard's writer alone, within its transactions.
final class IdempotencyRetention: Sendable {
    /// A subject's usage, as far as it was counted, and the time until which none of it expires.
    private struct Use {
        var amount: IdempotencyTable.Amount
        var fullUntil: MonotonicInstant?
    }

    private struct State {
        var uses: [String: Use] = [:]
        /// See ``IdempotencyRetention/now(_:)``: milliseconds since 1970 at a reading of the monotonic clock.
        var clock: (milliseconds: Int64, at: MonotonicInstant)?
    }

    private let limits: ShardLimits
    private let runtime: any Runtime
    private let opened: MonotonicInstant
    private let state = Mutex(State())

    /// The fraction of a budget that stays in use after eviction, so that not every call has to evict.
    private static let usedPart = 0.9
    private static let shortestPauseMilliseconds: Int64 = 1_000

    init(options: ShardOptions, runtime: any Runtime) {
        limits = options.limits
        self.runtime = runtime
        opened = runtime.now
    }

    /// The time by which responses age, in milliseconds since 1970: the wall clock at the time the shard was opened,
    /// then advanced by the monotonic clock, so that setting the wall clock ahead lets no call execute twice. It is
    /// never earlier than the latest stored response.
    func now(_ db: Database) throws -> Int64 {
        let now = runtime.now
        if let clock = state.withLock({ $0.clock }) {
            return clock.milliseconds + clock.at.duration(to: now).wholeMilliseconds
        }
        let wall = max(runtime.wallTime.millisecondsSince1970, try IdempotencyTable.latest(db) ?? .min)
        state.withLock { $0.clock = (wall, now) }
        return wall
    }

    /// How long calls from before the shard was opened may still be retried; nil when they cannot. Only the wall clock
    /// knows how much time has passed since their responses, and it may have been set ahead, or the machine slept:
    /// until then none of their responses is evicted.
    private var repeatable: Duration? {
        let left = limits.retryWindow - opened.duration(to: runtime.now)
        return left > .zero ? left : nil
    }

    /// The storage time of the oldest valid response, in milliseconds since 1970.
    func oldestStored(_ db: Database) throws -> Int64 {
        repeatable == nil ? try now(db) - limits.keyLifetime.wholeMilliseconds : .min
    }

    /// Makes room for one more response of a subject.
    ///
    /// - Returns: whether responses were evicted for it.
    /// - Throws: RESOURCE_EXHAUSTED, not executed, while all of the subject's responses are too young to evict.
    func makeRoom(for subject: String, _ db: Database) throws -> Bool {
        let known = state.withLock { $0.uses[subject] }
        if let full = known?.fullUntil, runtime.now < full { throw Self.refusal(runtime.now.duration(to: full)) }
        var amount = try known?.amount ?? IdempotencyTable.amount(of: subject, db)
        var hasRemoved = false
        if isOver(amount) {
            let young = repeatable == nil ? try now(db) - limits.retryWindow.wholeMilliseconds : .min
            let left = IdempotencyTable.Amount(
                count: Int(Double(limits.storedResponses) * Self.usedPart),
                bytes: Int(Double(limits.storedResponsesBytes) * Self.usedPart))
            hasRemoved = try IdempotencyTable.removeOldest(of: subject, before: young, leavingLessThan: left, db)
            // The running count may be too high: it includes rolled-back changes and deletions.
            amount = try IdempotencyTable.amount(of: subject, db)
        }
        guard isOver(amount) else {
            state.withLock { $0.uses[subject] = Use(amount: amount) }
            return hasRemoved
        }
        // There is room once the last excess response has aged.
        let whole = IdempotencyTable.Amount(count: limits.storedResponses, bytes: limits.storedResponsesBytes)
        let last = try IdempotencyTable.end(of: subject, leavingLessThan: whole, db) ?? now(db)
        let ages = last + limits.retryWindow.wholeMilliseconds - (try now(db)) + 1
        let pause = max(repeatable ?? .zero, .milliseconds(max(Self.shortestPauseMilliseconds, ages)))
        let full = runtime.now.advanced(by: pause)
        state.withLock { $0.uses[subject] = Use(amount: amount, fullUntil: full) }
        throw Self.refusal(pause)
    }

    /// Counts a stored response.
    func added(bytes: Int, of subject: String) {
        state.withLock { state in
            state.uses[subject]?.amount.count += 1
            state.uses[subject]?.amount.bytes += bytes
        }
    }

    /// Has a subject counted again at its next call; nil: all subjects.
    func recount(_ subject: String? = nil) {
        state.withLock { state in
            if let subject { state.uses[subject] = nil } else { state.uses = [:] }
        }
    }

    private func isOver(_ amount: IdempotencyTable.Amount) -> Bool {
        amount.count >= limits.storedResponses || amount.bytes >= limits.storedResponsesBytes
    }

    private static func refusal(_ pause: Duration) -> RPCError {
        RPCError(
            .resourceExhausted, "There were too many changes in a short time. Try again later.", executed: .no,
            retryAfter: pause)
    }
}
