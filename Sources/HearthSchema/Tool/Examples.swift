/// The worked examples of `protocols/README.md`: the first frames of the recorded conversation, decoded.
enum Examples {
    /// The lines that enclose the examples.
    static let begin = "<!-- examples: written by hearth-schema -->"
    static let end = "<!-- end of examples -->"

    private static let bytesPerLine = 16
    private static let digitsWidth = 48

    /// The README with the examples inserted; nil when it has no place for them.
    static func insert(_ frames: [FrameVectors.Frame], into readme: String) -> String? {
        guard let start = readme.firstRange(of: begin), let stop = readme[start.upperBound...].firstRange(of: end)
        else {
            return nil
        }
        let text = chosen(frames).map { describe($0) }.joined()
        return readme[..<start.upperBound] + "\n" + text + readme[stop.lowerBound...]
    }

    /// A handshake, a call and a refused call. The welcome is long and adds nothing.
    private static func chosen(_ frames: [FrameVectors.Frame]) -> [FrameVectors.Frame] {
        frames.filter { frame in
            frame.messages.count == 1 && ["meeting", "a refused argument"].contains(frame.scene)
                && frame.messages[0].kind != "welcome"
        }
    }

    private static func describe(_ frame: FrameVectors.Frame) -> String {
        guard let message = frame.messages.first else { return "" }
        let digits = Array(frame.frame.map { String(repeating: $0.hex, count: $0.times) }.joined())
        let bytes = stride(from: 0, to: digits.count, by: 2).map { String(digits[$0..<$0 + 2]) }
        let bodyStart = bytes.count - message.bodyBytes
        var lines = ["", "**\(message.kind)** from the \(frame.from) (\(frame.scene)):", "", "```"]
        lines += part(bytes[0..<4], "length \(bytes.count - 4)")
        lines += part(bytes[4..<6], "version 1, kind \(Int(bytes[5], radix: 16) ?? 0): \(message.kind)")
        lines += part(bytes[6..<8], "flags \(message.flags)")
        lines += part(bytes[8..<16], "call \(message.call)")
        lines += part(bytes[16..<20], "header length \(bodyStart - 20)")
        lines += part(bytes[20..<bodyStart], "header") + part(bytes[bodyStart...], "body")
        lines += ["", "header \(message.header)"] + (message.body.map { ["body   \($0)"] } ?? [])
        return lines.joined(separator: "\n") + "\n```\n"
    }

    private static func part(_ bytes: ArraySlice<String>, _ meaning: String) -> [String] {
        stride(from: bytes.startIndex, to: bytes.endIndex, by: bytesPerLine).enumerated().map { index, start in
            let line = bytes[start..<min(start + bytesPerLine, bytes.endIndex)].joined(separator: " ")
            return index > 0 ? line : line + String(repeating: " ", count: digitsWidth - line.count) + meaning
        }
    }
}
