internal import TextFolding

/// Reads plain lists of addresses, one per line. Text after an address is its title; empty lines and those that start
/// with `#` are skipped. Links of Markdown are read, and so is a title before the address.
struct URLListReader: LinkFileReader {
    private var buffer: [UInt8] = []
    private var line: Int64 = 1
    private var entries: Int64 = 0
    private var hasAddress = false

    /// Text in which no line has an address is another kind of file.
    var problem: String? {
        guard entries > 0, !hasAddress else { return nil }
        return "This is no list of links: none of its \(entries) lines has the address of a web page."
    }

    mutating func read(_ bytes: [UInt8], _ emit: (FileLink) -> Void) {
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                endLine(emit)
                line += 1
            } else if buffer.count < ReadingListLimits.importedTextBytes {
                buffer.append(byte)
            }
        }
    }

    mutating func finish(_ emit: (FileLink) -> Void) { endLine(emit) }

    private mutating func endLine(_ emit: (FileLink) -> Void) {
        defer { buffer.removeAll(keepingCapacity: true) }
        let text = FileText.string(buffer).trimmingPrefix("\u{feff}").drop(while: \.isWhitespace)
        let isEmpty = text.allSatisfy(\.isWhitespace)
        guard !isEmpty, !text.hasPrefix("#") else { return }
        var link = FileLink(line: line)
        let (address, title) = Self.parts(Self.bare(text))
        link.url = String(address)
        let shown = title.drop(while: \.isWhitespace)
        if !shown.isEmpty { link.title = HTMLText.decoded(String(shown)) }
        entries += 1
        hasAddress = hasAddress || (try? WebAddress(link.url)) != nil
        emit(link)
    }

    /// A line without the marker of a Markdown list.
    private static func bare(_ text: Substring) -> Substring {
        guard ["- ", "* ", "+ "].contains(where: text.hasPrefix) else { return text }
        let rest = text.dropFirst(2).drop(while: \.isWhitespace)
        let box = ["[ ] ", "[x] ", "[X] "].contains(where: rest.hasPrefix)
        return box ? rest.dropFirst(4).drop(while: \.isWhitespace) : rest
    }

    private static func parts(_ text: Substring) -> (address: Substring, title: Substring) {
        let first = text.prefix { !$0.isWhitespace }
        if first.hasPrefix("<"), first.hasSuffix(">") {
            return (first.dropFirst().dropLast(), text.dropFirst(first.count))
        }
        if text.hasPrefix("["), let middle = text.firstRange(of: "]("), let end = text.lastIndex(of: ")"),
            middle.upperBound <= end
        {
            let address = text[middle.upperBound..<end].prefix { !$0.isWhitespace }
            return (address, text[text.index(after: text.startIndex)..<middle.lowerBound])
        }
        guard (try? WebAddress(String(first))) == nil, let start = webStart(text) else {
            return (first, text.dropFirst(first.count))
        }
        return (text[start...].prefix { !$0.isWhitespace }, trimmed(text[..<start]))
    }

    /// The start of an address after other words.
    private static func webStart(_ text: Substring) -> Substring.Index? {
        ["https://", "http://"].compactMap { text.firstRange(of: $0)?.lowerBound }.min()
    }

    /// A title without the separator between it and the address.
    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while let last = text.last, last.isWhitespace || "-:,;|(<\u{2013}\u{2014}".contains(last) { text.removeLast() }
        return text
    }
}
