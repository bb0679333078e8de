internal import GRDB
internal import RPC
internal import Synchronization

/// How many answers to keyed calls a shard keeps: for each subject no more than its budget, so that no profile can fill
/// the disk, and each answer at least as long as its call may still be repeated.
///
/// A subject over its budget first loses the oldest answers that no call can repeat any more. While all of them can still
/// be repeated, further keyed calls are refused: forgetting an answer sooner would let its call happen twice.
///
/// Used by the shard's writer alone, within its transactions.
final class IdempotencyRetention: Sendable {
    /// What a subject has, as far as it was counted, and until when none of it ages.
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
    private let forgetsYoung: Bool
    private let opened: MonotonicInstant
    private let state = Mutex(State())

    /// The part of a budget that stays used when answers are removed, so that this is not done for each call.
    private static let usedPart = 0.9
    private static let shortestPauseMilliseconds: Int64 = 1_000

    init(options: ShardOptions, runtime: any Runtime) {
        limits = options.limits
        self.runtime = runtime
        forgetsYoung = options.has(.forgetsYoungKeys, runtime)
        opened = runtime.now
    }

    /// The time by which answers age, in milliseconds since 1970: the wall clock as it was when the shard was opened, and
    /// from then on the monotonic one, so that setting the wall clock ahead lets no call happen twice. It is never earlier
    /// than what is stored.
    func now(_ db: Database) throws -> Int64 {
        let now = runtime.now
        if let clock = state.withLock({ $0.clock }) {
            return clock.milliseconds + clock.at.duration(to: now).wholeMilliseconds
        }
        let wall = max(runtime.wallTime.millisecondsSince1970, try IdempotencyTable.latest(db) ?? .min)
        state.withLock { $0.clock = (wall, now) }
        return wall
    }

    /// How long calls from before the shard was opened may still be repeated; nil when they cannot. How much time has passed
    /// since they were answered only the wall clock says, which may have been set ahead, or the machine slept: until then none
    /// of their answers is forgotten.
    private var repeatable: Duration? {
        let left = limits.retryWindow - opened.duration(to: runtime.now)
        return left > .zero ? left : nil
    }

    /// The oldest answer that still counts was stored then, in milliseconds since 1970.
    func oldestStored(_ db: Database) throws -> Int64 {
        repeatable == nil ? try now(db) - limits.keyLifetime.wholeMilliseconds : .min
    }

    /// Makes room for one more answer of a subject.
    ///
    /// - Returns: whether answers were removed for it.
    /// - Throws: RESOURCE_EXHAUSTED, not executed, while the subject's answers are all too young to be forgotten.
    func makeRoom(for subject: String, _ db: Database) throws -> Bool {
        let known = state.withLock { $0.uses[subject] }
        if let full = known?.fullUntil, runtime.now < full { throw Self.refusal(runtime.now.duration(to: full)) }
        var amount = try known?.amount ?? IdempotencyTable.amount(of: subject, db)
        var hasRemoved = false
        if isOver(amount) {
            let young = repeatable == nil ? try now(db) - limits.retryWindow.wholeMilliseconds : .min
            let end = forgetsYoung ? Int64.max : young
            let left = IdempotencyTable.Amount(
                count: Int(Double(limits.keptAnswers) * Self.usedPart),
                bytes: Int(Double(limits.keptAnswersBytes) * Self.usedPart))
            hasRemoved = try IdempotencyTable.removeOldest(of: subject, before: end, leavingLessThan: left, db)
            // What was counted while the process ran may be too much: changes that were undone, deletions.
            amount = try IdempotencyTable.amount(of: subject, db)
        }
        guard isOver(amount) else {
            state.withLock { $0.uses[subject] = Use(amount: amount) }
            return hasRemoved
        }
        // There is room when the last one has aged that is too much.
        let whole = IdempotencyTable.Amount(count: limits.keptAnswers, bytes: limits.keptAnswersBytes)
        let last = try IdempotencyTable.end(of: subject, leavingLessThan: whole, db) ?? now(db)
        let ages = last + limits.retryWindow.wholeMilliseconds - (try now(db)) + 1
        let pause = max(repeatable ?? .zero, .milliseconds(max(Self.shortestPauseMilliseconds, ages)))
        let full = runtime.now.advanced(by: pause)
        state.withLock { $0.uses[subject] = Use(amount: amount, fullUntil: full) }
        throw Self.refusal(pause)
    }

    /// An answer was kept.
    func added(bytes: Int, of subject: String) {
        state.withLock { state in
            state.uses[subject]?.amount.count += 1
            state.uses[subject]?.amount.bytes += bytes
        }
    }

    /// A subject is counted again when it next calls; nil: all of them.
    func recount(_ subject: String? = nil) {
        state.withLock { state in
            if let subject { state.uses[subject] = nil } else { state.uses = [:] }
        }
    }

    private func isOver(_ amount: IdempotencyTable.Amount) -> Bool {
        amount.count >= limits.keptAnswers || amount.bytes >= limits.keptAnswersBytes
    }

    private static func refusal(_ pause: Duration) -> RPCError {
        RPCError(
            .resourceExhausted, "There were too many changes in a short time. Try again later.", executed: .no,
            retryAfter: pause)
    }
}
