/// How long the calls of one method take of late, to tell which ones would not be answered in time. Pure, and on the loop
/// with its engine.
///
/// The estimate is too low rather than too high: it follows shorter times at once and longer ones slowly. Who is let in
/// wrongly costs some work, who is refused wrongly gets nothing at all.
struct ServiceTime: Sendable {
    /// However long it seems to take, a call is let in this often: else nobody would find out that it does so no more.
    static let probeInterval = Duration.milliseconds(100)

    private(set) var expectedMicroseconds: UInt32 = 0
    private var nextProbe = MonotonicInstant(nanoseconds: 0)

    /// Notes how long a handler ran. What was cut short says only that it would have taken no less.
    ///
    /// - Parameter isWhole: whether it ran to its end.
    mutating func note(microseconds: UInt32, isWhole: Bool) {
        if microseconds > expectedMicroseconds {
            expectedMicroseconds += (microseconds - expectedMicroseconds) / 8
        } else if isWhole {
            expectedMicroseconds = microseconds + (expectedMicroseconds - microseconds) / 2
        }
    }

    /// Whether a call is let in that has so much time left: when that is enough, and now and then when it is not.
    ///
    /// - Parameter wait: the microseconds until its handler begins, and those that it is expected to take.
    mutating func admits(microsecondsLeft left: UInt64, wait: UInt64, at now: MonotonicInstant) -> Bool {
        if wait <= left { return true }
        guard now >= nextProbe else { return false }
        nextProbe = now.advanced(by: Self.probeInterval)
        return true
    }
}
