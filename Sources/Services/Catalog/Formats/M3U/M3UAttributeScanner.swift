internal import TextFolding

/// Finds the `name="value"` pairs of an `#EXTINF` or `#EXTM3U` line, and the start of its title.
///
/// Lists follow no grammar: quotes may be missing, doubled inside a value or escaped, commas occur inside values, pairs
/// are separated by spaces or commas. So a quote ends a value only where a valid successor follows: the end, a comma
/// before the title, or the next pair.
package enum M3UAttributeScanner {
    /// A pair, as ranges of the line.
    package struct Pair {
        package var name: Range<Int>
        package var value: Range<Int>
        /// Whether the value has `\"` for `"`.
        var isEscaped = false
    }

    static let maximumNameBytes = 64

    /// Scans the pairs from `start` on; returns the start of the title, if there is one.
    ///
    /// A header has only pairs, so commas are skipped.
    static func scan(
        _ line: Span<UInt8>, from start: Int, isHeader: Bool, _ receive: (Pair) -> Void
    ) -> Range<Int>? {
        var position = start
        var bareWord: Int?
        var lastPair: Int?
        while true {
            position = line.skippingSpaces(from: position)
            guard position < line.count else { break }
            if line[position] == UInt8(ascii: ",") {
                let next = line.skippingSpaces(from: position + 1)
                guard isHeader || beginsQuotedPair(line, at: next) else { return (position + 1)..<line.count }
                position = next
                continue
            }
            if let pair = pair(in: line, at: position, next: &position, lastPair: &lastPair) {
                receive(pair)
                continue
            }
            if bareWord == nil { bareWord = position }
            position += 1
            while position < line.count, !line[position].isSpace, line[position] != UInt8(ascii: ",") { position += 1 }
        }
        return isHeader ? nil : bareWord.map { $0..<line.count }
    }

    /// The pair that starts at `start`, and the index behind it.
    private static func pair(
        in line: Span<UInt8>, at start: Int, next: inout Int, lastPair: inout Int?
    ) -> Pair? {
        guard let nameEnd = endOfName(line, from: start) else { return nil }
        let equals = line.skippingSpaces(from: nameEnd)
        guard equals < line.count, line[equals] == UInt8(ascii: "=") else { return nil }
        let valueStart = line.skippingSpaces(from: equals + 1)
        let name = start..<nameEnd
        guard valueStart < line.count else {
            next = line.count
            return Pair(name: name, value: valueStart..<valueStart)
        }
        let quote = line[valueStart]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            let value = quotedValue(in: line, from: valueStart + 1, quote: quote, lastPair: &lastPair)
            next = value.next
            return Pair(name: name, value: (valueStart + 1)..<value.end, isEscaped: value.isEscaped)
        }
        var end = valueStart
        if valueStart == equals + 1 {
            while end < line.count, !line[end].isSpace, line[end] != UInt8(ascii: ",") { end += 1 }
        }
        next = end
        return Pair(name: name, value: valueStart..<end)
    }

    /// The end of a quoted value, and the index at which to continue.
    private static func quotedValue(
        in line: Span<UInt8>, from start: Int, quote: UInt8, lastPair: inout Int?
    ) -> (end: Int, next: Int, isEscaped: Bool) {
        var position = start
        var isEscaped = false
        var last: Int?
        while let found = line.firstIndex(of: quote, in: position..<line.count) {
            position = found + 1
            if found > start, line[found - 1] == UInt8(ascii: "\\") {
                isEscaped = true
                if last == nil { last = found }
                continue
            }
            if closes(line, at: found, lastPair: &lastPair) { return (found, found + 1, isEscaped) }
            if let name = startOfPair(line, before: found, notBefore: start) {
                return (line.trimmed(start..<name).upperBound, name, isEscaped)
            }
            last = found
        }
        if let last { return (last, last + 1, isEscaped) }
        let comma = line.lastIndex(of: UInt8(ascii: ","), in: start..<line.count) ?? line.count
        return (comma, comma, isEscaped)
    }

    /// Whether the quote at `index` ends a value.
    private static func closes(_ line: Span<UInt8>, at index: Int, lastPair: inout Int?) -> Bool {
        let next = line.skippingSpaces(from: index + 1)
        guard next < line.count else { return true }
        if line[next] == UInt8(ascii: ",") {
            let behind = line.skippingSpaces(from: next + 1)
            return beginsQuotedPair(line, at: behind) || placeOfLastPair(line, &lastPair) < behind
        }
        guard let nameEnd = endOfName(line, from: next) else { return false }
        let equals = next > index + 1 ? line.skippingSpaces(from: nameEnd) : nameEnd
        return equals < line.count && line[equals] == UInt8(ascii: "=")
    }

    /// Whether `name="` is at `index`. With an apostrophe it may just as well be a title.
    private static func beginsQuotedPair(_ line: Span<UInt8>, at index: Int) -> Bool {
        guard let nameEnd = endOfName(line, from: index) else { return false }
        let equals = line.skippingSpaces(from: nameEnd)
        guard equals < line.count, line[equals] == UInt8(ascii: "=") else { return false }
        let quote = line.skippingSpaces(from: equals + 1)
        return quote < line.count && line[quote] == UInt8(ascii: "\"")
    }

    /// The index of the last `="` behind a name; -1 when there is none. Computed once a line, as a line may have
    /// thousands of quotes that need it.
    private static func placeOfLastPair(_ line: Span<UInt8>, _ known: inout Int?) -> Int {
        if let known { return known }
        var end = line.count
        var found = -1
        while let quote = line.lastIndex(of: UInt8(ascii: "\""), in: 0..<end) {
            if quote > 1, line[quote - 1] == UInt8(ascii: "="), isNameByte(line[quote - 2]) {
                found = quote - 1
                break
            }
            end = quote
        }
        known = found
        return found
    }

    /// The start of the name of ` name="` whose quote is at `quote`: then the quote before it is missing.
    private static func startOfPair(_ line: Span<UInt8>, before quote: Int, notBefore limit: Int) -> Int? {
        guard quote > limit, line[quote - 1] == UInt8(ascii: "=") else { return nil }
        var start = quote - 1
        while start > limit, isNameByte(line[start - 1]) { start -= 1 }
        guard start < quote - 1, start > limit, line[start - 1].isSpace, line[start].isLetter else { return nil }
        return start
    }

    /// The end of the attribute name that starts at `start`.
    private static func endOfName(_ line: Span<UInt8>, from start: Int) -> Int? {
        guard start < line.count, line[start].isLetter || line[start] == UInt8(ascii: "_") else { return nil }
        var end = start + 1
        while end < line.count, isNameByte(line[end]) { end += 1 }
        return end - start <= maximumNameBytes ? end : nil
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            || byte == UInt8(ascii: ".")
    }
}
