/// A timestamp of a household's hybrid logical clock: milliseconds since 1970 by the household's clock, and a counter
/// within one millisecond. Later is greater, whatever any wall clock showed.
struct HybridTimestamp: Sendable, Hashable, Comparable {
    /// Milliseconds in the upper bits, the counter in the lower ones: the stored and compared form.
    let rawValue: Int64

    /// Bits of the counter.
    static let counterBits: Int64 = 16
    /// The greatest count within a millisecond.
    static let maximumCounter: Int64 = (1 << counterBits) - 1
    /// The latest time that there is room for, in the year 6429.
    static let maximumMilliseconds: Int64 = (1 << 47) - 1
    /// Before everything.
    static let zero = HybridTimestamp(rawValue: 0)

    init(rawValue: Int64) { self.rawValue = rawValue }

    init(milliseconds: Int64, counter: Int64 = 0) {
        let clamped = min(max(0, milliseconds), Self.maximumMilliseconds)
        rawValue = clamped << Self.counterBits | (counter & Self.maximumCounter)
    }

    var milliseconds: Int64 { rawValue >> Self.counterBits }
    var counter: Int64 { rawValue & Self.maximumCounter }

    /// The stamp so many milliseconds later, with the same counter.
    func advanced(byMilliseconds step: Int64) -> HybridTimestamp {
        let (sum, overflow) = milliseconds.addingReportingOverflow(step)
        return HybridTimestamp(milliseconds: overflow ? Self.maximumMilliseconds : sum, counter: counter)
    }

    static func < (left: HybridTimestamp, right: HybridTimestamp) -> Bool { left.rawValue < right.rawValue }
}
