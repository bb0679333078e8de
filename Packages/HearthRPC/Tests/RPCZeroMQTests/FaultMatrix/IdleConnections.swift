import Foundation
import RPCZeroMQ

/// Connections that say nothing; they are closed when this is released.
final class IdleConnections {
    private let endpoint: ZeroMQEndpoint
    private var descriptors: [Int32] = []

    init(at endpoint: ZeroMQEndpoint) { self.endpoint = endpoint }

    deinit { for descriptor in descriptors { close(descriptor) } }

    /// Connects so many times more. What is refused is no failure: the server may be gone.
    func connect(count: Int) {
        for _ in 0..<count {
            switch endpoint {
            case .ipc(let path):
                var address = sockaddr_un()
                address.sun_family = sa_family_t(AF_UNIX)
                withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
                connect(AF_UNIX, address)
            case .tcp(let host, let port):
                var address = sockaddr_in()
                (address.sin_family, address.sin_port) = (sa_family_t(AF_INET), port.bigEndian)
                inet_pton(AF_INET, host, &address.sin_addr)
                connect(AF_INET, address)
            }
        }
    }

    private func connect<Address>(_ family: Int32, _ address: Address) {
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        descriptors.append(descriptor)
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
            }
        }
    }
}
