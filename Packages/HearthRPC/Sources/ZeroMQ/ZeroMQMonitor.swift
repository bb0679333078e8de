internal import CZeroMQ
internal import Glibc
internal import Synchronization

/// Reports events of the connections of one socket.
///
/// It works through a PAIR over inproc, so events are queued until they are read. `inproc://` connections make no
/// events.
public final class ZeroMQMonitor {
    /// Numbers the endpoints, which must be unique inside a context.
    private static let count = Atomic<UInt64>(0)

    /// The socket that the events arrive on, for a loop to watch.
    public let socket: ZeroMQSocket

    private let monitored: ZeroMQSocket

    /// Begins to report `kinds` of events of `monitored`: make it before the socket binds or connects.
    ///
    /// - Throws: `ZeroMQError` when the socket is closed or sockets run out.
    public init(
        of monitored: ZeroMQSocket, in context: ZeroMQContext, kinds: ZeroMQEvent.Kind = .all
    ) throws(ZeroMQError) {
        let number = ZeroMQMonitor.count.add(1, ordering: .relaxed).newValue
        let endpoint = "inproc://monitor-\(number)"
        var options = ZeroMQSocketOptions()
        // A storm of connections must not lose events: they are small and read every turn.
        options.receiveHighWaterMessages = 0
        socket = try context.makeSocket(.pair, options)
        self.monitored = monitored
        guard zmq_socket_monitor(monitored.handle, endpoint, kinds.rawValue) == 0 else {
            throw .last("monitor a \(monitored.kind) socket")
        }
        try socket.connect(endpoint)
    }

    /// The next event that has not been read, nil when there is none.
    ///
    /// - Throws: `ZeroMQError` when the monitor is closed.
    public func next() throws(ZeroMQError) -> ZeroMQEvent? {
        guard let frames = try socket.receiveFrames() else { return nil }
        // Two frames: number (16 bits) and value (32 bits) in this machine's order, and the endpoint.
        guard frames.count == 2, frames[0].count == 6 else { return ZeroMQEvent(kind: [], value: 0, endpoint: "") }
        let (number, value) = frames[0].withUnsafeBytes { bytes in
            (
                bytes.loadUnaligned(as: UInt16.self),
                bytes.loadUnaligned(fromByteOffset: MemoryLayout<UInt16>.size, as: Int32.self)
            )
        }
        let endpoint = String(decoding: frames[1], as: UTF8.self)
        return ZeroMQEvent(kind: ZeroMQEvent.Kind(rawValue: Int32(number)), value: value, endpoint: endpoint)
    }

    /// Blocks the calling thread until an event of one of these kinds occurs, and drops others; nil when none occurs in
    /// time. For the end of a socket, where there is nothing else to do.
    ///
    /// - Throws: `ZeroMQError` when the monitor is closed.
    public func wait(for kinds: ZeroMQEvent.Kind, atMostMilliseconds limit: Int32) throws(ZeroMQError) -> ZeroMQEvent? {
        let end = MonotonicClock.now + UInt64(max(0, limit)) * MonotonicClock.millisecond
        while true {
            while let event = try next() {
                if !kinds.isDisjoint(with: event.kind) { return event }
            }
            let now = MonotonicClock.now
            guard now < end else { return nil }
            var file = pollfd(fd: socket.fileDescriptor, events: Int16(POLLIN), revents: 0)
            let left = (end - now + MonotonicClock.millisecond - 1) / MonotonicClock.millisecond
            if poll(&file, 1, Int32(left)) > 0 { socket.mayHaveInput = true }
        }
    }

    /// Ends the monitor; required before the monitored socket is closed from another place.
    public func close() {
        guard !socket.isClosed else { return }
        if !monitored.isClosed { zmq_socket_monitor(monitored.handle, nil, 0) }
        socket.close()
    }

    deinit { close() }
}
