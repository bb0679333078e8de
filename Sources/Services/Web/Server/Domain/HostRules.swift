internal import HTTPServer

/// Which names a request may be addressed to. A web page may have its own name resolve to this machine (DNS rebinding): its
/// requests carry that name, and are refused.
struct HostRules: Sendable {
    /// Configured names, in lower case.
    let names: Set<String>
    /// Whether it listens on loopback alone, where no address but loopback's can be meant.
    let isLoopback: Bool

    private static let longestName = 253

    /// Whether a text is a host name, not an address.
    static func isName(_ text: String) -> Bool {
        let isPlain: (Character) -> Bool = { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == ".") }
        return (1...longestName).contains(text.count) && text.allSatisfy(isPlain)
    }

    /// The host of an authority, in lower case and without port and brackets; nil when it is malformed.
    static func host(of authority: String) -> String? {
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { return nil }
            let (name, rest) = (authority[..<end].dropFirst(), authority[authority.index(after: end)...])
            guard HTTPAddress.isVersion6(name), isPort(rest) else { return nil }
            return name.lowercased()
        }
        let name = authority.prefix { $0 != ":" }
        guard isPort(authority.dropFirst(name.count)) else { return nil }
        // A dot at the end means the same name.
        let host = name.hasSuffix(".") ? String(name.dropLast()) : String(name)
        return isName(host) ? host.lowercased() : nil
    }

    /// Whether a text is nothing, or a colon and a port.
    private static func isPort(_ text: some StringProtocol) -> Bool {
        text.isEmpty || text.hasPrefix(":") && UInt16(text.dropFirst()) != nil
    }

    /// Whether a request may be addressed so.
    func accepts(_ authority: String) -> Bool {
        guard let host = Self.host(of: authority) else { return false }
        if host == "localhost" || HTTPAddress.isLoopback(host) || names.contains(host) { return true }
        // No name can stand for another address when it is an address itself.
        return !isLoopback && (HTTPAddress.isVersion4(host) || HTTPAddress.isVersion6(host))
    }
}
