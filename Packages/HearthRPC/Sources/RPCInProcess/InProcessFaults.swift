internal import RPC

/// Faults of an in-process link, for tests and simulations. All bytes are encoded as on a socket.
public struct InProcessFaults: Sendable, Hashable {
    /// The share of frames that are lost, 0 to 1.
    public var loss: Double
    /// The share of frames that are duplicated, 0 to 1.
    public var duplication: Double
    /// The longest delay of a frame.
    public var longestDelay: Duration
    /// Whether frames overtake each other when their delays differ. No socket does that: it is for unary calls only,
    /// since a stream of many frames fails on the first one out of order.
    public var reorders: Bool

    /// Makes a plan of faults.
    public init(
        loss: Double = 0, duplication: Double = 0, longestDelay: Duration = .zero, reorders: Bool = false
    ) {
        self.loss = loss
        self.duplication = duplication
        self.longestDelay = longestDelay
        self.reorders = reorders
    }

    /// A perfect link.
    public static let none = InProcessFaults()

    /// When the copies of one frame arrive: none, one or two delays.
    func deliveries(using source: inout some RandomNumberGenerator) -> [Duration] {
        guard self != .none else { return [.zero] }
        if Double.random(in: 0..<1, using: &source) < loss { return [] }
        let copies = Double.random(in: 0..<1, using: &source) < duplication ? 2 : 1
        return (0..<copies).map { _ in
            .nanoseconds(Int64.random(in: 0...max(0, longestDelay.wholeNanoseconds), using: &source))
        }
    }
}

/// A test's transformation of a frame in flight: into none, the same, another one, or several.
public typealias InProcessFrameTransform = @Sendable (InProcessDirection, [UInt8]) -> [[UInt8]]

/// A test's observer of frames sent to a client of that name.
public typealias InProcessFrameObserver = @Sendable (_ client: String, _ frame: [UInt8]) -> Void

/// The direction of a frame.
public enum InProcessDirection: Sendable, Hashable {
    /// A client's frame.
    case toServer
    /// The server's frame.
    case toClient
}

/// The number of frames hit by each kind of fault. One frame can count several times.
public struct InProcessFaultCounts: Sendable, Hashable {
    /// Lost frames.
    public var lost = 0
    /// Duplicated frames.
    public var doubled = 0
    /// Delayed frames.
    public var delayed = 0
    /// Frames that overtook an earlier one.
    public var reordered = 0
    /// Frames dropped by a partition.
    public var cutOff = 0

    /// Makes counts of zero.
    public init() {}
}
