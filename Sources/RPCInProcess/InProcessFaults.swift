internal import RPC

/// What a link in process does to frames, for tests and simulations. All bytes are encoded as on a socket.
public struct InProcessFaults: Sendable, Hashable {
    /// The share of frames that are lost, 0 to 1.
    public var loss: Double
    /// The share of frames that come twice, 0 to 1.
    public var duplication: Double
    /// The longest delay of a frame.
    public var longestDelay: Duration
    /// Whether frames overtake each other when their delays differ. No socket does that: it is for calls alone, since a
    /// stream of many frames is taken for broken by each that overtakes another.
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

/// What a test makes of a frame on its way: nothing, the same, another one, or several.
public typealias InProcessFrameTransform = @Sendable (InProcessDirection, [UInt8]) -> [[UInt8]]

/// What a test sees of a frame that leaves for a client of that name.
public typealias InProcessFrameObserver = @Sendable (_ client: String, _ frame: [UInt8]) -> Void

/// Which way a frame goes.
public enum InProcessDirection: Sendable, Hashable {
    /// A client's frame.
    case toServer
    /// The server's.
    case toClient
}

/// How many frames faults have met, by what became of them. One frame can count several times.
public struct InProcessFaultCounts: Sendable, Hashable {
    /// Were lost.
    public var lost = 0
    /// Came twice.
    public var doubled = 0
    /// Came later.
    public var delayed = 0
    /// Came before one that was sent earlier.
    public var reordered = 0
    /// Went nowhere, as their way was cut off.
    public var cutOff = 0

    /// None yet.
    public init() {}
}
