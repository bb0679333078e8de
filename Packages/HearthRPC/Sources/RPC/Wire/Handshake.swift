/// A client's first message. Travels as the body of a `hello` message.
public struct Hello: Codable, Sendable, Hashable {
    /// The oldest and newest protocol version that the client speaks.
    public var versions: [UInt8]
    /// The client's instance: 16 random bytes, new at every start.
    public var instance: [UInt8]
    /// The client's name for itself, for logs and `sys.peers`.
    public var name: String
    /// How many bytes of answers may be in flight to it.
    public var connectionWindow: UInt64
    /// How many bytes of one answer may be in flight to it.
    public var streamWindow: UInt64
    /// The longest answer it accepts.
    public var messageBytes: UInt64
    /// Its monotonic clock, and which clock that is.
    public var clock: MonotonicInstant
    /// Which monotonic clock it reads.
    public var clockDomain: ClockDomain
    /// Its window for one stream in items; absent means 512.
    public var streamItems: UInt64?
    /// Its window for one stream in bytes of items; absent means 262,144.
    public var streamItemBytes: UInt64?
    /// Whether it sends keepalives for every open streaming call; absent means only for those that it has items for.
    public var showsLife: Bool?

    enum CodingKeys: Int, CodingKey {
        case versions = 1
        case instance = 2
        case name = 3
        case connectionWindow = 4
        case streamWindow = 5
        case messageBytes = 6
        case clock = 7
        case clockDomain = 8
        case streamItems = 9
        case streamItemBytes = 10
        case showsLife = 11
    }
}

/// A server's answer to a hello. Travels as the body of a `welcome` message.
public struct Welcome: Codable, Sendable, Hashable {
    /// One method of the server.
    public struct Method: Codable, Sendable, Hashable {
        /// The method's number in `open` headers of this connection.
        public var number: UInt64
        /// `service/method`.
        public var name: String
        /// Whether calls may be repeated.
        public var safety: CallSafety
        /// The fingerprint of the request's and response's schema.
        public var fingerprint: UInt64
        /// Which sides send items; absent means none.
        public var shape: String?

        enum CodingKeys: Int, CodingKey {
            case number = 1
            case name = 2
            case safety = 3
            case fingerprint = 4
            case shape = 5
        }
    }

    /// The version that both sides use in this connection.
    public var version: UInt8
    /// The server's instance: 16 random bytes.
    public var instance: [UInt8]
    /// The server's name for itself.
    public var name: String
    /// The server's incarnation: random, new at every start, named by every call.
    public var incarnation: UInt64
    /// How many bytes of requests may be in flight to it.
    public var connectionWindow: UInt64
    /// How many bytes of one request may be in flight to it.
    public var streamWindow: UInt64
    /// The longest request it accepts.
    public var messageBytes: UInt64
    /// How many calls of this connection may be open.
    public var openCalls: UInt64
    /// Milliseconds of silence after which the client should ping.
    public var heartbeatMilliseconds: UInt64
    /// The hello's clock, for measuring the round trip.
    public var helloClock: MonotonicInstant
    /// The server's monotonic clock.
    public var clock: MonotonicInstant
    /// Which monotonic clock that is.
    public var clockDomain: ClockDomain
    /// Every method.
    public var methods: [Method]
    /// The server's window for one stream in items; absent means 512.
    public var streamItems: UInt64?
    /// The server's window for one stream in bytes of items; absent means 262,144.
    public var streamItemBytes: UInt64?

    enum CodingKeys: Int, CodingKey {
        case version = 1
        case instance = 2
        case name = 3
        case incarnation = 4
        case connectionWindow = 5
        case streamWindow = 6
        case messageBytes = 7
        case openCalls = 8
        case heartbeatMilliseconds = 9
        case helloClock = 10
        case clock = 11
        case clockDomain = 12
        case methods = 13
        case streamItems = 14
        case streamItemBytes = 15
    }
}

/// A client's ping of a silent server. Travels as the body of a `ping` message.
struct Ping: Codable, Sendable, Hashable {
    /// The client's clock.
    var clock: MonotonicInstant

    enum CodingKeys: Int, CodingKey { case clock = 1 }
}

/// The answer of the server's socket thread, also sent unsolicited as a probe. Travels as the body of a `pong` message.
struct Pong: Codable, Sendable, Hashable {
    /// The ping's clock; nil in an unsolicited pong.
    var pingClock: MonotonicInstant?
    /// The server's clock.
    var clock: MonotonicInstant
    /// For how long the task pool has not run the probe task, in microseconds.
    var poolLagMicroseconds: UInt64
    /// Calls in progress.
    var openCalls: UInt64
    /// Whether the server is draining.
    var isDraining: Bool

    enum CodingKeys: Int, CodingKey {
        case pingClock = 1
        case clock = 2
        case poolLagMicroseconds = 3
        case openCalls = 4
        case isDraining = 5
    }
}

/// A draining server's announcement. Travels as the body of a `goaway` message.
struct Goaway: Codable, Sendable, Hashable {
    /// The last call of this connection that is or was begun.
    var lastCall: UInt64
    /// The grace of running calls.
    var drainMilliseconds: UInt64

    enum CodingKeys: Int, CodingKey {
        case lastCall = 1
        case drainMilliseconds = 2
    }
}
