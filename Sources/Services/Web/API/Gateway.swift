public import HearthModel
public import RPC

/// Screens that are put together from several services: home, a title, a search, discovery.
///
/// Each part comes from the service that has it, with the caller's token, and so under the caller's viewing policy. A part that
/// does not arrive in time is named in the response, and the rest is there; a call fails only when no part has come.
public enum Gateway: ServiceContract {
    public static let serviceName = ServiceManifest.web.name
    public static let name = "hearth.gateway.v1.Gateway"
    public static let requests: [any RPCMethod.Type] = [Home.self, Title.self, Search.self, Discover.self]

    /// A method with one response.
    public protocol Request: RPCRequest where Service == Gateway {}

    /// How long people wait for a screen, unless the caller gives the call longer.
    public static let patience = Duration.seconds(2)
}

/// A part of a screen that is not there, and why.
public struct MissingPart: Codable, Sendable, Hashable {
    /// The part: of the home screen the row's name.
    public var part: String
    /// The service that has it.
    public var service: String
    /// Why, for programs: gRPC's name of the code, such as `UNAVAILABLE`.
    public var code: String
    /// Why, for people.
    public var message: String

    /// Names a part.
    public init(part: String, service: String, code: String, message: String) {
        self.part = part
        self.service = service
        self.code = code
        self.message = message
    }
}
