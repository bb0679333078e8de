/// Splits HTML into tags and texts, whatever it is worth. Comments, scripts and tags of absurd length are left out.
struct MarkupScanner: Sendable {
    /// What HTML is made of.
    enum Piece {
        case text([UInt8])
        /// The name is lower case; `/dl` closes `dl`.
        case tag(name: String, attributes: [String: String], line: Int64)
    }

    private enum State { case text, tag, comment }

    private var state = State.text
    private var buffer: [UInt8] = []
    /// The quote that a tag's attribute is inside of.
    private var quote: UInt8 = 0
    /// Whether the last sign inside of a tag was `=`: quotes begin after it alone.
    private var isAfterEquals = false
    private var isTooLong = false
    private var line: Int64 = 1
    private var tagLine: Int64 = 1
    /// The element whose text is skipped: `script` or `style`.
    private var skipped: String?

    mutating func scan(_ bytes: [UInt8], _ emit: (Piece) -> Void) {
        for byte in bytes {
            if byte == UInt8(ascii: "\n") { line += 1 }
            switch state {
            case .text: text(byte, emit)
            case .tag: tag(byte, emit)
            case .comment: comment(byte)
            }
        }
    }

    mutating func finish(_ emit: (Piece) -> Void) {
        if state == .text { endText(emit) }
        (state, buffer) = (.text, [])
    }

    private mutating func text(_ byte: UInt8, _ emit: (Piece) -> Void) {
        if byte == UInt8(ascii: "<") {
            endText(emit)
            (state, quote, isAfterEquals, isTooLong, tagLine) = (.tag, 0, false, false, line)
        } else if skipped == nil, buffer.count < ReadingListLimits.importedTextBytes {
            buffer.append(byte)
        }
    }

    private mutating func endText(_ emit: (Piece) -> Void) {
        if !buffer.isEmpty { emit(.text(buffer)) }
        buffer.removeAll(keepingCapacity: true)
    }

    private mutating func tag(_ byte: UInt8, _ emit: (Piece) -> Void) {
        if buffer.isEmpty, !Self.beginsTag(byte) {
            // A lone "<" is text.
            buffer = [UInt8(ascii: "<")]
            state = .text
            return text(byte, emit)
        }
        if quote != 0 {
            if byte == quote { quote = 0 }
        } else if byte == UInt8(ascii: ">") {
            return endTag(emit)
        } else if isAfterEquals, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
            quote = byte
        }
        if !Self.isSpace(byte) { isAfterEquals = byte == UInt8(ascii: "=") && quote == 0 }
        if buffer.count < ReadingListLimits.markupBytes { buffer.append(byte) } else { isTooLong = true }
        if buffer.count == 3, buffer.elementsEqual("!--".utf8) {
            state = .comment
            buffer.removeAll(keepingCapacity: true)
        }
    }

    /// Ends at `-->`; of a comment its last two bytes are kept.
    private mutating func comment(_ byte: UInt8) {
        if byte == UInt8(ascii: ">"), buffer.count == 2, buffer.elementsEqual("--".utf8) {
            (state, buffer) = (.text, [])
        } else {
            buffer.append(byte)
            if buffer.count > 2 { buffer.removeFirst() }
        }
    }

    private mutating func endTag(_ emit: (Piece) -> Void) {
        let (name, attributes) = MarkupTag.parse(buffer)
        state = .text
        buffer.removeAll(keepingCapacity: true)
        if let element = skipped {
            if name == "/" + element { skipped = nil }
            return
        }
        if name == "script" || name == "style" { skipped = name }
        if !isTooLong { emit(.tag(name: name, attributes: attributes, line: tagLine)) }
    }

    private static func beginsTag(_ byte: UInt8) -> Bool {
        (0x61...0x7a).contains(byte | 0x20) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "!")
            || byte == UInt8(ascii: "?")
    }

    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }
}

/// The inside of one tag.
enum MarkupTag {
    /// Attributes that are of use here; icons are not decoded.
    private static let wanted: Set<String> = [
        "href", "add_date", "last_modified", "time_added", "date_added", "tags", "toread", "description", "folded",
        "personal_toolbar_folder", "private",
    ]

    /// The lower-case name and the attributes, their references decoded; the first of two with one name counts.
    static func parse(_ bytes: [UInt8]) -> (name: String, attributes: [String: String]) {
        var index = 0
        func skip(while condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
            let start = index
            while index < bytes.count, condition(bytes[index]) { index += 1 }
            return bytes[start..<index]
        }
        let equals = UInt8(ascii: "=")
        let rawName = skip { !MarkupScanner.isSpace($0) }
        var name = String(decoding: rawName, as: UTF8.self).lowercased()
        if name.count > 1, name.hasSuffix("/") { name.removeLast() }
        var attributes: [String: String] = [:]
        while index < bytes.count {
            _ = skip { MarkupScanner.isSpace($0) || $0 == UInt8(ascii: "/") }
            let key = String(decoding: skip { !MarkupScanner.isSpace($0) && $0 != equals }, as: UTF8.self).lowercased()
            _ = skip(while: MarkupScanner.isSpace)
            guard index < bytes.count, bytes[index] == equals else {
                if wanted.contains(key), attributes[key] == nil { attributes[key] = "" }
                if key.isEmpty { index += 1 }
                continue
            }
            index += 1
            _ = skip(while: MarkupScanner.isSpace)
            let value: ArraySlice<UInt8>
            if index < bytes.count, bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") {
                let quote = bytes[index]
                index += 1
                value = skip { $0 != quote }
                index += 1
            } else {
                value = skip { !MarkupScanner.isSpace($0) }
            }
            if wanted.contains(key), attributes[key] == nil {
                attributes[key] = HTMLText.decoded(FileText.string(value.prefix(ReadingListLimits.importedTextBytes)))
            }
        }
        return (name, attributes)
    }
}
