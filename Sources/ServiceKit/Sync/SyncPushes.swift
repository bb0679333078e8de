package import GRDB
package import HearthModel
package import RPC

/// What every service does alike with the operations that devices push.
package enum SyncPushes {
    /// Checks the operations of one call by their ids.
    ///
    /// - Throws: INVALID_ARGUMENT for none, too many, or two of one id.
    package static func check(_ ids: [String], limit: Int) throws(RPCError) {
        guard (1...limit).contains(ids.count) else {
            throw .invalidArgument("operations", "1 to \(limit) operations.")
        }
        guard Set(ids).count == ids.count else {
            throw .invalidArgument("operations", "each needs an id of its own.")
        }
    }

    /// Reads operations; one that cannot be read is refused by name, and the others are read.
    ///
    /// - Parameter refusal: the result of an operation that cannot be read; nil for an error that is the service's.
    /// - Throws: such an error.
    package static func read<Operation, Timed>(
        _ operations: [Operation], by read: (Operation) throws -> Timed,
        refusal: (Operation, any Error) -> SyncResult?
    ) throws -> (timed: [Timed], refused: [SyncResult]) {
        var (timed, refused): ([Timed], [SyncResult]) = ([], [])
        for operation in operations {
            do { timed.append(try read(operation)) } catch {
                guard let result = refusal(operation, error) else { throw error }
                refused.append(result)
            }
        }
        return (timed, refused)
    }

    /// Applies an operation unless it was applied before; one that fails leaves nothing, and is refused by name.
    ///
    /// - Parameters:
    ///   - now: milliseconds since 1970.
    ///   - refusal: as of ``read(_:by:refusal:)``.
    /// - Throws: errors that are the service's.
    package static func once(
        _ id: String, on device: String, profile: String, at now: Int64, _ db: Database,
        refusal: (any Error) -> SyncResult?, body: () throws -> SyncResult
    ) throws -> SyncResult {
        if let known = try SyncOperationTable.result(of: id, on: device, profile: profile, db) { return known }
        do {
            let result = try db.rollingBackOnError { _ in try body() }
            try SyncOperationTable.put(result, on: device, profile: profile, at: now, db)
            return result
        } catch {
            guard let refused = refusal(error) else { throw error }
            return refused
        }
    }
}
