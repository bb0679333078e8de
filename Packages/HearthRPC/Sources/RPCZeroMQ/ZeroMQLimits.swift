internal import RPC
internal import ZeroMQ

/// The limits of the sockets themselves. Windows and call limits are `RPCLimits`' and are reached long before.
enum ZeroMQLimits {
    /// Frames waiting in one direction of one connection: a backstop.
    static let highWaterFrames: Int32 = 2_000

    /// Frames read from one socket in one turn, so that others get theirs.
    static let framesPerTurn = 256

    /// Bytes after which a server stops reading one socket in a turn: one frame of a client that sends much.
    static let bytesPerTurn = 64 << 10

    /// How long a new connection may take to log in, in milliseconds.
    static let handshakeMilliseconds: Int32 = 2_000

    /// How long a tcp connection may take to come up, in milliseconds.
    static let connectMilliseconds: Int32 = 2_000

    /// How long a client waits before it reconnects, in milliseconds. On one machine a failed attempt is cheap.
    static let reconnectMilliseconds: Int32 = 10

    /// The longest such wait for another machine, in milliseconds; each attempt waits twice as long as the one before.
    static let longestReconnectMilliseconds: Int32 = 1_000

    /// The interval of libzmq's own heartbeats over tcp, in milliseconds.
    static let heartbeatMilliseconds: Int32 = 2_000

    /// The timeout of these heartbeats, in milliseconds.
    static let heartbeatTimeoutMilliseconds: Int32 = 5_000

    /// How long a closed server continues to send pending frames, in milliseconds.
    static let lingerMilliseconds: Int32 = 1_000

    /// How long a closed client continues to send its goodbye, in milliseconds.
    static let goodbyeMilliseconds: Int32 = 100

    /// How long a server waits for a listening socket to close, in milliseconds.
    static let closeMilliseconds: Int32 = 1_000

    /// How often a listener whose keys were replaced checks whether its last client has disconnected, in milliseconds:
    /// longer than a handshake that was begun before may take.
    static let retirementMilliseconds = 2_500

    /// How long an evicted client has to read its goodbye before its connection is closed, in milliseconds.
    static let evictionGraceMilliseconds = 250

    /// How long a server whose slots are all in use waits before it searches for an idle connection again, in
    /// milliseconds.
    static let fullMilliseconds = 100

    /// The options that both sides share.
    static func options(for endpoint: ZeroMQEndpoint, limits: RPCLimits) -> ZeroMQSocketOptions {
        var options = ZeroMQSocketOptions()
        options.sendHighWaterMessages = highWaterFrames
        options.receiveHighWaterMessages = highWaterFrames
        // A backstop, too: longer frames are rejected with an error before libzmq cuts the connection.
        options.longestFrameBytes = Int64(limits.frameBytes) * 2
        options.handshakeMilliseconds = handshakeMilliseconds
        options.reconnectMilliseconds = reconnectMilliseconds
        if case .tcp = endpoint {
            options.connectMilliseconds = connectMilliseconds
            if !endpoint.isLocal { options.longestReconnectMilliseconds = longestReconnectMilliseconds }
            options.heartbeatMilliseconds = heartbeatMilliseconds
            options.heartbeatTimeoutMilliseconds = heartbeatTimeoutMilliseconds
        }
        return options
    }
}
