internal import GRDB
internal import RPC

// Mutants that need more than a condition; see ``Defect``.
extension Shard {
    /// Responds to a write with its expected result, and commits it later.
    func answerEarly(_ write: QueuedWrite) {
        database.writeWithoutTransaction { db in
            do {
                var answer: (@Sendable () -> Void)?
                try db.inTransaction(.immediate) {
                    answer = try write.attempt(db)
                    return .rollback
                }
                answer?()
            } catch {
                write.fail(callerError(error))
            }
        }
        runtime.schedule(at: runtime.now.advanced(by: .milliseconds(2))) { [self] in
            guard isOpen else { return }
            database.writeWithoutTransaction { db in
                try? db.inTransaction(.immediate) {
                    _ = try write.attempt(db)
                    return .commit
                }
            }
        }
    }
}
