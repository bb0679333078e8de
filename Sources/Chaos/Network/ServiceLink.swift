internal import FlyingSocks
internal import Foundation
internal import Glibc
internal import RPC
internal import Synchronization

/// The way of all callers to one service: they connect to a port on loopback, and every byte passes through here to the
/// service's socket and back, as faults allow.
final class ServiceLink: Sendable {
    /// The port that callers connect to.
    let port: UInt16
    /// The path of the service's socket.
    private let socket: String
    private let listener: Socket
    private let runtime: any Runtime

    private struct State {
        var next = 0
        var faults: [Int: LinkFault] = [:]
        var fault = LinkFault()
        /// Ends the connections, when their streams are finished.
        var connections: [Int: AsyncStream<Void>.Continuation] = [:]
        /// Bytes that were read and not passed on yet.
        var waiting = 0
    }

    private let state = Mutex(State())

    /// The maximum of bytes in a piece that is delayed as a whole.
    private static let pieceBytes = 4_096
    /// How often it is checked whether bytes that are held may pass.
    private static let pollInterval = Duration.milliseconds(5)
    /// The pause after a connection that could not be accepted, such as for lack of descriptors.
    private static let acceptPause = Duration.milliseconds(50)

    /// Listens on loopback, on a port of the system's choice.
    ///
    /// - Parameter socket: the path of the service's socket, which need not exist yet.
    /// - Throws: `SocketError`.
    init(to socket: String, runtime: any Runtime) throws {
        (self.socket, self.runtime) = (socket, runtime)
        listener = try Socket(domain: AF_INET, type: .stream)
        do {
            try listener.bind(to: .inet(ip4: Self.loopback, port: 0))
            try listener.listen()
            guard case .ip4(_, let port) = try listener.sockname() else { throw SocketError.unsupportedAddress }
            self.port = port
        } catch {
            try? listener.close()
            throw error
        }
    }

    deinit { try? listener.close() }

    static let loopback = "127.0.0.1"

    // MARK: Faults

    /// Applies a fault beside those that apply already.
    ///
    /// - Returns: its number, by which it is ended.
    func begin(_ fault: LinkFault) -> Int {
        state.withLock { state in
            state.next += 1
            state.faults[state.next] = fault
            state.fault = LinkFault(of: state.faults.values)
            return state.next
        }
    }

    /// Ends a fault: what it held passes.
    func end(_ number: Int) {
        state.withLock { state in
            state.faults[number] = nil
            state.fault = LinkFault(of: state.faults.values)
        }
    }

    /// Ends all faults.
    func heal() {
        state.withLock { state in
            state.faults = [:]
            state.fault = LinkFault()
        }
    }

    /// Resets all connections; what is under way in them is lost.
    ///
    /// - Returns: their number.
    func cut() -> Int {
        let connections = state.withLock { Array($0.connections.values) }
        for connection in connections { connection.finish() }
        return connections.count
    }

    /// Bytes that were read and not passed on yet.
    var waitingBytes: Int { state.withLock { $0.waiting } }

    private var fault: LinkFault { state.withLock { $0.fault } }

    // MARK: Connections

    /// Passes connections until it is cancelled.
    func run(on pool: some AsyncSocketPool) async {
        guard let listener = try? AsyncSocket(socket: listener, pool: pool) else { return }
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                do {
                    let caller = try await listener.accept()
                    group.addTask { await self.pass(caller, on: pool) }
                } catch {
                    do { try await runtime.sleep(for: Self.acceptPause) } catch { return }
                }
            }
        }
    }

    /// How a connection, or one way of it, ended.
    private enum End: Sendable {
        /// The sender has closed its side, and all of it was passed on.
        case complete
        /// It failed, or was ended by this process.
        case broken
        /// It is to be reset.
        case cut
    }

    private func pass(_ caller: AsyncSocket, on pool: some AsyncSocketPool) async {
        defer { try? caller.close() }
        // A service that is down is one that cannot be connected to: its caller notices at once.
        guard let service = try? await AsyncSocket.connected(to: .unix(path: socket), pool: pool) else { return }
        defer { try? service.close() }
        try? caller.socket.setValue(true, for: BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY))
        let (cuts, connection) = AsyncStream.makeStream(of: Void.self)
        let number = state.withLock { state in
            state.next += 1
            state.connections[state.next] = connection
            return state.next
        }
        defer { state.withLock { _ = $0.connections.removeValue(forKey: number) } }
        let isCut = await withTaskGroup(of: End.self) { group in
            group.addTask { await self.pass(.requests, from: caller, to: service) }
            group.addTask { await self.pass(.responses, from: service, to: caller) }
            group.addTask {
                for await _ in cuts {}
                return Task.isCancelled ? .broken : .cut
            }
            defer { group.cancelAll() }
            var open = LinkFault.Way.allCases.count
            for await end in group {
                if end == .complete { open -= 1 }
                if end != .complete || open == 0 { return end == .cut }
            }
            return false
        }
        if isCut { Self.discardAtClose(caller) }
    }

    /// Makes the close a reset (RST): the peer learns that bytes were lost, instead of a proper end.
    private static func discardAtClose(_ socket: AsyncSocket) {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            socket.socket.file.rawValue, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout.size(ofValue: option)))
    }

    // MARK: Bytes

    private struct Piece: Sendable {
        var bytes: [UInt8]
        /// When it may pass, after those before it.
        var due: MonotonicInstant
    }

    /// Passes the bytes of one way. What waits is bounded by the window of the connection, see `protocols/README.md`.
    private func pass(_ way: LinkFault.Way, from sender: AsyncSocket, to receiver: AsyncSocket) async -> End {
        let (pieces, queue) = AsyncStream.makeStream(of: Piece.self)
        return await withTaskGroup(of: End?.self) { group in
            group.addTask {
                defer { queue.finish() }
                return await self.read(sender, into: queue)
            }
            group.addTask { await self.write(pieces, to: receiver, way) }
            defer { group.cancelAll() }
            for await end in group { if let end { return end } }
            return .broken
        }
    }

    /// - Returns: nil when the sender has closed its side.
    private func read(_ sender: AsyncSocket, into queue: AsyncStream<Piece>.Continuation) async -> End? {
        var generator = SplitMix64(seed: runtime.random())
        while true {
            do {
                let bytes = try await sender.read(atMost: Self.pieceBytes)
                let delay = fault.delay?.draw(using: &generator) ?? .zero
                state.withLock { $0.waiting += bytes.count }
                queue.yield(Piece(bytes: bytes, due: runtime.now.advanced(by: delay)))
            } catch SocketError.disconnected {
                return nil
            } catch {
                return .broken
            }
        }
    }

    private func write(_ pieces: AsyncStream<Piece>, to receiver: AsyncSocket, _ way: LinkFault.Way) async -> End {
        for await piece in pieces {
            defer { state.withLock { $0.waiting -= piece.bytes.count } }
            do {
                if piece.due > runtime.now { try await runtime.sleep(until: piece.due) }
                while fault.held.contains(way) { try await runtime.sleep(for: Self.pollInterval) }
                if let rate = fault.bytesPerSecond {
                    try await runtime.sleep(for: .microseconds(piece.bytes.count * 1_000_000 / rate))
                }
                try await receiver.write(Data(piece.bytes))
            } catch {
                return .broken
            }
        }
        guard !Task.isCancelled else { return .broken }
        shutdown(receiver.socket.file.rawValue, Int32(SHUT_WR))
        return .complete
    }
}
