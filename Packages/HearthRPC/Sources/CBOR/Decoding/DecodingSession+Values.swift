internal import FoundationEssentials

extension DecodingSession {
    /// Reads a value.
    ///
    /// The casts are safe, because each follows a comparison of the very types; `as!` would cost more than the rest.
    @inline(__always)
    func decode<T: Decodable>(_ type: T.Type, at position: ItemPosition) throws -> T {
        if type == String.self { return unsafeBitCast(try string(at: position), to: type) }
        if type == Int.self { return unsafeBitCast(try integer(Int.self, at: position), to: type) }
        if type == Double.self { return unsafeBitCast(try double(at: position), to: type) }
        if type == Bool.self { return unsafeBitCast(try bool(at: position), to: type) }
        return try decodeOther(type, at: position)
    }

    @inline(never)
    private func decodeOther<T: Decodable>(_ type: T.Type, at position: ItemPosition) throws -> T {
        if type == UUID.self { return unsafeBitCast(try uuid(at: position), to: type) }
        if type == Date.self { return unsafeBitCast(try date(at: position), to: type) }
        if type == Data.self {
            return unsafeBitCast(try withBytes(at: position, as: Data.self) { Data($0) }, to: type)
        }
        if type == URL.self { return unsafeBitCast(try url(at: position), to: type) }
        if type == [String].self {
            return unsafeBitCast(try array(at: position, type) { try string(at: $0) }, to: type)
        }
        if type == [Int].self {
            return unsafeBitCast(try array(at: position, type) { try integer(Int.self, at: $0) }, to: type)
        }
        if type == [Double].self {
            return unsafeBitCast(try array(at: position, type) { try double(at: $0) }, to: type)
        }
        if type == [UInt8].self {
            return unsafeBitCast(try withBytes(at: position, as: type) { [UInt8]($0) }, to: type)
        }
        if type == CBORValue.self { return unsafeBitCast(try tree(at: position), to: type) }
        return try T(from: ValueDecoder(session: self, position: position, type: type))
    }

    /// Reads an array of plain values.
    private func array<E>(
        at position: ItemPosition, _ type: Any.Type, _ element: (ItemPosition) throws -> E
    ) throws -> [E] {
        var items = try items(at: position, of: 4, for: type)
        var elements: [E] = []
        elements.reserveCapacity(items.count)
        for _ in 0..<items.count {
            elements.append(try element(items.next))
            items.next = next(after: items.next)
        }
        return elements
    }

    /// The contents of an array (major type 4) or a map (5).
    struct Items {
        /// The number of items or pairs.
        var count: Int
        var next: ItemPosition
    }

    @inline(__always)
    func items(at position: ItemPosition, of major: UInt8, for type: Any.Type) throws -> Items {
        let head = head(at: position.offset)
        guard head.major == major else { throw mismatch(type, at: position) }
        var items = Items(
            count: Int(truncatingIfNeeded: head.argument),
            next: ItemPosition(offset: UInt32(truncatingIfNeeded: head.content), tape: position.tape))
        if head.information == 31 { items.count = Int(noted(at: position).count) }
        // An empty container of definite length has no node.
        if head.argument > 0 { items.next.tape += 1 }
        return items
    }
}
