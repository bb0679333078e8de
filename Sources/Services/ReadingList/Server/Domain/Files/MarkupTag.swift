internal import TextFolding

/// A tag: its name, the used attributes, and its source text.
struct MarkupTag {
    /// Lower case; `/dl` closes `dl`.
    let name: String
    /// Their references decoded; the first of two with one name counts.
    let attributes: [String: String]
    /// Its first line, from 1.
    let line: Int64
    /// The text between its angle brackets.
    private let raw: [UInt8]

    /// Icons are not decoded.
    private static let attributeNames: Set<String> = [
        "href", "add_date", "last_modified", "time_added", "date_added", "tags", "toread", "description", "folded",
        "personal_toolbar_folder", "private", "extended", "tag", "time", "htmlurl", "xmlurl", "url", "text", "title",
        "added", "modified",
    ]
    /// Longer tags are no text.
    private static let longestText = 200

    /// The tag as the text that it is in an unescaped title.
    var text: String { "<" + FileText.string(raw.prefix(Self.longestText)) + ">" }

    /// Whether the tag identifies a bookmarks file.
    var isBookmarksType: Bool {
        name == "!doctype" && FileText.string(raw).lowercased().contains("netscape-bookmark-file")
    }

    /// Parses the text between angle brackets.
    init(_ bytes: [UInt8], line: Int64) {
        var reader = Reader(bytes: bytes)
        name = reader.name()
        var attributes: [String: String] = [:]
        while let (key, value) = reader.attribute() {
            guard Self.attributeNames.contains(key), attributes[key] == nil else { continue }
            attributes[key] = HTMLText.decoded(FileText.string(value.prefix(ReadingListLimits.importedTextBytes)))
        }
        self.attributes = attributes
        self.line = line
        raw = bytes
    }

    /// A cursor inside a tag.
    private struct Reader {
        let bytes: [UInt8]
        var index = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        private mutating func skip(while condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
            let start = index
            while index < bytes.count, condition(bytes[index]) { index += 1 }
            return bytes[start..<index]
        }

        mutating func name() -> String {
            let raw = skip { !MarkupScanner.isSpace($0) }
            let name = String(decoding: raw, as: UTF8.self).lowercased()
            return name.count > 1 && name.hasSuffix("/") ? String(name.dropLast()) : name
        }

        /// The next attribute; nil at the end.
        mutating func attribute() -> (key: String, value: ArraySlice<UInt8>)? {
            let equals = UInt8(ascii: "=")
            _ = skip { MarkupScanner.isSpace($0) || $0 == UInt8(ascii: "/") }
            guard index < bytes.count else { return nil }
            let key = String(decoding: skip { !MarkupScanner.isSpace($0) && $0 != equals }, as: UTF8.self).lowercased()
            _ = skip(while: MarkupScanner.isSpace)
            guard index < bytes.count, bytes[index] == equals else { return (key, []) }
            index += 1
            _ = skip(while: MarkupScanner.isSpace)
            guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") else {
                return (key, skip { !MarkupScanner.isSpace($0) })
            }
            let quote = bytes[index]
            index += 1
            let value = skip { $0 != quote }
            // The last quote may be missing.
            index = min(index + 1, bytes.count)
            return (key, value)
        }
    }
}
