internal import CZeroMQ
internal import Glibc

/// A connection that a listening socket has accepted, to identify its origin and to close it: libzmq itself cannot.
///
/// libzmq reports the file's number only, and may have closed it since. So the file is checked again before each
/// operation: the number of its inode is unique among sockets.
public struct AcceptedConnection: Sendable {
    /// The other end of a connection, as the kernel reports it.
    public enum Origin: Hashable, Sendable {
        /// A process of this machine that connected to a socket's file (`SO_PEERCRED`).
        case process(Int32)
        /// Another machine, by its IPv4 address in host byte order.
        case host(UInt32)
    }

    /// The number of its file descriptor.
    public let file: Int32
    private let inode: ino_t

    /// The connection with this file; nil when it is closed.
    public init?(file: Int32) {
        guard file >= 0, let inode = AcceptedConnection.inode(of: file) else { return nil }
        (self.file, self.inode) = (file, inode)
    }

    /// The connection that a message arrived over; nil when it is closed.
    public init?(of message: ZeroMQMessage) {
        guard let file = message.sourceFile else { return nil }
        self.init(file: file)
    }

    /// The other end; nil for shared origins, such as a loopback address.
    public var origin: Origin? {
        var (address, size) = (sockaddr_in(), socklen_t(MemoryLayout<sockaddr_in>.size))
        let outcome = withUnsafeMutableBytes(of: &address) { bytes in
            getpeername(file, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, &size)
        }
        guard outcome == 0 else { return nil }
        switch Int32(address.sin_family) {
        case AF_INET:
            let host = UInt32(bigEndian: address.sin_addr.s_addr)
            return host >> 24 == IN_LOOPBACKNET ? nil : .host(host)
        case AF_UNIX:
            var credentials = Credentials()
            size = socklen_t(MemoryLayout<Credentials>.size)
            guard getsockopt(file, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else { return nil }
            // 0: a process of another container, shared by any number of processes there.
            return credentials.process > 0 ? .process(credentials.process) : nil
        default: return nil
        }
    }

    /// The kernel's `struct ucred`, which Glibc has for GNU sources only.
    private struct Credentials {
        var process: pid_t = 0
        var user: uid_t = 0
        var group: gid_t = 0
    }

    /// Closes the connection, unless it is closed. libzmq notices as if the other side had done so.
    public func hangUp() {
        guard AcceptedConnection.inode(of: file) == inode else { return }
        shutdown(file, Int32(SHUT_RDWR))
    }

    /// The number of a socket's inode; nil when the file is closed or no socket.
    private static func inode(of file: Int32) -> ino_t? {
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
        return status.st_ino
    }
}

extension ZeroMQMessage {
    /// The number of the file descriptor that it arrived over (`ZMQ_SRCFD`); nil when libzmq does not say.
    public var sourceFile: Int32? {
        let file = zmq_msg_get(frame, ZMQ_SRCFD)
        return file >= 0 ? file : nil
    }
}
