internal import Glibc

/// An IPv4 or IPv6 address.
public struct IPAddress: Hashable, Sendable {
    /// Its 4 or 16 bytes, in network order.
    public let bytes: [UInt8]

    /// Makes an address from its bytes; nil when they are neither 4 nor 16.
    public init?(bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
        guard self.bytes.count == 4 || self.bytes.count == 16 else { return nil }
    }

    /// Reads an address in its usual form, `192.0.2.1` or `2001:db8::1`; nil for any other text.
    public init?(_ text: String) {
        var (v4, v6) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, text, &v4) == 1 {
            bytes = withUnsafeBytes(of: &v4) { Array($0) }
        } else if inet_pton(AF_INET6, text, &v6) == 1 {
            bytes = withUnsafeBytes(of: &v6) { Array($0) }
        } else {
            return nil
        }
    }

    /// The address in a `sockaddr` of a family; nil for families other than IPv4 and IPv6.
    init?(family: Int32, socketAddress: UnsafeRawBufferPointer) {
        let range: Range<Int>
        switch family {
        case AF_INET: range = 4..<8
        case AF_INET6: range = 8..<24
        default: return nil
        }
        guard range.upperBound <= socketAddress.count else { return nil }
        bytes = Array(socketAddress[range])
    }

    /// The IPv4 address in the last four bytes of an IPv6 address; nil for one of IPv4.
    var embeddedIPv4: IPAddress? { bytes.count == 16 ? IPAddress(bytes: bytes[12...]) : nil }
}

extension IPAddress: CustomStringConvertible {
    public var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return "?" }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
