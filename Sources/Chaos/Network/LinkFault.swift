internal import RPC

/// What a fault does to the bytes between a service and its callers. Bytes stay in order and are never changed: what TCP does on
/// a bad network.
public struct LinkFault: Sendable, Hashable, Codable {
    /// One of the two ways of a connection.
    public enum Way: String, Sendable, Hashable, Codable, CaseIterable {
        /// From the callers to the service.
        case requests
        /// From the service to its callers.
        case responses
    }

    /// How late bytes arrive, drawn for each piece by itself; nil: as soon as possible.
    public var delay: SpanRange?
    /// How many bytes pass in a second, on each way of each connection; nil: any number.
    public var bytesPerSecond: Int?
    /// The ways on which no byte passes; they are kept, and pass when the fault is over.
    public var held: Set<Way> = []

    /// Creates one that does nothing.
    public init() {}

    /// All of several faults at once: the longest delay, the lowest rate, and each way that one of them holds.
    init(of faults: some Collection<LinkFault>) {
        delay = faults.compactMap(\.delay).max { $0.mostMilliseconds < $1.mostMilliseconds }
        bytesPerSecond = faults.compactMap(\.bytesPerSecond).min()
        held = faults.reduce(into: []) { $0.formUnion($1.held) }
    }

    /// Its details, for people; nil when there is nothing to say beyond the fault's kind.
    var detail: String? {
        if let delay { return "by \(delay.leastMilliseconds) to \(delay.mostMilliseconds) ms" }
        if let bytesPerSecond { return "\(bytesPerSecond >> 10) KiB a second" }
        return held.count == 1 ? held.map { "\($0.rawValue) only" }.first : nil
    }
}

extension FaultKind {
    /// Whether it happens to the connections of a service, which then pass through the run.
    public var isOfNetwork: Bool { [.delay, .throttle, .cut, .partition].contains(self) }

    /// What it does to connections by default; nil when it does not last, or is of another kind.
    var standardLink: LinkFault? {
        var link = LinkFault()
        switch self {
        case .delay: link.delay = SpanRange(least: .milliseconds(20), most: .milliseconds(300))
        case .throttle: link.bytesPerSecond = 16 << 10
        case .partition: link.held = Set(LinkFault.Way.allCases)
        default: return nil
        }
        return link
    }
}
