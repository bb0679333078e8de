import EchoControl
import Glibc
import RPCZeroMQ

/// A connection without libzmq: bytes are sent unchanged.
final class RawConnection {
    private let file: Int32

    /// Connects to a socket's file, or to a port of this machine.
    init(to endpoint: ZeroMQEndpoint) throws {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let outcome: Int32
        switch endpoint {
        case .ipc(let path):
            file = socket(AF_UNIX, kind, 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
            outcome = Self.connect(file, address)
        case .tcp(_, let port):
            file = socket(AF_INET, kind, 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            outcome = Self.connect(file, address)
        }
        guard outcome == 0 else {
            close(file)
            throw EchoFailure(reason: "no connection to \(endpoint): \(String(cString: strerror(errno)))")
        }
        // A timeout: a server may leave input unread, or hold a connection without answering.
        var patience = timeval(tv_sec: 1, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(file, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
        setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
    }

    private static func connect<Address>(_ file: Int32, _ address: Address) -> Int32 {
        withUnsafeBytes(of: address) { bytes in
            guard let start = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress else { return -1 }
            return Glibc.connect(file, start, socklen_t(bytes.count))
        }
    }

    /// Sends bytes; false when the peer has disconnected or reads nothing for a second.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        Glibc.send(file, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }

    /// Reads available bytes; false when the peer has disconnected.
    func drain() -> Bool {
        withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
            while true {
                let count = recv(file, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
                if count == 0 { return false }
                if count < 0 { return errno == EAGAIN }
            }
        }
    }

    deinit { close(file) }
}

extension RawConnection {
    /// The first 64 bytes of ZMTP 3.1 with a mechanism's name.
    static func greeting(_ mechanism: String) -> [UInt8] {
        let name = Array(mechanism.utf8)
        return [0xFF, 0, 0, 0, 0, 0, 0, 0, 1, 0x7F, 3, 1] + name + Array(repeating: 0, count: 52 - name.count)
    }

    /// Sends the handshake of a client without keys, and waits for the server's.
    ///
    /// - Parameter name: the requested routing id; none lets libzmq make one.
    func logIn(as name: [UInt8] = []) {
        func property(_ key: String, _ value: [UInt8]) -> [UInt8] {
            [UInt8(key.utf8.count)] + Array(key.utf8) + [0, 0, 0, UInt8(value.count)] + value
        }
        let ready =
            [5] + Array("READY".utf8) + property("Socket-Type", Array("DEALER".utf8)) + property("Identity", name)
        let greeting = Self.greeting("NULL")
        send(greeting + [4, UInt8(ready.count)] + ready)
        // A client that sends before the server is ready is disconnected.
        var (said, buffer) = (0, [UInt8](repeating: 0, count: 256))
        while said <= greeting.count {
            let count = recv(file, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            said += count
        }
    }

    /// A message of one frame.
    static func frame(_ bytes: [UInt8]) -> [UInt8] {
        [2] + withUnsafeBytes(of: UInt64(bytes.count).bigEndian, Array.init) + bytes
    }
}
