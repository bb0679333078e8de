internal import GRDB

/// A transaction that was lost as a whole, or must be: part of it could not be undone.
struct TransactionLost: Error {
    let cause: any Error
}

extension Database {
    /// Runs `body` so that what it changed is undone when it throws, and nothing else is.
    ///
    /// GRDB's `inSavepoint` does the same, but has its statements parsed each time, a quarter of a small write's cost.
    ///
    /// - Throws: what `body` throws; ``TransactionLost`` when the transaction went with it.
    func rollingBackOnError<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try cachedStatement(sql: "SAVEPOINT hearth").execute()
        do {
            let value = try body(self)
            try cachedStatement(sql: "RELEASE hearth").execute()
            return value
        } catch {
            let mayBeLost = (error as? DatabaseError)?.mayLoseTransaction ?? (error is TransactionLost)
            guard isInsideTransaction, !mayBeLost else {
                throw error as? TransactionLost ?? TransactionLost(cause: error)
            }
            do {
                try cachedStatement(sql: "ROLLBACK TO hearth").execute()
                try cachedStatement(sql: "RELEASE hearth").execute()
            } catch let failure {
                throw TransactionLost(cause: failure)
            }
            throw error
        }
    }
}
