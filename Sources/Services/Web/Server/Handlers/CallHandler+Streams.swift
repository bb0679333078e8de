internal import CBOR
internal import HTTPServer
internal import RPC

// A server's stream: as envelopes of the Connect protocol, or as events for browsers.
extension CallHandler {
    func serverStream(
        _ request: WebRequest, _ method: OfferedMethod, _ process: String, _ caller: Caller
    ) async throws -> HTTPResponse {
        let metadata = try CallMetadata(request)
        let accepted = request.fields.list("Accept")
        let isEnveloped = request.method == "POST" && Self.mediaType(of: request) == Self.connectStream
        let encoding: Encoding = isEnveloped ? .connect : .events
        guard
            isEnveloped || accepted.isEmpty
                || accepted.contains(where: { $0.hasPrefix(Self.eventStream) || $0.hasPrefix("*/*") })
        else {
            throw HTTPProblem(
                406, "not-acceptable",
                "\(method.name) is a stream: ask for \(Self.eventStream), or send \(Self.connectStream).")
        }
        let body = try sender.body(
            isEnveloped ? try await enveloped(request) : try await json(of: request), of: method)
        let call = sender.prepare(
            method, to: process, body: body, metadata, resumeAfter: EventID.position(in: request))
        guard let shape = method.shapes.responseItem else { throw ConnectError(.internal, "It has no items.") }
        let stream = try await Self.withRenewal(caller) { token throws(RPCError) in
            try await sender.stream(call, token: token)
        }
        let first: StreamStep
        // Before the status is sent: what is refused at once has the status of its code.
        do throws(RPCError) { first = try await stream.step(within: WebLimits.streamStart, on: sender.runtime) } catch {
            guard encoding == .events else { return enveloped(ConnectError(error)) }
            throw ConnectError(error)
        }
        let writer = StreamResponder(
            stream: stream, first: first, shape: shape, schema: table.schema, sender: sender, pictures: pictures,
            tokens: caller.tokens)
        switch encoding {
        case .connect:
            return HTTPResponse(
                200, fields: ["Content-Type": Self.connectStream, "Cache-Control": "no-store"], isEndless: true
            ) { try await writer.writeEnvelopes(to: $0) }
        case .events:
            return HTTPResponse(
                200,
                fields: ["Content-Type": Self.eventStream, "Cache-Control": "no-store", "X-Accel-Buffering": "no"],
                isEndless: true
            ) { try await writer.writeEvents(to: $0) }
        }
    }

    /// The one message of the request.
    private func enveloped(_ request: WebRequest) async throws -> String {
        var reader = Envelope.Reader(request.http.body)
        let message = try await reader.next() ?? Array("{}".utf8)
        guard try await reader.next() == nil else {
            throw ConnectError(.invalidArgument, "The request of this stream is one message.")
        }
        return String(decoding: message, as: UTF8.self)
    }

    /// A stream that ends with its error at once.
    private func enveloped(_ error: ConnectError) -> HTTPResponse {
        HTTPResponse(
            200, fields: ["Content-Type": Self.connectStream],
            bytes: Envelope.wrap(Array("{\"error\":\(error.json)}".utf8), flags: Envelope.endFlag))
    }
}
