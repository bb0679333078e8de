/// A line in a file of CURVE keys: a key in Z85 (ZeroMQ RFC 32), and after a space its description.
struct CurveLine: Hashable, Sendable {
    var key: String
    var note: String

    /// The rule for names.
    static let nameRule = "it takes 1 to 64 printable characters, and is no key"

    /// The lines of a file, without empty ones. There are no comments: a key may begin with any of `#`, `/`, `%`.
    static func read(_ bytes: [UInt8]) -> [(number: Int, line: CurveLine)] {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return lines.enumerated().compactMap { index, bytes in
            let text = String(decoding: bytes, as: UTF8.self).trimming()
            guard !text.isEmpty else { return nil }
            let key = text.prefix { $0 != " " && $0 != "\t" }
            return (index + 1, CurveLine(key: String(key), note: text.dropFirst(key.count).trimming()))
        }
    }

    static func bytes(_ lines: [CurveLine]) -> [UInt8] {
        lines.flatMap { Array(($0.note.isEmpty ? $0.key : "\($0.key) \($0.note)").utf8) + [UInt8(ascii: "\n")] }
    }

    /// Whether a text is a valid name of a client or server, and survives a round trip through the file.
    static func isName(_ text: String) -> Bool {
        (1...64).contains(text.count) && text == text.trimming()
            && text.unicodeScalars.allSatisfy { !$0.properties.isWhitespace && isPrintable($0) || $0 == " " }
    }

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}

extension StringProtocol {
    /// Without the surrounding spaces, tabs and carriage returns.
    fileprivate func trimming() -> String {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" }
        return String(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }
}
