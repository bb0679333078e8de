internal import CZeroMQ

/// An event of a socket's connection, as its monitor reports it.
public struct ZeroMQEvent: Hashable, Sendable, CustomStringConvertible {
    /// The event's kind.
    public let kind: Kind

    /// Depends on the kind: a file descriptor, an errno, the milliseconds until the next attempt, or the status code
    /// of a refused login.
    public let value: Int32

    /// The endpoint of the connection.
    public let endpoint: String

    public var description: String { "\(kind) \(value) \(endpoint)" }

    /// Whether it reports a connection that failed before its login.
    ///
    /// libzmq reports a message that breaks the protocol in the same way as a handshake that does, so of these reasons
    /// only those count that occur in handshakes alone (`ZMQ_PROTOCOL_ERROR_*`; `curve_mechanism_base_t::decode` gives
    /// the others for messages).
    public var isFailedHandshake: Bool {
        switch kind {
        case .handshakeFailed: true
        case .handshakeFailedProtocol: !ZeroMQEvent.reasonsOfMessages.contains(value)
        default: false
        }
    }

    private static let reasonsOfMessages: Set<Int32> = [
        ZMQ_PROTOCOL_ERROR_ZMTP_UNEXPECTED_COMMAND, ZMQ_PROTOCOL_ERROR_ZMTP_INVALID_SEQUENCE,
        ZMQ_PROTOCOL_ERROR_ZMTP_MALFORMED_COMMAND_UNSPECIFIED, ZMQ_PROTOCOL_ERROR_ZMTP_MALFORMED_COMMAND_MESSAGE,
        ZMQ_PROTOCOL_ERROR_ZMTP_CRYPTOGRAPHIC,
    ]
}

extension ZeroMQEvent {
    /// The kinds of events: one in an event, a set to select the kinds that a monitor reports.
    public struct Kind: OptionSet, Hashable, Sendable, CustomStringConvertible {
        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// A connection exists, before its login: nothing can be sent yet.
        public static let connected = Kind(rawValue: ZMQ_EVENT_CONNECTED)
        /// The first attempt did not succeed at once.
        public static let connectDelayed = Kind(rawValue: ZMQ_EVENT_CONNECT_DELAYED)
        /// There will be another attempt, after the value in milliseconds.
        public static let connectRetried = Kind(rawValue: ZMQ_EVENT_CONNECT_RETRIED)
        /// The socket listens.
        public static let listening = Kind(rawValue: ZMQ_EVENT_LISTENING)
        /// It cannot listen; the value is the errno.
        public static let bindFailed = Kind(rawValue: ZMQ_EVENT_BIND_FAILED)
        /// A peer has connected to this listening socket.
        public static let accepted = Kind(rawValue: ZMQ_EVENT_ACCEPTED)
        /// A peer could not be accepted; the value is the errno.
        public static let acceptFailed = Kind(rawValue: ZMQ_EVENT_ACCEPT_FAILED)
        /// This side closed a connection, or the listening socket.
        public static let closed = Kind(rawValue: ZMQ_EVENT_CLOSED)
        /// Closing failed; the value is the errno.
        public static let closeFailed = Kind(rawValue: ZMQ_EVENT_CLOSE_FAILED)
        /// A connection broke. Messages received before can still be read.
        public static let disconnected = Kind(rawValue: ZMQ_EVENT_DISCONNECTED)
        /// The monitor's last event.
        public static let monitorStopped = Kind(rawValue: ZMQ_EVENT_MONITOR_STOPPED)
        /// The handshake failed for an unspecified reason; the value is the errno.
        public static let handshakeFailed = Kind(rawValue: ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL)
        /// Both sides have agreed: messages can be sent when the socket is writable.
        public static let handshakeSucceeded = Kind(rawValue: ZMQ_EVENT_HANDSHAKE_SUCCEEDED)
        /// The peer broke the protocol of ZeroMQ or of the login.
        public static let handshakeFailedProtocol = Kind(rawValue: ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL)
        /// The server refused the client, with this status. libzmq never retries: close the socket.
        public static let handshakeFailedAuthentication = Kind(rawValue: ZMQ_EVENT_HANDSHAKE_FAILED_AUTH)

        /// Every kind.
        public static let all = Kind(rawValue: ZMQ_EVENT_ALL)

        private static let names: [(Kind, String)] = [
            (.connected, "connected"), (.connectDelayed, "connect delayed"), (.connectRetried, "connect retried"),
            (.listening, "listening"), (.bindFailed, "bind failed"), (.accepted, "accepted"),
            (.acceptFailed, "accept failed"), (.closed, "closed"), (.closeFailed, "close failed"),
            (.disconnected, "disconnected"), (.monitorStopped, "monitor stopped"),
            (.handshakeFailed, "handshake failed"), (.handshakeSucceeded, "handshake succeeded"),
            (.handshakeFailedProtocol, "handshake failed by protocol"),
            (.handshakeFailedAuthentication, "handshake failed by authentication"),
        ]

        public var description: String {
            let known = Kind.names.filter { contains($0.0) }.map(\.1)
            return known.isEmpty ? "event \(rawValue)" : known.joined(separator: ", ")
        }
    }
}
