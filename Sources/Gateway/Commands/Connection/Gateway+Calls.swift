internal import Cluster
internal import HearthModel
internal import RPC
internal import RPCDiagnostics
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
        var wait = RestartWait(self, options)
        while true {
            do {
                return try await client.send(request, options: wait.options)
            } catch {
                // What is asked of the process itself, such as its health, is answered as it is now.
                guard Request.Service.self != Sys.self,
                    await wait.allowsAnother(after: error, of: service, safety: Request.safety)
                else {
                    throw nothingRuns(error, service)
                        ?? GatewayFailure(error, service: service, safety: Request.safety, see: see)
                }
            }
        }
    }

    /// The failure of a call where neither a cluster nor a single service runs: then the one that was called matters least.
    private func nothingRuns(_ error: RPCError, _ service: String) -> GatewayFailure? {
        guard error.code == .unavailable, error.executed == .no, error.origin == nil,
            !remoteServices.contains(service), RunningCluster(paths: paths) == nil,
            ClusterControl(gateway: self).unsupervised().isEmpty
        else { return nil }
        var failure = GatewayFailure.notRunning(self)
        (failure.service, failure.executed) = (service, .no)
        return failure
    }
}
