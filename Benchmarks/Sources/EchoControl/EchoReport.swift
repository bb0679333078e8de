/// A client's report of a run, as one line of JSON.
public struct EchoReport: Codable, Sendable {
    /// Calls, or items of streams.
    public var count: Int
    /// From the first request to the last answer or item.
    public var nanoseconds: UInt64
    /// The CPU time of all threads of the client meanwhile.
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

/// The time of calls to several servers, in nanoseconds: medians of as many of each, in turn.
public struct FanOutReport: Codable, Sendable {
    /// One of them alone.
    public var oneCall: UInt64
    /// All, one after another.
    public var sequential: UInt64
    /// All in parallel.
    public var together: UInt64

    public init(oneCall: UInt64, sequential: UInt64, together: UInt64) {
        (self.oneCall, self.sequential, self.together) = (oneCall, sequential, together)
    }
}

/// A server's counts since its start, and its client's pending calls.
public struct EchoStats: Codable, Sendable {
    /// Calls that were begun.
    public var calls: UInt64
    /// Running calls, the `stats` call included.
    public var openCalls: UInt64
    /// Calls that failed or were refused, and peers that were dropped.
    public var failures: UInt64
    /// Pending calls of the client after the `stats` call.
    public var pendingCalls: Int

    public init(calls: UInt64, openCalls: UInt64, failures: UInt64, pendingCalls: Int) {
        (self.calls, self.openCalls, self.failures, self.pendingCalls) = (calls, openCalls, failures, pendingCalls)
    }
}

/// A server's answer to `drops`: frames dropped by its sockets since its start.
public struct EchoDrops: Codable, Sendable {
    /// Clients that were dropped as too slow: their pending frames were dropped silently.
    public var slowPeers: Int
    /// Clients that were dropped for other reasons, and unread messages.
    public var others: Int

    public init(slowPeers: Int, others: Int) { (self.slowPeers, self.others) = (slowPeers, others) }
}

/// A server's answer to `usage`: the CPU time of all its threads since its start.
public struct EchoUsage: Codable, Sendable {
    public var cpuNanoseconds: UInt64

    /// The usage of this process now.
    public static var current: EchoUsage { EchoUsage(cpuNanoseconds: ProcessClock.cpuNanoseconds) }
}
