/// The bytes of a file of links as UTF-8 without a byte order mark, with a line feed at each line's end.
///
/// Detects a file's encoding by its byte order mark, by the zeros of UTF-16, or by the declaration of an HTML or XML
/// file. A declaration is ignored when the first non-ASCII bytes are UTF-8.
struct LinkFileDecoder {
    private var converter: CharsetConverter?
    /// From the first byte that is not ASCII on, while the declaration is in doubt; nil when it is not.
    private var doubtful: [UInt8]?
    /// The first bytes, while they may be part of a byte order mark; nil after it.
    private var start: [UInt8]? = []
    private var isAfterReturn = false

    /// How much is read before a declaration is trusted: text of that length is not UTF-8 by accident.
    private static let detectionBytes = 4_096
    private static let mark: [UInt8] = [0xef, 0xbb, 0xbf]

    /// - Parameter head: the file's first bytes, which are passed to ``convert(_:isLast:)`` again.
    init(head: [UInt8]) {
        if let name = Self.marked(head) {
            converter = CharsetConverter(encoding: name)
        } else if !head.starts(with: Self.mark), let label = Self.declared(head), let name = Charset.name(label) {
            converter = CharsetConverter(encoding: name)
            // Its bytes are all ASCII: nothing could speak against it.
            if converter != nil, name != Charset.escaped { doubtful = [] }
        }
    }

    /// The text of some more bytes.
    ///
    /// - Parameter isLast: Whether nothing follows.
    mutating func convert(_ bytes: [UInt8], isLast: Bool) -> [UInt8] {
        var text = decoded(bytes, isLast: isLast)
        if let start {
            text = start + text
            guard isLast || text.count >= Self.mark.count else {
                self.start = text
                return []
            }
            self.start = nil
            if text.starts(with: Self.mark) { text.removeFirst(Self.mark.count) }
        }
        return lines(text)
    }

    private mutating func decoded(_ bytes: [UInt8], isLast: Bool) -> [UInt8] {
        guard var held = doubtful else { return converter?.convert(bytes, isLast: isLast) ?? bytes }
        var rest = bytes[...]
        var plain: ArraySlice<UInt8> = []
        if held.isEmpty {
            plain = rest.prefix { $0 < 0x80 }
            rest = rest.dropFirst(plain.count)
        }
        held += rest
        guard isLast || held.count >= Self.detectionBytes else {
            doubtful = held
            return Array(plain)
        }
        doubtful = nil
        // However many bytes came at once, the same ones decide.
        if Self.isUTF8(held.prefix(Self.detectionBytes)) { converter = nil }
        return plain + (converter?.convert(held, isLast: isLast) ?? held)
    }

    /// CR LF and a lone CR become LF.
    private mutating func lines(_ bytes: [UInt8]) -> [UInt8] {
        let (cr, lf) = (UInt8(ascii: "\r"), UInt8(ascii: "\n"))
        guard isAfterReturn || bytes.contains(cr) else { return bytes }
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        for byte in bytes {
            if byte == cr { text.append(lf) } else if byte != lf || !isAfterReturn { text.append(byte) }
            isAfterReturn = byte == cr
        }
        return text
    }

    /// Whether all of it is UTF-8; the last character may be truncated.
    private static func isUTF8(_ bytes: ArraySlice<UInt8>) -> Bool {
        for cut in 0...min(3, bytes.count) where String(validating: bytes.dropLast(cut), as: UTF8.self) != nil {
            return true
        }
        return false
    }

    /// The encoding by the byte order mark, or by the zeros beside the first two letters.
    private static func marked(_ head: [UInt8]) -> String? {
        if head.starts(with: [0xff, 0xfe, 0, 0]) { return "UTF-32LE" }
        if head.starts(with: [0, 0, 0xfe, 0xff]) { return "UTF-32BE" }
        if head.starts(with: [0xff, 0xfe]) { return "UTF-16LE" }
        if head.starts(with: [0xfe, 0xff]) { return "UTF-16BE" }
        guard head.count >= 4 else { return nil }
        switch (head[0] == 0, head[1] == 0, head[2] == 0, head[3] == 0) {
        case (false, true, false, true): return "UTF-16LE"
        case (true, false, true, false): return "UTF-16BE"
        default: return nil
        }
    }

    /// The encoding declared by a `<meta>` element or an XML declaration in the first bytes.
    private static func declared(_ head: [UInt8]) -> String? {
        let text = String(decoding: head.map { $0 < 0x80 ? $0 : 0x3f }, as: UTF8.self).lowercased()
        for part in text.split(separator: "<").prefix(maximumTags) {
            let tag = part.prefix { $0 != ">" }
            let word = tag.hasPrefix("meta") ? "charset=" : tag.hasPrefix("?xml") ? "encoding=" : nil
            guard let word, let range = tag.firstRange(of: word) else { continue }
            let value = tag[range.upperBound...].drop { $0 == "\"" || $0 == "'" || $0 == " " }
            return String(value.prefix { $0.isLetter || $0.isNumber || "-_:.".contains($0) })
        }
        return nil
    }

    private static let maximumTags = 100
}

/// Reads a file in whatever encoding it has through a reader of UTF-8.
struct DecodingReader: LinkFileReader {
    private var text: LinkFileDecoder
    private var reader: any LinkFileReader

    init(_ text: LinkFileDecoder, _ reader: any LinkFileReader) { (self.text, self.reader) = (text, reader) }

    var problem: String? { reader.problem }

    mutating func read(_ bytes: [UInt8], _ emit: (FileLink) -> Void) {
        reader.read(text.convert(bytes, isLast: false), emit)
    }

    mutating func finish(_ emit: (FileLink) -> Void) {
        let rest = text.convert([], isLast: true)
        if !rest.isEmpty { reader.read(rest, emit) }
        reader.finish(emit)
    }
}
