internal import TextFolding

/// Repairs a guide so that an XML parser accepts it, in one pass and constant memory.
///
/// - Document type declarations, comments and processing instructions are dropped (their line breaks stay, for the line
///   numbers). So no entity is ever declared, and nothing external is ever named: there is nothing to expand or to
///   fetch.
/// - A `&` that starts no character reference is a plain one; HTML's named characters are written out.
/// - Bytes that are not UTF-8 are read as windows-1252, one by one; control characters are dropped.
/// - A `<` that starts no tag is a plain one; so is a `]]>` that ends no CDATA section, and one that results from the
///   repair.
struct XMLRepair {
    private enum State: Equatable {
        case text, cdata, comment, instruction
        /// Inside `<!DOCTYPE … >`: the number of open `[`, and the open quote.
        case declaration(depth: Int, quote: UInt8)
    }

    private var state = State.text
    /// The end of the last piece, when it cannot be decided without more bytes.
    private var carry: [UInt8] = []

    /// Whether the last byte of output is a `]`: with the next one and a `>` it would be the end of a CDATA section,
    /// also when something dropped was between them.
    private var isAfterBracket = false

    /// Bytes held until more arrive.
    var heldBytes: Int { carry.count }

    /// Whether the guide's end tag was seen.
    private(set) var hasSeenEnd = false

    /// The lookahead in bytes: `<![CDATA[`, and the longest known reference.
    private static let lookahead = 12

    private enum Class {
        static let plain: UInt8 = 0
        static let control: UInt8 = 1
        static let high: UInt8 = 2
        static let ampersand: UInt8 = 3
        static let less: UInt8 = 4
        static let bracket: UInt8 = 5
    }

    private static let classes: [UInt8] = (0..<256).map { value in
        switch UInt8(value) {
        case 0x09, 0x0A, 0x0D: Class.plain
        case ..<0x20: Class.control
        case UInt8(ascii: "&"): Class.ampersand
        case UInt8(ascii: "<"): Class.less
        case UInt8(ascii: "]"): Class.bracket
        case 0x80...: Class.high
        default: Class.plain
        }
    }

    /// Appends the repaired form of some more bytes to `output`.
    mutating func repair(_ bytes: Span<UInt8>, isLast: Bool, into output: inout [UInt8]) {
        var input = carry
        carry.removeAll(keepingCapacity: true)
        if input.isEmpty {
            let used = run(bytes, isLast: isLast, into: &output)
            for index in used..<bytes.count { carry.append(bytes[index]) }
        } else {
            bytes.withUnsafeBufferPointer { input.append(contentsOf: $0) }
            let used = run(input.span, isLast: isLast, into: &output)
            carry = Array(input[used...])
        }
    }

    /// Processes the bytes; returns how many were consumed.
    private mutating func run(_ input: Span<UInt8>, isLast: Bool, into output: inout [UInt8]) -> Int {
        var index = 0
        while index < input.count {
            switch state {
            case .text, .cdata:
                let start = index
                index = endOfPlain(input, from: index)
                if index > start {
                    isAfterBracket = false
                    input.extracting(start..<index).withUnsafeBufferPointer { output.append(contentsOf: $0) }
                }
                guard index < input.count else { return index }
                guard let next = special(input, at: index, isLast: isLast, into: &output) else { return index }
                index = next
            case .comment, .instruction, .declaration:
                guard let next = skip(input, from: index, isLast: isLast, into: &output) else { return index }
                index = next
            }
        }
        return index
    }

    /// The index of the next special byte: eight at a time, then one by one.
    private func endOfPlain(_ input: Span<UInt8>, from start: Int) -> Int {
        input.withUnsafeBufferPointer { bytes in
            let raw = UnsafeRawBufferPointer(bytes)
            var index = start
            while index + 8 <= raw.count {
                let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                if Self.mayBeSpecial(word) {
                    for offset in index..<(index + 8) where Self.classes[Int(bytes[offset])] != Class.plain {
                        return offset
                    }
                }
                index += 8
            }
            while index < bytes.count, Self.classes[Int(bytes[index])] == Class.plain { index += 1 }
            return index
        }
    }

    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080

