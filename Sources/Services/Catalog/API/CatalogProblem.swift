public import Household
public import RPC

/// The detail of some of this service's errors: which of its rules was in the way. Codes stay, texts may change.
public struct CatalogProblem: RPCDetail {
    public static let typeName = "hearth.catalog.Problem"

    /// The rule.
    public var code: Code

    /// Names a rule.
    public init(_ code: Code) { self.code = code }

    /// The rules of this service.
    public struct Code: OpenEnum {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// FAILED_PRECONDITION: the stream's address holds a provider's account, which kids profiles are not given.
        public static let accountInAddress = Code(rawValue: "accountInAddress")
    }
}
