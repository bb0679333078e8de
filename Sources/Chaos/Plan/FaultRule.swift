internal import RPC

/// A kind of fault.
public enum FaultKind: String, Sendable, Hashable, Codable, CaseIterable {
    /// SIGKILL.
    case kill
    /// SIGSTOP, and SIGCONT after a while.
    case stop
    /// SIGTERM: the service drains and is restarted.
    case restart
    /// SIGTERM to one service after the other, several times.
    case storm
    /// The service kills itself at a failpoint, see `docs/operations.md`.
    case crash
    /// SIGKILL, and the next process is started late.
    case slowStart = "slow-start"
    /// The disk of the service's shard is full.
    case diskFull = "disk-full"
    /// The process gets little more memory than it has.
    case memory
    /// Shards are restored from copies of different times, as an operator would.
    case restore
    /// A shard is displaced for a while: in its place is nothing, an empty file, or the shard of another household.
    case mislay
    /// Sabotage: the service's shard is deleted with all records of it. The run must fail.
    case lose
    /// Sabotage: an older state of the service's shard is restored undetectably. The run must fail.
    case rollback
    /// What passes between the service and its callers is late.
    case delay
    /// What passes between the service and its callers passes slowly.
    case throttle
    /// The connections of the service's callers are reset.
    case cut
    /// Nothing passes between the service and its callers, or nothing on one of the two ways.
    case partition
    /// The process gets little time of a processor: it is stopped most of the time, many times a second.
    case starve
    /// Bits of the shard's file are flipped while the service is down, and flipped back later.
    case bitFlip = "bit-flip"
    /// Every fsync of the process fails.
    case syncError = "sync-error"
    /// The services' wall clock is set ahead or back, and later put right.
    case clock

    /// Whether it does damage that no service can repair: to prove that the checks can fail.
    public var isSabotage: Bool { self == .lose || self == .rollback }

    /// Whether it has a duration, set by the plan.
    public var lasts: Bool {
        [
            .stop, .slowStart, .diskFull, .memory, .mislay, .delay, .throttle, .partition, .starve, .bitFlip,
            .syncError,
            .clock,
        ].contains(self)
    }

    /// The default duration.
    var standardSpan: SpanRange? {
        switch self {
        case .stop: SpanRange(least: .seconds(1), most: .seconds(6))
        case .slowStart: SpanRange(least: .seconds(1), most: .seconds(3))
        case .diskFull, .bitFlip: SpanRange(least: .seconds(2), most: .seconds(5))
        case .syncError: SpanRange(least: .seconds(1), most: .seconds(3))
        case .memory: SpanRange(least: .seconds(3), most: .seconds(6))
        case .mislay: SpanRange(least: .seconds(1), most: .seconds(4))
        case .delay, .throttle, .starve, .clock: SpanRange(least: .seconds(2), most: .seconds(6))
        case .partition: SpanRange(least: .seconds(1), most: .seconds(6))
        default: nil
        }
    }

    /// The default interval.
    var standardEvery: Duration {
        switch self {
        case .kill, .stop, .restart, .crash, .slowStart, .cut: .seconds(5)
        case .diskFull, .memory, .mislay, .delay, .throttle, .partition, .starve, .syncError, .clock: .seconds(10)
        case .storm: .seconds(20)
        case .restore, .lose, .rollback, .bitFlip: .seconds(15)
        }
    }
}

/// A rule of a plan's faults: kind, targets, and times.
public struct FaultRule: Sendable, Hashable, Codable {
    /// The times at which it happens.
    public enum Moments: Sendable, Hashable, Codable {
        /// At these times after the start, in milliseconds.
        case at([Int64])
        /// Repeatedly: after a random 0.5 to 1.5 times this many milliseconds.
        case every(Int64)
    }

    /// The kind of fault.
    public var kind: FaultKind
    /// The possible targets; empty: every service of the plan.
    public var targets: [String] = []
    /// The times.
    public var moments: Moments
    /// Only the first of these times count; nil: all of them.
    public var firstN: Int?
    /// Its duration; nil for an instantaneous fault.
    public var span: SpanRange?
    /// crash: the failpoints; empty: all.
    public var points: [String] = []
    /// storm: the number of restarts of each service.
    public var rounds = 3
    /// memory: how much the process may grow, in MiB.
    public var roomMiB = 8
    /// starve: the part of the time in which the process runs, in percent.
    public var percent = 10
    /// bit-flip: in how many pages a bit is flipped.
    public var pages = 3
    /// clock: how far it is set, ahead or back.
    public var shift = SpanRange(least: .seconds(1), most: .seconds(600))
    /// restore and rollback: the age of each service's copy.
    public var age: SpanRange?
    /// delay, throttle and partition: what happens to connections.
    public var link: LinkFault?

    /// Creates a rule with the defaults of its kind.
    public init(_ kind: FaultKind, moments: Moments? = nil) {
        self.kind = kind
        self.moments = moments ?? .every(kind.standardEvery.wholeMilliseconds)
        span = kind.standardSpan
        link = kind.standardLink
        if kind == .restore || kind == .rollback { age = SpanRange(least: .seconds(2), most: .seconds(8)) }
    }
}

/// A range of durations, from which one is drawn, in whole milliseconds.
public struct SpanRange: Sendable, Hashable, Codable {
    /// The minimum, in milliseconds.
    public var leastMilliseconds: Int64
    /// The maximum, in milliseconds.
    public var mostMilliseconds: Int64

    /// Creates a range; the maximum is never less than the minimum.
    public init(least: Duration, most: Duration) {
        leastMilliseconds = least.wholeMilliseconds
        mostMilliseconds = max(leastMilliseconds, most.wholeMilliseconds)
    }

    /// Draws a duration.
    func draw(using generator: inout some RandomNumberGenerator) -> Duration {
        .milliseconds(Int64.random(in: leastMilliseconds...mostMilliseconds, using: &generator))
    }
}
