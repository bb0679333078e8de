internal import CBOR
internal import HTTPServer
internal import RPC

/// Writes the items of a server's stream as they come; a slow client slows its own stream alone.
struct StreamResponder: Sendable {
    let stream: EncodedStream
    /// What came before the status was sent.
    let first: StreamStep
    let shape: Schema.Shape
    let schema: Schema
    let sender: CallSender
    /// Learns the pictures of items.
    let pictures: PictureAddresses
    /// The tokens of a stream that outlives its first one.
    let tokens: TokenSource?

    private enum Piece {
        case item(id: String?, json: String)
        case silence
        case end
        case failure(ConnectError)
    }

    /// Writes envelopes of the Connect protocol.
    func writeEnvelopes(to writer: ResponseWriter) async throws {
        try await pieces { piece in
            switch piece {
            case .item(_, let json): try await writer.write(Envelope.wrap(Array(json.utf8)))
            case .silence: break
            case .end: try await writer.write(Envelope.wrap(Array("{}".utf8), flags: Envelope.endFlag))
            case .failure(let error):
                try await writer.write(
                    Envelope.wrap(Array("{\"error\":\(error.json)}".utf8), flags: Envelope.endFlag))
            }
        }
    }

    /// Writes events (HTML, section 9.2): `message` for each item, `error` or `end` at the end.
    func writeEvents(to writer: ResponseWriter) async throws {
        try await pieces { piece in
            switch piece {
            case .item(let id, let json):
                try await writer.write("\(id.map { "id: \($0)\n" } ?? "")data: \(json)\n\n")
            case .silence: try await writer.write(": still here\n\n")
            case .end: try await writer.write("event: end\ndata: {}\n\n")
            case .failure(let error): try await writer.write("event: error\ndata: \(error.json)\n\n")
            }
        }
    }

    private func pieces(_ write: (Piece) async throws -> Void) async throws {
        let renewal = try? await tokens?.renew(stream, runtime: sender.runtime)
        defer {
            renewal?.cancel()
            stream.cancel()
        }
        var step = first
        while true {
            try Task.checkCancellation()
            switch step {
            case .end: return try await write(.end)
            case .silence: try await write(.silence)
            case .item(let item):
                guard let value = try? sender.decoded(item.bytes, executed: .maybe) else {
                    let text = "An item of the stream does not decode."
                    return try await write(.failure(ConnectError(.internal, text, executed: .maybe)))
                }
                pictures.note(in: value)
                let json = schema.json(from: value, as: shape)
                try await write(.item(id: item.position.map(EventID.text), json: json))
            }
            do throws(RPCError) {
                step = try await stream.step(within: WebLimits.eventSilence, on: sender.runtime)
            } catch {
                try Task.checkCancellation()
                return try await write(.failure(ConnectError(error)))
            }
        }
    }
}
