extension CBORReader {
    /// The default limit of nesting.
    public static let defaultMaxDepth = 64

    /// Skips the next item with its contents, and returns its bytes.
    ///
    /// Heads, lengths, nesting and simple values are checked; the contents of strings and the keys of maps are not.
    /// It takes one pass, no recursion and no allocation.
    ///
    /// - Throws: `depthLimit` when arrays, maps and tags are nested more deeply than `maxDepth` (at most 64).
    @discardableResult
    public mutating func skip(maxDepth: Int = defaultMaxDepth) throws(CBORError) -> UnsafeRawBufferPointer {
        let first = offset
        // Items left to skip, and, for each open container, those that follow it.
        var pending: UInt64 = 1
        var depth = 0
        var stack = InlineArray<64, UInt64>(repeating: 0)
        let limit = min(maxDepth, stack.count)
        while true {
            pending -= 1
            let start = offset
            let head = try head()
            let children = try Self.children(of: head, remaining: remaining, offset: start)
            if head.major == .byteString || head.major == .textString {
                offset += Int(truncatingIfNeeded: head.argument)
            } else if head.major == .array || head.major == .map || head.major == .tag {
                guard depth < limit else { throw CBORError(.depthLimit, offset: start) }
                stack[depth] = pending
                depth += 1
                pending = children
            }
            while pending == 0 {
                guard depth > 0 else { return UnsafeRawBufferPointer(rebasing: bytes[first..<offset]) }
                depth -= 1
                pending = stack[depth]
            }
        }
    }

    /// Checks a head that was just read and returns the number of items that belong to it.
    @inlinable
    static func children(of head: CBORHead, remaining: Int, offset: Int) throws(CBORError) -> UInt64 {
        if head.isIndefinite {
            switch head.major {
            case .unsigned, .negative, .tag: throw CBORError(.reservedAdditionalInformation, offset: offset)
            case .simple: throw CBORError(.unexpectedBreak, offset: offset)
            default: throw CBORError(.indefiniteLength, offset: offset)
            }
        }
        let left = UInt64(truncatingIfNeeded: remaining)
        switch head.major {
        case .unsigned, .negative: return 0
        case .byteString, .textString:
            guard head.argument <= left else { throw CBORError(.countExceedsInput, offset: offset) }
            return 0
        case .array:
            guard head.argument <= left else { throw CBORError(.countExceedsInput, offset: offset) }
            return head.argument
        case .map:
            guard head.argument <= left / 2 else { throw CBORError(.countExceedsInput, offset: offset) }
            return head.argument * 2
        case .tag: return 1
        case .simple:
            if head.additionalInformation == 24, head.argument < 32 {
                throw CBORError(.invalidSimpleValue, offset: offset)
            }
            return 0
        }
    }
}
