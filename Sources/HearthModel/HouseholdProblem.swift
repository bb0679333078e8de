public import RPC

/// An error detail of any service: a problem with the household's data as a whole. Codes are stable, texts may change.
public struct HouseholdProblem: RPCDetail {
    public static let typeName = "hearth.household.Problem"

    /// The problem.
    public var code: Code

    /// Makes the detail of a problem.
    public init(_ code: Code) { self.code = code }

    /// The problems.
    public struct Code: OpenEnum {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// FAILED_PRECONDITION: the service's shard of this household is missing or empty, although it had one. The
        /// operator has to restore it.
        public static let shardMissing = Code(rawValue: "shardMissing")
        /// FAILED_PRECONDITION: the service's shard, or the caller's token, belongs to another household of the same
        /// name.
        public static let otherHousehold = Code(rawValue: "otherHousehold")
        /// NOT_FOUND: there is no household of this name.
        public static let unknownHousehold = Code(rawValue: "unknownHousehold")
        /// ALREADY_EXISTS: there is a household of this name.
        public static let householdExists = Code(rawValue: "householdExists")
    }
}

extension RPCError {
    /// The error for a call whose token belongs to another household than the service's data.
    ///
    /// - Parameter service: the refusing service.
    package static func otherHousehold(_ service: String, _ household: String) -> RPCError {
        RPCError(
            .failedPrecondition,
            "The data that \(service) has of \"\(household)\" belongs to another household than this call's token; nothing was "
                + "changed. Sign in again. If that does not help, restore the shard of this household.",
            executed: .no, details: [RPCErrorDetail(HouseholdProblem(.otherHousehold))])
    }
}
