internal import Synchronization

/// The open connections, counted in total and for each address.
final class ConnectionTable: Sendable {
    private struct Entry {
        let socket: ConnectionSocket
        var isIdle = true
        /// Finished at the drain: for a response that goes on until the client leaves.
        var drain: AsyncStream<Void>.Continuation?
    }

    private struct State {
        var entries: [UInt64: Entry] = [:]
        var counts: [String: Int] = [:]
        var last: UInt64 = 0
        var isDraining = false
    }

    private let limits: HTTPLimits
    private let trusted: AddressBlocks
    private let state = Mutex(State())

    /// - Parameter trusted: addresses without a limit of their own: the configured proxies.
    init(limits: HTTPLimits, trusted: AddressBlocks) { (self.limits, self.trusted) = (limits, trusted) }

    /// How many there are.
    var count: Int { state.withLock { $0.entries.count } }

    /// Whether no further request is taken.
    var isDraining: Bool { state.withLock { $0.isDraining } }

    /// Admits a connection.
    ///
    /// - Throws: ``HTTPProblem`` when there are too many.
    func admit(_ socket: ConnectionSocket) throws(HTTPProblem) -> UInt64 {
        let isLimited = !HTTPAddress.isLoopback(socket.peer) && !trusted.contains(socket.peer)
        return try state.withLock { state throws(HTTPProblem) in
            guard !state.isDraining else {
                throw HTTPProblem(503, "draining", "The server is stopping. Try again.", closes: true)
            }
            guard state.entries.count < limits.connections else {
                throw HTTPProblem(503, "connections", "There are too many connections. Try again later.", closes: true)
            }
            let count = state.counts[socket.peer, default: 0]
            guard !isLimited || count < limits.connectionsPerAddress else {
                throw HTTPProblem(
                    503, "connections-of-address",
                    "An address may have \(limits.connectionsPerAddress) connections at a time.", closes: true)
            }
            state.counts[socket.peer] = count + 1
            state.last += 1
            state.entries[state.last] = Entry(socket: socket)
            return state.last
        }
    }

    /// Removes a connection.
    func remove(_ id: UInt64) {
        state.withLock { state in
            guard let entry = state.entries.removeValue(forKey: id) else { return }
            let count = state.counts[entry.socket.peer, default: 1] - 1
            state.counts[entry.socket.peer] = count == 0 ? nil : count
        }
    }

    /// Notes that a connection waits for a request, or has one.
    ///
    /// - Returns: false when it must end, as the server drains.
    func note(_ id: UInt64, isIdle: Bool) -> Bool {
        state.withLock { state in
            state.entries[id]?.isIdle = isIdle
            state.entries[id]?.drain = nil
            return !(isIdle && state.isDraining)
        }
    }

    /// A stream that ends when the server drains.
    func drainSignal(of id: UInt64) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        let isDraining = state.withLock { state in
            state.entries[id]?.drain = continuation
            return state.isDraining
        }
        if isDraining { continuation.finish() }
        return stream
    }

    /// Ends idle connections and endless responses; others end with the response that they are at.
    func drain() {
        let entries = state.withLock { state in
            state.isDraining = true
            return state.entries.sorted { $0.key < $1.key }.map(\.value)
        }
        for entry in entries {
            if entry.isIdle { entry.socket.wakeReader() }
            entry.drain?.finish()
        }
    }
}
