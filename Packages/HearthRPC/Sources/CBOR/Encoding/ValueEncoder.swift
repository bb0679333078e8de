/// The encoder passed to a value, and its single value container.
struct ValueEncoder: Encoder, SingleValueEncodingContainer {
    let session: EncodingSession
    /// The value's frame.
    let level: Int

    var codingPath: [any CodingKey] { session.codingPath(level: level) }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        session.open(.map, level: level)
        var usesIntegers = true
        if DictionaryKeys.isCodingKey(type), level < session.frames.count {
            usesIntegers = DictionaryKeys.kind(of: session.frames[level].type) == .integer
        }
        return KeyedEncodingContainer(KeyedEncoder<Key>(session: session, level: level, hasIntegerKeys: usesIntegers))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        session.open(.array, level: level)
        return UnkeyedEncoder(session: session, level: level)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    /// Claims the place of the value.
    @inline(__always)
    private func begin() throws {
        try session.check(level: level)
        guard session.frames[level].kind == .none else {
            session.fail("A value was encoded twice in its place.")
            return try session.check(level: level)
        }
        session.frames[level].kind = .single
    }

    func encodeNil() throws {
        try begin()
        session.output.null()
    }

    func encode(_ value: Bool) throws {
        try begin()
        session.output.bool(value)
    }

    func encode(_ value: String) throws {
        try begin()
        session.output.text(value)
    }

    func encode(_ value: Double) throws {
        try begin()
        session.output.double(value)
    }

    func encode(_ value: Float) throws {
        try begin()
        session.output.float(value)
    }

    func encode(_ value: Int) throws { try encode(integer: value) }
    func encode(_ value: Int8) throws { try encode(integer: value) }
    func encode(_ value: Int16) throws { try encode(integer: value) }
    func encode(_ value: Int32) throws { try encode(integer: value) }
    func encode(_ value: Int64) throws { try encode(integer: value) }
    func encode(_ value: UInt) throws { try encode(integer: value) }
    func encode(_ value: UInt8) throws { try encode(integer: value) }
    func encode(_ value: UInt16) throws { try encode(integer: value) }
    func encode(_ value: UInt32) throws { try encode(integer: value) }
    func encode(_ value: UInt64) throws { try encode(integer: value) }

    @inline(__always)
    private func encode<T: FixedWidthInteger>(integer value: T) throws {
        try begin()
        session.output.integer(value)
    }

    func encode<T: Encodable>(_ value: T) throws {
        let (offset, entry) = (session.output.count, session.entries.count)
        try begin()
        do {
            try session.encode(value)
        } catch {
            session.rollBack(level: level, offset: offset, firstEntry: entry)
            session.frames[level].kind = .none
            throw error
        }
    }
}
