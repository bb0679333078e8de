internal import HTTPServer
internal import RPC

/// The envelopes of a stream in the Connect protocol: a byte of flags, the length in four bytes, the message.
enum Envelope {
    /// The flag of the last message of a stream of the server.
    static let endFlag: UInt8 = 2
    private static let headBytes = 5

    /// A message in its envelope.
    static func wrap(_ message: [UInt8], flags: UInt8 = 0) -> [UInt8] {
        let length = UInt32(message.count)
        return [flags] + (0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * UInt32($0))) } + message
    }

    /// Reads envelopes from a body.
    struct Reader {
        private let body: RequestBody
        private var buffer: [UInt8] = []

        init(_ body: RequestBody) { self.body = body }

        /// The next message; nil at the end of the body.
        ///
        /// - Throws: `HTTPProblem`; ``ConnectError`` for a compressed or too long message.
        mutating func next() async throws -> [UInt8]? {
            while buffer.count < headBytes {
                guard let more = try await body.next() else {
                    guard buffer.isEmpty else { throw Self.short }
                    return nil
                }
                buffer += more
            }
            guard buffer[0] == 0 else {
                throw ConnectError(.unimplemented, "Messages are read as they are, without compression or flags.")
            }
            let length = buffer[1..<headBytes].reduce(0) { $0 << 8 | Int($1) }
            guard length <= WebLimits.envelopeBytes else {
                throw ConnectError(.resourceExhausted, "A message may have \(WebLimits.envelopeBytes) bytes.")
            }
            while buffer.count < headBytes + length {
                guard let more = try await body.next() else { throw Self.short }
                buffer += more
            }
            defer { buffer.removeFirst(headBytes + length) }
            return Array(buffer[headBytes..<(headBytes + length)])
        }

        private static let short = HTTPProblem(400, "short-body", "The body ends within a message.", closes: true)
    }
}
