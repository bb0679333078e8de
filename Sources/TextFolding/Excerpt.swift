/// A short piece of untrusted text, safe for reports, errors and terminals.
package enum Excerpt {
    /// The most characters of an excerpt, without the ellipsis.
    package static let maximumCharacters = 80

    /// The beginning of a text on one line: control characters, line ends, bidirectional marks and other invisible
    /// characters are written as `\u{202e}`, and so are unassigned code points and the replacements of invalid UTF-8.
    package static func of(_ text: some StringProtocol, maximumCharacters: Int = maximumCharacters) -> String {
        var excerpt = ""
        var count = 0
        for scalar in text.unicodeScalars {
            let piece = isPlain(scalar) ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
            guard count + piece.unicodeScalars.count <= maximumCharacters else { return excerpt + "…" }
            excerpt += piece
            count += piece.unicodeScalars.count
        }
        return excerpt
    }

    /// Whether a character is shown unchanged: letters with their marks, digits, punctuation, symbols and the space.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        if scalar == " " { return true }
        if scalar == "\u{fffd}" { return false }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate, .privateUse,
            .unassigned:
            return false
        default: return !scalar.properties.isDefaultIgnorableCodePoint
        }
    }
}
