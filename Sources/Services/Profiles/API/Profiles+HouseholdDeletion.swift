public import Foundation
public import RPC

extension Profiles {
    /// Deletes the household with everything in it, after seven days within which everything works and
    /// ``KeepHousehold`` takes it back. ``GetHousehold`` says how long that is.
    ///
    /// Then every service erases all that it has of the household, one that is down at that moment when it is back
    /// within 30 days. The days are counted while profiles runs: a wrong clock erases nothing early.
    public struct DeleteHousehold: Request {
        public typealias Response = HouseholdInfo
        // A wrong PIN is counted, so a call of unknown outcome is not retried automatically.
        public static let safety = CallSafety.unsafe
        public static let access = RolePermission.access(.deleteHousehold)

        /// The household's PIN, required when one is set.
        public var pin: String?

        /// Creates the request.
        public init(pin: String? = nil) { self.pin = pin }
    }

    /// Takes back ``DeleteHousehold`` within the seven days. A household that is not to be deleted stays as it is.
    public struct KeepHousehold: Request {
        public typealias Response = HouseholdInfo
        // By key: a retry must not undo a later deletion.
        public static let safety = CallSafety.idempotentByKey
        public static let access = RolePermission.access(.deleteHousehold)

        /// Creates the request.
        public init() {}
    }
}

/// That a household is to be deleted, and when.
public struct HouseholdDeletion: Codable, Sendable, Hashable {
    /// When that was decided.
    public var requested: Date
    /// How long the services still run before it is erased, in seconds.
    public var secondsLeft: Int64

    /// Describes a deletion.
    public init(requested: Date, secondsLeft: Int64) { (self.requested, self.secondsLeft) = (requested, secondsLeft) }
}

/// A household that was deleted for good.
public struct ErasedHousehold: Codable, Sendable, Hashable {
    /// Its identity, 32 hexadecimal digits.
    public var identity: String

    /// Names the household.
    public init(identity: String) { self.identity = identity }
}
