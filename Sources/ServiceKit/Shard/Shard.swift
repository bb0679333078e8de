internal import GRDB
package import HearthModel
internal import Logging
internal import RPC
internal import Synchronization

/// One household's data of one service: a SQLite file, and the only way to access it.
///
/// A change that ``write(deadline:releasingBallast:_:)`` has acknowledged is durable: it survives kill -9 and a power
/// failure. Small writes of many callers share a commit. Data that ``read(deadline:_:)`` returns was checked page by
/// page: damaged data is an error. After a disk error the shard responds `maybe` to writes that had begun, rejects all
/// later calls, and notifies its owner once, which ends the process; the next start recovers.
///
/// It has two execution modes (``ShardOptions/ExecutionMode``): queued in production, inline in simulations.
public final class Shard: Sendable {
    /// The database file.
    public let path: String
    /// The service that owns the data, for messages: the file's name without its extension.
    public let name: String

    let runtime: any Runtime
    let options: ShardOptions
    let logger: Logger
    /// The events for other services.
    package let outbox: Outbox
    let database: any DatabaseWriter
    /// The responses to keyed calls.
    let kept: IdempotencyRetention
    let gate: ReadSemaphore
    let ballast: ShardBallast
    let state = Mutex(State())
    let counters = Mutex(ShardCounters())
    /// The time of the last use, in nanoseconds of the runtime's clock.
    let lastUse: Atomic<UInt64>
    private let lock: Mutex<ShardLock?>
    /// The open file, to distinguish it from another one at its path.
    let place: ShardFileIdentity?
    private let ownIdentity: Mutex<HouseholdIdentity?>
    private let learning: Atomic<IdentityState>

    /// Whether the shard knows its household.
    private enum IdentityState: UInt8, AtomicRepresentable { case unknown, asked, known }
    private let onFatal: @Sendable (ShardFailure) -> Void

    /// The queue of the writer, and whether the shard accepts calls.
    struct State {
        enum Phase: Sendable { case open, failed, closing, closed }
        var phase = Phase.open
        var waiting = FairQueue<QueuedWrite>()
        /// Writes that their batch did not begin before its time was up: the next batch begins with these.
        var left: [QueuedWrite] = []
        /// The number of queued writes.
        var waitingCount: Int { waiting.count + left.count }

        /// Removes the next batch: the writes left by the last one, and then callers' writes in fair order.
        mutating func takeBatch(_ most: Int) -> [QueuedWrite] {
            var batch = Array(left.prefix(most))
            left.removeFirst(batch.count)
            while batch.count < most, let next = waiting.popFirst() { batch.append(next) }
            return batch
        }

        /// Removes all queued writes.
        mutating func takeAll() -> [QueuedWrite] {
            defer { left = [] }
            return left + waiting.removeAll()
        }
        /// The number of writes in the running or last batch.
        var batchCount = 0
        /// Whether a batch is scheduled on the writer's queue.
        var isScheduled = false
        /// The length of the log at which the next checkpoint is due.
        var checkpointDueBytes = 0
        /// The length of the log at the last check.
        var logBytes = 0
    }

    init(
        path: String, name: String, runtime: any Runtime, options: ShardOptions, logger: Logger,
        database: any DatabaseWriter, identity: HouseholdIdentity?, lock: ShardLock, ballast: ShardBallast,
        onFatal: @escaping @Sendable (ShardFailure) -> Void
    ) {
        self.path = path
        self.name = name
        self.runtime = runtime
        self.options = options
        self.logger = logger
        self.database = database
        kept = IdempotencyRetention(options: options, runtime: runtime)
        outbox = Outbox(runtime: runtime, failPoints: options.failPoints)
        self.lock = Mutex(lock)
        place = ShardFileIdentity(path)
        ownIdentity = Mutex(identity)
        learning = Atomic(identity == nil ? .unknown : .known)
        self.ballast = ballast
        self.onFatal = onFatal
        gate = ReadSemaphore(permits: options.limits.readers, waitingMost: options.limits.waitingReads)
        lastUse = Atomic(runtime.now.nanoseconds)
        state.withLock { $0.checkpointDueBytes = options.limits.checkpointBytes }
    }

    /// Whether the shard accepts calls: opened, not closed, and the disk has not failed.
    public var isOpen: Bool { state.withLock { $0.phase == .open } }

    /// The disk failed: rejects all queued and later calls, and notifies the owner, once.
    func fail(_ error: DatabaseError) {
        fail(
            ShardFailure(path: path, resultCode: Int(error.extendedResultCode.rawValue), reason: "\(error)"),
            "The disk failed; the shard rejects all calls.")
    }

    /// Rejects all queued and later calls, and notifies the owner, once.
    func fail(_ failure: ShardFailure, _ what: Logger.Message) {
        let waiting = state.withLock { state -> [QueuedWrite]? in
            if state.phase == .failed || state.phase == .closed { return nil }
            state.phase = .failed
            return state.takeAll()
        }
        guard let waiting else { return }
        logger.critical(
            what, metadata: ["shard": "\(path)", "error": "\(failure.reason)", "waiting": "\(waiting.count)"])
        for write in waiting { write.fail(RPCError.storeFailed(name)) }
        onFatal(failure)
    }

    /// Why calls are rejected now; nil while the shard is open.
    func refusal(_ phase: State.Phase) -> RPCError? {
        switch phase {
        case .open: nil
        case .failed: .storeFailed(name)
        case .closing, .closed: .storeClosed(name)
        }
    }

    /// Records that the shard is used now.
    func touch() { lastUse.store(runtime.now.nanoseconds, ordering: .relaxed) }

    /// Releases the lock for other processes.
    func unlock() { lock.withLock { $0 = nil } }

    // MARK: Household

    /// The household that it belongs to; nil while the shard has not learned it.
    package var identity: HouseholdIdentity? { ownIdentity.withLock { $0 } }

    /// Whether it knows its household.
    var knowsIdentity: Bool { learning.load(ordering: .relaxed) == .known }

    /// Whether the caller is the one to write the identity.
    func claimIdentityWrite() -> Bool {
        learning.compareExchange(expected: .unknown, desired: .asked, ordering: .relaxed).exchanged
    }

    /// Caches the identity that is durable in the shard.
    func cacheIdentity(_ identity: HouseholdIdentity) {
        ownIdentity.withLock { $0 = identity }
        learning.store(.known, ordering: .relaxed)
    }
}

/// A disk failure under a shard, or the replacement of a shard's file.
public struct ShardFailure: Error, Sendable, Hashable {
    /// The shard's file.
    public let path: String
    /// SQLite's extended result code (https://www.sqlite.org/rescode.html).
    public let resultCode: Int
    /// SQLite's error text; for logs, never for callers.
    public let reason: String
}
