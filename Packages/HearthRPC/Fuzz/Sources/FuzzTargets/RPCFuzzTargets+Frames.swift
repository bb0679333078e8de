internal import CBOR
internal import FuzzKit

@testable internal import RPC

extension RPCFuzzTargets {
    /// A received frame.
    ///
    /// Its messages lie within it, and re-encode to it; every decoded header survives encoding and decoding.
    static func frames(_ input: UnsafeRawBufferPointer) {
        let limits = RPCLimits()
        var reader = MessageReader(frame: input, limits: limits)
        var rewritten = OutgoingFrames(batchBytes: .max)
        var isWhole = true
        var messages = 0
        do {
            while let message = try reader.next() {
                messages += 1
                for part in [message.header, message.body] {
                    expect(lies(part, in: input), "messages lie within their frame")
                }
                expect(message.header.count <= limits.headerBytes, "headers are within their limit")
                expect(message.body.count <= limits.chunkBytes, "pieces are within their limit")
                let kind = try message.kind
                if let kind { read(message, kind, limits) }
                if !rewrite(message, kind, into: &rewritten) { isWhole = false }
            }
        } catch {
            isWhole = false
        }
        expect(messages <= input.count / MessagePrefix.byteCount, "every message has a prefix")
        guard isWhole, !input.isEmpty else { return }
        expect(rewritten.takeFrame() == [UInt8](input), "a frame is its messages")
    }

    /// Slices of raw buffers are not checked in release builds, so that reading past the end would go unnoticed.
    private static func lies(_ part: UnsafeRawBufferPointer, in whole: UnsafeRawBufferPointer) -> Bool {
        guard let first = part.baseAddress, let begin = whole.baseAddress, !part.isEmpty else { return true }
        return begin <= first && first + part.count <= begin + whole.count
    }

    private static func rewrite(_ message: MessageView, _ kind: MessageKind?, into frames: inout OutgoingFrames) -> Bool
    {
        guard let kind else { return false }
        frames.append(kind, flags: message.prefix.flags, call: message.prefix.call, body: message.bodyBytes[...]) {
            $0.bytes.append(contentsOf: message.header)
        }
        return true
    }

    private static func read(_ message: MessageView, _ kind: MessageKind, _ limits: RPCLimits) {
        switch kind {
        case .open:
            checkHeader(message, { try OpenHeader(reading: $0, limits: limits) }, { $0.write(to: &$1) })
        case .status:
            checkHeader(message, { try StatusHeader(reading: $0, limits: limits) }, { $0.write(to: &$1) })
        case .item: checkHeader(message, { try ItemHeader(reading: $0) }, { $0.write(to: &$1) })
        case .credit: checkHeader(message, { try Credit(reading: $0) }, { $0.write(to: &$1) })
        case .renew:
            checkHeader(message, { try RenewHeader(reading: $0, limits: limits) }, { $0.write(to: &$1) })
        case .hello: checkBody(message, Hello.self)
        case .welcome: checkBody(message, Welcome.self)
        case .ping: checkBody(message, Ping.self)
        case .pong: checkBody(message, Pong.self)
        case .goaway: checkBody(message, Goaway.self)
        case .cancel, .goodbye: break
        }
    }

    private static func checkHeader<Header>(
        _ message: MessageView, _ read: (UnsafeRawBufferPointer) throws -> Header,
        _ write: (Header, inout CBORWriter) -> Void
    ) {
        guard let header = try? read(message.header) else { return }
        var first = CBORWriter()
        write(header, &first)
        expect((try? CBORValidator().validate(first.bytes)) != nil, "a header that is written is valid")
        var second = CBORWriter()
        guard let again = try? first.bytes.withUnsafeBytes(read) else {
            fatalError("broken: a header that was written is read")
        }
        write(again, &second)
        // A value that is clamped is clamped only once.
        var third = CBORWriter()
        guard let last = try? second.bytes.withUnsafeBytes(read) else {
            fatalError("broken: a header that was written twice is read")
        }
        write(last, &third)
        expect(second.bytes == third.bytes, "headers come back as they were written")
    }

    private static func checkBody<Body: Codable & Equatable>(_ message: MessageView, _ type: Body.Type) {
        guard let body = try? CBORDecoder().decode(type, from: message.body) else { return }
        guard let written = try? CBOREncoder().encode(body),
            let again = try? CBORDecoder().decode(type, from: written)
        else { fatalError("broken: a body of a connection is encoded and decoded") }
        expect(again == body, "bodies of connections come back")
    }
}
