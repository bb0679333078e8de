internal import CBOR
internal import RPC

/// `vectors/refused.json`: frames that every reader rejects, each with one fault.
public struct RefusedFrames: Codable, Sendable {
    /// A frame with a fault.
    public struct Frame: Codable, Sendable {
        /// The fault.
        public var fault: String
        /// The side that would send it.
        public var from: String
        /// The frame.
        public var hex: String
    }

    /// A description of the file.
    public var about: String
    /// The frames.
    public var frames: [Frame]

    static var all: RefusedFrames {
        let good = frame(kind: 8, body: [0xa1, 0x01, 0x00])
        return RefusedFrames(
            about: "Frames that break the protocol: the receiver drops the peer (README.md, 3.5).",
            frames: [
                Frame(fault: "shorter than a prefix", from: "client", hex: good.prefix(19).hexadecimal),
                Frame(fault: "a length beyond the frame", from: "client", hex: good.dropLast().hexadecimal),
                Frame(fault: "a byte after the last message", from: "client", hex: (good + [0]).hexadecimal),
                Frame(fault: "a length under 16", from: "client", hex: patched(good, at: 0, [15, 0, 0, 0])),
                Frame(fault: "a length of 4 GiB", from: "client", hex: patched(good, at: 0, [255, 255, 255, 255])),
                Frame(fault: "a header beyond the message", from: "client", hex: patched(good, at: 16, [5, 0, 0, 0])),
                Frame(fault: "a header of 2 GiB", from: "client", hex: patched(good, at: 16, [0, 0, 0, 128])),
                Frame(fault: "version 2", from: "client", hex: patched(good, at: 4, [2])),
                Frame(fault: "version 0", from: "client", hex: patched(good, at: 4, [0])),
                Frame(fault: "kind 0", from: "client", hex: patched(good, at: 5, [0])),
                Frame(fault: "kind 127, which must be understood", from: "client", hex: patched(good, at: 5, [127])),
                Frame(fault: "a status from a client", from: "client", hex: patched(good, at: 5, [5])),
                Frame(fault: "an open from a server", from: "server", hex: patched(good, at: 5, [3])),
                Frame(fault: "a ping without a clock", from: "client", hex: frame(kind: 8, body: [0xa0]).hexadecimal),
                Frame(fault: "a ping that is no CBOR", from: "client", hex: frame(kind: 8, body: [0xff]).hexadecimal),
                Frame(
                    fault: "a ping with a key twice", from: "client",
                    hex: frame(kind: 8, body: [0xa2, 0x01, 0x00, 0x01, 0x00]).hexadecimal),
                Frame(
                    fault: "a credit with a key that must be understood", from: "client",
                    hex: frame(kind: 7, header: [0xa2, 0x01, 0x01, 0x18, 0x40, 0x00]).hexadecimal),
                Frame(
                    fault: "a credit with a key twice", from: "client",
                    hex: frame(kind: 7, header: [0xa2, 0x01, 0x01, 0x01, 0x01]).hexadecimal),
                Frame(
                    fault: "a credit with a byte behind its header's map", from: "client",
                    hex: frame(kind: 7, header: [0xa1, 0x01, 0x01, 0x00]).hexadecimal),
                Frame(
                    fault: "a ping whose header has a key that must be understood", from: "client",
                    hex: frame(kind: 8, header: [0xa1, 0x18, 0x46, 0x01], body: [0xa1, 0x01, 0x00]).hexadecimal),
                Frame(
                    fault: "a ping whose header is no map", from: "client",
                    hex: frame(kind: 8, header: [0xff, 0xff, 0xff], body: [0xa1, 0x01, 0x00]).hexadecimal),
                Frame(
                    fault: "a cancel whose header has a key that must be understood", from: "client",
                    hex: frame(kind: 6, header: [0xa1, 0x18, 0x46, 0x01]).hexadecimal),
                Frame(
                    fault: "a goodbye whose header has a key that must be understood", from: "server",
                    hex: frame(kind: 11, header: [0xa1, 0x18, 0x46, 0x01]).hexadecimal),
                Frame(fault: "a credit without a header", from: "client", hex: frame(kind: 7, header: []).hexadecimal),
            ] + items)
    }

    /// Faults in items and their grants.
    private static var items: [Frame] {
        let faults: [(String, UInt8, [UInt8])] = [
            ("an item with a key that must be understood", 4, [0xa2, 0x0b, 0x01, 0x18, 0x40, 0x00]),
            ("an item whose number is a text", 4, [0xa1, 0x0b, 0x61, 0x31]),
            ("an item whose position is one number", 4, [0xa2, 0x0b, 0x01, 0x0c, 0x81, 0x01]),
            ("a credit of fewer items than none", 7, [0xa2, 0x01, 0x00, 0x02, 0x20]),
        ]
        return faults.flatMap { fault, kind, header in
            ["client", "server"].map {
                Frame(fault: fault, from: $0, hex: frame(kind: kind, header: header, body: []).hexadecimal)
            }
        }
    }

    /// A frame of one message, encoded by hand so that it can be invalid.
    static func frame(kind: UInt8, header: [UInt8] = [0xa0], body: [UInt8] = []) -> [UInt8] {
        let length = MessagePrefix.byteCount - 4 + header.count + body.count
        let prefix = littleEndian(length) + [MessagePrefix.version, kind, 0, 0] + [UInt8](repeating: 0, count: 8)
        return prefix + littleEndian(header.count) + header + body
    }

    private static func littleEndian(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 0xff) } }

    private static func patched(_ frame: [UInt8], at offset: Int, _ bytes: [UInt8]) -> String {
        var frame = frame
        frame.replaceSubrange(offset..<offset + bytes.count, with: bytes)
        return frame.hexadecimal
    }
}