    /// Whether one of eight bytes is below 0x20, from 0x80 on, or one of the three special characters ("Bit Twiddling
    /// Hacks", S. E. Anderson: a byte less than n, a byte equal to n). It may be true for line breaks and tabs, which
    /// are plain.
    @inline(__always)
    private static func mayBeSpecial(_ word: UInt64) -> Bool {
        @inline(__always)
        func hasZero(_ value: UInt64) -> UInt64 { (value &- ones) & ~value }
        let low = (word &- ones &* 0x20) & ~word
        let signs = hasZero(word ^ (ones &* 0x3C)) | hasZero(word ^ (ones &* 0x26)) | hasZero(word ^ (ones &* 0x5D))
        return (low | signs | word) & highs != 0
    }

    /// Processes a special byte; nil when more bytes are needed.
    private mutating func special(_ input: Span<UInt8>, at index: Int, isLast: Bool, into output: inout [UInt8]) -> Int?
    {
        let byte = input[index]
        if Self.classes[Int(byte)] == Class.bracket { return bracket(input, at: index, isLast: isLast, into: &output) }
        let length = output.count
        defer { if output.count > length { isAfterBracket = false } }
        switch Self.classes[Int(byte)] {
        case Class.control:
            // Dropped, it would join two brackets that end no section.
            if state == .cdata, isAfterBracket { output.append(0x20) }
            return index + 1
        case Class.high:
            return high(input, at: index, isLast: isLast, into: &output)
        case Class.ampersand where state == .text:
            return ampersand(input, at: index, isLast: isLast, into: &output)
        case Class.less where state == .text:
            return less(input, at: index, isLast: isLast, into: &output)
        default:
            output.append(byte)
            return index + 1
        }
    }

    private mutating func bracket(_ input: Span<UInt8>, at index: Int, isLast: Bool, into output: inout [UInt8]) -> Int?
    {
        if state == .cdata {
            if !isLast, index + 2 >= input.count { return nil }
            if input.matches("]]>", at: index) {
                (state, isAfterBracket) = (.text, false)
                output.append(contentsOf: "]]>".utf8)
                return index + 3
            }
        } else if isAfterBracket {
            isAfterBracket = false
            output.append(contentsOf: "&#93;".utf8)
            return index + 1
        }
        isAfterBracket = true
        output.append(input[index])
        return index + 1
    }

    private func high(_ input: Span<UInt8>, at index: Int, isLast: Bool, into output: inout [UInt8]) -> Int? {
        if let length = LegacyCharset.sequenceLength(input, at: index) {
            // U+FFFE and U+FFFF are no characters (XML 1.0, section 2.2).
            if input[index] == 0xEF, input[index + 1] == 0xBF, input[index + 2] >= 0xBE {
                if state == .cdata, isAfterBracket { output.append(0x20) }
                return index + length
            }
            for offset in 0..<length { output.append(input[index + offset]) }
            return index + length
        }
        if !isLast, index + 4 > input.count, input[index] >= 0xC2 { return nil }
        LegacyCharset.append(Windows1252.codePoint(of: input[index]), to: &output)
        return index + 1
    }

    private func ampersand(_ input: Span<UInt8>, at index: Int, isLast: Bool, into output: inout [UInt8]) -> Int? {
        let limit = min(input.count, index + Self.lookahead)
        guard let end = input.firstIndex(of: UInt8(ascii: ";"), in: (index + 1)..<limit) else {
            if !isLast, limit == input.count, limit < index + Self.lookahead { return nil }
            output.append(contentsOf: "&amp;".utf8)
            return index + 1
        }
        let name = input.text((index + 1)..<end)
        if name.hasPrefix("#") {
            guard let scalar = Self.numeric(name) else { return end + 1 }
            LegacyCharset.append(scalar, to: &output, escapingMarkup: true)
            return end + 1
        }
        if ["amp", "lt", "gt", "quot", "apos"].contains(name) {
            for offset in index...end { output.append(input[offset]) }
            return end + 1
        }
        if let scalar = HTMLEntities.scalar(named: name) {
            // The standard has names for markup characters, too: `&LT;`.
            LegacyCharset.append(scalar.value, to: &output, escapingMarkup: true)
            return end + 1
        }
        output.append(contentsOf: "&amp;".utf8)
        return index + 1
    }

