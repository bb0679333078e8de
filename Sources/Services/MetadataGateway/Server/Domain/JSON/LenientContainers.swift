internal import MetadataGatewayAPI

/// The fields of an object, see ``LenientDecoder``.
struct LenientKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let fields: [String: JSONValue]
    let decoder: LenientDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { fields.keys.compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { fields[key.stringValue] != nil }
    func decodeNil(forKey key: Key) -> Bool { fields[key.stringValue]?.isNull ?? true }

    private func part(_ key: Key) throws -> LenientDecoder {
        guard let value = fields[key.stringValue] else {
            throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: "is absent"))
        }
        return decoder.part(value, at: key)
    }

    /// An optional field that cannot be decoded becomes absent.
    private func lenient<Value>(_ key: Key, _ read: (LenientDecoder) throws -> Value) -> Value? {
        guard let value = fields[key.stringValue], !value.isNull else { return nil }
        do { return try read(decoder.part(value, at: key)) } catch {
            decoder.odd.note((error as? DecodingError)?.path ?? codingPath + [key])
            return nil
        }
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        // A required list that cannot be decoded becomes empty, except the requested list itself.
        if !codingPath.isEmpty, let list = type as? any EmptyCollection.Type {
            if let value = lenient(key, { try $0.read(type) }) { return value }
            if let empty = list.empty as? Value { return empty }
        }
        return try part(key).read(type)
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        lenient(key) { try $0.read(type) }
    }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { lenient(key) { try $0.flag() } }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { lenient(key) { try $0.text() } }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { lenient(key) { try $0.real() } }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { lenient(key) { try $0.integer(type) } }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { lenient(key) { try $0.integer(type) } }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { lenient(key) { try $0.integer(type) } }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try part(key).flag() }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try part(key).text() }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try part(key).real() }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { Float(try part(key).real()) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try part(key).integer(type) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try part(key).integer(type) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try part(key).integer(type) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try part(key).integer(type) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try part(key).integer(type) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try part(key).integer(type) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try part(key).integer(type) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try part(key).integer(type) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try part(key).integer(type) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try part(key).integer(type) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { try part(key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try part(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { decoder }
    func superDecoder(forKey key: Key) throws -> any Decoder { try part(key) }
}

/// One value, see ``LenientDecoder``.
struct LenientSingleValueContainer: SingleValueDecodingContainer {
    let decoder: LenientDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { decoder.value.isNull }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.read(type) }
    func decode(_ type: Bool.Type) throws -> Bool { try decoder.flag() }
    func decode(_ type: String.Type) throws -> String { try decoder.text() }
    func decode(_ type: Double.Type) throws -> Double { try decoder.real() }
    func decode(_ type: Float.Type) throws -> Float { Float(try decoder.real()) }
    func decode(_ type: Int.Type) throws -> Int { try decoder.integer(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try decoder.integer(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try decoder.integer(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try decoder.integer(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try decoder.integer(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try decoder.integer(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try decoder.integer(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try decoder.integer(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try decoder.integer(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try decoder.integer(type) }
}

/// A collection that can be without elements.
protocol EmptyCollection {
    static var empty: Self { get }
}

extension Array: EmptyCollection {
    static var empty: [Element] { [] }
}

extension Dictionary: EmptyCollection {
    static var empty: [Key: Value] { [:] }
}
