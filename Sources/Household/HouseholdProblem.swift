public import RPC

/// The detail of an error that any service can answer: what is wrong with the household's data as a whole. Codes stay, texts
/// may change.
public struct HouseholdProblem: RPCDetail {
    public static let typeName = "hearth.household.Problem"

    /// What is wrong.
    public var code: Code

    /// Names a problem.
    public init(_ code: Code) { self.code = code }

    /// The problems.
    public struct Code: OpenEnum {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// FAILED_PRECONDITION: the service's shard of this household is missing or empty, although it had one. The operator
        /// has to restore it.
        public static let shardMissing = Code(rawValue: "shardMissing")
        /// FAILED_PRECONDITION: the service's shard, or the caller's token, is of another household of the same name.
        public static let otherHousehold = Code(rawValue: "otherHousehold")
        /// NOT_FOUND: no household has this name.
        public static let unknownHousehold = Code(rawValue: "unknownHousehold")
        /// ALREADY_EXISTS: a household has this name.
        public static let householdExists = Code(rawValue: "householdExists")
    }
}

extension RPCError {
    /// Refuses a call whose token is of another household than the service's data.
    ///
    /// - Parameter service: the service that refuses it.
    package static func otherHousehold(_ service: String, _ household: String) -> RPCError {
        RPCError(
            .failedPrecondition,
            "The data that \(service) has of \"\(household)\" belongs to another household than this call's token; nothing was "
                + "changed. Sign in again. If that does not help, put the shard of this household back.",
            executed: .no, details: [RPCErrorDetail(HouseholdProblem(.otherHousehold))])
    }
}
