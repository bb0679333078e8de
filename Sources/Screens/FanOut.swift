public import HearthModel
public import RPC
public import WebAPI

/// Queries several services concurrently, with one deadline.
public struct FanOut: Sendable {
    private let caller: any PartCaller
    private let deadline: MonotonicInstant

    /// Begins a fan-out that ends at `deadline`.
    public init(_ caller: any PartCaller, deadline: MonotonicInstant) {
        self.caller = caller
        self.deadline = deadline
    }

    /// Calls one service within the rest of the timeout.
    ///
    /// - Parameter share: the share of it that the call may take, 0 to 1; less than all where an optional call follows.
    /// - Throws: as the caller's ``PartCaller/call(_:to:within:)``.
    public func send<Request: RPCRequest>(
        _ request: Request, share: Double = 1
    ) async throws -> Request.Response where Request.Service: ServiceContract {
        try await send(request, of: Request.Service.serviceName, share: share)
    }

    /// Calls a method that every process has within the rest of the timeout.
    ///
    /// - Parameter share: the share of it that the call may take, 0 to 1; less than all where an optional call follows.
    /// - Throws: as the caller's ``PartCaller/call(_:to:within:)``.
    public func send<Request: RPCRequest>(
        _ request: Request, of service: String, share: Double = 1
    ) async throws -> Request.Response {
        try await caller.call(request, to: service, within: caller.runtime.now.duration(to: deadline) * share)
    }

    /// Fetches all parts at the same time.
    ///
    /// - Returns: the results, in the order of `parts`, and the missing parts.
    /// - Throws: the failure when the token is rejected, as every part would fail; and what is no ``PartFailure``.
    public func collect<Value: Sendable>(_ parts: [FanOutPart<Value>]) async throws -> FanOutResult<Value> {
        let results = try await withThrowingTaskGroup(of: (Int, Fetched<Value>).self) { group in
            for (number, part) in parts.enumerated() { group.addTask { (number, try await fetch(part)) } }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        var collected = FanOutResult<Value>()
        for (number, part) in parts.enumerated() {
            switch results[number] {
            case .value(let value): collected.values.append(value)
            case .failure(let failure): collected.add(failure, of: part.name, part.service)
            case nil: break
            }
        }
        return collected
    }

    private enum Fetched<Value: Sendable>: Sendable {
        case value(Value)
        case failure(any PartFailure)
    }

    private func fetch<Value: Sendable>(_ part: FanOutPart<Value>) async throws -> Fetched<Value> {
        do {
            return .value(try await part.load(self))
        } catch let failure as any PartFailure where failure.code != RPCCode.unauthenticated.description {
            return .failure(failure)
        }
    }
}

/// One part of a fan-out to several services.
public struct FanOutPart<Value: Sendable>: Sendable {
    /// Its name when it is missing.
    public var name: String
    /// The service that has it.
    public var service: String
    /// Fetches it; it may make several calls.
    public var load: @Sendable (FanOut) async throws -> Value

    /// Makes a part.
    public init(name: String, service: String, load: @escaping @Sendable (FanOut) async throws -> Value) {
        self.name = name
        self.service = service
        self.load = load
    }
}

/// The result of a fan-out.
public struct FanOutResult<Value: Sendable>: Sendable {
    /// The results, in order.
    public var values: [Value] = []
    /// The missing parts.
    public var missing: [MissingPart] = []
    /// Why the first of them is missing.
    public private(set) var firstFailure: (any PartFailure)?

    fileprivate mutating func add(_ failure: any PartFailure, of part: String, _ service: String) {
        missing.append(
            MissingPart(
                part: part, service: failure.service ?? service, code: failure.code, message: failure.message))
        firstFailure = firstFailure ?? failure
    }
}
