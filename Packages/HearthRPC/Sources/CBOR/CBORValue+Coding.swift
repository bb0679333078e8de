extension CBORValue {
    /// Writes the tree in the shortest form.
    func write(to writer: inout CBORWriter, sortsKeys: Bool, depth: Int, maxDepth: Int) throws {
        switch self {
        case .unsigned(let value): return writer.unsigned(value)
        case .negative(let value): return writer.head(.negative, value)
        case .bytes(let bytes): return writer.byteString(bytes)
        case .text(let text): return writer.text(text)
        case .bool(let value): return writer.bool(value)
        case .null: return writer.null()
        case .undefined: return writer.bytes.append(0xF7)
        case .double(let value): return writer.double(value)
        case .simple(let value):
            // 20 to 23 have cases of their own, but it is the same item.
            guard writer.simple(value) else { throw invalid("There is no simple value \(value).") }
            return
        case .tagged(CBORTag.unsignedBignum, .bytes(let bytes)):
            return Self.write(bignum: bytes, .unsigned, CBORTag.unsignedBignum, to: &writer)
        case .tagged(CBORTag.negativeBignum, .bytes(let bytes)):
            return Self.write(bignum: bytes, .negative, CBORTag.negativeBignum, to: &writer)
        case .array, .map, .tagged: break
        }
        guard depth < maxDepth else { throw invalid("Values are nested more deeply than \(maxDepth) levels.") }
        switch self {
        case .array(let items):
            writer.array(items.count)
            for item in items {
                try item.write(to: &writer, sortsKeys: sortsKeys, depth: depth + 1, maxDepth: maxDepth)
            }
        case .tagged(let number, let item):
            writer.tag(number)
            try item.write(to: &writer, sortsKeys: sortsKeys, depth: depth + 1, maxDepth: maxDepth)
        case .map(let pairs):
            writer.map(pairs.count)
            let start = writer.count
            var entries: [(key: Range<Int>, end: Int)] = []
            for pair in pairs {
                let keyStart = writer.count
                try pair.key.write(to: &writer, sortsKeys: sortsKeys, depth: depth + 1, maxDepth: maxDepth)
                let keyEnd = writer.count
                try pair.value.write(to: &writer, sortsKeys: sortsKeys, depth: depth + 1, maxDepth: maxDepth)
                entries.append((keyStart..<keyEnd, writer.count))
            }
            if sortsKeys { try sort(&entries, from: start, in: &writer) }
        default: break
        }
    }

    /// Writes a big integer as a plain one when a head can hold it, and without leading zeros (section 3.4.3).
    private static func write(
        bignum bytes: [UInt8], _ major: CBORMajorType, _ tag: UInt64, to writer: inout CBORWriter
    ) {
        let digits = bytes.drop { $0 == 0 }
        guard digits.count > 8 else { return writer.head(major, digits.reduce(0) { $0 << 8 | UInt64($1) }) }
        writer.tag(tag)
        writer.byteString(digits)
    }

    private func sort(
        _ entries: inout [(key: Range<Int>, end: Int)], from start: Int, in writer: inout CBORWriter
    ) throws {
        let bytes = writer.bytes[start...]
        entries.sort { bytes[$0.key].lexicographicallyPrecedes(bytes[$1.key]) }
        for (one, next) in zip(entries, entries.dropFirst()) where bytes[one.key] == bytes[next.key] {
            throw invalid("A map has a key twice.")
        }
        let sorted = entries.flatMap { bytes[$0.key.lowerBound..<$0.end] }
        writer.bytes.replaceSubrange(start..., with: sorted)
    }

    private func invalid(_ description: String) -> EncodingError {
        EncodingError.invalidValue(self, EncodingError.Context(codingPath: [], debugDescription: description))
    }
}

extension CBORValue {
    /// Reads the next item of scanned bytes: nesting and counts are known to be valid.
    init(scanned reader: inout CBORReader) throws(CBORError) {
        let start = reader.offset
        let head = try reader.head()
        switch head.major {
        case .unsigned: self = .unsigned(head.argument)
        case .negative: self = .negative(head.argument)
        case .byteString:
            self = .bytes(try Self.string(&reader, head, at: start))
        case .textString:
            self = .text(String(decoding: try Self.string(&reader, head, at: start), as: UTF8.self))
        case .array:
            var items: [CBORValue] = []
            if !head.isIndefinite { items.reserveCapacity(Int(head.argument)) }
            while try Self.hasNext(&reader, head, items.count) { items.append(try CBORValue(scanned: &reader)) }
            self = .array(items)
        case .map:
            var pairs: [Pair] = []
            if !head.isIndefinite { pairs.reserveCapacity(Int(head.argument)) }
            while try Self.hasNext(&reader, head, pairs.count) {
                let key = try CBORValue(scanned: &reader)
                pairs.append(Pair(key, try CBORValue(scanned: &reader)))
            }
            self = .map(pairs)
        case .tag: self = .tagged(head.argument, try CBORValue(scanned: &reader))
        case .simple:
            reader.offset = start
            self = try Self.simple(&reader, head)
        }
    }

    private static func simple(_ reader: inout CBORReader, _ head: CBORHead) throws(CBORError) -> CBORValue {
        if 25...27 ~= head.additionalInformation { return .double(try reader.double()) }
        _ = try reader.head()
        return switch head.argument {
        case 20: .bool(false)
        case 21: .bool(true)
        case 22: .null
        case 23: .undefined
        default: .simple(UInt8(truncatingIfNeeded: head.argument))
        }
    }

    /// Whether a container has another item; consumes the break that ends it.
    private static func hasNext(_ reader: inout CBORReader, _ head: CBORHead, _ count: Int) throws(CBORError) -> Bool {
        guard head.isIndefinite else { return count < head.argument }
        guard !reader.isAtEnd else { throw CBORError(.endOfInput, offset: reader.offset) }
        guard reader.bytes[reader.offset] == 0xFF else { return true }
        reader.offset += 1
        return false
    }

    private static func string(_ reader: inout CBORReader, _ head: CBORHead, at start: Int) throws(CBORError) -> [UInt8]
    {
        guard head.isIndefinite else {
            reader.offset = start
            return Array(try reader.string(head.major))
        }
        var bytes: [UInt8] = []
        while try hasNext(&reader, head, 0) { bytes.append(contentsOf: try reader.string(head.major)) }
        return bytes
    }
}
