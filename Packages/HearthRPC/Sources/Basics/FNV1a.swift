/// The hash FNV-1a, 64 bits (Fowler, Noll, Vo; RFC 9923): the same in every process and version, unlike `Hasher`.
///
/// It tells values apart and is no protection against attackers.
@frozen
public struct FNV1a: Sendable {
    /// The hash of no bytes: RFC 9923, section 5.
    @inlinable public static var offsetBasis: UInt64 { 0xCBF2_9CE4_8422_2325 }

    /// The hash of the bytes so far.
    public var value: UInt64

    /// Begins with no bytes, or goes on from the hash of previous ones.
    @inlinable
    public init(_ value: UInt64 = FNV1a.offsetBasis) { self.value = value }

    /// Adds a byte.
    @inlinable
    public mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }

    /// Adds bytes.
    @inlinable
    public mutating func add(_ bytes: some Sequence<UInt8>) { for byte in bytes { add(byte) } }

    /// The hash of bytes.
    @inlinable
    public static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
        var hash = FNV1a()
        hash.add(bytes)
        return hash.value
    }
}
