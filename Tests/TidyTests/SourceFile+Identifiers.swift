import Glibc

extension SourceFile {
    /// The offsets of a word in lower case where it is a part of an identifier in code: `scene`, `scenes`, `oldScene`,
    /// but not `obscene`. Names of tests, in backticks, are sentences and left out.
    func identifierParts(_ word: String) -> [Int] {
        let capital = word.prefix(1).uppercased() + word.dropFirst()
        let found = [(word, false), (capital, true)].flatMap { part, isCapital in
            parts(part, isCapital: isCapital)
        }
        return found.filter { !isInBackticks($0) }.sorted()
    }

    private func parts(_ part: String, isCapital: Bool) -> [Int] {
        let needle = Array(part.utf8)
        return code.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return [] }
            var (found, start): ([Int], Int) = ([], 0)
            while buffer.count - start >= needle.count,
                let hit = memchr(base + start, Int32(needle[0]), buffer.count - start - needle.count + 1)
            {
                let offset = base.distance(to: hit.assumingMemoryBound(to: UInt8.self))
                start = offset + 1
                guard memcmp(hit, needle, needle.count) == 0 else { continue }
                var end = offset + needle.count
                for letter in "es".utf8 where end < buffer.count && buffer[end] == letter { end += 1 }
                let isOpen = offset > 0 && buffer[offset - 1].isLetter && !isCapital
                if !isOpen && !(end < buffer.count && buffer[end].isLowercase) { found.append(offset) }
            }
            return found
        }
    }

    /// The identifier around an offset of code.
    func identifier(at offset: Int) -> String {
        let begin = code[..<offset].lastIndex { !$0.isWord }.map { $0 + 1 } ?? 0
        return String(decoding: code[begin...].prefix { $0.isWord }, as: UTF8.self)
    }

    private func isInBackticks(_ offset: Int) -> Bool {
        let begin = code[..<offset].lastIndex(of: UInt8(ascii: "\n")) ?? 0
        return code[begin..<offset].count { $0 == UInt8(ascii: "`") } % 2 == 1
    }
}

extension UInt8 {
    fileprivate var isLowercase: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
    fileprivate var isLetter: Bool { isLowercase || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
}
