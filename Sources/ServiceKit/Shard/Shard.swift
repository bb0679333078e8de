internal import GRDB
package import Household
internal import Logging
internal import RPC
internal import Synchronization

/// One household's data of one service: a SQLite file, and the only door to it.
///
/// What ``write(deadline:releasingBallast:_:)`` has answered is durable: it survives kill -9 and a power cut. Small writes of
/// many callers share a commit. What ``read(deadline:_:)`` returns was checked page by page: damaged data is an error.
/// After a disk error the shard answers `maybe` to what had begun, refuses everything that follows, and says so once to
/// its owner, which ends the process; the next start recovers.
///
/// It shows one of two faces (``ShardOptions/ExecutionMode``): queued in production, inline in simulations.
public final class Shard: Sendable {
    /// The database file.
    public let path: String
    /// The service whose data it is, for messages: the file's name without its extension.
    public let name: String

    let runtime: any Runtime
    let options: ShardOptions
    let logger: Logger
    /// What the service tells others.
    package let outbox: Outbox
    let database: any DatabaseWriter
    /// The answers to keyed calls.
    let kept: IdempotencyRetention
    let gate: ReadSemaphore
    let ballast: ShardBallast
    let state = Mutex(State())
    let counters = Mutex(ShardCounters())
    /// When somebody last used it, in nanoseconds of the runtime's clock.
    let lastUse: Atomic<UInt64>
    private let lock: Mutex<ShardLock?>
    /// The file that is open, to tell it from another one in its place.
    let place: ShardFileIdentity?
    private let ownIdentity: Mutex<HouseholdIdentity?>
    private let learning: Atomic<IdentityState>

    /// Whether it knows whose it is.
    private enum IdentityState: UInt8, AtomicRepresentable { case unknown, asked, known }
    private let onFatal: @Sendable (ShardFailure) -> Void

    /// What waits for the writer, and whether the shard still takes anything in.
    struct State {
        enum Phase: Sendable { case open, failed, closing, closed }
        var phase = Phase.open
        var waiting = FairQueue<QueuedWrite>()
        /// Writes whose batch's time was up before it came to them: the next batch begins with these.
        var left: [QueuedWrite] = []
        /// How many writes wait.
        var waitingCount: Int { waiting.count + left.count }

        /// Takes out the next batch: what was left of the last one, and then callers' writes in turn.
        mutating func takeBatch(_ most: Int) -> [QueuedWrite] {
            var batch = Array(left.prefix(most))
            left.removeFirst(batch.count)
            while batch.count < most, let next = waiting.popFirst() { batch.append(next) }
            return batch
        }

        /// Takes out all that waits.
        mutating func takeAll() -> [QueuedWrite] {
            defer { left = [] }
            return left + waiting.removeAll()
        }
        /// How many writes the batch has that runs, or ran last.
        var batchCount = 0
        /// Whether a turn on the writer's queue will look at `waiting`.
        var isScheduled = false
        /// How long the log is when it is next written back.
        var checkpointDueBytes = 0
        /// How long the log was when that was last looked at.
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

    /// Whether it takes anything in: opened, not closed, and the disk has not failed.
    public var isOpen: Bool { state.withLock { $0.phase == .open } }

    /// The disk failed: refuses all that waits and all that comes, and tells the owner, once.
    func fail(_ error: DatabaseError) {
        if has(.ignoresDiskErrors) { return }
        fail(
            ShardFailure(path: path, resultCode: Int(error.extendedResultCode.rawValue), reason: "\(error)"),
            "The disk failed; the shard takes nothing more.")
    }

    /// Refuses all that waits and all that comes, and tells the owner, once.
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

    /// Why nothing is taken in now; nil while the shard is open.
    func refusal(_ phase: State.Phase) -> RPCError? {
        switch phase {
        case .open: nil
        case .failed: .storeFailed(name)
        case .closing, .closed: .storeClosed(name)
        }
    }

    /// Notes that somebody uses the shard now.
    func touch() { lastUse.store(runtime.now.nanoseconds, ordering: .relaxed) }

    /// Lets other processes have the shard.
    func unlock() { lock.withLock { $0 = nil } }

    // MARK: Its household

    /// Which household it belongs to; nil while it has not learned that.
    package var identity: HouseholdIdentity? { ownIdentity.withLock { $0 } }

    /// Whether it knows which household it belongs to.
    var knowsIdentity: Bool { learning.load(ordering: .relaxed) == .known }

    /// Whether the caller is the one to write down whose it is.
    func claimIdentityWrite() -> Bool {
        learning.compareExchange(expected: .unknown, desired: .asked, ordering: .relaxed).exchanged
    }

    /// Remembers what is durable in it.
    func cacheIdentity(_ identity: HouseholdIdentity) {
        ownIdentity.withLock { $0 = identity }
        learning.store(.known, ordering: .relaxed)
    }
}

/// A disk that failed under a shard, or a shard's file that is another one now.
public struct ShardFailure: Error, Sendable, Hashable {
    /// The shard's file.
    public let path: String
    /// SQLite's extended result code (https://www.sqlite.org/rescode.html).
    public let resultCode: Int
    /// What SQLite said; for logs, never for callers.
    public let reason: String
}
