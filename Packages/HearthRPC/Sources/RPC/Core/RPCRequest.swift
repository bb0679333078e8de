/// A request type **is** the method: server, client, command line, reflection and retry policy are derived from it.
///
///     extension Catalog {
///         /// Finds movies, series and channels that match a text.
///         public struct Search: RPCRequest {
///             public typealias Service = Catalog
///             public typealias Response = SearchResults
///             public static let method = "Search"
///             public static let safety = CallSafety.readOnly
///             public var text: String
///         }
///     }
public protocol RPCRequest: RPCMethod {
    /// The type of its answer.
    associatedtype Response: Codable & Sendable
}

extension RPCRequest {
    public static var shape: CallShape { .unary }
    public static var messages: MethodMessages { MethodMessages(response: Response.self) }
}

/// An answer without content.
public struct Empty: Codable, Sendable, Hashable {
    /// Makes the empty answer.
    public init() {}
}
