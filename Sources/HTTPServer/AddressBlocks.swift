internal import Glibc

/// A set of IP addresses, given as addresses and blocks of them (CIDR): `127.0.0.1`, `10.0.0.0/8`, `fd00::/8`.
public struct AddressBlocks: Hashable, Sendable {
    /// The addresses whose first bits are these.
    private struct Block: Hashable {
        var bytes: [UInt8]
        var bits: Int

        func contains(_ address: [UInt8]) -> Bool {
            guard address.count == bytes.count else { return false }
            let (whole, rest) = bits.quotientAndRemainder(dividingBy: 8)
            guard address[..<whole] == bytes[..<whole] else { return false }
            return rest == 0 || (address[whole] ^ bytes[whole]) >> (8 - rest) == 0
        }
    }

    private let blocks: [Block]

    /// A set without an address.
    public init() { blocks = [] }

    /// Parses addresses and blocks; nil when one of them is neither, or has bits beyond its length.
    public init?(_ texts: [String]) {
        var blocks: [Block] = []
        for text in texts {
            guard let block = Self.block(text) else { return nil }
            blocks.append(block)
        }
        self.blocks = blocks
    }

    /// Whether it has an address.
    public func contains(_ address: String) -> Bool {
        guard !blocks.isEmpty, let bytes = Self.bytes(address) else { return false }
        return blocks.contains { $0.contains(bytes) }
    }

    private static func block(_ text: String) -> Block? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let bytes = bytes(parts[0]) else { return nil }
        var bits = bytes.count * 8
        if parts.count == 2 {
            guard let length = Int(parts[1]), (0...bits).contains(length), String(length) == parts[1] else {
                return nil
            }
            bits = length
        }
        // `10.0.0.1/8` is more likely a mistake than the block around it.
        let isWhole = (bits..<bytes.count * 8).allSatisfy { bytes[$0 / 8] & 0x80 >> UInt8($0 % 8) == 0 }
        return isWhole ? Block(bytes: bytes, bits: bits) : nil
    }

    /// The bytes of an address, those of IPv4 for one that is mapped to IPv6.
    private static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        if HTTPAddress.isVersion4(text) { return text.split(separator: ".").compactMap { UInt8($0) } }
        var address = in6_addr()
        guard text.contains(":"), inet_pton(AF_INET6, String(text), &address) == 1 else { return nil }
        let bytes = withUnsafeBytes(of: &address) { [UInt8]($0) }
        return bytes.starts(with: mapped) ? [UInt8](bytes.dropFirst(mapped.count)) : bytes
    }

    /// What addresses of IPv4 begin with in IPv6 (RFC 4291, section 2.5.5.2).
    private static let mapped = [UInt8](repeating: 0, count: 10) + [0xff, 0xff]
}
