/// A point in civil time, in nanoseconds since 1970-01-01 00:00 UTC.
///
/// For display and for the expiry of tokens; never for measuring durations.
public struct WallTime: Sendable, Hashable, Comparable {
    /// Nanoseconds since 1970-01-01 00:00 UTC.
    public var nanosecondsSince1970: Int64

    /// Makes a time from nanoseconds since 1970.
    public init(nanosecondsSince1970: Int64) { self.nanosecondsSince1970 = nanosecondsSince1970 }

    /// Makes a time from seconds since 1970.
    public init(secondsSince1970: Double) { nanosecondsSince1970 = Int64(secondsSince1970 * 1e9) }

    /// Seconds since 1970, with their fraction.
    public var secondsSince1970: Double { Double(nanosecondsSince1970) / 1e9 }

    /// Whole milliseconds since 1970.
    public var millisecondsSince1970: Int64 { nanosecondsSince1970 / 1_000_000 }

    public static func < (left: Self, right: Self) -> Bool { left.nanosecondsSince1970 < right.nanosecondsSince1970 }

    /// The time `duration` later.
    public func advanced(by duration: Duration) -> Self {
        Self(nanosecondsSince1970: nanosecondsSince1970 + duration.wholeNanoseconds)
    }
}
