internal import CZeroMQ
internal import Glibc

/// Listens at a tcp address for libzmq, which takes over the open file descriptor (`ZMQ_USE_FD`), so that a server can
/// change its keys.
///
/// libzmq alone cannot do that: the keys of a bound address are fixed when it is bound, and `zmq_unbind` ends the
/// connections accepted there (4.3.4 and 4.3.5; its manual does not say so). Here a second socket with other keys
/// listens at the same address, and a filter of one instruction makes the kernel give each new connection to the newer
/// of the two. Connections accepted by the older one continue.
public enum TCPListener {
    /// How many connections may wait to be accepted.
    private static let backlog: Int32 = 512

    /// The index of the socket that gets new connections among those that share the address: the second one. While
    /// there is only one, the index is invalid, and the kernel uses that one.
    private static let chosen: UInt32 = 1

    /// Listens at a free address.
    ///
    /// - Parameters:
    ///   - host: an IPv4 address.
    ///   - port: 0 lets the system choose.
    /// - Returns: the open file descriptor, for one socket's `listeningFile`.
    /// - Throws: `ZeroMQError`, `EADDRINUSE` when the address is in use.
    public static func first(host: String, port: UInt16) throws(ZeroMQError) -> Int32 {
        try open(host, port) { (file, bind) throws(ZeroMQError) in
            // Shared only after it is bound: the first socket must be alone.
            try bind()
            try set(file, SO_REUSEPORT, Int32(1))
            var instruction = sock_filter(code: UInt16(BPF_RET | BPF_K), jt: 0, jf: 0, k: chosen)
            try withUnsafeMutablePointer(to: &instruction) { pointer throws(ZeroMQError) in
                try set(file, SO_ATTACH_REUSEPORT_CBPF, sock_fprog(len: 1, filter: pointer))
            }
        }
    }

    /// Listens at the address of one socket of this process, and gets all new connections. The address must be
    /// identical to the letter.
    ///
    /// - Returns: the open file descriptor, for one socket's `listeningFile`.
    /// - Throws: `ZeroMQError`.
    public static func second(host: String, port: UInt16) throws(ZeroMQError) -> Int32 {
        try open(host, port) { (file, bind) throws(ZeroMQError) in
            try set(file, SO_REUSEPORT, Int32(1))
            try bind()
        }
    }

    private typealias Bind = () throws(ZeroMQError) -> Void

    private static func open(
        _ host: String, _ port: UInt16, _ prepare: (Int32, Bind) throws(ZeroMQError) -> Void
    ) throws(ZeroMQError) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        guard inet_pton(AF_INET, host, &address.sin_addr) == 1 else {
            throw ZeroMQError(code: EINVAL, operation: "listen at \"\(host)\", which is no IPv4 address")
        }
        let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        let file = socket(AF_INET, Int32(kind), 0)
        guard file >= 0 else { throw ZeroMQError(code: errno, operation: "open a tcp socket") }
        do throws(ZeroMQError) {
            try set(file, SO_REUSEADDR, Int32(1))
            try prepare(file) { () throws(ZeroMQError) in
                let outcome = withUnsafeBytes(of: address) { bytes in
                    Glibc.bind(file, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t(bytes.count))
                }
                guard outcome == 0 else { throw ZeroMQError(code: errno, operation: "bind tcp://\(host):\(port)") }
            }
            guard listen(file, backlog) == 0 else {
                throw ZeroMQError(code: errno, operation: "listen at tcp://\(host):\(port)")
            }
            return file
        } catch {
            close(file)
            throw error
        }
    }

    private static func set(_ file: Int32, _ option: Int32, _ value: some BitwiseCopyable) throws(ZeroMQError) {
        let outcome = withUnsafeBytes(of: value) {
            setsockopt(file, SOL_SOCKET, option, $0.baseAddress, socklen_t($0.count))
        }
        guard outcome == 0 else { throw ZeroMQError(code: errno, operation: "set option \(option) of a tcp socket") }
    }
}
