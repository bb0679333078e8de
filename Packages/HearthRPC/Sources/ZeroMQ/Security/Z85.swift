internal import CZeroMQ

/// Keys as text (ZeroMQ RFC 32): 5 characters for 4 bytes.
enum Z85 {
    /// The length of a key as text.
    static let keyCharacters = 40

    static func encode(_ bytes: [UInt8]) -> String {
        var text = [CChar](repeating: 0, count: bytes.count / 4 * 5 + 1)
        guard zmq_z85_encode(&text, bytes, bytes.count) != nil else { return "" }
        return string(text)
    }

    /// The bytes of a key, nil when the text is no key.
    static func decode(_ text: String) -> [UInt8]? {
        guard text.utf8.count == keyCharacters, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        var bytes = [UInt8](repeating: 0, count: CurveKeyPair.keyBytes)
        guard zmq_z85_decode(&bytes, text) != nil else { return nil }
        return bytes
    }

    /// The text before the zero byte.
    static func string(_ text: [CChar]) -> String {
        String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
