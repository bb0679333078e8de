/// The places that a server has for calls that run, and who gets one while they become few. Pure, and on the loop with its
/// engine.
///
/// Sheddable calls have half of the places: the others are kept for calls that somebody waits for. `sys` has places of its
/// own, so that a server that is full can be looked into and stopped, and so have its streams, which stay.
struct ConcurrencyLimiter: Sendable {
    /// Whose place a call takes.
    enum Kind: Sendable, CaseIterable {
        case critical
        case sheddable
        case system
        case systemStream
    }

    // Not the limits as a whole: they would be copied with the places whenever these are asked.
    private let openCalls, sheddableCalls, systemCalls, systemStreams: Int
    /// Calls that run, but for those of `sys`.
    private(set) var taken = 0
    /// Calls of `sys` that run.
    private(set) var takenBySystem = 0
    /// Streams of `sys` that run.
    private(set) var takenBySystemStreams = 0

    init(_ limits: RPCLimits) {
        (openCalls, sheddableCalls) = (limits.openCalls, limits.sheddableCalls)
        (systemCalls, systemStreams) = (limits.systemCalls, limits.systemStreams)
    }

    /// Why a call gets no place, nil when it does.
    ///
    /// - Parameter arriving: places that are promised to requests which arrive in pieces.
    func refusal(of kind: Kind, arriving: Int = 0) -> Overload? {
        switch kind {
        case .critical: taken + arriving >= openCalls ? .openCalls : nil
        case .sheddable: taken + arriving >= sheddableCalls ? .sheddableCalls : nil
        case .system: takenBySystem >= systemCalls ? .systemCalls : nil
        case .systemStream: takenBySystemStreams >= systemStreams ? .systemStreams : nil
        }
    }

    /// How many thousandths of the places are taken, as each status tells the caller.
    var load: UInt32 { UInt32(clamping: taken * 1_000 / max(1, openCalls)) }

    /// A call begins to run.
    mutating func take(_ kind: Kind) { change(kind, by: 1) }

    /// A call that ran has ended.
    mutating func releaseSlot(_ kind: Kind) { change(kind, by: -1) }

    private mutating func change(_ kind: Kind, by step: Int) {
        switch kind {
        case .critical, .sheddable: taken += step
        case .system: takenBySystem += step
        case .systemStream: takenBySystemStreams += step
        }
    }
}

/// Why a server refuses a call that it would run if it had less to do, as `sys.GetStats` counts them.
enum Overload: String, Sendable, CaseIterable {
    /// All places of the server are taken.
    case openCalls = "open-calls"
    /// All places of the server are taken, and its caller had more calls waiting than its part: one of them made room for
    /// another caller's.
    case callerShare = "caller-share"
    /// Half of them are, and the call is sheddable.
    case sheddableCalls = "sheddable-calls"
    /// The places of `sys` are taken.
    case systemCalls = "system-calls"
    /// The places of its streams are taken.
    case systemStreams = "system-streams"
    /// Its answer would not be there by its deadline.
    case deadline
    /// Its connection has as many calls open as it may.
    case connectionCalls = "connection-calls"
    /// Its connection opens more calls a second than it may.
    case connectionRate = "connection-rate"
    /// Its client would send items, as too many others do.
    case requestStreams = "request-streams"
    /// All connections that callers may have are in use, and this one is of the reserve.
    case connections
    /// The server holds as many bytes of unfinished requests as it may, or as it may of callers that it does not know.
    case arrivingBytes = "arriving-bytes"
}
