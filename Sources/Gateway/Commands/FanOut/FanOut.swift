internal import HearthModel
internal import RPC

/// Queries several services concurrently, with one deadline.
struct FanOut: Sendable {
    private let gateway: Gateway
    private let token: AccessToken
    private let deadline: MonotonicInstant

    /// How long people wait for a screen that is put together from several services, unless they say.
    static let patience = Duration.seconds(2)

    fileprivate init(_ gateway: Gateway, token: AccessToken, deadline: MonotonicInstant) {
        self.gateway = gateway
        self.token = token
        self.deadline = deadline
    }

    /// Calls one service within the rest of the timeout.
    ///
    /// - Parameter share: the share of it that the call may take, 0 to 1; less than all where an optional call follows.
    /// - Throws: ``GatewayFailure``.
    func send<Request: RPCRequest>(
        _ request: Request, share: Double = 1
    ) async throws -> Request.Response where Request.Service: ServiceContract {
        try await send(request, of: Request.Service.serviceName, share: share)
    }

    /// Calls a method that every process has within the rest of the timeout.
    ///
    /// - Parameter share: the share of it that the call may take, 0 to 1; less than all where an optional call follows.
    /// - Throws: ``GatewayFailure``.
    func send<Request: RPCRequest>(
        _ request: Request, of service: String, share: Double = 1
    ) async throws -> Request.Response {
        let left = gateway.runtime.now.duration(to: deadline) * share
        return try await gateway.call(request, to: service, CallOptions(timeout: left, token: token))
    }

    /// Fetches all parts at the same time.
    ///
    /// - Returns: the results, in the order of `parts`, and the missing parts.
    /// - Throws: ``GatewayFailure`` when the token is rejected: then every part would fail.
    func collect<Value: Sendable>(_ parts: [FanOutPart<Value>]) async throws -> FanOutResult<Value> {
        let results = try await withThrowingTaskGroup(of: (Int, Result<Value, GatewayFailure>).self) { group in
            for (number, part) in parts.enumerated() { group.addTask { (number, try await fetch(part)) } }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        var collected = FanOutResult<Value>()
        for (number, part) in parts.enumerated() {
            switch results[number] {
            case .success(let value): collected.values.append(value)
            case .failure(let failure): collected.add(failure, part: part.name, service: part.service)
            case nil: break
            }
        }
        return collected
    }

    private func fetch<Value: Sendable>(_ part: FanOutPart<Value>) async throws -> Result<Value, GatewayFailure> {
        do {
            return .success(try await part.load(self))
        } catch let failure as GatewayFailure where failure.code != RPCCode.unauthenticated.description {
            return .failure(failure)
        }
    }
}

/// One part of a fan-out to several services.
struct FanOutPart<Value: Sendable>: Sendable {
    /// Its name when it is missing.
    var name: String
    /// The service that has it.
    var service: String
    /// Fetches it; it may make several calls.
    var load: @Sendable (FanOut) async throws -> Value
}

/// The result of a fan-out.
struct FanOutResult<Value: Sendable>: Sendable {
    /// The results, in order.
    var values: [Value] = []
    /// The missing parts.
    var missing: [MissingPart] = []
    /// Why the first of them did not.
    private(set) var firstFailure: GatewayFailure?

    mutating func add(_ failure: GatewayFailure, part: String, service: String) {
        missing.append(MissingPart(failure, part: part, service: service))
        firstFailure = firstFailure ?? failure
    }
}

extension Gateway {
    /// Combines results of several services, as the acting profile and within one deadline.
    ///
    /// - Throws: ``GatewayFailure`` when there is no token, and what `body` throws.
    func fanOut<Value: Sendable>(_ body: (FanOut) async throws -> Value) async throws -> Value {
        let limit = options.timeout ?? FanOut.patience
        let deadline = runtime.now.advanced(by: limit)
        return try await withToken(within: limit) { token in
            try await body(FanOut(self, token: token, deadline: deadline))
        }
    }
}
