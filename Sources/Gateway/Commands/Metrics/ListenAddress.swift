internal import ArgumentParser

/// An IPv4 address and port to listen on: `127.0.0.1:9464`, or the port alone for loopback.
struct ListenAddress: ExpressibleByArgument, Hashable, Sendable, CustomStringConvertible {
    /// The address; `0.0.0.0` for all of the machine's.
    let host: String
    /// The port; 0 lets the system choose.
    let port: UInt16

    private static let loopback = "127.0.0.1"

    init?(argument: String) {
        let parts = argument.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        let host = parts.count == 2 ? parts[0] : Self.loopback
        guard (1...2).contains(parts.count), let port = UInt16(parts[parts.count - 1]), Self.isAddress(host) else {
            return nil
        }
        (self.host, self.port) = (host, port)
    }

    /// Whether other machines cannot reach it.
    var isLoopback: Bool { host.hasPrefix("127.") }

    var description: String { "\(host):\(port)" }

    /// The address as a socket takes it.
    var networkOrder: UInt32 {
        host.split(separator: ".").reduce(0) { $0 << 8 | (UInt32($1) ?? 0) }.bigEndian
    }

    /// Whether a text is an IPv4 address in the usual spelling, of four decimal numbers.
    static func isAddress(_ text: some StringProtocol) -> Bool {
        let numbers = text.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 4 && numbers.allSatisfy { UInt8($0).map { number in "\(number)" } == String($0) }
    }
}
