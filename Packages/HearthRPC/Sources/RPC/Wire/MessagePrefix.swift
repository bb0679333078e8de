/// The fixed part of every message: 20 bytes, little-endian.
///
///     u32 length       of everything after these four bytes
///     u8  version      1
///     u8  kind
///     u16 flags
///     u64 call         chosen by the client, ascending from 1; 0 where no call is meant
///     u32 header length
///     header: CBOR map with integer keys | body: CBOR, or a piece of it
public struct MessagePrefix: Sendable, Hashable {
    /// The prefix's own size, the length field included.
    public static let byteCount = 20
    /// The only version there is.
    public static let version: UInt8 = 1

    /// The message's kind, as a number that may be unknown.
    public var kind: UInt8
    /// Its flags.
    public var flags: MessageFlags
    /// The call it belongs to.
    public var call: UInt64
}

/// One message inside a received frame. Its bytes belong to the frame: valid only while the frame is.
struct MessageView {
    let prefix: MessagePrefix
    let header: UnsafeRawBufferPointer
    let body: UnsafeRawBufferPointer

    var bodyBytes: [UInt8] { [UInt8](body) }
}

/// How a frame violates the protocol.
public struct ProtocolViolation: Error, Sendable, Hashable {
    /// The violation, for logs.
    public let reason: String
}

/// Reads the messages of a frame in order. Every length is checked against the available bytes.
struct MessageReader {
    private let frame: UnsafeRawBufferPointer
    private let limits: RPCLimits
    private var offset = 0

    init(frame: UnsafeRawBufferPointer, limits: RPCLimits) {
        self.frame = frame
        self.limits = limits
    }

    /// The unread rest; nil at the frame's end.
    var rest: UnsafeRawBufferPointer? {
        offset == frame.count ? nil : UnsafeRawBufferPointer(rebasing: frame[offset...])
    }

    /// The next message, nil at the frame's end.
    mutating func next() throws(ProtocolViolation) -> MessageView? {
        if offset == frame.count { return nil }
        guard frame.count - offset >= MessagePrefix.byteCount else {
            throw ProtocolViolation(reason: "a message is shorter than its prefix")
        }
        let start = offset
        let length = Int(word(at: start))
        let headerLength = Int(word(at: start + 16))
        guard length >= MessagePrefix.byteCount - 4, length <= frame.count - start - 4 else {
            throw ProtocolViolation(reason: "a message's length is not within its frame")
        }
        guard headerLength <= limits.headerBytes, headerLength <= length - (MessagePrefix.byteCount - 4) else {
            throw ProtocolViolation(reason: "a header's length is not within its message or over its limit")
        }
        guard frame[start + 4] == MessagePrefix.version else {
            throw ProtocolViolation(reason: "version \(frame[start + 4]) is not supported")
        }
        let bodyStart = start + MessagePrefix.byteCount + headerLength
        let end = start + 4 + length
        guard end - bodyStart <= limits.chunkBytes else {
            throw ProtocolViolation(reason: "a piece of a body is over its limit")
        }
        offset = end
        let flags = UInt16(frame[start + 6]) | UInt16(frame[start + 7]) << 8
        return MessageView(
            prefix: MessagePrefix(
                kind: frame[start + 5], flags: MessageFlags(rawValue: flags),
                call: UInt64(littleEndian: frame.loadUnaligned(fromByteOffset: start + 8, as: UInt64.self))),
            header: UnsafeRawBufferPointer(rebasing: frame[start + MessagePrefix.byteCount..<bodyStart]),
            body: UnsafeRawBufferPointer(rebasing: frame[bodyStart..<end]))
    }

    private func word(at offset: Int) -> UInt32 {
        UInt32(littleEndian: frame.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
}

extension MessageView {
    /// The message's kind; nil for one from a newer version that may be skipped.
    var kind: MessageKind? {
        get throws(ProtocolViolation) {
            if let kind = MessageKind(rawValue: prefix.kind) { return kind }
            guard prefix.kind >= MessageKind.firstSkippable else {
                throw ProtocolViolation(reason: "kind \(prefix.kind) is unknown")
            }
            return nil
        }
    }
}
