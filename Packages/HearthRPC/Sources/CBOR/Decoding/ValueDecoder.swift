/// The decoder passed to a value, and its single value container.
struct ValueDecoder: Decoder, SingleValueDecodingContainer {
    let session: DecodingSession
    let position: ItemPosition
    /// The type of the value.
    let type: Any.Type

    var codingPath: [any CodingKey] { session.codingPath(to: position) }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy keyType: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(try KeyedDecoder<Key>(session, at: position, for: type))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try UnkeyedDecoder(session, at: position, for: type)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { session.isNull(at: position) }
    func decode(_ type: Bool.Type) throws -> Bool { try session.bool(at: position) }
    func decode(_ type: String.Type) throws -> String { try session.string(at: position) }
    func decode(_ type: Double.Type) throws -> Double { try session.double(at: position) }
    func decode(_ type: Float.Type) throws -> Float { try session.float(at: position) }
    func decode(_ type: Int.Type) throws -> Int { try session.integer(type, at: position) }
    func decode(_ type: Int8.Type) throws -> Int8 { try session.integer(type, at: position) }
    func decode(_ type: Int16.Type) throws -> Int16 { try session.integer(type, at: position) }
    func decode(_ type: Int32.Type) throws -> Int32 { try session.integer(type, at: position) }
    func decode(_ type: Int64.Type) throws -> Int64 { try session.integer(type, at: position) }
    func decode(_ type: UInt.Type) throws -> UInt { try session.integer(type, at: position) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try session.integer(type, at: position) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try session.integer(type, at: position) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try session.integer(type, at: position) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try session.integer(type, at: position) }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try session.decode(type, at: position) }
}
