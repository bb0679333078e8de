internal import RPC

/// A kind of thing that goes wrong.
public enum FaultKind: String, Sendable, Hashable, Codable, CaseIterable {
    /// SIGKILL.
    case kill
    /// SIGSTOP, and SIGCONT after a while.
    case stop
    /// SIGTERM: the service drains and is started again.
    case restart
    /// SIGTERM to one service after the other, several times over.
    case storm
    /// The service kills itself between two steps, see `docs/operations.md`.
    case crash
    /// SIGKILL, and the next process is started late.
    case slowStart = "slow-start"
    /// The disk of the service's shard has no room.
    case diskFull = "disk-full"
    /// The process gets little more memory than it has.
    case memory
    /// Shards are put back from copies of different moments, as an operator would.
    case restore
    /// A shard is somewhere else for a while: in its place is nothing, an empty file, or the shard of another household.
    case mislay
    /// Sabotage: the service's shard is deleted with all that tells of it. The run must fail.
    case lose
    /// Sabotage: an older state of the service's shard is put back so that nobody can tell. The run must fail.
    case rollback

    /// Whether it breaks what no service can mend: for showing that the checks can fail.
    public var isSabotage: Bool { self == .lose || self == .rollback }

    /// Whether it lasts for a while that the plan says.
    public var lasts: Bool { [.stop, .slowStart, .diskFull, .memory, .mislay].contains(self) }

    /// How long it lasts when the plan does not say.
    var standardSpan: SpanRange? {
        switch self {
        case .stop: SpanRange(least: .seconds(1), most: .seconds(6))
        case .slowStart: SpanRange(least: .seconds(1), most: .seconds(3))
        case .diskFull: SpanRange(least: .seconds(2), most: .seconds(5))
        case .memory: SpanRange(least: .seconds(3), most: .seconds(6))
        case .mislay: SpanRange(least: .seconds(1), most: .seconds(4))
        default: nil
        }
    }

    /// How often it comes when the plan does not say.
    var standardEvery: Duration {
        switch self {
        case .kill, .stop, .restart, .crash, .slowStart: .seconds(5)
        case .diskFull, .memory, .mislay: .seconds(10)
        case .storm: .seconds(20)
        case .restore, .lose, .rollback: .seconds(15)
        }
    }
}

/// A line of a plan's faults: what goes wrong, to whom, and when.
public struct FaultRule: Sendable, Hashable, Codable {
    /// When it happens.
    public enum Moments: Sendable, Hashable, Codable {
        /// At these times after the start, in milliseconds.
        case at([Int64])
        /// Again and again: after half to one and a half times so many milliseconds.
        case every(Int64)
    }

    /// What goes wrong.
    public var kind: FaultKind
    /// The services that it may happen to; empty: every service of the plan.
    public var targets: [String] = []
    /// When.
    public var moments: Moments
    /// How long it lasts; nil for what does not last.
    public var span: SpanRange?
    /// crash: the points; empty: all.
    public var points: [String] = []
    /// storm: how often each service is restarted.
    public var rounds = 3
    /// memory: how much more than it has the process may take, in MiB.
    public var roomMiB = 8
    /// restore and rollback: how old the copy of each service is.
    public var age: SpanRange?

    /// A rule with what its kind has when a plan says no more.
    public init(_ kind: FaultKind, moments: Moments? = nil) {
        self.kind = kind
        self.moments = moments ?? .every(kind.standardEvery.wholeMilliseconds)
        span = kind.standardSpan
        if kind == .restore || kind == .rollback { age = SpanRange(least: .seconds(2), most: .seconds(8)) }
    }
}

/// A time that is drawn from a range, in whole milliseconds.
public struct SpanRange: Sendable, Hashable, Codable {
    /// The shortest, in milliseconds.
    public var leastMilliseconds: Int64
    /// The longest, in milliseconds.
    public var mostMilliseconds: Int64

    /// A range; the longest is never less than the shortest.
    public init(least: Duration, most: Duration) {
        leastMilliseconds = least.wholeMilliseconds
        mostMilliseconds = max(leastMilliseconds, most.wholeMilliseconds)
    }

    /// One of its times.
    func draw(using generator: inout some RandomNumberGenerator) -> Duration {
        .milliseconds(Int64.random(in: leastMilliseconds...mostMilliseconds, using: &generator))
    }
}
