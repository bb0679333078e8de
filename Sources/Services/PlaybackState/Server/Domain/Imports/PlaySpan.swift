/// A play of a title: when it began and ended, in milliseconds since 1970.
struct PlaySpan: Sendable, Hashable {
    var began: Int64
    var ended: Int64

    /// Whether a play at a time is this one: it is within the title's running time of it.
    ///
    /// - Parameter length: the running time in milliseconds; 0 when unknown, when plays of one minute are one.
    func isSame(at time: Int64, length: Int64) -> Bool {
        let length = max(length, PlaybackLimits.shortestPlayMilliseconds)
        return time > began - length && time < ended + length
    }
}
