public import RPC

/// How many of a hundred traces are recorded. It is decided where a trace begins, and travels with its calls.
public struct SamplingRate: Hashable, Sendable, CustomStringConvertible {
    /// The rate, in percent.
    public let percent: Int

    /// All of them.
    public static let all = SamplingRate(percent: 100)

    /// Makes a rate of 0 to 100 percent; others become the nearest of these.
    public init(percent: Int) { self.percent = min(max(percent, 0), 100) }

    public var description: String { "\(percent)" }

    /// Decides about one trace.
    public func samples(runtime: any Runtime) -> Bool { runtime.random() % 100 < UInt64(percent) }
}
