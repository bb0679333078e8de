internal import FlyingSocks
internal import Foundation
internal import Glibc
public import RPC
internal import Synchronization

/// Listens at an address and serves HTTP/1.1 within limits, on the sockets of FlyingSocks.
public final class HTTPListener: Sendable {
    /// Responds to a request. An ``HTTPProblem`` is sent; after any other error the connection ends.
    public typealias Handler = @Sendable (HTTPRequest) async throws -> HTTPResponse

    private let limits: HTTPLimits
    private let runtime: any Runtime
    private let table: ConnectionTable
    private let handler: Handler
    private let listening: Mutex<(socket: Socket, address: HTTPAddress)?>

    private static let pauseAfterFailure = Duration.milliseconds(100)
    private static let eventsAtOnce = 128

    /// Creates a listener; nothing is bound yet.
    ///
    /// - Parameter trusted: addresses that may have any number of connections: the configured proxies.
    public init(
        limits: HTTPLimits = HTTPLimits(), trusted: AddressBlocks = AddressBlocks(), runtime: any Runtime,
        handler: @escaping Handler
    ) {
        (self.limits, self.runtime, self.handler) = (limits, runtime, handler)
        table = ConnectionTable(limits: limits, trusted: trusted)
        listening = Mutex(nil)
    }

    /// Why an address cannot be listened at.
    public struct BindFailure: Error, CustomStringConvertible {
        /// The address.
        public let address: HTTPAddress
        /// The system's reason.
        public let reason: String

        public var description: String { "cannot listen at \(address): \(reason)" }
    }

    /// Binds the address.
    ///
    /// - Returns: the address with its port.
    /// - Throws: ``BindFailure``.
    public func bind(to address: HTTPAddress) throws(BindFailure) -> HTTPAddress {
        // A client that leaves while it is written to ends its connection and not the process.
        signal(SIGPIPE, SIG_IGN)
        do {
            let socket = try address.listen()
            let bound = HTTPAddress.bound(by: socket) ?? address
            listening.withLock { $0 = (socket, bound) }
            return bound
        } catch let error as SocketError {
            throw BindFailure(address: address, reason: error.localizedDescription)
        } catch {
            throw BindFailure(address: address, reason: "\(error)")
        }
    }

    /// The number of open connections.
    public var connections: Int { table.count }

    /// Serves until ``drain()`` and the end of the requests that are being served, or until the task is cancelled.
    public func run() async {
        guard let socket = listening.withLock({ $0?.socket }) else { return }
        let pool = SocketPool<ePoll>.ePoll(maxEvents: Self.eventsAtOnce)
        do { try await pool.prepare() } catch { return }
        await withTaskGroup { group in
            group.addTask { try? await pool.run() }
            group.addTask { [self] in await accept(from: socket, pool) }
            // Accepting ends at the drain, with all of its connections; then the pool is not needed.
            await group.next()
            group.cancelAll()
        }
        try? socket.close()
    }

    private func accept(from socket: Socket, _ pool: any AsyncSocketPool) async {
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled, !table.isDraining {
                do {
                    let accepted = try socket.accept().file
                    begin(accepted, pool) { connection in
                        group.addTask { [table] in
                            await connection.run()
                            table.remove(connection.id)
                            connection.socket.close()
                        }
                    }
                } catch SocketError.blocked {
                    try? await pool.suspendSocket(socket, untilReadyFor: .connection)
                } catch {
                    guard !table.isDraining else { return }
                    // The process has no descriptor left, say.
                    try? await runtime.sleep(for: Self.pauseAfterFailure)
                }
            }
            if Task.isCancelled { group.cancelAll() }
        }
    }

    private func begin(
        _ file: Socket.FileDescriptor, _ pool: any AsyncSocketPool, _ start: (HTTPConnection) -> Void
    ) {
        guard let socket = try? ConnectionSocket(accepted: file, pool: pool, runtime: runtime) else { return }
        do throws(HTTPProblem) {
            let id = try table.admit(socket)
            start(HTTPConnection(id: id, socket: socket, table: table, limits: limits, handler: handler))
        } catch {
            socket.writeAtOnce(HTTPConnection.refusal(error))
            socket.close()
        }
    }

    /// Accepts no more connections, ends idle ones and endless responses, and lets the others finish.
    public func drain() {
        table.drain()
        // Wakes the task that waits for a connection.
        if let socket = listening.withLock({ $0?.socket }) { shutdown(socket.file.rawValue, Int32(SHUT_RDWR)) }
    }
}
