package import GRDB
package import RPC
internal import Synchronization

extension Shard {
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
        defer { call?.noteDatabase(begun.duration(to: runtime.now)) }
        let value = try await traced("read") { try await admittedRead(deadline, body) }
        options.metrics.noteRead(took: begun.duration(to: runtime.now))
        return value
    }

    private func admittedRead<Value: Sendable>(
        _ deadline: MonotonicInstant, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        touch()
        if let refusal = state.withLock({ refusal($0.phase) }) { throw refusal }
        if options.face == .inline {
            await Task.yield()
            try admitRead(deadline)
            return try readInline(body)
        }
        try await acquireReader()
        defer { gate.leave() }
        try admitRead(deadline)
        do {
            return try await database.read(body)
        } catch {
            throw readError(error)
        }
    }

    /// Waits for a reader connection; ``ReadSemaphore/leave()`` returns it.
    func acquireReader() async throws {
        switch await gate.enter(of: .current) {
        case .entered: break
        case .cancelled: throw RPCError.readCancelled
        case .crowded: throw RPCError.storeBusy(name, waiting: options.limits.waitingReads)
        case .closed: throw RPCError.storeClosed(name)
        }
    }

    private func admitRead(_ deadline: MonotonicInstant) throws {
        if let refusal = state.withLock({ refusal($0.phase) }) { throw refusal }
        if Task.isCancelled { throw RPCError.readCancelled }
        if runtime.now > deadline { throw RPCError.readLate }
        counters.withLock { $0.reads += 1 }
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
            throw readError(error)
        }
    }

    /// The error for a read's caller. A read has no effect, whatever failed.
    func readError(_ error: any Error) -> any Error {
        switch error {
        case is CancellationError: return RPCError.readCancelled
        case let error as DatabaseError where error.isDiskFailure:
            fail(error)
            return RPCError.diskFailed(name, executed: .no)
        case let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT: return RPCError.readCancelled
        default: return callerError(error)
        }
    }
}
