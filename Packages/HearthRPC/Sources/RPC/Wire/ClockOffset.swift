/// An estimate of another process's monotonic clock's offset from this one's, taken from messages.
///
/// The sample with the shortest round trip of the last 30 s counts; half of its round trip is the error (as in NTP, RFC
/// 5905). When both sides read the same clock there is no estimate.
struct ClockOffset: Sendable {
    private struct Sample {
        let taken: MonotonicInstant
        let roundTrip: Duration
        let offset: Duration
    }

    private static let sampleLifetime = Duration.seconds(30)
    private static let samplesKept = 16
    private let isSameClock: Bool
    private var samples: [Sample] = []

    init(isSameClock: Bool) { self.isSameClock = isSameClock }

    /// Records a round trip: sent and received by this clock, and the other clock's time in between.
    mutating func note(sent: MonotonicInstant, received: MonotonicInstant, other: MonotonicInstant) {
        guard !isSameClock, received >= sent else { return }
        let roundTrip = sent.duration(to: received)
        let middle = sent.advanced(by: roundTrip / 2)
        samples.removeAll { $0.taken.duration(to: received) > Self.sampleLifetime }
        if samples.count == Self.samplesKept { samples.removeFirst() }
        samples.append(Sample(taken: received, roundTrip: roundTrip, offset: middle.duration(to: other)))
    }

    /// Whether a new sample is due, which it never is with one clock.
    func wantsSample(at now: MonotonicInstant) -> Bool {
        guard !isSameClock else { return false }
        guard let last = samples.last else { return true }
        return last.taken.duration(to: now) > Self.sampleLifetime / 3
    }

    /// Two quartz clocks drift by less than 200 millionths.
    private static let driftDivisor = 5_000

    /// Converts a deadline to the other clock, early by the error at worst and never late. A sample's error grows with
    /// its age, as the clocks drift.
    func toPeerClock(_ deadline: MonotonicInstant, now: MonotonicInstant) -> MonotonicInstant {
        guard !isSameClock, let best = samples.min(by: { $0.roundTrip < $1.roundTrip }) else { return deadline }
        let drift = best.taken.duration(to: now) / Self.driftDivisor
        return deadline.advanced(by: best.offset - best.roundTrip / 2 - drift)
    }
}
