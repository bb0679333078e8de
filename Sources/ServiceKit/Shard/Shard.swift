internal import Basics
internal import CShardVFS
internal import Foundation
package import GRDB
package import HearthModel
internal import Logging
package import RPC
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
    /// The events for other services.
    package let outbox: Outbox
    /// The responses to keyed calls.
    let retention: IdempotencyRetention
    let ballast: ShardBallast

    private let connections: any DatabaseWriter
    private let admission: ShardAdmission
    private let reader: ShardReader
    private let writer: ShardWriter
    private let committer: ShardCommitter
    private let logger: Logger
    /// The time of the last use, in nanoseconds of the runtime's clock.
    private let lastUse: Atomic<UInt64>
    private let lock: Mutex<ShardLock?>
    private let ownIdentity: Mutex<HouseholdIdentity?>
    private let learning: Atomic<IdentityState>

    /// Whether the shard knows its household.
    private enum IdentityState: UInt8, AtomicRepresentable { case unknown, requested, known }

    init(
        path: String, name: String, runtime: any Runtime, options: ShardOptions, logger: Logger,
        database: any DatabaseWriter, identity: HouseholdIdentity?, lock: ShardLock, ballast: ShardBallast,
        onFatal: @escaping @Sendable (ShardFailure) -> Void
    ) {
        (self.path, self.name, self.runtime, self.options) = (path, name, runtime, options)
        (self.logger, self.ballast, connections) = (logger, ballast, database)
        retention = IdempotencyRetention(options: options, runtime: runtime)
        outbox = Outbox(runtime: runtime, failPoints: options.failPoints)
        self.lock = Mutex(lock)
        ownIdentity = Mutex(identity)
        learning = Atomic(identity == nil ? .unknown : .known)
        lastUse = Atomic(runtime.now.nanoseconds)
        admission = ShardAdmission(
            path: path, name: name, limits: options.limits, logger: logger, onFatal: onFatal)
        let checkpointer = ShardCheckpointer(path: path, options: options, logger: logger, admission: admission)
        let errors = ShardErrorReporter(path: path, name: name, logger: logger)
        committer = ShardCommitter(
            path: path, name: name, runtime: runtime, options: options, logger: logger, ballast: ballast,
            admission: admission, checkpointer: checkpointer, errors: errors)
        writer = ShardWriter(
            database: database, options: options, admission: admission, committer: committer,
            checkpointer: checkpointer)
        reader = ShardReader(
            name: name, runtime: runtime, options: options, database: database, admission: admission, errors: errors)
    }

    /// Whether the shard accepts calls: opened, not closed, and the disk has not failed.
    public var isOpen: Bool { admission.isOpen }

    /// For reads on the calling thread, before callers get the shard.
    var database: any DatabaseReader { connections }

    /// Records that the shard is used now.
    func touch() { lastUse.store(runtime.now.nanoseconds, ordering: .relaxed) }

    /// Whether it has not been used since `time`, has no followers, and has no queued work.
    func isIdle(since time: MonotonicInstant) -> Bool {
        let used = MonotonicInstant(nanoseconds: lastUse.load(ordering: .relaxed))
        return used < time && !outbox.isFollowed && admission.waitingCount == 0
    }

    /// Checks that the open file is still the one at the shard's path, see ``ShardAdmission/checkFile()``.
    @discardableResult
    func checkFileIdentity() -> Bool { admission.checkFile() }

    /// Whether the running write is alone: no other write shares its commit or waits for the next one. Simulated shards
    /// have no queue: there it is never alone.
    var isUndisturbed: Bool { options.face == .queued && admission.isUndisturbed }

    /// The shard's counters since it was opened, and its current sizes.
    public var stats: ShardStats {
        var stats = ShardStats()
        committer.fill(&stats)
        reader.fill(&stats)
        stats.waitingWrites = admission.waitingCount
        stats.databaseBytes = Files.bytes(path)
        stats.logBytes = Files.bytes(path + "-wal")
        stats.ballastBytes = ballast.heldBytes
        return stats
    }

    // MARK: Reading and writing

    /// Runs `body` on a consistent snapshot of the data.
    ///
    /// A read that waits for a connection returns at once when its task is cancelled, and a running one is interrupted.
    /// Streams do not hold a connection: they page by key, each page a separate read.
    ///
    /// - Parameter deadline: it is not begun after this time; nil takes the running call's deadline, if any.
    /// - Throws: errors of `body` that are an `RPCError` or `RPCErrorConvertible`; otherwise an `RPCError`.
    package func read<Value: Sendable>(
        deadline: MonotonicInstant? = nil, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        let call = ServerCall.current
        let deadline = deadline ?? call?.deadline ?? .distantFuture
        let begun = runtime.now
        touch()
        defer { call?.noteDatabase(begun.duration(to: runtime.now)) }
        let value = try await traced("read") { try await reader.read(deadline, body) }
        options.metrics.noteRead(took: begun.duration(to: runtime.now))
        return value
    }

    /// Reads for a report about the shard: that is no use of it, and no read among those that are measured.
    package func inspect<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value
    {
        try await reader.read(runtime.now.advanced(by: Self.inspectionTime), body)
    }

    /// A report that is later is worth nothing: the exporter waits for two seconds.
    private static let inspectionTime = Duration.seconds(1)

    /// Runs `body` in a transaction and returns when it is durable.
    ///
    /// Small writes of many callers share a transaction and its sync; each has its own savepoint, so an error or
    /// constraint violation in one affects no other. `body` touches the database only: it may run twice when another
    /// write in the batch rolls back the shared transaction. A write that is cancelled or late when its batch begins is
    /// not executed; after that it is never interrupted.
    ///
    /// - Parameters:
    ///   - deadline: it is not begun after this time; nil takes the running call's deadline, if any.
    ///   - releasingBallast: for deletions, and for recording how something ended: on a full disk the ballast is
    ///     released for it.
    /// - Throws: errors of `body` that are an `RPCError` or `RPCErrorConvertible` (its own changes are rolled back);
    ///   otherwise an `RPCError` that says whether the change was executed.
    package func write<Value: Sendable>(
        deadline: MonotonicInstant? = nil, releasingBallast: Bool = false,
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        let call = ServerCall.current
        let deadline = deadline ?? call?.deadline ?? .distantFuture
        let begun = runtime.now
        defer { call?.noteDatabase(begun.duration(to: runtime.now)) }
        let cancellation = CancellationFlag()
        touch()
        // Inline writes never wait, so yield here to let other tasks run first, as they may while a batch gathers.
        if options.face == .inline { await Task.yield() }
        do {
            let value = try await traced("write") { try await queue(deadline, releasingBallast, cancellation, body) }
            call?.effects.raise(.yes)
            return value
        } catch let error as RPCError where error.executed == .maybe {
            call?.effects.raise(.maybe)
            throw error
        }
    }

    /// Queues the write and waits for its batch.
    private func queue<Value: Sendable>(
        _ deadline: MonotonicInstant, _ releasingBallast: Bool, _ cancellation: CancellationFlag,
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await withTaskCancellationHandler {
            let outcome = Promise<Result<Value, any Error>>()
            let write = QueuedWrite(
                deadline: deadline, queued: runtime.now, share: .current, cancellation: cancellation,
                makesRoom: releasingBallast, outcome: outcome, body: body)
            writer.submit(write)
            return try await outcome.value.get()
        } onCancel: {
            // Not an interrupt, which would roll back the other writes: the batch checks the flag before it begins this
            // one.
            cancellation.set()
        }
    }

    /// Takes a consistent snapshot of the shard, while it is in use, through SQLite's backup API.
    ///
    /// The copy is self-contained, sealed like the original, fully checked, durable, and gets its name only when all of
    /// that is done.
    ///
    /// - Parameter destination: the copy's file, which must not exist.
    /// - Returns: the copy's size in bytes.
    /// - Throws: `RPCError`: ALREADY_EXISTS, RESOURCE_EXHAUSTED when the disk is full, DATA_LOSS when either is damaged.
    @discardableResult
    public func backup(to destination: String) async throws -> Int {
        if let refusal = admission.refusal { throw refusal }
        guard !FileManager.default.fileExists(atPath: destination) else {
            throw RPCError(.alreadyExists, "There is a file of the backup's name already.", executed: .no)
        }
        touch()
        return try await reader.readAll { [reader] source in
            do {
                try ShardCopy.write(source, to: destination)
            } catch {
                throw reader.callerError(error)
            }
            return try ShardCopy.publish(destination)
        }
    }

    // MARK: Closing

    /// Releases memory that only pays off under load: the writer's page cache, the reader connections (the next read
    /// opens one), and freed memory that the allocator retains. Call it at the end of heavy work; reads and writes may
    /// run meanwhile.
    public func releaseMemory() async {
        // In simulations there is one connection, and the process does not belong to the shard.
        guard options.face == .queued, isOpen else { return }
        try? await write { try $0.execute(sql: "PRAGMA shrink_memory") }
        reader.closeConnections()
        await Blocking.run(options.face) { shard_give_back_memory() }
    }

    /// Closes the shard: executes queued writes, checkpoints the log to the main file, and releases the lock. Later
    /// calls are rejected as not executed. Closing twice does no harm.
    public func close() async {
        let wasOpen = admission.beginClosing()
        outbox.close()
        if wasOpen {
            await writer.finish()
            await reader.finish()
        }
        await Blocking.run(options.face) { [self] in closeDatabase() }
    }

    private func closeDatabase() {
        let (isFirst, hasFailed) = admission.endClosing()
        guard isFirst else { return }
        writer.writeLogBack(hasFailed: hasFailed)
        do {
            // The readers first: the last connection removes the log's files, which a reader may not.
            reader.closeConnections()
            try connections.close()
        } catch {
            logger.error("The shard could not be closed.", metadata: ["shard": "\(path)", "error": "\(error)"])
        }
        lock.withLock { $0 = nil }
    }

    // MARK: Household

    /// The household that it belongs to; nil while the shard has not learned it.
    package var identity: HouseholdIdentity? { ownIdentity.withLock { $0 } }

    /// Whether it knows its household.
    var knowsIdentity: Bool { learning.load(ordering: .relaxed) == .known }

    /// Whether the caller is the one to write the identity.
    func claimIdentityWrite() -> Bool {
        learning.compareExchange(expected: .unknown, desired: .requested, ordering: .relaxed).exchanged
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
