internal import TextFolding

/// Parses request headers: `User-Agent=x&Referer=y`, also separated by `|` and with values in quotes or
/// percent-encoded.
enum M3UHeaderSuffix {
    /// Headers that frame a message or name its target, which a playlist must not set (RFC 9110, section 7.6.1; RFC
    /// 9112).
    static let forbidden: Set<String> = [
        "connection", "content-length", "expect", "host", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    /// The usual spelling of common headers; others stay as they are.
    private static let spelling: [String: String] = [
        "user-agent": "User-Agent", "useragent": "User-Agent", "referer": "Referer", "referrer": "Referer",
        "origin": "Origin", "cookie": "Cookie", "cookies": "Cookie", "authorization": "Authorization",
        "accept": "Accept",
        "x-forwarded-for": "X-Forwarded-For",
    ]

    /// Whether `name=` (or Kodi's `!name=`) is at `index`.
    static func beginsField(_ line: Span<UInt8>, at index: Int, end: Int) -> Bool {
        var position = index
        if position < end, line[position] == UInt8(ascii: "!") { position += 1 }
        let start = position
        while position < end, isTokenByte(line[position]) { position += 1 }
        return position > start && position < end && line[position] == UInt8(ascii: "=")
    }

    /// The fields of a suffix, in order.
    static func fields(in line: Span<UInt8>, _ range: Range<Int>) -> [M3UHeaderField] {
        var found: [M3UHeaderField] = []
        var start = range.lowerBound
        while start < range.upperBound {
            let end = endOfField(line, from: start, end: range.upperBound)
            if let equals = line.firstIndex(of: UInt8(ascii: "="), in: start..<end) {
                var nameStart = start
                if line[nameStart] == UInt8(ascii: "!") { nameStart += 1 }
                let name = line.text(line.trimmed(nameStart..<equals))
                if let field = field(name: name, value: line.text((equals + 1)..<end), isEncoded: true) {
                    found.append(field)
                }
            }
            start = end + 1
        }
        return found
    }

    /// A validated field: nil when the name is forbidden or no token, or when the value has control characters.
    static func field(name: String, value: String, isEncoded: Bool = false) -> M3UHeaderField? {
        let lower = name.lowercased()
        guard !name.isEmpty, name.utf8.allSatisfy(isTokenByte), !forbidden.contains(lower), !lower.hasPrefix("proxy-")
        else { return nil }
        let unquoted = value.trimmingSpaces().withoutQuotes
        let text = isEncoded ? unquoted.percentDecoded : unquoted
        guard !text.isEmpty, !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return nil }
        return M3UHeaderField(name: spelling[lower] ?? name, value: text)
    }

    /// A field ends at a `|`, or at an `&` before another header name: values are addresses that have `&` too.
    private static func endOfField(_ line: Span<UInt8>, from start: Int, end: Int) -> Int {
        var index = start
        while index < end {
            let byte = line[index]
            if byte == UInt8(ascii: "|"), beginsField(line, at: index + 1, end: end) { return index }
            if byte == UInt8(ascii: "&"), beginsField(line, at: index + 1, end: end), isHeaderName(line, at: index + 1)
            {
                return index
            }
            index += 1
        }
        return end
    }

    /// Whether a name is a known header, or has a leading capital or a hyphen inside; query parameters seldom do.
    private static func isHeaderName(_ line: Span<UInt8>, at start: Int) -> Bool {
        var end = start
        while end < line.count, line[end] != UInt8(ascii: "=") { end += 1 }
        let name = line.text(start..<end)
        return name.utf8.first?.isUppercaseLetter == true || name.hasPrefix("!") || name.contains("-")
            || spelling[name.lowercased()] != nil
    }

    /// RFC 9110, section 5.6.2.
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || "!#$%&'*+-.^_`~".utf8.contains(byte) && byte != UInt8(ascii: "&")
    }
}

extension String {
    /// Without one pair of quotes around it.
    var withoutQuotes: String {
        guard utf8.count >= 2, let first = utf8.first, first == UInt8(ascii: "\"") || first == UInt8(ascii: "'"),
            utf8.last == first
        else { return self }
        return String(dropFirst().dropLast())
    }

    /// Decodes `%41` to `A`; an invalid triple stays.
    var percentDecoded: String {
        guard utf8.contains(UInt8(ascii: "%")) else { return self }
        var bytes: [UInt8] = []
        let source = Array(utf8)
        var index = 0
        while index < source.count {
            if source[index] == UInt8(ascii: "%"), index + 2 < source.count,
                let high = source[index + 1].hexadecimalValue, let low = source[index + 2].hexadecimalValue
            {
                bytes.append(high << 4 | low)
                index += 3
            } else {
                bytes.append(source[index])
                index += 1
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
