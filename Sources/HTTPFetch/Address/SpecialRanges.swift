/// The ranges of addresses that do not belong to hosts of the public internet.
///
/// Source: IANA's registries of special-purpose addresses for IPv4 and IPv6, and of the IPv6 address space. All IPv6
/// outside 2000::/3, the only range that IANA assigns to hosts, is special without an entry.
enum SpecialRanges {
    /// A range and its purpose.
    struct Entry: Sendable {
        let range: AddressRange
        let purpose: String
        /// A local network, which a configuration may allow by a host's name.
        let isLocal: Bool
    }

    /// The entry of an address that does not belong to a public host; nil for public addresses.
    static func entry(of address: IPAddress) -> Entry? {
        if let named = named.first(where: { $0.range.contains(address) }) { return named }
        guard address.bytes.count == 16 else { return nil }
        if embedding.contains(where: { $0.contains(address) }) { return address.embeddedIPv4.flatMap(entry) }
        return hosts.contains { $0.contains(address) } ? nil : unassigned
    }

    /// IPv6 ranges that embed an IPv4 address in their last four bytes: a network may route to it.
    private static let embedding = ranges("::ffff:0:0/96", "64:ff9b::/96")

    /// The range that IANA assigns to hosts.
    private static let hosts = ranges("2000::/3")

    private static let unassigned = AddressRange("::/0").map {
        Entry(range: $0, purpose: "not of the public internet", isLocal: false)
    }

    /// Named ranges; narrow ones before those that contain them.
    static let named: [Entry] =
        entries(
            "metadata of a cloud",
            "169.254.169.254/32", "169.254.170.2/32", "100.100.100.200/32", "192.0.0.192/32", "fd00:ec2::254/128")
        + entries("loopback", "127.0.0.0/8", "::1/128", isLocal: true)
        + entries("private", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7", "fec0::/10", isLocal: true)
        + entries("shared by a provider's customers", "100.64.0.0/10", isLocal: true)
        + entries("link-local", "169.254.0.0/16", "fe80::/10", isLocal: true)
        + entries("this host", "0.0.0.0/8", "::/128")
        + entries("multicast", "224.0.0.0/4", "ff00::/8")
        + entries("reserved", "240.0.0.0/4", "100::/64", "100:0:0:1::/64", "5f00::/16")
        + entries("for protocols", "192.0.0.0/24", "2001::/23")
        + entries(
            "for documentation", "192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "2001:db8::/32", "3fff::/20")
        + entries("for measurements", "198.18.0.0/15")
        + entries("for AS112", "192.31.196.0/24", "192.175.48.0/24", "2620:4f:8000::/48")
        + entries("for AMT", "192.52.193.0/24")
        + entries("a tunnel", "192.88.99.0/24", "2002::/16", "64:ff9b:1::/48", "::/96")

    private static func entries(_ purpose: String, _ texts: String..., isLocal: Bool = false) -> [Entry] {
        texts.compactMap(AddressRange.init).map { Entry(range: $0, purpose: purpose, isLocal: isLocal) }
    }

    private static func ranges(_ texts: String...) -> [AddressRange] { texts.compactMap(AddressRange.init) }
}
