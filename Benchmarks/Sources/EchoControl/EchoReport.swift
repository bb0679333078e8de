/// What a client prints after a run, as one line of JSON.
public struct EchoReport: Codable, Sendable {
    /// Calls, or items of streams.
    public var count: Int
    /// From the first request to the last answer or item.
    public var nanoseconds: UInt64
    /// The processor time of all threads of the client meanwhile.
    public var cpuNanoseconds: UInt64
    /// Of calls; 0 for items.
    public var p50Nanoseconds: UInt64
    /// Of calls; 0 for items.
    public var p99Nanoseconds: UInt64

    /// Sums up a run.
    public init(count: Int, nanoseconds: UInt64, cpuNanoseconds: UInt64, latencies: [UInt64]) {
        let sorted = latencies.sorted()
        self.count = count
        self.nanoseconds = nanoseconds
        self.cpuNanoseconds = cpuNanoseconds
        p50Nanoseconds = sorted.isEmpty ? 0 : sorted[sorted.count / 2]
        p99Nanoseconds = sorted.isEmpty ? 0 : sorted[sorted.count - 1 - sorted.count / 100]
    }
}

/// How long it takes to ask several servers, in nanoseconds: medians of as many of each, in turn.
public struct FanOutReport: Codable, Sendable {
    /// One of them alone.
    public var oneCall: UInt64
    /// All, one after another.
    public var sequential: UInt64
    /// All at once.
    public var together: UInt64

    public init(oneCall: UInt64, sequential: UInt64, together: UInt64) {
        (self.oneCall, self.sequential, self.together) = (oneCall, sequential, together)
    }
}

/// What a server has counted since it began, and what its client waits for.
public struct EchoStats: Codable, Sendable {
    /// Calls that were begun.
    public var calls: UInt64
    /// Calls that run, the one that asks among them.
    public var openCalls: UInt64
    /// Calls that failed or were refused, and peers that were dropped.
    public var failures: UInt64
    /// Calls that the client still keeps, after the one that asked.
    public var pendingCalls: Int

    public init(calls: UInt64, openCalls: UInt64, failures: UInt64, pendingCalls: Int) {
        (self.calls, self.openCalls, self.failures, self.pendingCalls) = (calls, openCalls, failures, pendingCalls)
    }
}

/// What a server answers to `drops`: what its sockets did not let through since it began.
public struct EchoDrops: Codable, Sendable {
    /// Clients that were given up since they did not take their answers: what was still for them was dropped in silence.
    public var slowPeers: Int
    /// Clients that were dropped for anything else, and messages that were not read.
    public var others: Int

    public init(slowPeers: Int, others: Int) { (self.slowPeers, self.others) = (slowPeers, others) }
}

/// What a server answers to `usage`: the processor time of all its threads since it began.
public struct EchoUsage: Codable, Sendable {
    public var cpuNanoseconds: UInt64

    /// The usage of this process now.
    public static var current: EchoUsage { EchoUsage(cpuNanoseconds: ProcessClock.cpuNanoseconds) }
}
