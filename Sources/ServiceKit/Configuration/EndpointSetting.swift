internal import RPCZeroMQ

/// The endpoint of a service outside the run directory: `catalog=tcp://10.0.0.5:7001`.
public struct EndpointSetting: Sendable, Hashable, CustomStringConvertible {
    /// The service.
    public let service: String
    /// Its endpoint.
    let endpoint: ZeroMQEndpoint

    public var description: String { "\(service)=\(endpoint)" }

    /// The syntax of an entry, for people.
    static let rule = """
        SERVICE=tcp://HOST:PORT, one for a service, with an IPv4 address or a name and a port from 1 to 65535; the \
        services are \(CommonSettings.oneOf(ServiceSettings.knownServices.sorted()))
        """

    /// Parses an entry; nil when it is invalid.
    init?(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, ServiceSettings.knownServices.contains(parts[0]),
            let endpoint = Self.address(parts[1])
        else { return nil }
        (service, self.endpoint) = (parts[0], endpoint)
    }

    /// Parses entries; nil when one is invalid, or a service occurs twice.
    package static func read(_ texts: [String]) -> [EndpointSetting]? {
        let entries = texts.compactMap { EndpointSetting($0) }
        guard entries.count == texts.count, Set(entries.map(\.service)).count == texts.count else { return nil }
        return entries
    }

    /// A tcp address with a port, whose host has no characters that libzmq interprets.
    private static func address(_ text: String) -> ZeroMQEndpoint? {
        guard case .tcp(let host, let port)? = ZeroMQEndpoint(text), port > 0,
            host.utf8.allSatisfy({ isLetterOrDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") })
        else { return nil }
        return .tcp(host: host, port: port)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    /// The canonical IPv4 address and port of `--listen`; nil for anything else.
    static func listening(_ text: String) -> String? {
        guard case .tcp(let host, let port)? = address(text) else { return nil }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        guard parts.count == 4, !parts.contains(nil) else { return nil }
        return "tcp://\(parts.compactMap { $0.map(String.init) }.joined(separator: ".")):\(port)"
    }
}
