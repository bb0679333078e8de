/// A request type **is** the method: server, client, command line, reflection and retry policy are read off it.
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
public protocol RPCRequest: Codable, Sendable {
    /// The service that answers.
    associatedtype Service: RPCService
    /// What it answers.
    associatedtype Response: Codable & Sendable

    /// The method's name within its service.
    static var method: String { get }

    /// What may be repeated when the outcome of a call is unknown.
    static var safety: CallSafety { get }

    /// How long a caller waits when it names no time of its own.
    static var timeout: Duration { get }

    /// Who may call.
    static var access: CallAccess { get }

    /// Whether the handler goes on when its caller is gone. Jobs do; nearly everything else is cancelled.
    static var survivesCaller: Bool { get }
}

extension RPCRequest {
    /// Five seconds, unless the method says otherwise.
    public static var timeout: Duration { .seconds(5) }

    /// Whoever has a valid token, unless the method says otherwise.
    public static var access: CallAccess { .caller }

    /// False, unless the method says otherwise.
    public static var survivesCaller: Bool { false }

    /// The method's full name, `service/method`.
    public static var fullMethod: String { "\(Service.name)/\(method)" }
}

/// What may be repeated when a call's outcome is unknown.
public enum CallSafety: String, Sendable, Codable, CaseIterable {
    /// No effect at all: repeat at will.
    case readOnly
    /// Twice is as once by nature, such as a progress report: repeat at will.
    case idempotent
    /// Twice is as once when the call carries an idempotency key: repeat with the same key.
    case idempotentByKey
    /// Twice is twice: repeat only what was certainly not executed.
    case unsafe
}

/// An answer without content.
public struct Empty: Codable, Sendable, Hashable {
    /// Makes the empty answer.
    public init() {}
}
