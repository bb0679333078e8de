internal import RPC
internal import Screens
internal import WebAPI

extension Gateway {
    /// Combines results of several services, as the acting profile and within one deadline.
    ///
    /// - Throws: ``GatewayFailure`` when there is no token, and what `body` throws.
    func fanOut<Value: Sendable>(_ body: (FanOut) async throws -> Value) async throws -> Value {
        let limit = options.timeout ?? WebAPI.Gateway.patience
        let deadline = runtime.now.advanced(by: limit)
        return try await withToken(within: limit) { token in
            try await body(FanOut(GatewayCaller(gateway: self, token: token), deadline: deadline))
        }
    }
}

/// Calls the parts of a fan-out as a command calls: it waits for services that restart.
private struct GatewayCaller: PartCaller {
    let gateway: Gateway
    let token: AccessToken

    var runtime: any Runtime { gateway.runtime }

    func call<Request: RPCRequest>(
        _ request: Request, to service: String, within limit: Duration
    ) async throws -> Request.Response {
        try await gateway.call(request, to: service, CallOptions(timeout: limit, token: token))
    }
}

extension GatewayFailure: PartFailure {}
