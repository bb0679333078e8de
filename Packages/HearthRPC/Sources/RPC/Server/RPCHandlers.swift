internal import CBOR

/// The handlers of one service.
///
///     var handlers = RPCHandlers<Catalog>()
///     handlers.on(Catalog.Search.self) { request, call in try await library.search(request, for: call) }
///     handlers.onLoop(Catalog.Count.self) { request, call in Count(cache.count) }
public struct RPCHandlers<Service: RPCService>: Sendable {
    var methods: [RegisteredMethod] = []

    /// Makes an empty table.
    public init() {}

    /// Answers a request on the task pool. The task is cancelled with the call.
    public mutating func on<Request: RPCRequest>(
        _ request: Request.Type,
        _ body: @escaping @Sendable (Request, ServerCall) async throws -> Request.Response
    ) where Request.Service == Service {
        methods.append(
            RegisteredMethod(
                Request.self,
                .task { bytes, call in
                    let response = try await body(try decodeRequest(Request.self, bytes), call)
                    return try encodeResponse(response)
                }))
    }

    /// Answers a request inline on the socket thread: for handlers that take a few microseconds and never wait.
    public mutating func onLoop<Request: RPCRequest>(
        _ request: Request.Type,
        _ body: @escaping @Sendable (Request, ServerCall) throws -> Request.Response
    ) where Request.Service == Service {
        methods.append(
            RegisteredMethod(
                Request.self,
                .inline { bytes, call in try encodeResponse(try body(try decodeRequest(Request.self, bytes), call)) }))
    }

    /// Answers a method with UNIMPLEMENTED: for servers, and fakes of them, with only a part of a contract.
    public mutating func decline(_ request: any RPCMethod.Type) {
        let name = request.fullMethod
        methods.append(RegisteredMethod(request, .task { _, _ in throw RPCError.unimplemented(name) }))
    }

    /// Answers every method of the service that has no handler yet with UNIMPLEMENTED.
    public mutating func declineOthers() {
        let names = Set(methods.map(\.descriptor.name))
        for request in Service.requests where !names.contains(request.fullMethod) { decline(request) }
    }
}

/// One method with its handler, type-erased to bytes.
struct RegisteredMethod: Sendable {
    typealias TaskHandler = @Sendable ([UInt8], ServerCall) async throws -> [UInt8]
    typealias InlineHandler = @Sendable ([UInt8], ServerCall) throws -> [UInt8]

    enum Handler: Sendable {
        case task(TaskHandler)
        case inline(InlineHandler)
        /// Also receives the sender and receiver of its stream.
        case stream(@Sendable ([UInt8], ServerCall, StreamSender, StreamReceiver) async throws -> [UInt8])

        var isInline: Bool { if case .inline = self { true } else { false } }
    }

    let descriptor: MethodDescriptor
    let request: any RPCMethod.Type
    let handler: Handler

    init<Request: RPCMethod>(_ request: Request.Type, _ handler: Handler) {
        descriptor = MethodDescriptor.of(request)
        self.request = request
        self.handler = handler
    }
}

func decodeRequest<Request: RPCMethod>(_ type: Request.Type, _ bytes: [UInt8]) throws -> Request {
    do {
        return try CBORDecoder().decode(Request.self, from: bytes)
    } catch {
        throw RPCError(
            .invalidArgument, "\(Request.method)'s request does not decode: \(describe(error))", executed: .no)
    }
}

func encodeResponse(_ response: some Encodable) throws -> [UInt8] {
    do {
        return try CBOREncoder().encode(response)
    } catch {
        throw RPCError(.internal, "The answer could not be encoded.", executed: .yes)
    }
}

/// A description of the decoding error without the caller's values.
func describe(_ error: any Error) -> String {
    func path(_ context: DecodingError.Context) -> String {
        context.codingPath.map(\.stringValue).joined(separator: ".")
    }
    return switch error {
    case DecodingError.keyNotFound(let key, let context):
        "field \((context.codingPath.map(\.stringValue) + [key.stringValue]).joined(separator: ".")) is missing"
    case DecodingError.typeMismatch(let type, let context): "field \(path(context)) is not \(type)"
    case DecodingError.valueNotFound(let type, let context): "field \(path(context)) is null, not \(type)"
    case DecodingError.dataCorrupted(let context): "field \(path(context)): \(context.debugDescription)"
    default: "\(error)"
    }
}
