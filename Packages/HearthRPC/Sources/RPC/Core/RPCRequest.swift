/// A request type **is** the method: server, client, command line, reflection and retry policy are derived from it.
///
///     extension Catalog {
///         /// A method with one response.
///         public protocol Request: RPCRequest where Service == Catalog {}
///
///         /// Finds movies, series and channels that match a text.
///         public struct Search: Request {
///             public typealias Response = SearchResults
///             public static let safety = CallSafety.readOnly
///             public var text: String
///         }
///     }
///
/// The type's name is the method's on the wire.
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
