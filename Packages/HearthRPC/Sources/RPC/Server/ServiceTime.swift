/// The recent service time of one method, to predict which calls would miss their deadlines. Pure, and on the loop with
/// its engine.
///
/// The estimate is rather too low than too high: it follows shorter times at once and longer ones slowly. A wrongly
/// admitted call costs some work, a wrongly rejected one gets nothing at all.
struct ServiceTime: Sendable {
    /// However long the estimate, one call per interval is admitted as a probe: else the estimate could never fall
    /// again.
    static let probeInterval = Duration.milliseconds(100)

    private(set) var expectedMicroseconds: UInt32 = 0
    private var nextProbe = MonotonicInstant(nanoseconds: 0)

    /// Records how long a handler ran. A cancelled run is only a lower bound.
    ///
    /// - Parameter isWhole: whether it ran to its end.
    mutating func note(microseconds: UInt32, isWhole: Bool) {
        if microseconds > expectedMicroseconds {
            expectedMicroseconds += (microseconds - expectedMicroseconds) / 8
        } else if isWhole {
            expectedMicroseconds = microseconds + (expectedMicroseconds - microseconds) / 2
        }
    }

    /// Whether to admit a call with this much time left: when that is enough, and as a probe now and then when it is
    /// not.
    ///
    /// - Parameter wait: the microseconds until its handler begins, and those that it is expected to take.
    mutating func admits(microsecondsLeft left: UInt64, wait: UInt64, at now: MonotonicInstant) -> Bool {
        if wait <= left { return true }
        guard now >= nextProbe else { return false }
        nextProbe = now.advanced(by: Self.probeInterval)
        return true
    }
}
