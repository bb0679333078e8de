/// Every limit of the RPC layer, with its unit last. Both sides announce theirs in the handshake.
public struct RPCLimits: Sendable, Hashable {
    /// The longest body of one message of a call, reassembled from chunks.
    public var messageBytes = 4 << 20
    /// The longest header of one message.
    public var headerBytes = 16 << 10
    /// The longest chunk of a body on the wire: a control message waits behind at most one.
    public var chunkBytes = 64 << 10
    /// How many bytes of messages are batched into one ZeroMQ frame.
    public var batchBytes = 64 << 10
    /// Bytes of bodies that may be in flight to one side of a connection.
    public var connectionWindowBytes = 8 << 20
    /// Bytes of bodies that may be in flight in one call: a quarter of the connection, so that no call starves others.
    public var streamWindowBytes = 2 << 20
    /// Items of one stream that may be in flight or unread.
    public var streamItems = 512
    /// Bytes of items of one stream that may be in flight or unread; one item may exceed it.
    public var streamItemBytes = 256 << 10
    /// Calls with client items that may be open at a time in one server: each may buffer its window.
    public var requestStreams = 256
    /// The longest silence on a stream: a side that sends no item and no keepalive for this long is gone.
    public var streamIdle = Duration.seconds(15)
    /// Hellos that may come over one connection: a client repeats its own while no welcome comes, for instance for a
    /// minute while the server is suspended.
    public var hellosPerConnection = 128
    /// Bytes that are kept of a client's name.
    public var peerNameBytes = 200
    /// Bytes that are kept of a client's instance.
    public var peerInstanceBytes = 16
    /// Protocol versions of a client that are kept, for diagnostics.
    public var peerVersions = 16
    /// Connections that a process accepts, over all of its addresses together. It needs a descriptor for each, and some
    /// for itself. Beyond that it evicts unauthenticated connections first, then idle ones.
    public var connections = 4_096
    /// One process of this machine, or one other machine, may have one in this many of them; 1: all of them.
    public var connectionShare = 4
    /// How long a request in pieces, or an item of a client, may take from its first piece to its last.
    public var arrival = Duration.seconds(30)
    /// Bytes of unfinished requests, and of clients' items that wait for their handlers, that one server buffers.
    /// Beyond that it rejects the largest unfinished ones.
    public var arrivingBytes = 128 << 20
    /// How many of these bytes may come from unauthenticated callers, in one server; requests that wait for the
    /// verification of their tokens count, too.
    public var unverifiedBytes = 32 << 20
    /// Calls of one connection that may be open at a time.
    public var openCallsPerConnection = 1_024
    /// Calls that one connection may open in a second, a tenth of them at once; nil: unlimited.
    ///
    /// An authenticated caller may use all idle processor time. A frame of 64 KiB holds hundreds of calls, so that a
    /// client which spends a twentieth of a processor on sending them keeps a server fully busy.
    public var callsPerSecond: Int?
    /// Calls that may run at a time in one server. Requests in pieces may arrive while slots are free.
    public var openCalls = RPCLimits.standardOpenCalls
    /// The initial size of the window of calls on the task pool, and its smallest size while a single connection makes
    /// calls. The size follows their waiting time there; other calls wait in the fair queue.
    public var startedCalls = 64
    /// The smallest window of calls on the task pool while others wait.
    public var startedCallsLowest = 8
    /// The largest window of calls on the task pool.
    public var startedCallsHighest = 1_024
    /// Calls of `sys` that may run at a time in one server, beside those.
    public var systemCalls = 64
    /// Streams of `sys` that may run at a time in one server, beside those.
    public var systemStreams = 16
    /// The threshold of slow calls, see `sys.GetTraces`.
    public var slowCall = Duration.milliseconds(500)
    /// How many of the latest failed calls are kept for that, and as many of the latest slow ones.
    public var recentCalls = 128
    /// Calls that a client queues for a free slot or a connection.
    public var waitingCalls = 4_096
    /// Entries of metadata in one call.
    public var metadataEntries = 64
    /// Bytes of the metadata of one call, names included.
    public var metadataBytes = 8 << 10
    /// Bytes of one token.
    public var tokenBytes = 4 << 10
    /// The longest timeout of a call.
    public var timeout = Duration.seconds(600)
    /// How long a connection may be silent before the client pings.
    public var heartbeat = Duration.milliseconds(500)
    /// How many unanswered heartbeats make a connection dead.
    public var missedHeartbeats = 3
    /// How many calls in a row a server may leave unanswered before its client holds calls back.
    public var maxConsecutiveFailures = 5
    /// The upper bound of the first pause; it doubles whenever the probe after it fails, too.
    public var firstPause = Duration.seconds(1)
    /// The upper bound of every pause.
    public var longestPause = Duration.seconds(15)
    /// A call that waited less than this for its answer does not count as a failure of its server.
    public var fairWait = Duration.milliseconds(100)
    /// How long running calls have to finish when a server drains.
    public var drain = Duration.seconds(10)

    /// The default number of calls that may run at a time in one server.
    public static let standardOpenCalls = 8_192

    /// Makes the default limits.
    public init() {}

    /// The number of running calls from which on sheddable calls are refused.
    public var sheddableCalls: Int { max(1, openCalls / 2) }

    /// Connections reserved for new peers, however many the authenticated ones use.
    public var reservedConnections: Int { max(1, connections / 16) }

    /// Connections that one process of this machine, or one other machine, may have.
    public var connectionsPerPeer: Int { max(1, connections / max(1, connectionShare)) }

    /// How many of ``unverifiedBytes`` one connection may hold: one request of any length, with its header.
    public var unverifiedBytesPerConnection: Int { messageBytes + headerBytes }

    /// The longest frame that can be valid: one batch, one more chunk and its header.
    public var frameBytes: Int { batchBytes + chunkBytes + headerBytes + MessagePrefix.byteCount }
}
