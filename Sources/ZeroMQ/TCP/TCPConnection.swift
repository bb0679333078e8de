internal import CZeroMQ
internal import Glibc

/// The tcp connection that a message came over, to hang up on: libzmq itself has no way to.
///
/// libzmq tells the file's number only, and may have closed it since. So the address of the other side is looked at
/// again before anything is done to it.
public struct TCPConnection: Sendable {
    private let file: Int32
    private let peer: Address

    private struct Address: Equatable {
        var host: UInt32
        var port: UInt16
    }

    /// The connection of a message; nil when it came by another way, or the connection has gone.
    public init?(of message: ZeroMQMessage) {
        let file = zmq_msg_get(message.frame, ZMQ_SRCFD)
        guard file >= 0, let peer = TCPConnection.peer(of: file) else { return nil }
        (self.file, self.peer) = (file, peer)
    }

    /// Ends the connection, unless it has gone. libzmq notices as if the other side had.
    public func hangUp() {
        guard TCPConnection.peer(of: file) == peer else { return }
        shutdown(file, Int32(SHUT_RDWR))
    }

    private static func peer(of file: Int32) -> Address? {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let outcome = withUnsafeMutableBytes(of: &address) { bytes in
            getpeername(file, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, &size)
        }
        guard outcome == 0, address.sin_family == sa_family_t(AF_INET) else { return nil }
        return Address(host: address.sin_addr.s_addr, port: address.sin_port)
    }
}
