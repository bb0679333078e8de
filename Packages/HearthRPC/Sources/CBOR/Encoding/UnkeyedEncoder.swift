/// Writes the items of an array.
struct UnkeyedEncoder: UnkeyedEncodingContainer {
    let session: EncodingSession
    let level: Int

    var codingPath: [any CodingKey] { session.codingPath(level: level) }
    var count: Int { level < session.frames.count ? session.frames[level].count : 0 }

    /// Counts an item, which is written next.
    @inline(__always)
    private func begin() throws {
        try session.check(level: level)
        session.frames[level].count += 1
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
            session.frames[level].count -= 1
            throw error
        }
    }

    func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        nested().container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        nested().unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        nested()
    }

    /// An encoder for a nested item that may be written while this array continues.
    private func nested() -> ValueEncoder {
        do {
            try begin()
        } catch {
            // The session keeps the error and throws it as soon as it can.
        }
        let key = CBORCodingKey(index: max(count - 1, 0))
        return ValueEncoder(session: session.nestedSession(level: level, key: key), level: 0)
    }
}
