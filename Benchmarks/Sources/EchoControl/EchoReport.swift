/// What a client prints after a run, as one line of JSON.
public struct EchoReport: Codable, Sendable {
    public var calls: Int
    /// From the first request to the last answer.
    public var nanoseconds: UInt64
    /// The processor time of all threads of the client meanwhile.
    public var cpuNanoseconds: UInt64
    public var p50Nanoseconds: UInt64
    public var p99Nanoseconds: UInt64

    /// Sums up a run.
    public init(nanoseconds: UInt64, cpuNanoseconds: UInt64, latencies: [UInt64]) {
        let sorted = latencies.sorted()
        calls = sorted.count
        self.nanoseconds = nanoseconds
        self.cpuNanoseconds = cpuNanoseconds
        p50Nanoseconds = sorted.isEmpty ? 0 : sorted[sorted.count / 2]
        p99Nanoseconds = sorted.isEmpty ? 0 : sorted[sorted.count - 1 - sorted.count / 100]
    }
}

/// What a server answers to `usage`: the processor time of all its threads since it began.
public struct EchoUsage: Codable, Sendable {
    public var cpuNanoseconds: UInt64

    /// The usage of this process now.
    public static var current: EchoUsage { EchoUsage(cpuNanoseconds: ProcessClock.cpuNanoseconds) }
}
