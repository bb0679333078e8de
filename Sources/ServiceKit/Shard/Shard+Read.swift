package import GRDB
package import RPC
internal import Synchronization

extension Shard {
    /// Runs `body` on an unchanging view of the data.
    ///
    /// A read that waits for a connection leaves at once when its task is cancelled, and a running one is interrupted.
    /// A stream never holds one open: it pages by key, each page a read of its own.
    ///
    /// - Parameter deadline: past this it is not begun; nil takes the running call's, outside of calls there is none.
    /// - Throws: what `body` throws when that is an `RPCError` or `RPCErrorConvertible`; otherwise an `RPCError`.
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

    /// Waits for one of the connections that read; ``ReadSemaphore/leave()`` gives it back.
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

    /// Reads on the one connection that the inline face has.
    ///
    /// GRDB's own `read` sets `query_only` there and back, upon which SQLite throws away every statement it has prepared.
    private func readInline<Value>(_ body: (Database) throws -> Value) throws -> Value {
        do {
            return try database.writeWithoutTransaction { db in
                let changes = db.totalChangesCount
                defer { assert(db.totalChangesCount == changes, "a read has written") }
                do {
                    return try db.rollingBackOnError(body)
                } catch let error as TransactionLost {
                    // SQLite does not end a transaction by itself that has met a damaged page; GRDB ends the process then.
                    if db.isInsideTransaction { try? db.rollback() }
                    throw error.cause
                }
            }
        } catch {
            throw readError(error)
        }
    }

    /// What a reader's caller gets to know. A read had no effect, whatever went wrong.
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
