import Dispatch
import Glibc
import RPCZeroMQ

/// A plain tcp connection to a server, over which a test sends whatever bytes it wants.
final class RawTCPClient: Sendable {
    private let file: Int32

    /// Connects to an address of this machine.
    init(to endpoint: ZeroMQEndpoint) throws {
        guard case .tcp(_, let port) = endpoint else { throw ZeroMQTransportError.closed }
        file = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let outcome = withUnsafeBytes(of: address) { bytes in
            connect(file, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t(bytes.count))
        }
        guard outcome == 0 else {
            close(file)
            throw ZeroMQTransportError.closed
        }
    }

    /// Sends bytes; a server that has hung up already is as good as one that reads them.
    func send(_ bytes: [UInt8]) { _ = Glibc.send(file, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }

    /// Returns when the server has hung up.
    func waitUntilDisconnected() async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [file] in
                var buffer = [UInt8](repeating: 0, count: 4_096)
                while recv(file, &buffer, buffer.count, 0) > 0 {}
                continuation.resume()
            }
        }
    }

    deinit { close(file) }
}

extension RawTCPClient {
    /// The first 64 bytes of ZMTP 3.1 with a mechanism's name.
    static func greeting(_ mechanism: String) -> [UInt8] {
        let name = Array(mechanism.utf8)
        return [0xFF, 0, 0, 0, 0, 0, 0, 0, 1, 0x7F, 3, 1] + name + Array(repeating: 0, count: 20 - name.count)
            + Array(repeating: 0, count: 32)
    }

    /// The command with which the NULL mechanism is done.
    static let ready: [UInt8] = {
        let kind = Array("Socket-Type".utf8)
        let body = [5] + Array("READY".utf8) + [UInt8(kind.count)] + kind + [0, 0, 0, 6] + Array("DEALER".utf8)
        return [4, UInt8(body.count)] + body
    }()

    /// The beginning of a frame that has so many bytes, or of a command.
    static func frame(bytes: UInt64, isCommand: Bool = false) -> [UInt8] {
        [isCommand ? 6 : 2] + withUnsafeBytes(of: bytes.bigEndian, Array.init)
    }
}
