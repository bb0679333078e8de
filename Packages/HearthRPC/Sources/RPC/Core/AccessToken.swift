internal import Glibc

/// A bearer token's bytes. Prints as a placeholder, so that it does not appear in logs.
public struct AccessToken: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The token's bytes on the wire.
    public let bytes: [UInt8]

    /// A hash of the bytes, computed once: servers look a token up with every call that repeats it.
    private let bytesHash: Int

    /// Wraps a token's bytes.
    public init(bytes: [UInt8]) {
        self.bytes = bytes
        var hasher = Hasher()
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        bytesHash = hasher.finalize()
    }

    /// Wraps a token's text, such as a JWT.
    public init(_ text: String) { self.init(bytes: Array(text.utf8)) }

    public static func == (left: Self, right: Self) -> Bool {
        left.bytesHash == right.bytesHash && right.bytes.withUnsafeBytes(left.holds)
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(bytesHash) }

    /// Whether the token has these bytes. An array would compare them one by one.
    func holds(_ other: UnsafeRawBufferPointer) -> Bool {
        bytes.withUnsafeBytes { own in
            guard own.count == other.count else { return false }
            guard let left = own.baseAddress, let right = other.baseAddress else { return own.isEmpty }
            return memcmp(left, right, own.count) == 0
        }
    }

    public var description: String { "<token>" }
    public var debugDescription: String { "<token>" }
}
