/// A range of addresses with a common prefix.
public struct AddressRange: Hashable, Sendable {
    /// The first address of the range.
    public let first: IPAddress

    /// How many bits the addresses of the range share.
    public let prefixBits: Int

    /// Reads a range such as `10.0.0.0/8` or `fc00::/7`; nil for any other text.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let first = IPAddress(String(parts[0])), let bits = Int(parts[1]),
            (0...first.bytes.count * 8).contains(bits)
        else { return nil }
        (self.first, prefixBits) = (first, bits)
    }

    /// Whether an address lies in the range.
    public func contains(_ address: IPAddress) -> Bool {
        guard address.bytes.count == first.bytes.count else { return false }
        let (whole, rest) = (prefixBits / 8, prefixBits % 8)
        guard address.bytes[..<whole] == first.bytes[..<whole] else { return false }
        return rest == 0 || (address.bytes[whole] ^ first.bytes[whole]) >> (8 - rest) == 0
    }
}
