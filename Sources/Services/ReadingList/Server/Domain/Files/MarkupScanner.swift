/// Splits HTML into tags and texts, whatever it is worth.
///
/// Exports rarely escape titles, and files are damaged: nothing unterminated (a comment, a script, a quote) may swallow
/// the entries after it. So inside titles and descriptions neither comments nor scripts start; elsewhere they end where
/// HTML ends them, and count as text when they are unterminated, or an entry starts in them. A quote that is still open
/// when the next entry starts is closed there. Every byte is read a bounded number of times.
struct MarkupScanner: Sendable {
    /// The tokens of HTML.
    enum Piece {
        case text([UInt8])
        case tag(MarkupTag)
    }

    private enum State { case text, tag, skipped }

    private var state = State.text
    private var buffer: [UInt8] = []
    private var line: Int64 = 1
    private var tagLine: Int64 = 1

    /// The quote that a tag's attribute is inside of.
    private var quote: UInt8 = 0
    /// The start of that quote in the buffer.
    private var quoteStart = 0
    /// Whether the last character inside a tag was `=`: only then a quote may start.
    private var isAfterEquals = false
    /// The last `<` and the bytes after it, inside a quote or skipped content: as many as a name has.
    private var inner: [UInt8]?
    /// The name that ``inner`` had last.
    private var innerName: [UInt8] = []

    /// The skipped construct: the element, or "!--" for a comment.
    private var skipped = ""
    /// Whether bytes are read for the second time: nothing is skipped then.
    private var isReplaying = false

    /// Whether the text belongs to a title, a heading or a description.
    private var isInElement = false
    private var isInDescription = false
    /// Whether this is a file of bookmarks, and not just any page.
    private var hasEntries = false

    private static let skippedElements: Set<String> = ["script", "style"]
    /// Elements that start or end an entry.
    private static let entryNames: Set<String> = ["dt", "dl", "/dl", "dd", "h3", "li", "/a"]
    private static let longestName = 4

    mutating func scan(_ bytes: [UInt8], _ emit: (Piece) -> Void) {
        for byte in bytes { take(byte, emit) }
    }

    /// - Returns: the line of the tag in whose middle the file ends; nil when it does not.
    mutating func finish(_ emit: (Piece) -> Void) -> Int64? {
        if state == .skipped { replaySkipped(emit) }
        var cut: Int64?
        while state == .tag {
            cut = cut ?? tagLine
            if quote != 0 {
                endQuote(emit, isAtEnd: true)
            } else {
                // A quoted address is complete.
                if buffer.contains(UInt8(ascii: "\"")) { endTag(emit) }
                state = .text
                buffer = []
            }
        }
        endText(emit)
        return cut
    }

    private mutating func take(_ byte: UInt8, _ emit: (Piece) -> Void) {
        if byte == UInt8(ascii: "\n") { line += 1 }
        switch state {
        case .text: text(byte, emit)
        case .tag: tag(byte, emit)
        case .skipped: skip(byte, emit)
        }
    }

    /// Scans some bytes again, which start on a line.
    private mutating func replay(_ bytes: [UInt8], from line: Int64, _ emit: (Piece) -> Void) {
        let wasReplaying = isReplaying
        (self.line, isReplaying) = (line, true)
        for byte in bytes { take(byte, emit) }
        isReplaying = wasReplaying
    }

    // MARK: Text

    private mutating func text(_ byte: UInt8, _ emit: (Piece) -> Void) {
        if byte == UInt8(ascii: "<") {
            endText(emit)
            beginTag()
        } else if buffer.count < ReadingListLimits.importedTextBytes {
            buffer.append(byte)
        }
    }

    private mutating func endText(_ emit: (Piece) -> Void) {
        if !buffer.isEmpty { emit(.text(buffer)) }
        buffer.removeAll(keepingCapacity: true)
    }

    // MARK: Tags

    private mutating func beginTag() {
        (state, quote, isAfterEquals, inner, tagLine) = (.tag, 0, false, nil, line)
        buffer.removeAll(keepingCapacity: true)
    }

    private mutating func tag(_ byte: UInt8, _ emit: (Piece) -> Void) {
        if buffer.isEmpty, !Self.beginsTag(byte) {
            // A lone "<" is text.
            buffer = [UInt8(ascii: "<")]
            state = .text
            return text(byte, emit)
        }
        if quote != 0 { return quoted(byte, emit) }
        switch byte {
        case UInt8(ascii: ">"): return endTag(emit)
        case UInt8(ascii: "<"):
            // The tag before it has no end.
            endTag(emit)
            return state == .text ? beginTag() : skip(byte, emit)
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            if isAfterEquals { (quote, quoteStart, inner) = (byte, buffer.count, nil) }
        default: break
        }
        if !Self.isSpace(byte) { isAfterEquals = byte == UInt8(ascii: "=") }
        append(byte)
        if buffer.count == 3, buffer.elementsEqual("!--".utf8) { beginComment() }
    }

    private mutating func append(_ byte: UInt8) {
        if buffer.count < ReadingListLimits.markupBytes { buffer.append(byte) }
    }

