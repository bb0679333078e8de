internal import CZeroMQ

/// How a socket behaves, said before it binds or connects; what is nil stays as libzmq has it.
public struct ZeroMQSocketOptions: Sendable {
    /// Messages are queued only for connections that exist (`ZMQ_IMMEDIATE`): nothing waits for a peer that is gone.
    ///
    /// It has a price: when the connection breaks, libzmq throws away what came over it and was not read yet (of 1,000
    /// answers sent right before a server closed, 99 were readable after `disconnected`; without it, all).
    public var isImmediate: Bool?

    /// A ROUTER says when a peer is gone or full, it does not drop in silence (`ZMQ_ROUTER_MANDATORY`).
    public var isRouterMandatory: Bool?

    /// How long a closed socket goes on sending, in milliseconds; -1 for ever (`ZMQ_LINGER`).
    public var lingerMilliseconds: Int32 = 0

    /// How many messages wait to be sent to one peer (`ZMQ_SNDHWM`).
    public var sendHighWaterMessages: Int32?

    /// How many messages of one peer wait to be read (`ZMQ_RCVHWM`).
    public var receiveHighWaterMessages: Int32?

    /// A peer that sends a longer frame is disconnected (`ZMQ_MAXMSGSIZE`), -1 for no limit.
    public var longestFrameBytes: Int64?

    /// How long to wait before connecting again, in milliseconds (`ZMQ_RECONNECT_IVL`).
    public var reconnectMilliseconds: Int32?

    /// The wait doubles up to this, in milliseconds; 0 keeps it fixed (`ZMQ_RECONNECT_IVL_MAX`).
    public var longestReconnectMilliseconds: Int32?

    /// How long a new connection may take to log in, in milliseconds (`ZMQ_HANDSHAKE_IVL`).
    public var handshakeMilliseconds: Int32?

    /// How long a tcp connection may take to come up, in milliseconds (`ZMQ_CONNECT_TIMEOUT`).
    public var connectMilliseconds: Int32?

    /// How often libzmq's own threads ask the peer's for a sign of life, in milliseconds (`ZMQ_HEARTBEAT_IVL`).
    ///
    /// It finds dead networks, not stuck programs: a stopped peer's kernel is silent, a stuck one's libzmq answers.
    public var heartbeatMilliseconds: Int32?

    /// How long such a sign may take, in milliseconds (`ZMQ_HEARTBEAT_TIMEOUT`).
    public var heartbeatTimeoutMilliseconds: Int32?

    /// IPv6 addresses may be used, too (`ZMQ_IPV6`).
    public var isIPv6Enabled = false

    /// A file that listens already, at which the next tcp address is taken to be bound; libzmq closes it (`ZMQ_USE_FD`).
    public var listeningFile: Int32?

    /// Who may connect, and how connections are sealed.
    public var security = ZeroMQSecurity.none

    /// Makes options that all stay as libzmq has them, except that a closed socket is gone at once.
    public init() {}
}

/// How the connections of a socket are sealed.
public enum ZeroMQSecurity: Sendable {
    /// Not at all: for ipc endpoints in private directories, and inproc.
    case none

    /// CURVE (ZeroMQ RFC 26) as the server, whose `ZAPHandler` is asked about every client under the name `domain`.
    ///
    /// Without a handler in the same context no client gets in (`ZMQ_ZAP_ENFORCE_DOMAIN`).
    case curveServer(keys: CurveKeyPair, domain: String)

    /// CURVE as the client of the server that owns this public key.
    case curveClient(keys: CurveKeyPair, server: CurvePublicKey)
}
