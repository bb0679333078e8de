/// Hosts that are numbers, each in one form (WHATWG URL, sections 3.5 and 3.6): `0x7f.1` and `2130706433` are `127.0.0.1`.
enum IPHost {
    /// Whether a host of these labels is an IPv4 address, or none at all.
    static func endsInNumber(_ labels: [String]) -> Bool {
        guard let last = labels.last else { return false }
        return last.utf8.allSatisfy(isDigit) || number(last) != nil
    }

    /// An IPv4 address of one to four numbers, of which the last one fills the rest; nil when there is none.
    static func address4(_ labels: [String]) -> String? {
        let numbers = labels.compactMap(number)
        guard numbers.count == labels.count, let last = numbers.last, (1...4).contains(numbers.count),
            numbers.dropLast().allSatisfy({ $0 < 256 }), last < 1 << UInt64(8 * (5 - numbers.count))
        else { return nil }
        let value = numbers.dropLast().enumerated().reduce(last) { $0 + $1.element << UInt64(8 * (3 - $1.offset)) }
        return (0..<4).map { String(value >> UInt64(8 * (3 - $0)) & 0xff) }.joined(separator: ".")
    }

    /// A decimal, octal (`0177`) or hexadecimal (`0x7f`) number of 32 bits at most; nil when it is none.
    private static func number(_ text: String) -> UInt64? {
        let (digits, radix) =
            text.hasPrefix("0x")
            ? (text.dropFirst(2), 16)
            : text.count > 1 && text.hasPrefix("0")
                ? (text.dropFirst(), 8) : (text[...], 10)
        if digits.isEmpty { return radix == 16 ? 0 : nil }
        guard digits.utf8.allSatisfy({ isDigit($0) || (0x61...0x66).contains($0) }) else { return nil }
        return UInt64(digits, radix: radix).flatMap { $0 < 1 << 32 ? $0 : nil }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// An IPv6 address in brackets, as RFC 5952 writes it; nil when it is none.
    static func address6(_ text: String) -> String? {
        guard text.hasPrefix("["), text.hasSuffix("]") else { return nil }
        let inside = text.dropFirst().dropLast().lowercased()
        let halves = parts(inside)
        guard let first = groups(halves[0]), halves.count < 3 else { return nil }
        guard halves.count == 2 else { return first.count == 8 ? "[\(shortest(first))]" : nil }
        guard let second = groups(halves[1]), first.count + second.count < 8 else { return nil }
        return "[\(shortest(first + Array(repeating: 0, count: 8 - first.count - second.count) + second))]"
    }

    /// The groups on either side of "::".
    private static func parts(_ text: String) -> [Substring] {
        guard let gap = text.firstRange(of: "::") else { return [text[...]] }
        return [text[..<gap.lowerBound], text[gap.upperBound...]]
    }

    private static func groups(_ text: Substring) -> [UInt16]? {
        guard !text.isEmpty else { return [] }
        let words = text.split(separator: ":", omittingEmptySubsequences: false)
        var groups: [UInt16] = []
        for (index, word) in words.enumerated() {
            if word.contains("."), index == words.count - 1 {
                let bytes = word.split(separator: ".", omittingEmptySubsequences: false)
                let numbers = bytes.compactMap { $0.utf8.allSatisfy(isDigit) ? UInt8($0) : nil }
                guard bytes.count == 4, numbers.count == 4 else { return nil }
                groups += [0, 2].map { UInt16(numbers[$0]) << 8 | UInt16(numbers[$0 + 1]) }
            } else {
                let isHex = word.utf8.allSatisfy { isDigit($0) || (0x61...0x66).contains($0) }
                guard (1...4).contains(word.utf8.count), isHex, let group = UInt16(word, radix: 16) else { return nil }
                groups.append(group)
            }
        }
        return groups
    }

    /// Compresses the longest run of two and more zeros, the first of several.
    private static func shortest(_ groups: [UInt16]) -> String {
        var best = 0..<0
        var start = 0
        for index in 0...groups.count where index == groups.count || groups[index] != 0 {
            if index - start > max(best.count, 1) { best = start..<index }
            start = index + 1
        }
        let hex = { (part: ArraySlice<UInt16>) in part.map { String($0, radix: 16) }.joined(separator: ":") }
        if best.isEmpty { return hex(groups[...]) }
        return hex(groups[..<best.lowerBound]) + "::" + hex(groups[best.upperBound...])
    }
}
