package import GRDB

/// A transaction that was rolled back as a whole, or must be: part of it could not be rolled back.
struct TransactionLost: Error {
    let cause: any Error
}

extension Database {
    /// Runs `body` in a savepoint: when it throws, its changes alone are rolled back.
    ///
    /// GRDB's `inSavepoint` does the same, but parses its statements each time, a quarter of a small write's cost.
    ///
    /// - Throws: errors of `body`; ``TransactionLost`` when the transaction was rolled back with it.
    package func rollingBackOnError<Value>(_ body: (Database) throws -> Value) throws -> Value {
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
