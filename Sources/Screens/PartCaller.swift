public import RPC
public import ServiceKit

/// Makes the calls of a fan-out: with a token, and by the rules of the program that it is for.
public protocol PartCaller: Sendable {
    /// Where the calls run.
    var runtime: any Runtime { get }

    /// Calls a method of a service.
    ///
    /// - Throws: a ``PartFailure`` when the call fails.
    func call<Request: RPCRequest>(
        _ request: Request, to service: String, within limit: Duration
    ) async throws -> Request.Response
}

/// Why a part of a screen is missing.
public protocol PartFailure: Error, Sendable {
    /// gRPC's name of the code, or a name that the service has for its rule.
    var code: String { get }
    /// The reason, for people.
    var message: String { get }
    /// The service that it is about; nil: the one that was called.
    var service: String? { get }
}

/// Calls services with the token of the call that is being handled.
public struct ServiceCaller: PartCaller {
    /// The failure of a call.
    public struct Failure: PartFailure {
        /// The error of the call.
        public let error: RPCError
        public let service: String?

        public var code: String { error.code.description }
        public var message: String { error.message }
    }

    public let runtime: any Runtime
    private let clients: any ServiceClients
    private let token: AccessToken?

    /// Calls with a token.
    public init(clients: any ServiceClients, token: AccessToken?, runtime: any Runtime) {
        self.clients = clients
        self.token = token
        self.runtime = runtime
    }

    public func call<Request: RPCRequest>(
        _ request: Request, to service: String, within limit: Duration
    ) async throws -> Request.Response {
        let client = RPCClient<Request.Service>(clients.channel(to: service))
        do {
            return try await client.send(request, options: CallOptions(timeout: limit, token: token))
        } catch {
            throw Failure(error: error, service: error.origin.map(ProcessName.of))
        }
    }
}
