/// Writes the entries of a map.
struct KeyedEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let session: EncodingSession
    let level: Int
    /// Whether keys with an integer value are written as integers.
    let hasIntegerKeys: Bool

    var codingPath: [any CodingKey] { session.codingPath(level: level) }

    /// Writes a key; its value comes next.
    @inline(__always)
    private func begin(_ key: Key) throws {
        try session.check(level: level)
        if hasIntegerKeys, let integer = key.intValue {
            session.integerKey(integer)
        } else {
            session.textKey(key.stringValue)
        }
    }

    func encodeNil(forKey key: Key) throws {
        try begin(key)
        session.output.null()
    }

    func encode(_ value: Bool, forKey key: Key) throws {
        try begin(key)
        session.output.bool(value)
    }

    func encode(_ value: String, forKey key: Key) throws {
        try begin(key)
        session.output.text(value)
    }

    func encode(_ value: Double, forKey key: Key) throws {
        try begin(key)
        session.output.double(value)
    }

    func encode(_ value: Float, forKey key: Key) throws {
        try begin(key)
        session.output.float(value)
    }

    func encode(_ value: Int, forKey key: Key) throws { try encode(integer: value, key) }
    func encode(_ value: Int8, forKey key: Key) throws { try encode(integer: value, key) }
    func encode(_ value: Int16, forKey key: Key) throws { try encode(integer: value, key) }
    func encode(_ value: Int32, forKey key: Key) throws { try encode(integer: value, key) }
    func encode(_ value: Int64, forKey key: Key) throws { try encode(integer: value, key) }
    func encode(_ value: UInt, forKey key: Key) throws { try encode(integer: value, key) }
    func encode(_ value: UInt8, forKey key: Key) throws { try encode(integer: value, key) }
    func encode(_ value: UInt16, forKey key: Key) throws { try encode(integer: value, key) }
    func encode(_ value: UInt32, forKey key: Key) throws { try encode(integer: value, key) }
    func encode(_ value: UInt64, forKey key: Key) throws { try encode(integer: value, key) }

    @inline(__always)
    private func encode<T: FixedWidthInteger>(integer value: T, _ key: Key) throws {
        try begin(key)
        session.output.integer(value)
    }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        let (offset, entry) = (session.output.count, session.entries.count)
        try begin(key)
        do {
            try session.encode(value)
        } catch {
            session.rollBack(level: level, offset: offset, firstEntry: entry)
            throw error
        }
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        nested(key, key).container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        nested(key, key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        if let key = Key(stringValue: "super") { return superEncoder(forKey: key) }
        return nested(nil, CBORCodingKey.superclass)
    }

    func superEncoder(forKey key: Key) -> any Encoder {
        nested(key, key)
    }

    /// An encoder for a nested value that may be written while this map continues.
    private func nested(_ key: Key?, _ pathKey: any CodingKey) -> ValueEncoder {
        do {
            if let key {
                try begin(key)
            } else {
                try session.check(level: level)
                session.textKey(pathKey.stringValue)
            }
        } catch {
            // The session keeps the error and throws it as soon as it can.
        }
        return ValueEncoder(session: session.nestedSession(level: level, key: pathKey), level: 0)
    }
}
