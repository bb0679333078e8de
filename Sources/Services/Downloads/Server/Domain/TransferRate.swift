internal import RPC

/// How fast bytes come, as people like to see it: over the last seconds, without jumping.
struct TransferRate: Sendable {
    private var last: (time: MonotonicInstant, bytes: Int64)?
    /// Bytes in a second; nil until two looks were far enough apart.
    private(set) var bytesPerSecond: Double?

    private static let minimumInterval = Duration.milliseconds(200)
    /// The time after which two thirds of the speed are new.
    private static let memorySeconds = 3.0

    /// So many bytes are there now.
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
