internal import RPC

/// What a link in process does to frames, for tests and simulations. All bytes are encoded as on a socket.
public struct InProcessFaults: Sendable, Hashable {
    /// The share of frames that are lost, 0 to 1.
    public var loss: Double
    /// The share of frames that come twice, 0 to 1.
    public var duplication: Double
    /// The longest delay of a frame; delays differ, so frames overtake each other.
    public var longestDelay: Duration

    /// Makes a plan of faults.
    public init(loss: Double = 0, duplication: Double = 0, longestDelay: Duration = .zero) {
        self.loss = loss
        self.duplication = duplication
        self.longestDelay = longestDelay
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
