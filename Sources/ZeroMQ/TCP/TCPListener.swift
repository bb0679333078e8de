internal import CZeroMQ
internal import Glibc

/// Listens at a tcp address for libzmq, which takes the open file over (`ZMQ_USE_FD`), so that a server can change its
/// keys.
///
/// libzmq alone cannot do that: the keys of a bound address stay what they were when it was bound, and `zmq_unbind` ends
/// the connections that came by it (4.3.4 and 4.3.5; its manual does not say so). Here a second socket with other keys
/// listens at the same address, and a filter of one instruction has the kernel give each new connection to the newer
/// of the two. What the older one has accepted goes on.
public enum TCPListener {
    /// How many connections may wait to be accepted.
    private static let backlog: Int32 = 512

    /// Which of the sockets that share the address gets a connection: the second one to come. While there is only one,
    /// there is no such, and the kernel takes the one.
    private static let chosen: UInt32 = 1

    /// Listens where nobody does.
    ///
    /// - Parameters:
    ///   - host: an IPv4 address.
    ///   - port: 0 lets the system choose.
    /// - Returns: the open file, for one socket's `listeningFile`.
    /// - Throws: `ZeroMQError`, `EADDRINUSE` when somebody listens there.
    public static func first(host: String, port: UInt16) throws(ZeroMQError) -> Int32 {
        try open(host, port) { (file, bind) throws(ZeroMQError) in
            // Shared only after it is bound: who comes first must be alone.
            try bind()
            try set(file, SO_REUSEPORT, Int32(1))
            var instruction = sock_filter(code: UInt16(BPF_RET | BPF_K), jt: 0, jf: 0, k: chosen)
            try withUnsafeMutablePointer(to: &instruction) { pointer throws(ZeroMQError) in
                try set(file, SO_ATTACH_REUSEPORT_CBPF, sock_fprog(len: 1, filter: pointer))
            }
        }
    }

    /// Listens where one socket of this process does, and gets the connections from now on. The address must be the same
    /// to the letter.
    ///
    /// - Returns: the open file, for one socket's `listeningFile`.
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
