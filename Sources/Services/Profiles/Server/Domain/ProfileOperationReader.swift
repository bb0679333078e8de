internal import HearthModel
internal import ProfilesAPI
internal import RPC
internal import ServiceKit

/// A device's operation with its time by the household's clock, checked as far as that needs no data.
struct TimedProfileOperation: Sendable {
    var operation: ProfileOperation
    /// Its time and id, in the order of all changes.
    var stamp: SyncStampTable.Stamp
    /// What the device had seen when it made it, in milliseconds since 1970.
    var seen: Int64
}

/// Gives the operations of one device their times, and checks their form.
struct ProfileOperationReader: Sendable {
    let clocks: SyncClocks
    let household: String
    let device: String
    /// The household's time, in milliseconds since 1970: no device has seen more.
    let now: Int64

    /// Reads an operation.
    ///
    /// - Throws: INVALID_ARGUMENT.
    func read(_ operation: ProfileOperation) throws(RPCError) -> TimedProfileOperation {
        guard SyncFeed.isID(operation.id) else {
            throw .invalidArgument(
                "id", "must be 1 to \(SyncLimits.operationCharacters) printable ASCII characters.")
        }
        guard operation.number >= 1 else { throw .invalidArgument("number", "must be 1 or more.") }
        guard (operation.favourite == nil) != (operation.setting == nil) else {
            throw .invalidArgument("operation", "must have exactly one of its fields.")
        }
        if let content = operation.favourite?.content, !content.isWellFormed {
            throw .invalidArgument(
                "content", "must be between 1 and \(ContentID.maximumBytes) printable ASCII characters.")
        }
        let seen = min(max(0, operation.clock), now)
        let elapsed = min(max(0, operation.elapsedMilliseconds), ProfilesLimits.longestElapsedMilliseconds)
        let time = clocks.witness(seen + elapsed, in: household)
        // Of one time the device's own count decides, and then the ids.
        let digits = String(operation.number)
        let order = String(repeating: "0", count: max(0, Self.numberDigits - digits.count)) + digits
        return TimedProfileOperation(
            operation: operation,
            stamp: SyncStampTable.Stamp(time: time, id: "\(order)/\(device)/\(operation.id)", device: device),
            seen: seen)
    }

    /// The digits of the greatest number.
    private static let numberDigits = 19
}
