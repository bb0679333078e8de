/// A point on the time line of one history: nanoseconds of a monotonic clock, and the order among events of that time.
///
/// In a simulation many things happen in the same nanosecond of virtual time, one after the other. `sequence` keeps their
/// order, so that "ended before the other began" can be answered. Where two moments have the same time and sequence, neither
/// is before the other: the operations count as concurrent.
public struct Moment: Codable, Hashable, Sendable, Comparable {
    /// Nanoseconds of the clock that recorded the whole history; the recorder chooses the origin.
    public var nanoseconds: Int64
    /// The order among the events of that nanosecond; increases over the whole history.
    public var sequence: Int

    private enum CodingKeys: String, CodingKey {
        case nanoseconds = "ns"
        case sequence = "seq"
    }

    /// Creates a moment from its clock and its order among the events of the history.
    public init(_ nanoseconds: Int64, sequence: Int = 0) {
        self.nanoseconds = nanoseconds
        self.sequence = sequence
    }

    /// Earlier by the clock, or in the same nanosecond and recorded earlier.
    public static func < (left: Moment, right: Moment) -> Bool {
        (left.nanoseconds, left.sequence) < (right.nanoseconds, right.sequence)
    }
}

extension Moment: ExpressibleByIntegerLiteral {
    /// Creates a moment from nanoseconds, without an order among events of that time.
    public init(integerLiteral value: Int64) { self.init(value) }
}
