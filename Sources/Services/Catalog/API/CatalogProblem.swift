public import HearthModel
public import RPC

/// The detail of some of this service's errors: the violated rule. Codes are stable, texts may change.
public struct CatalogProblem: RPCDetail {
    public static let typeName = "hearth.catalog.Problem"

    /// The rule.
    public var code: Code

    /// Makes a problem.
    public init(_ code: Code) { self.code = code }

    /// The rules of this service.
    public struct Code: OpenEnum {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// FAILED_PRECONDITION: the stream's address contains a provider's account, which kids profiles do not receive.
        public static let accountInAddress = Code(rawValue: "accountInAddress")
        /// FAILED_PRECONDITION: the series does not have the order of its episodes that was asked for.
        public static let noEpisodeOrder = Code(rawValue: "noEpisodeOrder")
    }
}
