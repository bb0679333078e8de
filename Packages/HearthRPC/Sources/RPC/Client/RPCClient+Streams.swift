internal import CBOR

// Streaming calls.
extension RPCClient {
    /// Sends a request and returns the server's items. Releasing the sequence before its end cancels the call.
    ///
    /// A stream is not retried automatically: ``follow(_:after:patience:options:)`` reconnects.
    ///
    /// - Throws: when no server can be reached; later errors are thrown by the items.
    public func stream<Request: RPCServerStream>(
        _ request: Request, options: CallOptions? = nil
    ) async throws(RPCError) -> RPCItems<Request.ResponseItem> where Request.Service == Service {
        try await items(request, after: nil, options: options ?? defaults)
    }

    /// Sends a request and then items, and returns the response, which may arrive before the items have ended.
    ///
    ///     let report = try await catalog.send(Catalog.Upload(name: "list")) { writer in
    ///         for line in lines { try await writer.write(line) }
    ///     }
    ///
    /// - Throws: `RPCError`; or what `body` threw, after the call was cancelled, unless the call failed first.
    public func send<Request: RPCClientStream>(
        _ request: Request, options: CallOptions? = nil,
        items body: (RPCWriter<Request.RequestItem>) async throws -> Void
    ) async throws -> Request.Response where Request.Service == Service {
        let stream = try await open(request, after: nil, options: options ?? defaults)
        let response = try await withTaskCancellationHandler {
            do {
                try await body(RPCWriter(stream.sender))
                stream.sender.close()
            } catch  where stream.sender.isOver {
                // The server has ended the call before the items did: its status says why.
            } catch {
                stream.cancel()
                throw error
            }
            return try await stream.receiver.response()
        } onCancel: {
            stream.cancel()
        }
        do {
            return try CBORDecoder().decode(Request.Response.self, from: response.body)
        } catch {
            throw RPCError(
                .internal, "\(Request.fullMethod)'s answer does not decode: \(describe(error))", executed: .yes)
        }
    }

    /// Sends a request, and lets `body` write and read items, each at its own pace. The client's items end when the
    /// body returns; when it returns before the server's items have ended, the rest are read and dropped.
    ///
    /// - Throws: `RPCError`; or what `body` threw, after the call was cancelled.
    public func exchange<Request: RPCBidirectionalStream, Value: Sendable>(
        _ request: Request, options: CallOptions? = nil,
        _ body: (RPCWriter<Request.RequestItem>, RPCItems<Request.ResponseItem>) async throws -> Value
    ) async throws -> Value where Request.Service == Service {
        let stream = try await open(request, after: nil, options: options ?? defaults)
        let source = ItemSource(stream.receiver, fault: .internal, letGo: stream.cancel)
        return try await withTaskCancellationHandler {
            do {
                let value = try await body(RPCWriter(stream.sender), RPCItems(source))
                stream.sender.close()
                _ = try await stream.receiver.response()
                return value
            } catch {
                stream.cancel()
                throw error
            }
        } onCancel: {
            stream.cancel()
        }
    }

    func items<Request: RPCServerStream>(
        _ request: Request, after: StreamPosition?, options: CallOptions
    ) async throws(RPCError) -> RPCItems<Request.ResponseItem> {
        let stream = try await open(request, after: after, options: options)
        return RPCItems(ItemSource(stream.receiver, fault: .internal, letGo: stream.cancel))
    }

    private func open<Request: RPCMethod>(
        _ request: Request, after: StreamPosition?, options: CallOptions
    ) async throws(RPCError) -> EncodedStream {
        let body: [UInt8]
        do {
            body = try CBOREncoder().encode(request)
        } catch {
            throw RPCError(.invalidArgument, "The request cannot be encoded: \(error)", executed: .no)
        }
        let (method, surrounding) = (MethodDescriptor.of(Request.self), ServerCall.current)
        var options = options
        let lease = try await options.tokens?.next()
        if let lease { options.token = lease.token }
        let call = driver.makeCall(
            method, body: body, options: options, surrounding: surrounding, after: after, tracer: driver.tracer)
        // The outcome of a stream is not known here.
        if method.safety != .readOnly { surrounding?.effects.raise(.maybe) }
        let stream = try await channel.stream(call)
        guard let tokens = options.tokens, let life = lease?.life else { return stream }
        let renewal = tokens.renew(stream, life: life, runtime: channel.runtime)
        return EncodedStream(
            sender: stream.sender, receiver: stream.receiver,
            cancel: {
                renewal.cancel()
                stream.cancel()
            }, renew: stream.renew)
    }
}
