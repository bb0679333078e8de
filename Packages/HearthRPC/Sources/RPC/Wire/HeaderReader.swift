internal import CBOR

/// Reads a message's header entry by entry: the caller takes a key and then reads its value out of ``values``.
///
/// A header is one map without duplicate keys, and nothing follows it.
struct HeaderReader {
    /// What the values are read from.
    var values: CBORReader
    private var left: Int
    /// Keys read so far, of those that have a meaning or may get one that can be skipped.
    private var seen: UInt64 = 0

    /// Keys below this may be skipped when unknown.
    private static let firstCriticalKey: UInt64 = 64

    init(_ header: UnsafeRawBufferPointer) throws {
        values = CBORReader(header)
        left = try values.map()
    }

    /// The next entry's key; nil at the end.
    ///
    /// - Throws: `ProtocolViolation` on a duplicate key, or when bytes follow the map; `CBORError`.
    mutating func nextKey() throws -> UInt64? {
        guard left > 0 else {
            guard values.isAtEnd else { throw ProtocolViolation(reason: "something follows a header") }
            return nil
        }
        left -= 1
        let key = try values.unsigned()
        if key < Self.firstCriticalKey {
            guard seen & 1 << key == 0 else { throw ProtocolViolation(reason: "header key \(key) is duplicated") }
            seen |= 1 << key
        }
        return key
    }

    /// Skips the value of an unknown key.
    ///
    /// - Throws: `ProtocolViolation` when the key must be understood.
    mutating func skip(_ key: UInt64) throws {
        guard key < Self.firstCriticalKey else {
            throw ProtocolViolation(reason: "header key \(key) must be understood and is not")
        }
        try values.skip()
    }
}

extension MessageView {
    /// Checks the header of a message kind without keys.
    ///
    /// - Throws: `ProtocolViolation` when it cannot be skipped; `CBORError`.
    func checkEmptyHeader() throws {
        var entries = try HeaderReader(header)
        while let key = try entries.nextKey() { try entries.skip(key) }
    }
}
