internal import Foundation
internal import Glibc
internal import Synchronization

/// A small server of a test's own, which behaves as well or as badly as its script wants.
///
/// It listens on loopback, at a port that the system chooses, with a thread for each connection.
public final class ScriptedServer: Sendable {
    /// What a connection does, from its beginning to its end; what it throws ends the connection.
    public typealias Script = @Sendable (ServedConnection) throws -> Void

    /// Where it listens.
    public let port: Int

    private struct State {
        var open: Set<Int32> = []
        var connections = 0
        var requests: [ServedRequest] = []
        var isStopped = false
    }

    private let listener: Int32
    private let script: Script
    private let state = Mutex(State())

    /// Starts a server that runs a script for each connection.
    ///
    /// - Parameters:
    ///   - address: An address of loopback, of IPv4 or IPv6.
    ///   - port: The port; 0 for one that the system chooses.
    ///   - sendBufferBytes: The system's buffer for what is sent; what it likes when not said.
    /// - Throws: `POSIXError` when it cannot listen there.
    public init(
        address: String = "127.0.0.1", port: Int = 0, sendBufferBytes: Int32? = nil, connection script: @escaping Script
    ) throws {
        self.script = script
        (listener, self.port) = try ServerSocket.listen(address: address, port: port)
        if var bytes = sendBufferBytes {
            // Those of its connections are as its own.
            setsockopt(listener, SOL_SOCKET, SO_SNDBUF, &bytes, socklen_t(MemoryLayout<Int32>.size))
        }
        accept()
    }

    /// Starts a server that answers each request with a script, and keeps connections until one throws.
    ///
    /// - Parameter sendBufferBytes: How much the system may take of each connection before it is on its way; as much as it
    ///   likes when not said.
    /// - Throws: `POSIXError` when it cannot listen there.
    public convenience init(
        address: String = "127.0.0.1", port: Int = 0, sendBufferBytes: Int32? = nil,
        request script: @escaping @Sendable (ServedRequest, ServedConnection) throws -> Void
    ) throws {
        try self.init(address: address, port: port, sendBufferBytes: sendBufferBytes) { connection in
            while let request = try connection.readRequest() { try script(request, connection) }
        }
    }

    /// How many connections there have been.
    public var connections: Int { state.withLock { $0.connections } }

    /// The requests that have come, in their order.
    public var requests: [ServedRequest] { state.withLock { $0.requests } }

    /// Breaks every connection and takes no more.
    public func stop() {
        state.withLock { state in
            guard !state.isStopped else { return }
            state.isStopped = true
            shutdown(listener, Int32(SHUT_RDWR))
            for file in state.open { shutdown(file, Int32(SHUT_RDWR)) }
        }
    }

    deinit { stop() }

    func note(_ request: ServedRequest) { state.withLock { $0.requests.append(request) } }

    private func accept() {
        Thread.detachNewThread { [listener, script, weak self] in
            while true {
                let file = Glibc.accept(listener, nil, nil)
                guard file >= 0 else { break }
                guard self?.begin(file) == true else {
                    _ = close(file)
                    break
                }
                Thread.detachNewThread { [weak self] in
                    let connection = ServedConnection(file) { [weak self] in self?.note($0) }
                    try? script(connection)
                    self?.end(file)
                    close(file)
                }
            }
            close(listener)
        }
    }

    private func begin(_ file: Int32) -> Bool {
        state.withLock { state in
            state.connections += 1
            if !state.isStopped { state.open.insert(file) }
            return !state.isStopped
        }
    }

    private func end(_ file: Int32) { state.withLock { _ = $0.open.remove(file) } }
}

/// The socket that a server listens at.
private enum ServerSocket {
    static func listen(address: String, port: Int) throws -> (file: Int32, port: Int) {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(address, String(port), &hints, &found) == 0, let target = found?.pointee else {
            throw POSIXError(.EADDRNOTAVAIL)
        }
        defer { freeaddrinfo(found) }
        let file = socket(target.ai_family, target.ai_socktype | Int32(SOCK_CLOEXEC.rawValue), 0)
        var yes: Int32 = 1
        setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        guard file >= 0, bind(file, target.ai_addr, target.ai_addrlen) == 0, Glibc.listen(file, SOMAXCONN) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        var (bound, length) = (sockaddr_in6(), socklen_t(MemoryLayout<sockaddr_in6>.size))
        let code = withUnsafeMutablePointer(to: &bound) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(file, $0, &length) }
        }
        guard code == 0 else { throw POSIXError(.EIO) }
        // The port has the same place in the addresses of both families.
        return (file, Int(UInt16(bigEndian: bound.sin6_port)))
    }
}
