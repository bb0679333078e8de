/// Identifies one intended effect, so that a repeated call has it once. 16 random bytes.
public struct IdempotencyKey: Sendable, Hashable, CustomStringConvertible {
    /// The key's 16 bytes.
    public let bytes: [UInt8]

    /// How many bytes a key has.
    public static let byteCount = 16

    /// Makes a key from its bytes; nil when there are not exactly 16.
    public init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// A new random key.
    public init(runtime: any Runtime) { bytes = runtime.randomBytes(Self.byteCount) }

    /// The key in lower-case hexadecimal.
    public var description: String { bytes.hexadecimal }
}

extension Sequence<UInt8> {
    /// The bytes as lower-case hexadecimal digits.
    public var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        for byte in self { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }
}
