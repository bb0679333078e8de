/// A point on the time line of one history: nanoseconds of a monotonic clock, and the place among what happened then.
///
/// In a simulation many things happen in the same nanosecond of virtual time, one after the other. `sequence` keeps their
/// order, so that "ended before the other began" can be answered. Where two moments have the same time and sequence, neither
/// is before the other: the operations count as concurrent.
public struct Moment: Codable, Hashable, Sendable, Comparable {
    /// Nanoseconds of the clock that the whole history was recorded with; where it begins is the recorder's choice.
    public var nanoseconds: Int64
    /// Which of the events in that nanosecond it was; grows over the whole history.
    public var sequence: Int

    private enum CodingKeys: String, CodingKey {
        case nanoseconds = "ns"
        case sequence = "seq"
    }

    /// A moment by its clock and its place among the events of the history.
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
    /// So many nanoseconds, with no place among others of that time.
    public init(integerLiteral value: Int64) { self.init(value) }
}
