internal import CZeroMQ

/// A socket's options, set before it binds or connects; nil keeps libzmq's default.
public struct ZeroMQSocketOptions: Sendable {
    /// Whether messages are queued only for existing connections (`ZMQ_IMMEDIATE`): none waits for a lost peer.
    ///
    /// It has a cost: when the connection breaks, libzmq drops received messages that were not read yet (of 1,000
    /// answers sent right before a server closed, 99 were readable after `disconnected`; without it, all).
    public var isImmediate: Bool?

    /// Whether a ROUTER reports a peer that is gone or full instead of dropping silently (`ZMQ_ROUTER_MANDATORY`).
    public var isRouterMandatory: Bool?

    /// How long a closed socket continues to send, in milliseconds; -1 for ever (`ZMQ_LINGER`).
    public var lingerMilliseconds: Int32 = 0

    /// How many messages may be queued for one peer (`ZMQ_SNDHWM`).
    public var sendHighWaterMessages: Int32?

    /// How many messages of one peer may be queued unread (`ZMQ_RCVHWM`).
    public var receiveHighWaterMessages: Int32?

    /// A peer that sends a longer frame is disconnected (`ZMQ_MAXMSGSIZE`), -1 for no limit.
    public var longestFrameBytes: Int64?

    /// How long to wait before reconnecting, in milliseconds (`ZMQ_RECONNECT_IVL`).
    public var reconnectMilliseconds: Int32?

    /// The wait doubles up to this, in milliseconds; 0 keeps it fixed (`ZMQ_RECONNECT_IVL_MAX`).
    public var longestReconnectMilliseconds: Int32?

    /// How long a new connection may take to log in, in milliseconds (`ZMQ_HANDSHAKE_IVL`).
    public var handshakeMilliseconds: Int32?

    /// How long a tcp connection may take to come up, in milliseconds (`ZMQ_CONNECT_TIMEOUT`).
    public var connectMilliseconds: Int32?

    /// The interval of libzmq's heartbeats between its own threads, in milliseconds (`ZMQ_HEARTBEAT_IVL`).
    ///
    /// They detect dead networks, not stuck programs: a stopped peer's kernel is silent, a stuck one's libzmq answers.
    public var heartbeatMilliseconds: Int32?

    /// The timeout of these heartbeats, in milliseconds (`ZMQ_HEARTBEAT_TIMEOUT`).
    public var heartbeatTimeoutMilliseconds: Int32?

    /// Whether IPv6 addresses are allowed, too (`ZMQ_IPV6`).
    public var isIPv6Enabled = false

    /// A listening file descriptor, to which the next tcp address is taken to be bound; libzmq closes it
    /// (`ZMQ_USE_FD`).
    public var listeningFile: Int32?

    /// The authentication and encryption of connections.
    public var security = ZeroMQSecurity.none

    /// Makes options with libzmq's defaults, except that a closed socket does not linger.
    public init() {}
}

/// The authentication and encryption of a socket's connections.
public enum ZeroMQSecurity: Sendable {
    /// None: for ipc endpoints in private directories, and inproc.
    case none

    /// CURVE (ZeroMQ RFC 26) as the server, whose `ZAPHandler` decides about every client under the name `domain`.
    ///
    /// Without a handler in the same context every login is refused (`ZMQ_ZAP_ENFORCE_DOMAIN`).
    case curveServer(keys: CurveKeyPair, domain: String)

    /// CURVE as the client of the server that owns this public key.
    case curveClient(keys: CurveKeyPair, server: CurvePublicKey)
}
