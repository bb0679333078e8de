/// The attributes of a tag: `BANDWIDTH=240000,RESOLUTION=396x224,CODECS="avc1,mp4a"` (RFC 8216, 4.2).
///
/// Lenient: blanks around names and values are ignored, and an unclosed quote ends with the line.
struct HLSAttributes: Hashable, Sendable {
    private var values: [String: String] = [:]

    init(_ text: Substring) {
        var rest = text[...]
        while let equals = rest.firstIndex(of: "=") {
            let name = rest[..<equals].trimmed
            rest = rest[rest.index(after: equals)...].drop { $0 == " " || $0 == "\t" }
            let value: Substring
            if rest.first == "\"" {
                let inner = rest.dropFirst()
                let end = inner.firstIndex(of: "\"") ?? inner.endIndex
                value = inner[..<end]
                rest = inner[end...].drop { $0 != "," }
            } else {
                let end = rest.firstIndex(of: ",") ?? rest.endIndex
                value = rest[..<end].trimmed
                rest = rest[end...]
            }
            rest = rest.dropFirst()
            // The first one counts: a name must not occur twice.
            if !name.isEmpty, values[String(name)] == nil { values[String(name)] = String(value) }
        }
    }

    /// The same with every value transformed.
    func mapValues(_ change: (String) throws(HLSError) -> String) throws(HLSError) -> HLSAttributes {
        var result = self
        for (name, value) in values { result.values[name] = try change(value) }
        return result
    }

    /// The value of an attribute, without its quotes; nil when absent.
    subscript(name: String) -> String? { values[name] }

    /// A positive whole number; nil for anything else.
    func count(_ name: String) -> Int? { values[name].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } }

    /// Whether an attribute is `YES`.
    func isYes(_ name: String) -> Bool { values[name] == "YES" }

    /// A picture's size: `396x224`.
    func resolution(_ name: String) -> HLSResolution? {
        let parts = values[name]?.split(separator: "x").map { Int($0) } ?? []
        guard parts.count == 2, let width = parts[0], let height = parts[1], width > 0, height > 0 else { return nil }
        return HLSResolution(width: width, height: height)
    }

    /// A hexadecimal number as bytes, padded with zeros at the front; nil when it is malformed or longer.
    func bytes(_ name: String, count: Int) -> [UInt8]? {
        guard let text = values[name], text.hasPrefix("0x") || text.hasPrefix("0X") else { return nil }
        let digits = text.dropFirst(2).compactMap(\.hexDigitValue)
        guard digits.count == text.count - 2, (1...count * 2).contains(digits.count) else { return nil }
        let all = [Int](repeating: 0, count: count * 2 - digits.count) + digits
        return stride(from: 0, to: all.count, by: 2).map { UInt8(all[$0] << 4 | all[$0 + 1]) }
    }
}

/// A picture size in pixels.
struct HLSResolution: Hashable, Sendable {
    var width: Int
    var height: Int
}

extension Substring {
    /// Without blanks and NULs at both ends.
    var trimmed: Substring {
        func isBlank(_ character: Character) -> Bool { character.isWhitespace || character == "\0" }
        var rest = drop(while: isBlank)
        while let last = rest.last, isBlank(last) { rest.removeLast() }
        return rest
    }
}
