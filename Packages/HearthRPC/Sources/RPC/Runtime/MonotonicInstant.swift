/// A point on a host's monotonic clock (CLOCK_MONOTONIC; virtual time in a simulation), in nanoseconds.
///
/// Instants of two processes are comparable only when both read the same clock: see ``ClockDomain``.
public struct MonotonicInstant: Sendable, Hashable, Comparable, Codable {
    /// Nanoseconds since the clock's own zero (usually the host's start).
    public var nanoseconds: UInt64

    /// Makes an instant from nanoseconds since the clock's zero.
    public init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

    /// Later than every instant that a clock will show.
    public static let distantFuture = MonotonicInstant(nanoseconds: .max)

    public static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }

    /// The instant `duration` later (or earlier when negative); it stays within the clock's range.
    public func advanced(by duration: Duration) -> Self {
        let step = duration.wholeNanoseconds
        if step >= 0 {
            let (sum, overflow) = nanoseconds.addingReportingOverflow(UInt64(step))
            return Self(nanoseconds: overflow ? .max : sum)
        }
        let (difference, overflow) = nanoseconds.subtractingReportingOverflow(step.magnitude)
        return Self(nanoseconds: overflow ? 0 : difference)
    }

    /// The time from this instant to `other`, negative when `other` is earlier.
    public func duration(to other: Self) -> Duration {
        .nanoseconds(Int64(clamping: other.nanoseconds) - Int64(clamping: nanoseconds))
    }

    /// The seconds from this instant to `other`, negative when `other` is earlier.
    package func seconds(to other: Self) -> Double { Double(duration(to: other).wholeNanoseconds) / 1e9 }

    /// The whole microseconds from this instant to `other`, 0 when `other` is earlier.
    func microseconds(to other: Self) -> UInt64 {
        other > self ? (other.nanoseconds - nanoseconds) / 1_000 : 0
    }
}

extension MonotonicInstant {
    /// On the wire an instant is its nanoseconds.
    public init(from decoder: any Decoder) throws {
        nanoseconds = try decoder.singleValueContainer().decode(UInt64.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(nanoseconds)
    }
}

extension Duration {
    /// The duration in nanoseconds, rounded towards zero and kept within 292 years.
    public var wholeNanoseconds: Int64 {
        Int64(clamping: attoseconds / 1_000_000_000)
    }

    /// The duration in microseconds, rounded towards zero.
    public var wholeMicroseconds: Int64 { wholeNanoseconds / 1_000 }

    /// The duration in milliseconds, rounded towards zero.
    public var wholeMilliseconds: Int64 { wholeNanoseconds / 1_000_000 }
}
