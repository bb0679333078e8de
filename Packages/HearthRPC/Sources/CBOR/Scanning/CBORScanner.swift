/// Validates one item with its contents in a single pass, and records where containers end.
///
/// After `item(depth:)` has returned, every head, length and text below it is valid. The work is linear in the size of
/// the input; only maps with unsorted keys cost a sort of their keys.
struct CBORScanner: ~Copyable {
    let base: UnsafePointer<UInt8>
    let end: Int
    let maxInputBytes: Int
    let maxDepth: Int
    let allowsIndefinite: Bool
    let requiresShortest: Bool
    let requiresKeyOrder: Bool
    var offset = 0
    var notes = ScanNotes()

    /// - Throws: ``CBORError`` when there are no bytes.
    init(_ bytes: UnsafeRawBufferPointer, limits: CBORLimits, options: CBORDecodingOptions) throws(CBORError) {
        guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else {
            throw CBORError(.endOfInput, offset: 0)
        }
        self.base = base
        end = bytes.count
        maxInputBytes = limits.maxInputBytes
        maxDepth = limits.maxDepth
        allowsIndefinite = options.contains(.indefiniteLengths)
        requiresShortest = options.contains(.requireShortestForms)
        requiresKeyOrder = options.contains(.requireKeyOrder)
    }

    /// Checks that the input is exactly one item.
    mutating func message() throws(CBORError) {
        guard end <= maxInputBytes else { throw CBORError(.sizeLimit, offset: maxInputBytes) }
        try item(depth: 0)
        guard offset == end else { throw CBORError(.trailingBytes, offset: offset) }
    }

    /// Checks the next item; `depth` is the number of containers around it.
    mutating func item(depth: Int) throws(CBORError) {
        let start = offset
        guard start < end else { throw CBORError(.endOfInput, offset: start) }
        let first = base[start]
        offset = start + 1
        var argument = UInt64(first & 0x1F)
        if argument >= 24 {
            if first & 0x1F == 31 { return try indefinite(first, at: start, depth: depth) }
            argument = try longArgument(first, at: start)
        }
        switch first >> 5 {
        case 0, 1: return
        case 2: try advance(by: argument, from: start)
        case 3:
            let text = offset
            try advance(by: argument, from: start)
            guard UTF8Validation.isValid(base + text, offset - text) else {
                throw CBORError(.invalidUTF8, offset: start)
            }
        case 4: try array(argument, at: start, depth: depth)
        case 5: try map(argument, at: start, depth: depth)
        case 6:
            guard depth < maxDepth else { throw CBORError(.depthLimit, offset: start) }
            if requiresShortest, argument == CBORTag.unsignedBignum || argument == CBORTag.negativeBignum {
                try refuseNeedlessBignum(at: start)
            }
            try item(depth: depth + 1)
        default: try simple(first, argument, at: start)
        }
    }

    private mutating func array(_ count: UInt64, at start: Int, depth: Int) throws(CBORError) {
        guard depth < maxDepth else { throw CBORError(.depthLimit, offset: start) }
        guard count <= UInt64(end - offset) else { throw CBORError(.countExceedsInput, offset: start) }
        guard count > 0 else { return }
        let node = openNode()
        for _ in 0..<count { try item(depth: depth + 1) }
        closeNode(node, count: UInt32(truncatingIfNeeded: count))
    }

    private mutating func map(_ count: UInt64, at start: Int, depth: Int) throws(CBORError) {
        guard depth < maxDepth else { throw CBORError(.depthLimit, offset: start) }
        guard count <= UInt64((end - offset) / 2) else { throw CBORError(.countExceedsInput, offset: start) }
        guard count > 0 else { return }
        let node = openNode()
        var order = KeyOrder(first: notes.open.count)
        for _ in 0..<count { try pair(&order, depth: depth + 1) }
        try closeMap(node, order, count: UInt32(truncatingIfNeeded: count))
    }

    /// Checks a key and its value.
    @inline(__always)
    mutating func pair(_ order: inout KeyOrder, depth: Int) throws(CBORError) {
        let key = position
        try item(depth: depth)
        try note(key, in: &order)
        try item(depth: depth)
    }

    /// Where the next item begins.
    @inline(__always)
    var position: ItemPosition {
        ItemPosition(offset: UInt32(truncatingIfNeeded: offset), tape: UInt32(truncatingIfNeeded: notes.tape.count))
    }

    @inline(__always)
    mutating func openNode() -> Int {
        notes.tape.append(TapeNode(end: 0, next: 0, count: 0))
        return notes.tape.count - 1
    }

    @inline(__always)
    mutating func closeNode(_ node: Int, count: UInt32, entries: UInt32 = 0) {
        let end = position
        notes.tape.base[node] = TapeNode(end: end.offset, next: end.tape, count: count, entries: entries)
    }

    /// Skips the content of a string.
    @inline(__always)
    mutating func advance(by count: UInt64, from start: Int) throws(CBORError) {
        guard count <= UInt64(end - offset) else { throw CBORError(.countExceedsInput, offset: start) }
        offset += Int(truncatingIfNeeded: count)
    }

    private func simple(_ first: UInt8, _ argument: UInt64, at start: Int) throws(CBORError) {
        switch first & 0x1F {
        case 24 where argument < 32: throw CBORError(.invalidSimpleValue, offset: start)
        case 25...27 where requiresShortest:
            guard FloatWidth.isShortest(first & 0x1F, argument) else {
                throw CBORError(.nonShortestForm, offset: start)
            }
        default: return
        }
    }

    /// Throws when the next tagged item is a big integer with leading zeros or one that fits into a head (RFC 8949
    /// section 3.4.3).
    private func refuseNeedlessBignum(at start: Int) throws(CBORError) {
        var reader = CBORReader(UnsafeRawBufferPointer(start: base, count: end), offset: offset)
        // Anything but a byte string is checked when it is read.
        guard let bytes = try? reader.byteString() else { return }
        if bytes.count <= 8 || bytes[0] == 0 { throw CBORError(.nonShortestForm, offset: start) }
    }

    /// Reads an argument that follows the first byte.
    @inline(never)
    mutating func longArgument(_ first: UInt8, at start: Int) throws(CBORError) -> UInt64 {
        let information = first & 0x1F
        guard information < 28 else { throw CBORError(.reservedAdditionalInformation, offset: start) }
        let width = 1 << Int(information - 24)
        guard end - offset >= width else { throw CBORError(.endOfInput, offset: end) }
        var argument: UInt64 = 0
        for index in offset..<offset + width { argument = argument << 8 | UInt64(base[index]) }
        offset += width
        if requiresShortest, first >> 5 != 7 {
            let least: UInt64 = information == 24 ? 24 : 1 << (UInt64(width) * 4)
            guard argument >= least else { throw CBORError(.nonShortestForm, offset: start) }
        }
        return argument
    }
}
