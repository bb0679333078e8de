/// Every limit of the RPC layer, with its unit last. Both sides announce theirs when they meet.
public struct RPCLimits: Sendable, Hashable {
    /// The longest body of one message of a call, after chunks are put together.
    public var messageBytes = 4 << 20
    /// The longest header of one message.
    public var headerBytes = 16 << 10
    /// The longest piece of a body on the wire: a control message waits behind at most one.
    public var chunkBytes = 64 << 10
    /// How many bytes of messages are put into one ZeroMQ frame.
    public var batchBytes = 64 << 10
    /// Bytes of bodies that may be on their way to one side of a connection.
    public var connectionWindowBytes = 8 << 20
    /// Bytes of bodies that may be on their way in one call: a quarter of the connection, so that no call starves others.
    public var streamWindowBytes = 2 << 20
    /// Items of one stream that may be on their way or wait for their reader.
    public var streamItems = 512
    /// Bytes of items of one stream that may be on their way or wait for their reader; one item may go over it.
    public var streamItemBytes = 256 << 10
    /// Streams of clients' items that may be open at a time in one server: each may hold its bytes.
    public var requestStreams = 256
    /// A side of a stream that says nothing for this long is gone: no item, and no word that it is still there.
    public var streamIdle = Duration.seconds(15)
    /// Hellos that may come over one connection: a client repeats its own while no welcome comes, as for a minute from a
    /// server that was stopped.
    public var hellosPerConnection = 128
    /// Bytes that are kept of what a client calls itself.
    public var peerNameBytes = 200
    /// Bytes that are kept of a client's instance.
    public var peerInstanceBytes = 16
    /// Protocol versions of a client that are kept, to be told.
    public var peerVersions = 16
    /// Connections that a process accepts, over all of its addresses together. It needs a descriptor for each, and some for
    /// itself. When there are more, those that have proved nothing and then idle ones are evicted.
    public var connections = 4_096
    /// One process of this machine, or one other machine, may have one in so many of them; 1: as many as there are.
    public var connectionShare = 4
    /// How long a request in pieces, or an item of a client, may take from its first piece to its last.
    public var arrival = Duration.seconds(30)
    /// Bytes of unfinished requests, and of clients' items that wait for their handlers, that one server holds. Beyond that
    /// the largest unfinished ones are refused.
    public var arrivingBytes = 128 << 20
    /// What of these may be from callers that have not proved who they are, in one server; requests that wait for the
    /// verification of their tokens count, too.
    public var unverifiedBytes = 32 << 20
    /// Calls of one connection that may be open at a time.
    public var openCallsPerConnection = 1_024
    /// Calls that one connection may open in a second, a tenth of them at once; nil: as many as it likes.
    ///
    /// Whoever may call has the processors that nobody else uses. A frame of 64 KiB holds hundreds of calls, so that a
    /// client which spends a twentieth of a processor on sending them keeps a server busy with nothing else.
    public var callsPerSecond: Int?
    /// Calls that may run at a time in one server. Requests in pieces may arrive while there are places left.
    public var openCalls = RPCLimits.standardOpenCalls
    /// Calls that the task pool has at a time at first, and at least while one connection alone makes any. How many follows
    /// how long they wait there; the others wait until it is their callers' turn.
    public var startedCalls = 64
    /// The fewest calls that the task pool has at a time while others wait.
    public var startedCallsLowest = 8
    /// The most calls that the task pool has at a time.
    public var startedCallsHighest = 1_024
    /// Calls of `sys` that may run at a time in one server, beside those.
    public var systemCalls = 64
    /// Streams of `sys` that may run at a time in one server, beside those.
    public var systemStreams = 16
    /// A call that takes longer is kept as slow, see ``Sys/GetTraces``.
    public var slowCall = Duration.milliseconds(500)
    /// How many of the last failed calls are kept for that, and as many of the last slow ones.
    public var recentCalls = 128
    /// Calls that a client keeps waiting for a free place or a connection.
    public var waitingCalls = 4_096
    /// Entries of metadata in one call.
    public var metadataEntries = 64
    /// Bytes of the metadata of one call, names included.
    public var metadataBytes = 8 << 10
    /// Bytes of one token.
    public var tokenBytes = 4 << 10
    /// The longest time a caller may give a call.
    public var timeout = Duration.seconds(600)
    /// How long a connection may be silent before the client pings.
    public var heartbeat = Duration.milliseconds(500)
    /// How many silent heartbeats make a connection dead.
    public var missedHeartbeats = 3
    /// How many calls in a row a server may leave unanswered before its client holds calls back.
    public var maxConsecutiveFailures = 5
    /// How long they are held back at most at first; it doubles whenever the one that goes out then fails, too.
    public var firstPause = Duration.seconds(1)
    /// No pause is longer.
    public var longestPause = Duration.seconds(15)
    /// A call that waited less than this for its answer does not speak against its server.
    public var fairWait = Duration.milliseconds(100)
    /// How long running calls have to finish when a server drains.
    public var drain = Duration.seconds(10)

    /// How many calls may run at a time in one server when nobody says.
    public static let standardOpenCalls = 8_192

    /// The limits everything starts with.
    public init() {}

    /// A sheddable call gets a place while fewer run.
    public var sheddableCalls: Int { max(1, openCalls / 2) }

    /// Connections that are kept for newcomers, whatever those have who have proved who they are.
    public var reservedConnections: Int { max(1, connections / 16) }

    /// Connections that one process of this machine, or one other machine, may have.
    public var connectionsPerPeer: Int { max(1, connections / max(1, connectionShare)) }

    /// What of ``unverifiedBytes`` one connection may have: one request of any length, with its header.
    public var unverifiedBytesPerConnection: Int { messageBytes + headerBytes }

    /// The longest frame that can be valid: one batch, one more chunk and its header.
    public var frameBytes: Int { batchBytes + chunkBytes + headerBytes + MessagePrefix.byteCount }
}
