internal import GRDB

extension DatabaseError {
    /// The disk failed, or returned damaged data: later results cannot be trusted.
    var isDiskFailure: Bool { [.SQLITE_IOERR, .SQLITE_CORRUPT, .SQLITE_NOTADB].contains(resultCode) }

    /// What was read is not what was written: a page without its seal (``ShardVFS``), or no database at all.
    var isDamage: Bool {
        extendedResultCode == .SQLITE_IOERR_DATA || [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(resultCode)
    }

    /// The disk is full.
    var isFull: Bool { resultCode == .SQLITE_FULL }

    /// SQLite certainly wrote nothing when a commit fails with this code.
    var isRefusedCommit: Bool { [.SQLITE_FULL, .SQLITE_BUSY, .SQLITE_CONSTRAINT, .SQLITE_ABORT].contains(resultCode) }

    /// SQLite may have rolled back the whole transaction after this code, or the caller should.
    var mayLoseTransaction: Bool {
        isDiskFailure || [.SQLITE_FULL, .SQLITE_NOMEM, .SQLITE_ABORT, .SQLITE_INTERRUPT].contains(resultCode)
    }
}
