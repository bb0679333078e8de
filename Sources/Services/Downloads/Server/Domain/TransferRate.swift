internal import RPC

/// The transfer rate, smoothed over the last seconds for display.
struct TransferRate: Sendable {
    private var last: (time: MonotonicInstant, bytes: Int64)?
    /// Bytes per second; nil until two samples were far enough apart.
    private(set) var bytesPerSecond: Double?

    private static let minimumInterval = Duration.milliseconds(200)
    /// The time constant: two thirds of the rate are newer than this.
    private static let memorySeconds = 3.0

    /// Adds a sample of the total bytes.
    mutating func note(_ bytes: Int64, at time: MonotonicInstant) {
        guard let known = last, bytes >= known.bytes else {
            (last, bytesPerSecond) = ((time, bytes), nil)
            return
        }
        let passed = known.time.duration(to: time)
        guard passed >= Self.minimumInterval else { return }
        let seconds = Double(passed.wholeNanoseconds) / 1e9
        let speed = Double(bytes - known.bytes) / seconds
        let share = min(1, seconds / Self.memorySeconds)
        bytesPerSecond = bytesPerSecond.map { $0 + (speed - $0) * share } ?? speed
        last = (time, bytes)
    }
}
