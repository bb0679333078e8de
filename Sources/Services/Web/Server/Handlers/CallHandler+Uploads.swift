internal import CBOR
internal import HTTPServer
internal import RPC

// A client's stream: envelopes of the Connect protocol, the request first, or raw bytes with the request in the query.
extension CallHandler {
    func upload(
        _ request: WebRequest, _ method: OfferedMethod, _ process: String, _ caller: Caller
    ) async throws -> HTTPResponse {
        let metadata = try CallMetadata(request)
        guard let item = method.shapes.requestItem else { throw ConnectError(.internal, "It has no items.") }
        var reader = Envelope.Reader(request.http.body)
        let type = Self.mediaType(of: request)
        let isEnveloped = type == Self.connectStream
        let text: String
        if isEnveloped {
            text = String(decoding: try await reader.next() ?? Array("{}".utf8), as: UTF8.self)
        } else {
            guard type == Self.rawBytes, rawItem(of: item, []) != nil else {
                throw HTTPProblem(
                    415, "media-type",
                    "\(method.name) takes items: send \(Self.connectStream), or \(Self.rawBytes) with ?request=.")
            }
            text = request.http.head.parameter("request") ?? "{}"
        }
        let call = sender.prepare(method, to: process, body: try sender.body(text, of: method), metadata)
        let stream = try await Self.withRenewal(caller) { token throws(RPCError) in
            try await sender.stream(call, token: token)
        }
        return try await withTaskCancellationHandler {
            do {
                if isEnveloped {
                    while let message = try await reader.next() {
                        guard
                            try await write(
                                try sender.encoded(String(decoding: message, as: UTF8.self), as: item), to: stream)
                        else { break }
                    }
                } else {
                    try await pass(request.http.body, as: item, to: stream)
                }
            } catch {
                stream.cancel()
                throw error
            }
            stream.finish()
            do throws(RPCError) {
                let value = try sender.decoded(try await stream.response().body, executed: .yes)
                let json = method.shapes.response.map { table.schema.json(from: value, as: $0) } ?? "{}"
                return HTTPResponse(
                    200, fields: ["Content-Type": Self.json, "Cache-Control": "no-store"], bytes: Array(json.utf8))
            } catch {
                throw ConnectError(error)
            }
        } onCancel: {
            stream.cancel()
        }
    }

    /// Passes raw bytes on in items; the body is read as fast as the service takes them.
    private func pass(_ body: RequestBody, as item: Schema.Shape, to stream: EncodedStream) async throws {
        while let bytes = try await body.next() {
            for start in stride(from: 0, to: bytes.count, by: WebLimits.uploadPieceBytes) {
                let piece = Array(bytes[start..<min(bytes.count, start + WebLimits.uploadPieceBytes)])
                guard let value = rawItem(of: item, piece), let encoded = try? CBOREncoder().encode(value),
                    try await write(encoded, to: stream)
                else { return }
            }
        }
    }

    /// - Returns: false when the service has ended the call: its status says why.
    private func write(_ item: [UInt8], to stream: EncodedStream) async throws -> Bool {
        do throws(RPCError) {
            try await stream.write(item)
            return true
        } catch {
            guard stream.isOver else { throw ConnectError(error) }
            return false
        }
    }

    /// An item of raw bytes: for an item that is bytes, or a structure whose only field of bytes is all that it needs. Nil for
    /// others.
    private func rawItem(of shape: Schema.Shape, _ bytes: [UInt8]) -> CBORValue? {
        if shape.kind == .bytes { return .bytes(bytes) }
        guard let fields = shape.name.flatMap({ table.schema.rules[$0]?.fields }) else { return nil }
        let holders = fields.filter { Self.kind(of: $0.shape) == .bytes }
        guard holders.count == 1, let holder = holders.first,
            fields.allSatisfy({ $0.isOptional || $0.name == holder.name })
        else { return nil }
        let key = holder.key.map { CBORValue.integer(Int64($0)) } ?? .text(holder.name)
        return .map([CBORValue.Pair(key, .bytes(bytes))])
    }

    private static func kind(of shape: Schema.Shape) -> Schema.Kind {
        shape.kind == .nullable ? shape.of.first?.kind ?? .any : shape.kind
    }
}
