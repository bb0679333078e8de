internal import GRDB
internal import RPC

// The errors that callers get for failures of the store itself. They contain no SQL and no paths.
extension RPCError {
    /// The write was cancelled before its batch began.
    static let writeCancelled = RPCError(.cancelled, "The call was cancelled before its change began.", executed: .no)

    /// The write's deadline had passed before its batch began.
    static let writeLate = RPCError(
        .deadlineExceeded, "The deadline passed before the change began.", executed: .no)

    /// The read was cancelled.
    static let readCancelled = RPCError(.cancelled, "The call was cancelled.", executed: .no)

    /// The read's deadline had passed before a reader was free.
    static let readLate = RPCError(.deadlineExceeded, "The deadline passed before the data was read.", executed: .no)

    /// The queue is full.
    static func storeBusy(_ name: String, waiting: Int) -> RPCError {
        RPCError(
            .resourceExhausted, "\(waiting) calls wait for \(name)'s store already. Try again in a moment.",
            executed: .no, retryAfter: .milliseconds(50))
    }

    /// The store is closed or closing.
    static func storeClosed(_ name: String) -> RPCError {
        RPCError(
            .unavailable, "\(name)'s store is closed. Try again.", executed: .no, retryAfter: .milliseconds(100))
    }

    /// The disk failed earlier, or the file was removed.
    static func storeFailed(_ name: String) -> RPCError {
        RPCError(
            .unavailable,
            "\(name) is restarting: its disk failed, or its file was taken away. Try again in a few seconds.",
            executed: .no,
            retryAfter: .seconds(2))
    }

    /// The file was deleted or replaced before the change written to it was durable.
    static func storeFileReplaced(_ name: String) -> RPCError {
        RPCError(
            .dataLoss,
            "The file that \(name) saves to was deleted or replaced while it was saving. Look whether the change is there before "
                + "repeating it.",
            executed: .maybe)
    }

    /// The disk failed during this call.
    static func diskFailed(_ name: String, executed: Executed) -> RPCError {
        RPCError(
            .dataLoss,
            executed == .no
                ? "\(name) could not read its data: the disk failed or the data is damaged. See the service's log."
                : "The disk failed while \(name) was saving. Look whether the change is there before repeating it.",
            executed: executed)
    }

    /// The disk is full.
    static func diskFull(_ name: String) -> RPCError {
        RPCError(
            .resourceExhausted,
            "The disk that \(name) saves to is full; nothing was changed. Free some space, then try again. Reading and "
                + "deleting still work.",
            executed: .no)
    }

    /// Another SQLite error; its text is for the log alone.
    static func store(_ name: String, _ error: DatabaseError) -> RPCError {
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            RPCError(
                .unavailable, "\(name)'s store is busy. Try again.", executed: .no, retryAfter: .milliseconds(100))
        case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM:
            RPCError(
                .failedPrecondition, "\(name) may not write to its data folder. Check its owner and its disk.",
                executed: .no)
        case .SQLITE_NOMEM:
            RPCError(.resourceExhausted, "\(name) is out of memory. Try again later.", executed: .no)
        default:
            .storeBug(name)
        }
    }

    /// A bug in the service: the log has the details.
    static func storeBug(_ name: String) -> RPCError {
        RPCError(
            .internal, "\(name) could not do this; nothing was changed. The service's log has the details.",
            executed: .no)
    }
}