    /// The character of "#233" or "#xE9"; nil for one that XML does not allow.
    static func numeric(_ name: String) -> UInt32? {
        let digits = name.dropFirst()
        let isHexadecimal = digits.hasPrefix("x") || digits.hasPrefix("X")
        guard let value = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits) else { return nil }
        switch value {
        case 0x80...0x9F: return Windows1252.codePoint(of: UInt8(value))
        case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: return value
        default: return nil
        }
    }

    private mutating func less(_ input: Span<UInt8>, at index: Int, isLast: Bool, into output: inout [UInt8]) -> Int? {
        if !isLast, input.count - index < Self.lookahead,
            input.firstIndex(of: UInt8(ascii: ">"), in: index..<input.count) == nil
        {
            return nil
        }
        guard index + 1 < input.count else {
            output.append(contentsOf: "&lt;".utf8)
            return index + 1
        }
        let next = input[index + 1]
        switch next {
        case UInt8(ascii: "!"):
            if input.matches("<!--", at: index) {
                state = .comment
                return index + 4
            }
            if input.matches("<![cdata[", at: index) {
                state = .cdata
                output.append(contentsOf: "<![CDATA[".utf8)
                return index + 9
            }
            state = .declaration(depth: 0, quote: 0)
            return index + 2
        case UInt8(ascii: "?"):
            state = .instruction
            return index + 2
        case UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: ":"), 0x80...:
            output.append(UInt8(ascii: "<"))
            if input.matches("</tv>", at: index) || input.matches("</tv ", at: index) { hasSeenEnd = true }
        default:
            if next.isLetter { output.append(UInt8(ascii: "<")) } else { output.append(contentsOf: "&lt;".utf8) }
        }
        return index + 1
    }

    /// Skips dropped parts, except for their line breaks; nil when more bytes are needed.
    private mutating func skip(_ input: Span<UInt8>, from start: Int, isLast: Bool, into output: inout [UInt8]) -> Int?
    {
        var index = start
        while index < input.count {
            let byte = input[index]
            if byte == 0x0A {
                output.append(byte)
                isAfterBracket = false
            }
            switch state {
            case .comment where byte == UInt8(ascii: "-"):
                if !isLast, index + 2 >= input.count { return index > start ? index : nil }
                if input.matches("-->", at: index) {
                    state = .text
                    return index + 3
                }
            case .instruction where byte == UInt8(ascii: "?"):
                if !isLast, index + 1 >= input.count { return index > start ? index : nil }
                if input.matches("?>", at: index) {
                    state = .text
                    return index + 2
                }
            case .declaration(let depth, let quote):
                if readDeclaration(byte, depth: depth, quote: quote) { return index + 1 }
            default: break
            }
            index += 1
        }
        return index
    }

    /// Whether the declaration ends with this byte.
    private mutating func readDeclaration(_ byte: UInt8, depth: Int, quote: UInt8) -> Bool {
        if quote != 0 {
            if byte == quote { state = .declaration(depth: depth, quote: 0) }
            return false
        }
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): state = .declaration(depth: depth, quote: byte)
        case UInt8(ascii: "["): state = .declaration(depth: depth + 1, quote: 0)
        case UInt8(ascii: "]"): state = .declaration(depth: max(0, depth - 1), quote: 0)
        case UInt8(ascii: ">") where depth == 0:
            state = .text
            return true
        default: break
        }
        return false
    }
}

extension LegacyCharset {
    /// Appends a character of a reference; markup stays escaped.
    static func append(_ scalar: UInt32, to bytes: inout [UInt8], escapingMarkup: Bool) {
        switch scalar {
        case 0x26: bytes.append(contentsOf: "&amp;".utf8)
        case 0x3C: bytes.append(contentsOf: "&lt;".utf8)
        case 0x3E: bytes.append(contentsOf: "&gt;".utf8)
        case 0x22: bytes.append(contentsOf: "&quot;".utf8)
        case 0x27: bytes.append(contentsOf: "&apos;".utf8)
        case 0x5D: bytes.append(contentsOf: "&#93;".utf8)
        case 0x09, 0x0A, 0x0D: bytes.append(0x20)
        default: append(scalar, to: &bytes)
        }
    }
}
