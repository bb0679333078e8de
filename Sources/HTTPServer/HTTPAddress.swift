internal import FlyingSocks
internal import Glibc

/// An address and port to listen on: `127.0.0.1:8787`, `[::1]:8787`, or the port alone for loopback.
public struct HTTPAddress: Hashable, Sendable, CustomStringConvertible {
    /// The IP address, without brackets; `0.0.0.0` for all of the machine's.
    public let host: String
    /// The port; 0 lets the system choose.
    public let port: UInt16

    private static let loopback = "127.0.0.1"

    /// Parses an address; nil when it is none.
    public init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":") else {
            guard let port = UInt16(text) else { return nil }
            (host, self.port) = (Self.loopback, port)
            return
        }
        var name = String(text[..<colon])
        let isBracketed = name.hasPrefix("[") && name.hasSuffix("]")
        if isBracketed { name = String(name.dropFirst().dropLast()) }
        guard let port = UInt16(text[text.index(after: colon)...]),
            isBracketed ? Self.isVersion6(name) : Self.isVersion4(name)
        else { return nil }
        (host, self.port) = (name, port)
    }

    init(host: String, port: UInt16) { (self.host, self.port) = (host, port) }

    /// The address by which this machine reaches it: that of loopback where it is all of the machine's.
    public var local: HTTPAddress {
        switch host {
        case "0.0.0.0": HTTPAddress(host: Self.loopback, port: port)
        case "::": HTTPAddress(host: "::1", port: port)
        default: self
        }
    }

    /// Whether other machines cannot reach it.
    public var isLoopback: Bool { Self.isLoopback(host) }

    public var description: String { isVersion6 ? "[\(host)]:\(port)" : "\(host):\(port)" }

    var isVersion6: Bool { host.contains(":") }

    /// Whether an IP address is one of loopback.
    public static func isLoopback(_ address: String) -> Bool {
        isVersion4(address) && address.hasPrefix("127.") || address == "::1" || address.hasPrefix("::ffff:127.")
    }

    /// Whether a text is an IPv4 address in the usual spelling, of four decimal numbers.
    public static func isVersion4(_ text: some StringProtocol) -> Bool {
        let numbers = text.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 4 && numbers.allSatisfy { UInt8($0).map { "\($0)" } == String($0) }
    }

    /// Whether a text is an IPv6 address, without brackets.
    public static func isVersion6(_ text: some StringProtocol) -> Bool {
        var address = in6_addr()
        return text.contains(":") && inet_pton(AF_INET6, String(text), &address) == 1
    }

    /// A socket that listens there.
    ///
    /// - Throws: `SocketError`.
    func listen() throws -> Socket {
        let socket = try Socket(domain: isVersion6 ? AF_INET6 : AF_INET)
        do {
            try socket.setValue(true, for: .localAddressReuse)
            try socket.setFlags(.nonBlocking)
            if isVersion6 {
                try socket.bind(to: sockaddr_in6.inet6(ip6: host, port: port))
            } else {
                try socket.bind(to: sockaddr_in.inet(ip4: host, port: port))
            }
            try socket.listen()
        } catch {
            try? socket.close()
            throw error
        }
        return socket
    }

    /// The address that a socket is bound to.
    static func bound(by socket: Socket) -> HTTPAddress? {
        switch try? socket.sockname() {
        case .ip4(let host, let port), .ip6(let host, let port): HTTPAddress(host: host, port: port)
        default: nil
        }
    }
}
