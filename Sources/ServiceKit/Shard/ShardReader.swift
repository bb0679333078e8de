internal import Basics
internal import GRDB
internal import RPC
internal import Synchronization

/// Runs a shard's reads, each on one of a few connections; those that wait for one take turns.
final class ShardReader: Sendable {
    private let name: String
    private let runtime: any Runtime
    private let options: ShardOptions
    private let database: any DatabaseWriter
    private let admission: ShardAdmission
    private let errors: ShardErrorReporter
    private let gate: ReadSemaphore
    private let admitted = Atomic<Int>(0)

    init(
        name: String, runtime: any Runtime, options: ShardOptions, database: any DatabaseWriter,
        admission: ShardAdmission, errors: ShardErrorReporter
    ) {
        (self.name, self.runtime, self.options) = (name, runtime, options)
        (self.database, self.admission, self.errors) = (database, admission, errors)
        gate = ReadSemaphore(permits: options.limits.readers, waitingMost: options.limits.waitingReads)
    }

    /// Runs `body` on a consistent snapshot, unless it cannot begin by the deadline.
    func read<Value: Sendable>(
        _ deadline: MonotonicInstant, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        if let refusal = admission.refusal { throw refusal }
        if options.face == .inline {
            await Task.yield()
            try admit(deadline)
            return try readInline(body)
        }
        try await enter()
        defer { gate.leave() }
        try admit(deadline)
        do {
            return try await database.read(body)
        } catch {
            throw callerError(error)
        }
    }

    /// Runs `body` as a read that may take long, and outside of any task: nothing interrupts it.
    func readAll<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        guard options.face == .queued else { return try readNow(body) }
        try await enter()
        defer { gate.leave() }
        let outcome = Promise<Result<Value, any Error>>()
        database.asyncRead { source in outcome.fulfill(Result { try body(try source.get()) }) }
        return try await outcome.value.get()
    }

    /// Reads on the calling thread, in inline mode.
    private func readNow<Value>(_ body: (Database) throws -> Value) throws -> Value { try database.read(body) }

    /// Waits for a connection; ``ReadSemaphore/leave()`` returns it.
    private func enter() async throws {
        switch await gate.enter(of: .current) {
        case .entered: break
        case .cancelled: throw RPCError.readCancelled
        case .crowded: throw RPCError.storeBusy(name, waiting: options.limits.waitingReads)
        case .closed: throw RPCError.storeClosed(name)
        }
    }

    private func admit(_ deadline: MonotonicInstant) throws {
        if let refusal = admission.refusal { throw refusal }
        if Task.isCancelled { throw RPCError.readCancelled }
        if runtime.now > deadline { throw RPCError.readLate }
        admitted.add(1, ordering: .relaxed)
    }

    /// Reads on the only connection of inline mode.
    ///
    /// GRDB's own `read` sets `query_only` on and off, upon which SQLite discards every prepared statement.
    private func readInline<Value>(_ body: (Database) throws -> Value) throws -> Value {
        do {
            return try database.writeWithoutTransaction { db in
                let changes = db.totalChangesCount
                defer { assert(db.totalChangesCount == changes, "a read has written") }
                do {
                    return try db.rollingBackOnError(body)
                } catch let error as TransactionLost {
                    // SQLite does not end a transaction by itself after a damaged page; GRDB ends the process then.
                    if db.isInsideTransaction { try? db.rollback() }
                    throw error.cause
                }
            }
        } catch {
            throw callerError(error)
        }
    }

    /// The error for a read's caller. A read has no effect, whatever failed.
    func callerError(_ error: any Error) -> any Error {
        switch error {
        case is CancellationError: return RPCError.readCancelled
        case let error as DatabaseError where error.isDiskFailure:
            admission.fail(error)
            return RPCError.diskFailed(name, executed: .no)
        case let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT: return RPCError.readCancelled
        default: return errors.callerError(error)
        }
    }

    /// Admits no further reads, and returns when none is running.
    func finish() async { if options.face == .queued { await gate.close() } }

    /// Closes the connections that are not in use; the next read opens one.
    func closeConnections() { (database as? DatabasePool)?.invalidateReadOnlyConnections() }

    /// Adds what was counted.
    func fill(_ stats: inout ShardStats) {
        stats.reads = admitted.load(ordering: .relaxed)
        stats.waitingReads = gate.waiting
    }
}
