/// A decoder that returns sample values and records what a type requests.
final class RecordingDecoder: Decoder {
    let session: RecordingSession
    /// The type that is decoded.
    let type: Any.Type
    private(set) var fields: [Schema.Field] = []
    /// Whether the type decodes a single text.
    private(set) var isText = false
    /// Whether a violation of the type was reported.
    private(set) var hasComplained = false
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(session: RecordingSession, type: Any.Type) {
        self.session = session
        self.type = type
    }

    func container<Key: CodingKey>(keyedBy keyType: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(RecordingContainer<Key>(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw refuse("decodes an array of its own making.")
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        RecordingSingleValue(decoder: self)
    }

    func note(_ key: some CodingKey, _ shape: Schema.Shape, isOptional: Bool) {
        guard !fields.contains(where: { $0.name == key.stringValue }) else { return }
        fields.append(
            Schema.Field(name: key.stringValue, key: key.intValue, shape: shape, isOptional: isOptional))
    }

    func noteText() {
        isText = true
    }

    func complain(_ complaint: String) {
        hasComplained = true
        session.report(type, complaint)
    }

    func refuse(_ complaint: String) -> RecordingSession.Abandoned {
        complain(complaint)
        return RecordingSession.Abandoned()
    }
}

/// The single value of a type: only text is supported.
struct RecordingSingleValue: SingleValueDecodingContainer {
    let decoder: RecordingDecoder
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { false }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        guard let text = "" as? T else { throw decoder.refuse("stands for a single \(type), which is not text.") }
        decoder.noteText()
        return text
    }
}

/// The fields of a type.
struct RecordingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: RecordingDecoder
    var codingPath: [any CodingKey] { [] }

    var allKeys: [Key] {
        decoder.complain("looks at its keys: an enumeration with values, or coding of its own making.")
        return []
    }

    func contains(_ key: Key) -> Bool {
        decoder.complain("asks whether \(key.stringValue) is there: coding of its own making.")
        return true
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        throw decoder.refuse("asks whether \(key.stringValue) is null: coding of its own making.")
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        do {
            let (shape, value) = try decoder.session.visit(type)
            decoder.note(key, shape, isOptional: false)
            return value
        } catch {
            decoder.note(key, decoder.session.shape(type), isOptional: false)
            throw error
        }
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        throw decoder.refuse("nests \(key.stringValue) by hand: coding of its own making.")
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw decoder.refuse("nests \(key.stringValue) by hand: coding of its own making.")
    }

    func superDecoder() throws -> any Decoder {
        throw decoder.refuse("is a class with a superclass.")
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        throw decoder.refuse("is a class with a superclass.")
    }

    /// Records an optional field and returns nil.
    private func optional<T: Decodable>(_ type: T.Type, _ key: Key) -> T? {
        decoder.note(key, decoder.session.shape(type), isOptional: true)
        return nil
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? { optional(type, key) }

    // Each of these is a requirement with a default that calls `contains` and `decode`: without them, optional fields
    // of these types would be recorded as required.
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { optional(type, key) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { optional(type, key) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { optional(type, key) }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { optional(type, key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { optional(type, key) }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { optional(type, key) }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { optional(type, key) }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { optional(type, key) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { optional(type, key) }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { optional(type, key) }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { optional(type, key) }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { optional(type, key) }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { optional(type, key) }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { optional(type, key) }
}
