import CBOR

@testable import RPC

/// Takes frames apart and puts others together.
enum FrameEditor {
    /// A message whose parts may be changed.
    struct Message {
        let kind: MessageKind
        let flags: MessageFlags
        let call: UInt64
        let header: [UInt8]
        var body: [UInt8]
    }

    /// A hundred arrays in one another, which is more than a reader takes.
    static let deep = [UInt8](repeating: 0x81, count: 100) + [0x00]
    /// An array that says it has 2^64 - 1 items, and a text that says it has 4 GiB.
    static let giant: [UInt8] =
        [0x82, 0x9B] + [UInt8](repeating: 0xFF, count: 8) + [0x7B, 0, 0, 0, 1, 0, 0, 0, 0, 0x61]

    static func messages(in frame: [UInt8]) -> [Message] {
        frame.withUnsafeBytes { bytes in
            var (reader, messages) = (MessageReader(frame: bytes, limits: RPCLimits()), [Message]())
            while let message = try? reader.next(), let kind = try? message.kind {
                messages.append(
                    Message(
                        kind: kind, flags: message.prefix.flags, call: message.prefix.call,
                        header: [UInt8](message.header),
                        body: message.bodyBytes))
            }
            return messages
        }
    }

    static func kinds(in frame: [UInt8]) -> [MessageKind] { messages(in: frame).map(\.kind) }

    /// Whether it is what a call consists of, and not about the connection.
    static func isOfCall(_ kind: MessageKind) -> Bool { [.open, .item, .status].contains(kind) }

    /// The same frame with every message as `change` leaves it, so many times.
    static func rewritten(_ frame: [UInt8], _ change: (inout Message, inout Int) -> Void) -> [UInt8] {
        var frames = OutgoingFrames(batchBytes: .max)
        for var message in messages(in: frame) {
            var times = 1
            change(&message, &times)
            for _ in 0..<times {
                frames.append(message.kind, flags: message.flags, call: message.call, body: message.body[...]) {
                    $0.bytes.append(contentsOf: message.header)
                }
            }
        }
        return frames.takeFrame() ?? []
    }

    /// The frame with one byte changed: length, version, kind, or the header's first.
    static func corrupted(_ frame: [UInt8], at offset: Int) -> [UInt8] {
        var frame = frame
        switch offset {
        case 0: frame[2] ^= 0x40
        case 1: frame[4] ^= 0x10
        case 2: frame[5] = 0x7F
        default: frame[MessagePrefix.byteCount] = 0x1C
        }
        return frame
    }
}
