/// Limits the calls that run at a time in a server, by kind. Pure, and on the loop with its engine.
///
/// Sheddable calls have half of the slots: the others are reserved for critical calls. `sys` has slots of its own, so
/// that an overloaded server can be inspected and stopped, and so have its streams, which last.
struct ConcurrencyLimiter: Sendable {
    /// The kind of slot that a call takes.
    enum Kind: Sendable, CaseIterable {
        case critical
        case sheddable
        case system
        case systemStream
    }

    // Copies of single limits: the whole struct would be copied on each access.
    private let openCalls, sheddableCalls, systemCalls, systemStreams: Int
    /// Running calls, without those of `sys`.
    private(set) var taken = 0
    /// Running calls of `sys`.
    private(set) var takenBySystem = 0
    /// Running streams of `sys`.
    private(set) var takenBySystemStreams = 0

    init(_ limits: RPCLimits) {
        (openCalls, sheddableCalls) = (limits.openCalls, limits.sheddableCalls)
        (systemCalls, systemStreams) = (limits.systemCalls, limits.systemStreams)
    }

    /// Why a call gets no slot; nil when it does.
    ///
    /// - Parameter arriving: slots reserved for requests that arrive in pieces.
    func refusal(of kind: Kind, arriving: Int = 0) -> Overload? {
        switch kind {
        case .critical: taken + arriving >= openCalls ? .openCalls : nil
        case .sheddable: taken + arriving >= sheddableCalls ? .sheddableCalls : nil
        case .system: takenBySystem >= systemCalls ? .systemCalls : nil
        case .systemStream: takenBySystemStreams >= systemStreams ? .systemStreams : nil
        }
    }

    /// The load in thousandths of the slots, as each status reports it to the caller.
    var load: UInt32 { UInt32(clamping: taken * 1_000 / max(1, openCalls)) }

    /// A call begins to run and takes a slot.
    mutating func take(_ kind: Kind) { change(kind, by: 1) }

    /// A running call has ended and releases its slot.
    mutating func releaseSlot(_ kind: Kind) { change(kind, by: -1) }

    private mutating func change(_ kind: Kind, by step: Int) {
        switch kind {
        case .critical, .sheddable: taken += step
        case .system: takenBySystem += step
        case .systemStream: takenBySystemStreams += step
        }
    }
}

/// Why an overloaded server refuses a call, as `sys.GetStats` counts them.
enum Overload: String, Sendable, CaseIterable {
    /// All slots of the server are taken.
    case openCalls = "open-calls"
    /// All slots of the server are taken, and its caller had more calls queued than its share: one of them made room
    /// for another caller's call.
    case callerShare = "caller-share"
    /// Half of the slots are taken, and the call is sheddable.
    case sheddableCalls = "sheddable-calls"
    /// The slots of `sys` are taken.
    case systemCalls = "system-calls"
    /// The slots of the streams of `sys` are taken.
    case systemStreams = "system-streams"
    /// Its answer would come after its deadline.
    case deadline
    /// Its connection has reached its limit of open calls.
    case connectionCalls = "connection-calls"
    /// Its connection exceeds its rate of new calls.
    case connectionRate = "connection-rate"
    /// Too many calls whose clients stream items are open.
    case requestStreams = "request-streams"
    /// All connections open to callers are in use, and this one belongs to the reserve.
    case connections
    /// The server has reached its limit of buffered bytes of unfinished requests, or that of unauthenticated callers.
    case arrivingBytes = "arriving-bytes"
}
