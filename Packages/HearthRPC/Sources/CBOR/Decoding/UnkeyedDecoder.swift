/// Reads the items of an array.
struct UnkeyedDecoder: UnkeyedDecodingContainer {
    let session: DecodingSession
    /// The array.
    let position: ItemPosition
    private var next: ItemPosition
    private let total: Int
    private(set) var currentIndex = 0

    init(_ session: DecodingSession, at position: ItemPosition, for type: Any.Type) throws {
        self.session = session
        self.position = position
        let items = try session.items(at: position, of: 4, for: type)
        next = items.next
        total = items.count
    }

    var codingPath: [any CodingKey] { session.codingPath(to: position) }
    var count: Int? { total }
    var isAtEnd: Bool { currentIndex == total }

    /// Reads an item; after an error the next attempt reads it again.
    @inline(__always)
    private mutating func take<T>(_ read: (DecodingSession, ItemPosition) throws -> T) throws -> T {
        guard currentIndex < total else { throw session.exhausted(T.self, at: position, count: total) }
        let value = try read(session, next)
        next = session.next(after: next)
        currentIndex += 1
        return value
    }

    mutating func decodeNil() throws -> Bool {
        guard currentIndex < total else { throw session.exhausted(Never.self, at: position, count: total) }
        guard session.isNull(at: next) else { return false }
        next = session.next(after: next)
        currentIndex += 1
        return true
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try take { try $0.bool(at: $1) } }
    mutating func decode(_ type: String.Type) throws -> String { try take { try $0.string(at: $1) } }
    mutating func decode(_ type: Double.Type) throws -> Double { try take { try $0.double(at: $1) } }
    mutating func decode(_ type: Float.Type) throws -> Float { try take { try $0.float(at: $1) } }
    mutating func decode(_ type: Int.Type) throws -> Int { try integer() }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try integer() }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }

    @inline(__always)
    private mutating func integer<T: FixedWidthInteger>() throws -> T {
        try take { try $0.integer(T.self, at: $1) }
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try take { try $0.decode(type, at: $1) }
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try take { try Self.decoder($0, $1).container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try take { try Self.decoder($0, $1).unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder {
        try take { Self.decoder($0, $1) }
    }

    private static func decoder(_ session: DecodingSession, _ position: ItemPosition) -> ValueDecoder {
        ValueDecoder(session: session, position: position, type: Void.self)
    }
}
