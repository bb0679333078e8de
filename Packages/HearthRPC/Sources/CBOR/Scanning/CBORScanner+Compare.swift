extension CBORScanner {
    /// Compares two keys as their shortest encodings compare bytewise: negative, zero or positive.
    ///
    /// Keys that are arrays, maps or tagged items are compared by their bytes as sent.
    func compare(_ left: MapEntry, _ right: MapEntry) -> Int {
        if left.prefix != right.prefix { return left.prefix < right.prefix ? -1 : 1 }
        let (first, second) = (keyBytes(of: left), keyBytes(of: right))
        if isCanonical(first), isCanonical(second) { return Self.compare(first, second) }
        let (canonicalFirst, canonicalSecond) = (canonical(first), canonical(second))
        return canonicalFirst.withUnsafeBytes { first in
            canonicalSecond.withUnsafeBytes { Self.compare(first, $0) }
        }
    }

    /// The prefix of a key whose argument follows its first byte: the key may be longer than it needs to be.
    @inline(never)
    func longPrefix(at start: Int, count: Int) -> UInt64 {
        let key = UnsafeRawBufferPointer(start: base + start, count: count)
        if isCanonical(key) { return Self.prefix(of: key) }
        return canonical(key).withUnsafeBytes { Self.prefix(of: $0) }
    }

    private func keyBytes(of entry: MapEntry) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(
            start: base + Int(entry.key.offset), count: Int(entry.value.offset - entry.key.offset))
    }

    private static func compare(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int {
        for index in 0..<min(left.count, right.count) where left[index] != right[index] {
            return Int(left[index]) - Int(right[index])
        }
        return left.count - right.count
    }

    private static func prefix(of key: UnsafeRawBufferPointer) -> UInt64 {
        var word: UInt64 = 0
        for index in 0..<min(key.count, 8) { word |= UInt64(key[index]) << UInt64(56 - index * 8) }
        return word
    }

    /// Whether a key can be compared by its own bytes.
    private func isCanonical(_ key: UnsafeRawBufferPointer) -> Bool {
        if requiresShortest && !allowsIndefinite { return true }
        var reader = CBORReader(key)
        guard let head = try? reader.head() else { return true }
        return head.isIndefinite ? head.major != .byteString && head.major != .textString : head.isShortest
    }

    /// The key with its head in the shortest form and, if it is a string, in one piece.
    private func canonical(_ key: UnsafeRawBufferPointer) -> [UInt8] {
        var reader = CBORReader(key)
        var writer = CBORWriter(capacity: key.count)
        guard let head = try? reader.head() else { return Array(key) }
        guard head.isIndefinite else {
            writer.head(head.major, head.argument)
            return writer.bytes + key[reader.offset...]
        }
        var content: [UInt8] = []
        while let chunk = try? reader.string(head.major) { content.append(contentsOf: chunk) }
        writer.head(head.major, UInt64(content.count))
        return writer.bytes + content
    }
}
