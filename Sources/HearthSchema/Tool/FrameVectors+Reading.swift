internal import CBOR
internal import RPC

extension FrameVectors.Frame {
    /// Runs shorter than this stay part of the digits around them.
    private static let shortestRun = 64

    init(_ passing: Conversation.RecordedFrame) {
        scene = passing.scene
        from = passing.isFromClient ? "client" : "server"
        frame = Self.runs(passing.bytes)
        messages = FrameVectors.Message.all(in: passing.bytes)
    }

    /// Long runs of one byte, as in large bodies, are written with a count.
    private static func runs(_ bytes: [UInt8]) -> [FrameVectors.Run] {
        var runs: [FrameVectors.Run] = []
        var plain = 0
        var start = 0
        while start < bytes.count {
            var end = start
            while end < bytes.count, bytes[end] == bytes[start] { end += 1 }
            if end - start >= shortestRun {
                if plain < start { runs.append(.init(hex: bytes[plain..<start].hexadecimal, times: 1)) }
                runs.append(.init(hex: [bytes[start]].hexadecimal, times: end - start))
                plain = end
            }
            start = end
        }
        if plain < bytes.count { runs.append(.init(hex: bytes[plain...].hexadecimal, times: 1)) }
        return runs
    }
}

extension FrameVectors.Message {
    private static let kinds = [
        1: "hello", 2: "welcome", 3: "open", 4: "item", 5: "status", 6: "cancel", 7: "credit", 8: "ping", 9: "pong",
        10: "goaway", 11: "goodbye",
    ]

    /// The messages of one of our frames.
    static func all(in frame: [UInt8]) -> [Self] {
        var messages: [Self] = []
        var rest = frame[...]
        while rest.count >= MessagePrefix.byteCount {
            let length = Int(number(rest.prefix(4))) + 4
            messages.append(Self(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        return messages
    }

    private init(_ message: ArraySlice<UInt8>) {
        func field(_ offset: Int, _ size: Int) -> UInt64 { Self.number(message.dropFirst(offset).prefix(size)) }
        let rest = message.dropFirst(MessagePrefix.byteCount)
        let headerLength = Int(field(16, 4))
        let content = rest.dropFirst(headerLength)
        kind = Self.kinds[Int(field(5, 1))] ?? "kind \(field(5, 1))"
        flags = UInt16(field(6, 2))
        call = field(8, 8)
        header = Self.diagnostic(rest.prefix(headerLength)) ?? ""
        body = Self.diagnostic(content)
        bodyBytes = content.count
    }

    /// Little-endian.
    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func diagnostic(_ bytes: ArraySlice<UInt8>) -> String? {
        (try? CBORDecoder().decode(CBORValue.self, from: bytes))?.description
    }
}