    private mutating func quoted(_ byte: UInt8, _ emit: (Piece) -> Void) {
        append(byte)
        if byte == quote {
            (quote, isAfterEquals) = (0, false)
        } else if beginsEntry(byte) {
            endQuote(emit, isAtEnd: false)
        }
    }

    /// Whether a byte completes a tag that starts or ends an entry.
    private mutating func beginsEntry(_ byte: UInt8) -> Bool {
        if byte == UInt8(ascii: "<") {
            inner = []
        } else if let name = inner {
            if byte == UInt8(ascii: ">") || Self.isSpace(byte) {
                (inner, innerName) = (nil, name)
                return Self.entryNames.contains(String(decoding: name, as: UTF8.self).lowercased())
            }
            inner = name.count < Self.longestName ? name + [byte] : nil
        }
        return false
    }

    /// Ends a tag with an unterminated quote: at the first character that an address cannot have.
    private mutating func endQuote(_ emit: (Piece) -> Void, isAtEnd: Bool) {
        let ends = [UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\n")]
        let all = buffer
        let cut = all[min(quoteStart + 1, all.count)...].firstIndex(where: ends.contains) ?? all.count
        let newlines = { (part: ArraySlice<UInt8>) in Int64(part.count { $0 == UInt8(ascii: "\n") }) }
        let restLine = line - newlines(all[cut...])
        // An address that the file's end has cut is none.
        if isAtEnd, cut == all.count {
            buffer = []
            state = .text
            return
        }
        buffer = Array(all[..<cut])
        quote = 0
        endTag(emit)
        var rest = Array(all[cut...].first == UInt8(ascii: ">") ? all[cut...].dropFirst() : all[cut...])
        // A tag that is too long is truncated; its end still counts.
        if all.count >= ReadingListLimits.markupBytes { rest += [UInt8(ascii: "<")] + innerName + [UInt8(ascii: ">")] }
        replay(rest, from: restLine, emit)
    }

    private mutating func endTag(_ emit: (Piece) -> Void) {
        let tag = MarkupTag(buffer, line: tagLine)
        (state, quote) = (.text, 0)
        buffer.removeAll(keepingCapacity: true)
        note(tag.name)
        let isText = isInElement || isInDescription
        if !isText, !isReplaying, Self.skippedElements.contains(tag.name) {
            (state, skipped, inner) = (.skipped, tag.name, nil)
        }
        emit(.tag(tag))
    }

    /// Records the element that the following text belongs to.
    private mutating func note(_ name: String) {
        switch name {
        case "dt", "dl", "/dl", "hr":
            (isInElement, isInDescription, hasEntries) = (false, false, true)
        case "li": if !isInDescription { isInElement = false }
        case "dd": (isInElement, isInDescription, hasEntries) = (false, true, true)
        case "a", "h1", "h2", "h3": isInElement = true
        case "/a", "/h1", "/h2", "/h3": isInElement = false
        default: break
        }
    }

    // MARK: What is skipped

    private mutating func beginComment() {
        guard !isInElement, !isInDescription, !isReplaying else {
            // A part of a title: text like any other.
            buffer.insert(UInt8(ascii: "<"), at: 0)
            state = .text
            return
        }
        (state, skipped, inner) = (.skipped, "!--", nil)
        buffer.removeAll(keepingCapacity: true)
    }

    private mutating func skip(_ byte: UInt8, _ emit: (Piece) -> Void) {
        buffer.append(byte)
        if byte == UInt8(ascii: ">"), endsSkipped() {
            state = .text
            buffer.removeAll(keepingCapacity: true)
            return
        }
        let isBroken = beginsEntry(byte) && hasEntries || skipped == "!--" && reopensComment(byte)
        if isBroken || buffer.count >= ReadingListLimits.markupBytes { replaySkipped(emit) }
    }

    private func endsSkipped() -> Bool {
        if skipped == "!--" {
            // "<!-->" and "<!--->" are whole comments.
            return buffer.count <= 2 && buffer.dropLast().allSatisfy { $0 == UInt8(ascii: "-") }
                || buffer.suffix(3).elementsEqual("-->".utf8) || buffer.suffix(4).elementsEqual("--!>".utf8)
        }
        let mark = "</\(skipped)"
        let tail = buffer.suffix(mark.utf8.count + 8)
        return String(decoding: tail, as: UTF8.self).lowercased().contains(mark)
    }

    /// Whether another comment starts, so that this one is unterminated.
    private func reopensComment(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "-") && buffer.count >= 4 && buffer.suffix(4).elementsEqual("<!--".utf8)
    }

    /// The skipped bytes were no comment and no script.
    private mutating func replaySkipped(_ emit: (Piece) -> Void) {
        let bytes = buffer
        state = .text
        buffer = []
        replay(bytes, from: line - Int64(bytes.count { $0 == UInt8(ascii: "\n") }), emit)
    }

    private static func beginsTag(_ byte: UInt8) -> Bool {
        (0x61...0x7a).contains(byte | 0x20) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "!")
            || byte == UInt8(ascii: "?")
    }

    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }
}
