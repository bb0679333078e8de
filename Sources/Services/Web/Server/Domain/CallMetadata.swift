internal import Cryptography
internal import HTTPServer
internal import RPC

/// What the fields of a request say about its call.
struct CallMetadata: Sendable {
    /// The time that the caller gives the call; nil: the method's.
    var timeout: Duration?
    /// The key under which the call has its effect once.
    var key: IdempotencyKey?
    /// The trace that it belongs to; nil: a new one.
    var trace: TraceContext?

    /// - Throws: ``ConnectError`` of code `invalid_argument`, with the field's name.
    init(_ request: WebRequest) throws(ConnectError) {
        if let text = request.fields["Connect-Timeout-Ms"] {
            guard (1...WebLimits.timeoutDigits).contains(text.utf8.count), let milliseconds = Int64(text),
                milliseconds > 0, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
            else {
                throw ConnectError(
                    .invalidArgument, "Connect-Timeout-Ms must be a number of at most 10 digits above 0.")
            }
            timeout = min(.milliseconds(milliseconds), WebLimits.timeout)
        }
        if let text = request.fields["Idempotency-Key"] { key = try Self.key(text) }
        // A malformed one begins a new trace (W3C trace context, section 3.2).
        trace = request.fields["traceparent"].flatMap { TraceContext(traceparent: $0) }
    }

    /// 32 hexadecimal digits, also as a UUID, are the key's bytes; of any other text the key is a digest.
    private static func key(_ text: String) throws(ConnectError) -> IdempotencyKey {
        let quoted = text.hasPrefix("\"") && text.hasSuffix("\"") && text.utf8.count > 1
        let text = quoted ? String(text.dropFirst().dropLast()) : text
        guard (1...WebLimits.keyCharacters).contains(text.count) else {
            throw ConnectError(
                .invalidArgument, "Idempotency-Key must have 1 to \(WebLimits.keyCharacters) characters.")
        }
        let digits = text.utf8.filter { $0 != UInt8(ascii: "-") }
        var bytes: [UInt8] = []
        if digits.count == 2 * IdempotencyKey.byteCount {
            bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
                UInt8(String(decoding: digits[$0...($0 + 1)], as: UTF8.self), radix: 16)
            }
        }
        if bytes.count != IdempotencyKey.byteCount {
            bytes = Array(((try? SHA256.digest(of: Array(text.utf8))) ?? []).prefix(IdempotencyKey.byteCount))
        }
        guard let key = IdempotencyKey(bytes: bytes) else {
            throw ConnectError(.internal, "The key cannot be made.")
        }
        return key
    }
}
