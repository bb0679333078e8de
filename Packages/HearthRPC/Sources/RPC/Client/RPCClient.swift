internal import CBOR
internal import Synchronization
public import Tracing

/// Calls the methods of one service over a channel.
///
///     let catalog = RPCClient<Catalog>(channel)
///     let found = try await catalog.send(Catalog.Search(text: "alien"))
public struct RPCClient<Service: RPCService>: Sendable {
    /// The channel to the server.
    public var channel: any RPCChannel { driver.channel }
    /// The default options of calls.
    public var defaults: CallOptions

    let driver: CallDriver

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - channel: the channel to the server.
    ///   - defaults: the default options of calls.
    ///   - overrides: overrides from configuration; nil takes the channel's.
    ///   - tracer: makes spans of unary calls; nil takes the tracer of the surrounding span, see
    ///     ``RPCServer/tracer``.
    public init(
        _ channel: any RPCChannel, defaults: CallOptions = CallOptions(), overrides: CallPolicyOverrides? = nil,
        tracer: (any Tracer)? = nil
    ) {
        driver = CallDriver(channel: channel, overrides: overrides ?? channel.overrides, tracer: tracer)
        self.defaults = defaults
    }

    /// Sends a request and returns the response.
    ///
    /// - Throws: `RPCError`, whose `executed` says whether there was an effect.
    public func send<Request: RPCRequest>(
        _ request: Request, options: CallOptions? = nil
    ) async throws(RPCError) -> Request.Response where Request.Service == Service {
        try decode(await encodedResponse(to: request, options: options), as: Request.self)
    }

    /// Sends a request and returns the response with its timing.
    ///
    /// - Throws: `RPCError`, whose `executed` says whether there was an effect.
    public func response<Request: RPCRequest>(
        to request: Request, options: CallOptions? = nil
    ) async throws(RPCError) -> RPCResponse<Request.Response> where Request.Service == Service {
        let encoded = try await encodedResponse(to: request, options: options)
        return RPCResponse(value: try decode(encoded, as: Request.self), timing: encoded.timing)
    }

    // Inlined: one more async function would cost each call some 200 instructions for task memory.
    @inline(__always)
    private func encodedResponse<Request: RPCRequest>(
        to request: Request, options: CallOptions?
    ) async throws(RPCError) -> EncodedResponse {
        let body: [UInt8]
        do {
            body = try CBOREncoder().encode(request)
        } catch {
            throw RPCError(.invalidArgument, "The request cannot be encoded: \(error)", executed: .no)
        }
        let method = MethodDescriptor.of(Request.self)
        guard let options else { return try await driver.run(method, body: body, options: defaults) }
        return try await driver.run(method, body: body, options: options)
    }

    private func decode<Request: RPCRequest>(
        _ response: EncodedResponse, as request: Request.Type
    ) throws(RPCError) -> Request.Response {
        do {
            return try CBORDecoder().decode(Request.Response.self, from: response.body)
        } catch {
            throw RPCError(
                .internal, "\(Request.fullMethod)'s answer does not decode: \(describe(error))", executed: .yes)
        }
    }
}

/// A response with its timing.
public struct RPCResponse<Value: Sendable>: Sendable {
    /// The response.
    public let value: Value
    /// The server's timing of the call.
    public let timing: CallTiming
}

/// The retry budget of one channel, shared by all its clients.
public final class SharedRetryBudget: Sendable {
    private let budget = Mutex(RetryBudget())

    /// A full budget.
    public init() {}

    func noteCall() { budget.withLock { $0.noteCall() } }
    func takeRetry() -> Bool { budget.withLock { $0.takeRetry() } }
}
