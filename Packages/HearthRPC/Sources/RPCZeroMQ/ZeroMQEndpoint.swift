/// Where a server listens: `ipc:///run/catalog.0.sock` or `tcp://192.168.1.5:7000`.
public enum ZeroMQEndpoint: Hashable, Sendable, LosslessStringConvertible {
    /// A socket file in a private directory.
    case ipc(path: String)

    /// A port of an IPv4 address or a host's name; port 0 lets the system choose, when a server binds.
    case tcp(host: String, port: UInt16)

    /// Reads an address, nil for anything else: no wildcards, no interfaces, no abstract sockets.
    public init?(_ description: String) {
        if description.hasPrefix("ipc://") {
            let path = String(description.dropFirst("ipc://".count))
            guard let first = path.first, first != "@", first != "*" else { return nil }
            self = .ipc(path: path)
        } else if description.hasPrefix("tcp://") {
            let rest = description.dropFirst("tcp://".count)
            guard let colon = rest.lastIndex(of: ":"), colon != rest.startIndex,
                let port = UInt16(rest[rest.index(after: colon)...]),
                !rest[..<colon].contains(where: { "*;:/ ".contains($0) })
            else { return nil }
            self = .tcp(host: String(rest[..<colon]), port: port)
        } else {
            return nil
        }
    }

    public var description: String {
        switch self {
        case .ipc(let path): "ipc://\(path)"
        case .tcp(let host, let port): "tcp://\(host):\(port)"
        }
    }

    /// Whether only this machine can reach it.
    public var isLocal: Bool {
        switch self {
        case .ipc: true
        case .tcp(let host, _): ZeroMQEndpoint.isLoopback(host)
        }
    }

    /// An address of 127.0.0.0/8 written in full. A host name does not count: its resolution is unknown here.
    private static func isLoopback(_ host: String) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return parts.count == 4 && parts[0] == 127 && !parts.contains(nil)
    }
}
