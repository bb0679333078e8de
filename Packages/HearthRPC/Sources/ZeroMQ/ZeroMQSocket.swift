internal import CZeroMQ

/// A ROUTER, DEALER or PAIR socket of libzmq.
///
/// It is not `Sendable`: it stays on the thread that made it, which in this package is an `IOLoop`'s. No operation here
/// blocks. Messages are one frame long; a ROUTER's carries the peer's routing id beside it.
public final class ZeroMQSocket {
    /// The kinds of sockets that are used here.
    public enum Kind: Sendable {
        /// Talks to many peers, each by its routing id.
        case router

        /// Talks to one peer.
        case dealer

        /// One half of a pair inside one process, as monitors use it.
        case pair
    }

    /// The outcome of a send.
    public enum SendOutcome: Sendable {
        /// libzmq has accepted it, which does not guarantee delivery.
        case sent

        /// The peer's queue is full, or (DEALER) there is no connection yet.
        case wouldBlock

        /// No connection has this routing id any more (ROUTER with `isRouterMandatory`).
        case hostUnreachable
    }

    /// The outcome of a receive.
    public enum ReceiveOutcome: Sendable {
        /// A message of one frame.
        case message

        /// No message is queued.
        case empty

        /// A message of several frames, which our sockets do not send: it was read and dropped.
        case malformed
    }

    /// The kind of the socket.
    public let kind: Kind

    /// Becomes readable when libzmq has events for the socket; only `IOLoop` interprets it (`ZMQ_FD`).
    let fileDescriptor: Int32

    /// Whether messages may be readable although the file descriptor is not.
    ///
    /// Every call that makes libzmq process its events (sending, asking for events) consumes the file descriptor's
    /// signal, and only a read that finds nothing proves that the queue is empty. See `IOLoop`.
    var mayHaveInput = true

    /// The loop that watches this socket.
    weak var watcher: IOLoop?

    private(set) var handle: UnsafeMutableRawPointer?
    private let context: ZeroMQContext

    private init(_ kind: Kind, handle: UnsafeMutableRawPointer, fileDescriptor: Int32, context: ZeroMQContext) {
        self.kind = kind
        self.handle = handle
        self.fileDescriptor = fileDescriptor
        self.context = context
    }

    static func make(
        _ kind: Kind, _ options: ZeroMQSocketOptions, in context: ZeroMQContext
    ) throws(ZeroMQError) -> ZeroMQSocket {
        guard let handle = zmq_socket(context.handle, kind.number) else { throw .last("make a \(kind) socket") }
        var file: Int32 = -1
        var size = MemoryLayout<Int32>.size
        guard zmq_getsockopt(handle, ZMQ_FD, &file, &size) == 0 else {
            let error = ZeroMQError.last("get ZMQ_FD")
            zmq_close(handle)
            throw error
        }
        let socket = ZeroMQSocket(kind, handle: handle, fileDescriptor: file, context: context)
        try socket.apply(options)
        return socket
    }

    /// Listens at an endpoint. A second bind at one `ipc://` path silently takes it over: hold an `EndpointLock`.
    ///
    /// - Throws: `ZeroMQError`, such as `EADDRINUSE`.
    public func bind(_ endpoint: String) throws(ZeroMQError) {
        mayHaveInput = true
        guard zmq_bind(handle, endpoint) == 0 else { throw .last("bind \(endpoint)") }
    }

    /// Stops listening at an endpoint, as `lastEndpoint` named it.
    ///
    /// - Throws: `ZeroMQError`, such as `ENOENT` when it is not bound there.
    public func unbind(_ endpoint: String) throws(ZeroMQError) {
        mayHaveInput = true
        guard zmq_unbind(handle, endpoint) == 0 else { throw .last("unbind \(endpoint)") }
    }

    /// Connects to an endpoint, and reconnects whenever the connection is lost; returns before it is connected.
    ///
    /// - Throws: `ZeroMQError` when the endpoint is invalid.
    public func connect(_ endpoint: String) throws(ZeroMQError) {
        mayHaveInput = true
        guard zmq_connect(handle, endpoint) == 0 else { throw .last("connect \(endpoint)") }
    }

    /// The endpoint bound or connected last, with the port that the system chose for `tcp://127.0.0.1:*`.
    ///
    /// - Throws: `ZeroMQError` when the socket is closed.
    public func lastEndpoint() throws(ZeroMQError) -> String {
        let capacity = 1_024
        return try withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { text throws(ZeroMQError) in
            var size = capacity
            guard zmq_getsockopt(handle, ZMQ_LAST_ENDPOINT, text.baseAddress, &size) == 0 else {
                throw .last("get ZMQ_LAST_ENDPOINT")
            }
            return String(decoding: text.prefix(max(size - 1, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }

    /// Closes the socket; pending messages are sent for the linger time. Closing twice does nothing.
    public func close() {
        guard let handle else { return }
        watcher?.unwatch(self)
        self.handle = nil
        zmq_close(handle)
    }

    /// Whether the socket is closed.
    public var isClosed: Bool { handle == nil }

    deinit { if let handle { zmq_close(handle) } }
}

extension ZeroMQSocket.Kind {
    fileprivate var number: Int32 {
        switch self {
        case .router: ZMQ_ROUTER
        case .dealer: ZMQ_DEALER
        case .pair: ZMQ_PAIR
        }
    }
}
