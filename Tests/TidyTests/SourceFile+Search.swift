import Glibc

extension SourceFile {
    /// The offsets in `bytes` at which the token stands as a word of its own: no letter, digit or underscore touches it
    /// where it itself begins or ends with one.
    func occurrences(of token: String, in bytes: [UInt8]) -> [Int] {
        let needle = Array(token.utf8)
        guard let first = needle.first, let last = needle.last else { return [] }
        return bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return [] }
            var (found, start): ([Int], Int) = ([], 0)
            while buffer.count - start >= needle.count,
                let hit = memchr(base + start, Int32(first), buffer.count - start - needle.count + 1)
            {
                let offset = base.distance(to: hit.assumingMemoryBound(to: UInt8.self))
                start = offset + 1
                guard memcmp(hit, needle, needle.count) == 0 else { continue }
                let end = offset + needle.count
                let touchesBefore = first.isWord && offset > 0 && buffer[offset - 1].isWord
                let touchesAfter = last.isWord && end < buffer.count && buffer[end].isWord
                if !touchesBefore && !touchesAfter { found.append(offset) }
            }
            return found
        }
    }

    /// True when the code right before the offset is this text.
    func code(before offset: Int, is text: String) -> Bool {
        code[..<offset].suffix(text.utf8.count).elementsEqual(text.utf8)
    }

    /// The first byte of code after the offset that is no white space.
    func codeByte(after offset: Int) -> (offset: Int, byte: UInt8)? {
        var position = offset
        while position < code.count, code[position].isSpace { position += 1 }
        return position < code.count ? (position, code[position]) : nil
    }

    /// The offset behind the bracket that closes the one at `opening`; the end when none does.
    func end(ofBracket open: UInt8, _ close: UInt8, at opening: Int) -> Int {
        var (depth, position) = (0, opening)
        while position < code.count {
            if code[position] == open { depth += 1 }
            if code[position] == close { depth -= 1 }
            position += 1
            if depth == 0 { return position }
        }
        return code.count
    }
}

extension UInt8 {
    var isWord: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...: true
        default: false
        }
    }

    var isSpace: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\n") || self == UInt8(ascii: "\t") }
}
