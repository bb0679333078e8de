// Handlers of streaming calls. They run on the task pool and are cancelled with their calls.
extension RPCHandlers {
    /// Answers a request with items: the stream ends when the handler returns or throws.
    ///
    ///     handlers.on(Catalog.FollowImport.self) { request, writer, call in
    ///         for await progress in jobs.progress(of: request.id) { try await writer.write(progress) }
    ///     }
    public mutating func on<Request: RPCServerStream>(
        _ request: Request.Type,
        _ body: @escaping @Sendable (Request, RPCWriter<Request.ResponseItem>, ServerCall) async throws -> Void
    ) where Request.Service == Service {
        register(request) { bytes, call, sender, _ in
            try await body(try decodeRequest(Request.self, bytes), RPCWriter(sender), call)
            return []
        }
    }

    /// Reads a client's items and answers once. It may answer before they have ended.
    public mutating func on<Request: RPCClientStream>(
        _ request: Request.Type,
        _ body:
            @escaping @Sendable (Request, RPCItems<Request.RequestItem>, ServerCall) async throws ->
            Request.Response
    ) where Request.Service == Service {
        register(request) { bytes, call, _, receiver in
            let request = try decodeRequest(Request.self, bytes)
            return try encodeResponse(
                try await body(request, RPCItems(ItemSource(receiver, fault: .invalidArgument)), call))
        }
    }

    /// Reads a client's items and sends its own, each at its own pace.
    public mutating func on<Request: RPCBidirectionalStream>(
        _ request: Request.Type,
        _ body:
            @escaping @Sendable (
                Request, RPCItems<Request.RequestItem>, RPCWriter<Request.ResponseItem>, ServerCall
            ) async throws -> Void
    ) where Request.Service == Service {
        register(request) { bytes, call, sender, receiver in
            let request = try decodeRequest(Request.self, bytes)
            try await body(request, RPCItems(ItemSource(receiver, fault: .invalidArgument)), RPCWriter(sender), call)
            return []
        }
    }

    private mutating func register<Request: RPCMethod>(
        _ request: Request.Type,
        _ body: @escaping @Sendable ([UInt8], ServerCall, StreamSender, StreamReceiver) async throws -> [UInt8]
    ) {
        methods.append(RegisteredMethod(request, .stream(body)))
    }
}
