/// A service: a name and its methods.
///
/// A service is an enum without cases, and its requests are nested in it:
///
///     public enum Catalog: RPCService {
///         public static let name = "hearth.catalog.v1.Catalog"
///         public static let requests: [any RPCMethod.Type] = [Search.self]
///     }
public protocol RPCService: Sendable {
    /// The full name on the wire, as gRPC writes it: `package.version.Service`.
    static var name: String { get }

    /// Every method. A server refuses to start when one of them has no handler, or two.
    static var requests: [any RPCMethod.Type] { get }
}
