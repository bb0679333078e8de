/// Reads the entries of a map.
///
/// The standard library copies it for each requested value: it has a single counted reference.
struct KeyedDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let session: DecodingSession
    /// The map.
    let position: ItemPosition
    private let entries: MapEntries
    /// How keys with an integer value are matched.
    let keys: DictionaryKeys.Kind

    init(_ session: DecodingSession, at position: ItemPosition, for type: Any.Type) throws {
        self.session = session
        self.position = position
        entries = try session.entries(at: position, for: type)
        keys = DictionaryKeys.isCodingKey(Key.self) ? DictionaryKeys.kind(of: type) : .integer
        if DictionaryKeys.isCodingKey(Key.self) {
            try session.checkKeys(of: entries, at: position, are: keys, for: type)
        }
    }

    var codingPath: [any CodingKey] { session.codingPath(to: position) }

    var allKeys: [Key] {
        session.withEntries(of: entries) { entries in
            entries.compactMap { entry in
                guard entry.isText || entry.isInteger else { return nil }
                let name = session.codingKey(at: entry.key)
                return name.intValue.map { Key(intValue: $0) } ?? Key(stringValue: name.stringValue)
            }
        }
    }

    @inline(__always)
    private func find(_ key: Key) -> ItemPosition? {
        if keys != .text, let integer = key.intValue {
            let found = session.find(integer: integer, in: entries)
            if found != nil || keys == .integer { return found }
        }
        var text = key.stringValue
        return text.withUTF8 { session.find(text: $0, in: entries) }
    }

    @inline(__always)
    private func require(_ key: Key) throws -> ItemPosition {
        guard let found = find(key) else { throw session.missing(key, at: position) }
        return found
    }

    /// The value of a key, unless it is absent or null.
    @inline(__always)
    private func present(_ key: Key) -> ItemPosition? {
        guard let found = find(key), !session.isNull(at: found) else { return nil }
        return found
    }

    func contains(_ key: Key) -> Bool { find(key) != nil }
    func decodeNil(forKey key: Key) throws -> Bool {
        session.isNull(at: try require(key))
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try value(key) { try $0.bool(at: $1) } }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try value(key) { try $0.string(at: $1) } }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try value(key) { try $0.double(at: $1) } }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try value(key) { try $0.float(at: $1) } }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try integer(type, key) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try integer(type, key) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try integer(type, key) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try integer(type, key) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try integer(type, key) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try integer(type, key) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try integer(type, key) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try integer(type, key) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try integer(type, key) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try integer(type, key) }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try value(key) { try $0.decode(type, at: $1) }
    }

    @inline(__always)
    private func integer<T: FixedWidthInteger>(_ type: T.Type, _ key: Key) throws -> T {
        try value(key) { try $0.integer(type, at: $1) }
    }

    @inline(__always)
    private func value<T>(_ key: Key, _ body: (DecodingSession, ItemPosition) throws -> T) throws -> T {
        try body(session, try require(key))
    }

    // The defaults of these would search for each key three times.
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try optional(key) { try $0.bool(at: $1) }
    }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try optional(key) { try $0.string(at: $1) }
    }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try optional(key) { try $0.double(at: $1) }
    }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
        try optional(key) { try $0.float(at: $1) }
    }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try optional(type, key) }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try optional(type, key) }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try optional(type, key) }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try optional(type, key) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try optional(type, key) }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try optional(type, key) }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try optional(type, key) }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try optional(type, key) }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try optional(type, key) }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try optional(type, key) }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        try optional(key) { try $0.decode(type, at: $1) }
    }

    @inline(__always)
    private func optional<T: FixedWidthInteger>(_ type: T.Type, _ key: Key) throws -> T? {
        try optional(key) { try $0.integer(type, at: $1) }
    }

    @inline(__always)
    private func optional<T>(_ key: Key, _ body: (DecodingSession, ItemPosition) throws -> T) throws -> T? {
        guard let found = present(key) else { return nil }
        return try body(session, found)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try decoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        if let key = Key(stringValue: "super") { return try decoder(key) }
        var text = CBORCodingKey.superclass.stringValue
        guard let found = text.withUTF8({ session.find(text: $0, in: entries) }) else {
            throw session.missing(CBORCodingKey.superclass, at: position)
        }
        return ValueDecoder(session: session, position: found, type: Void.self)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }

    private func decoder(_ key: Key) throws -> ValueDecoder {
        try value(key) { ValueDecoder(session: $0, position: $1, type: Void.self) }
    }
}
