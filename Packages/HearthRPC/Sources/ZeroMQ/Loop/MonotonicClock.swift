internal import CZeroMQ
internal import Glibc

/// The clock of the loop's timers: CLOCK_MONOTONIC, in nanoseconds.
public enum MonotonicClock {
    /// The nanoseconds in one millisecond.
    public static let millisecond: UInt64 = 1_000_000

    /// The nanoseconds in one second.
    public static let second: UInt64 = 1_000_000_000

    /// The time now, in nanoseconds since an arbitrary moment. Never goes backwards; stands still while suspended.
    public static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(truncatingIfNeeded: time.tv_sec) &* second &+ UInt64(truncatingIfNeeded: time.tv_nsec)
    }
}
