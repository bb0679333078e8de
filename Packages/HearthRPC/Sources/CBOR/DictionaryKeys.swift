/// Distinguishes dictionaries with `Int` keys from those with `String` keys: both use the same coding keys, of a
/// private type of the standard library, in which "1" and 1 are equal. This finds that type, and the key kind of a
/// dictionary type.
enum DictionaryKeys {
    /// How a dictionary encodes its keys.
    enum Kind {
        case text
        case integer
        /// Unknown: a type passed its own coder to a dictionary.
        case unknown
    }

    /// The standard library's coding key type for dictionaries, obtained from a dictionary itself.
    static let codingKeyType: ObjectIdentifier? = {
        let probe = Probe()
        try? ["": 0].encode(to: probe)
        return probe.seen.type
    }()

    @inline(__always)
    static func isCodingKey<K: CodingKey>(_ type: K.Type) -> Bool {
        ObjectIdentifier(type) == codingKeyType
    }

    static func kind(of type: Any.Type) -> Kind {
        guard let dictionary = type as? any KeyKindProviding.Type else { return .unknown }
        return dictionary.hasIntegerKeys ? .integer : .text
    }
}

/// A type with a known kind of keys.
private protocol KeyKindProviding {
    static var hasIntegerKeys: Bool { get }
}

extension Dictionary: KeyKindProviding {
    fileprivate static var hasIntegerKeys: Bool {
        Key.self == Int.self || Key.self is any RawRepresentable<Int>.Type
    }
}

/// An encoder that only captures the requested coding key type.
private struct Probe: Encoder {
    final class Seen {
        var type: ObjectIdentifier?
    }

    let seen = Seen()
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        seen.type = ObjectIdentifier(type)
        let session = EncodingSession(keyOrder: .declared, maxDepth: 1)
        return KeyedEncodingContainer(KeyedEncoder<Key>(session: session, level: 0, hasIntegerKeys: false))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        UnkeyedEncoder(session: EncodingSession(keyOrder: .declared, maxDepth: 1), level: 0)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        ValueEncoder(session: EncodingSession(keyOrder: .declared, maxDepth: 1), level: 0)
    }
}
