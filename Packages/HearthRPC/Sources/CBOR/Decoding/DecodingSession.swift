/// One run of a decoder over scanned bytes.
///
/// A class, because decoders and containers are copies that read the same bytes. The bytes are borrowed: at its end the
/// session releases them, and decoders that a type has kept find nothing more.
final class DecodingSession {
    let base: UnsafePointer<UInt8>
    @exclusivity(unchecked) private(set) var count: Int
    let notes: ScanNotes
    /// The entry after the last one found, which is probably requested next.
    @exclusivity(unchecked) var nextEntry = 0
    /// How many bytes may still be walked to find coding paths for errors. Types may swallow errors, and each costs a
    /// walk: this keeps the total linear.
    @exclusivity(unchecked) var pathBudget: Int

    /// Validates bytes that contain exactly one item, and begins to read them.
    init(scanning bytes: UnsafeRawBufferPointer, limits: CBORLimits, options: CBORDecodingOptions) throws(CBORError) {
        var scanner = try CBORScanner(bytes, limits: limits, options: options)
        try scanner.message()
        base = scanner.base
        count = scanner.end
        pathBudget = scanner.end &* 16 &+ 4096
        notes = scanner.notes
    }

    /// Releases the bytes.
    func end() {
        count = 0
    }

    /// The head of an item: its first byte, argument, and where its content begins.
    struct Head {
        var first: UInt8
        var argument: UInt64
        var content: Int

        @inline(__always) var major: UInt8 { first >> 5 }
        @inline(__always) var information: UInt8 { first & 0x1F }
    }

    /// Reads a head. It was scanned, so it is complete.
    @inline(__always)
    func head(at offset: UInt32) -> Head {
        let start = Int(offset)
        // A break, which no item begins with: the session is over.
        guard start < count else { return Head(first: 0xFF, argument: 0, content: start) }
        let first = base[start]
        if first & 0x1F < 24 || first & 0x1F == 31 {
            return Head(first: first, argument: UInt64(first & 0x1F), content: start + 1)
        }
        return longHead(first, start)
    }

    @inline(never)
    private func longHead(_ first: UInt8, _ start: Int) -> Head {
        let argument = UnsafeRawPointer(base + start + 1)
        return switch first & 0x1F {
        case 24: Head(first: first, argument: UInt64(base[start + 1]), content: start + 2)
        case 25:
            Head(
                first: first, argument: UInt64(UInt16(bigEndian: argument.loadUnaligned(as: UInt16.self))),
                content: start + 3)
        case 26:
            Head(
                first: first, argument: UInt64(UInt32(bigEndian: argument.loadUnaligned(as: UInt32.self))),
                content: start + 5)
        default:
            Head(first: first, argument: UInt64(bigEndian: argument.loadUnaligned(as: UInt64.self)), content: start + 9)
        }
    }

    /// The position after an item. Constant time, except for tags, of which there are at most as many as the depth.
    @inline(__always)
    func next(after position: ItemPosition) -> ItemPosition {
        var offset = position.offset
        while true {
            let head = head(at: offset)
            let content = UInt32(truncatingIfNeeded: head.content)
            switch head.major {
            case 6:
                offset = content
                continue
            case 2...3 where head.information != 31:
                return ItemPosition(offset: content &+ UInt32(truncatingIfNeeded: head.argument), tape: position.tape)
            case 2...5 where head.argument > 0:
                let node = notes.tape[Int(position.tape)]
                return ItemPosition(offset: node.end, tape: node.next)
            default: return ItemPosition(offset: content, tape: position.tape)
            }
        }
    }

    /// The number of items, pairs or bytes of a container or string of indefinite length.
    func noted(at position: ItemPosition) -> TapeNode {
        notes.tape[Int(position.tape)]
    }

    /// The content of a definite-length string.
    @inline(__always)
    func bytes(_ head: Head) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: base + head.content, count: Int(truncatingIfNeeded: head.argument))
    }
}
