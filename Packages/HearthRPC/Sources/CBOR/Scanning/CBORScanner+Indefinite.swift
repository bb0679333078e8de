extension CBORScanner {
    /// Checks an item whose first byte carries additional information 31.
    @inline(never)
    mutating func indefinite(_ first: UInt8, at start: Int, depth: Int) throws(CBORError) {
        switch first >> 5 {
        case 2, 3, 4, 5: break
        case 7: throw CBORError(.unexpectedBreak, offset: start)
        default: throw CBORError(.reservedAdditionalInformation, offset: start)
        }
        guard allowsIndefinite else { throw CBORError(.indefiniteLength, offset: start) }
        guard depth < maxDepth else { throw CBORError(.depthLimit, offset: start) }
        let node = openNode()
        var count: UInt32 = 0
        switch first >> 5 {
        case 4:
            while try !takeBreak() {
                try item(depth: depth + 1)
                count += 1
            }
        case 5:
            var order = KeyOrder(first: notes.open.count)
            while try !takeBreak() {
                // A break between the two is rejected by `item` as unexpected.
                try pair(&order, depth: depth + 1)
                count += 1
            }
            return try closeMap(node, order, count: count)
        default: count = try chunks(first >> 5)
        }
        closeNode(node, count: count)
    }

    /// Checks the chunks of a string and returns the number of bytes in them. Text is valid chunk by chunk (3.2.3).
    private mutating func chunks(_ major: UInt8) throws(CBORError) -> UInt32 {
        var total: UInt32 = 0
        while try !takeBreak() {
            let start = offset
            guard base[start] >> 5 == major, base[start] & 0x1F != 31 else {
                throw CBORError(.invalidChunk, offset: start)
            }
            offset += 1
            var count = UInt64(base[start] & 0x1F)
            if count >= 24 { count = try longArgument(base[start], at: start) }
            let content = offset
            try advance(by: count, from: start)
            if major == 3, !UTF8Validation.isValid(base + content, offset - content) {
                throw CBORError(.invalidUTF8, offset: start)
            }
            total += UInt32(truncatingIfNeeded: count)
        }
        return total
    }

    /// Consumes the break when it is next.
    private mutating func takeBreak() throws(CBORError) -> Bool {
        guard offset < end else { throw CBORError(.endOfInput, offset: offset) }
        guard base[offset] == 0xFF else { return false }
        offset += 1
        return true
    }
}
