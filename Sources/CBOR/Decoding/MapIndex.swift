/// Where the entries of a map begin, to be found by their keys. Only keys that are text or integers are held: coding
/// keys are nothing else.
final class MapIndex: ManagedBuffer<MapIndex.Header, MapIndex.Entry> {
    struct Header {
        /// What the positions are in; kept alive for who reads through the index.
        let session: DecodingSession
        var count: Int
        /// The entry that is probably asked for next: the one behind that found last.
        var hint = 0
        /// Whether the entries are in the order of their keys.
        var isSorted = true
        /// The entries in the order of their keys, made when a large map turns out to need it.
        var order: [UInt32]?
    }

    struct Entry: BitwiseCopyable {
        /// The first eight bytes of the key's shortest encoding, zero-padded, as a big-endian number.
        var prefix: UInt64
        var key: ItemPosition
        var value: ItemPosition
    }

    /// Maps up to this size are searched entry by entry.
    static let smallMapPairs = 32

    /// Indexes the map at a position, for a value of `type`.
    static func make(
        _ session: DecodingSession, at position: ItemPosition, for type: Any.Type
    ) throws -> MapIndex {
        let items = try session.items(at: position, of: 5, for: type)
        let buffer = MapIndex.create(minimumCapacity: items.count) { _ in Header(session: session, count: 0) }
        let index = unsafeDowncast(buffer, to: MapIndex.self)
        index.withUnsafeMutablePointers { header, entries in
            var (key, count, previous) = (items.next, 0, UInt64(0))
            for _ in 0..<items.count {
                let value = session.next(after: key)
                if let prefix = session.keyPrefix(at: key) {
                    (entries + count).initialize(to: Entry(prefix: prefix, key: key, value: value))
                    if prefix <= previous, count > 0 { header.pointee.isSorted = false }
                    previous = prefix
                    count += 1
                }
                key = session.next(after: value)
            }
            header.pointee.count = count
        }
        return index
    }

    /// The entries in the order in which they were sent.
    var entries: [Entry] {
        withUnsafeMutablePointers { header, entries in
            Array(UnsafeBufferPointer(start: entries, count: header.pointee.count))
        }
    }

    /// Finds the value of an entry whose key begins with a prefix and passes the test.
    @inline(__always)
    func find(_ prefix: UInt64, isLong: Bool, _ isEqual: (Entry) -> Bool) -> ItemPosition? {
        withUnsafeMutablePointers { header, entries in
            let count = header.pointee.count
            var position = header.pointee.hint
            let steps = min(count, Self.smallMapPairs)
            for _ in 0..<steps {
                if position >= count { position = 0 }
                if entries[position].prefix == prefix, !isLong || isEqual(entries[position]) {
                    header.pointee.hint = position + 1
                    return entries[position].value
                }
                position += 1
            }
            return count <= steps ? nil : search(prefix, isLong: isLong, isEqual)
        }
    }

    /// Finds an entry of a large map by binary search.
    @inline(never)
    private func search(_ prefix: UInt64, isLong: Bool, _ isEqual: (Entry) -> Bool) -> ItemPosition? {
        withUnsafeMutablePointers { header, entries in
            let count = header.pointee.count
            if !header.pointee.isSorted, header.pointee.order == nil {
                header.pointee.order = (0..<UInt32(count)).sorted { entries[Int($0)].prefix < entries[Int($1)].prefix }
            }
            let order = header.pointee.order
            var (low, high) = (0, count)
            while low < high {
                let middle = (low + high) / 2
                let entry = order.map { Int($0[middle]) } ?? middle
                if entries[entry].prefix < prefix { low = middle + 1 } else { high = middle }
            }
            while low < count {
                let entry = order.map { Int($0[low]) } ?? low
                guard entries[entry].prefix == prefix else { return nil }
                if !isLong || isEqual(entries[entry]) {
                    header.pointee.hint = entry + 1
                    return entries[entry].value
                }
                low += 1
            }
            return nil
        }
    }
}
