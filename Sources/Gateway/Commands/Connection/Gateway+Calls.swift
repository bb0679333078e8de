internal import HearthModel
internal import RPC
internal import ServiceKit

extension Gateway {
    /// Calls a method of a service as the acting profile.
    ///
    /// - Parameter see: the command that shows the outcome, when it is unknown.
    /// - Throws: ``GatewayFailure``.
    func send<Request: RPCRequest>(
        _ request: Request, timeout: Duration? = nil, see: String? = nil
    ) async throws -> Request.Response where Request.Service: ServiceContract {
        try await send(request, to: Request.Service.serviceName, timeout: timeout, see: see)
    }

    /// Calls a method that every process has as the acting profile.
    ///
    /// - Parameter see: the command that shows the outcome, when it is unknown.
    /// - Throws: ``GatewayFailure``.
    func send<Request: RPCRequest>(
        _ request: Request, to service: String, timeout: Duration? = nil, see: String? = nil
    ) async throws -> Request.Response {
        try await withToken { try await send(request, to: service, token: $0, timeout: timeout, see: see) }
    }

    /// Calls a method that needs no token, or with the given one.
    ///
    /// - Throws: ``GatewayFailure``.
    func send<Request: RPCRequest>(
        _ request: Request, to service: String, token: AccessToken?, timeout: Duration? = nil, see: String? = nil
    ) async throws -> Request.Response {
        try await call(request, to: service, CallOptions(timeout: options.timeout ?? timeout, token: token), see: see)
    }

    /// Calls a method of a service with options of the caller's own.
    ///
    /// - Throws: ``GatewayFailure``.
    func call<Request: RPCRequest>(
        _ request: Request, _ options: CallOptions, see: String? = nil
    ) async throws -> Request.Response where Request.Service: ServiceContract {
        try await call(request, to: Request.Service.serviceName, options, see: see)
    }

    /// Calls a method that every process has with options of the caller's own.
    ///
    /// - Throws: ``GatewayFailure``.
    func call<Request: RPCRequest>(
        _ request: Request, to service: String, _ options: CallOptions, see: String? = nil
    ) async throws -> Request.Response {
        let client = RPCClient<Request.Service>(clients.channel(to: service))
        do {
            return try await client.send(request, options: options)
        } catch {
            throw GatewayFailure(error, service: service, safety: Request.safety, see: see)
        }
    }
}
