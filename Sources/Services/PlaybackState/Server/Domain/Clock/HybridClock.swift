internal import RPC

/// A hybrid logical clock (Kulkarni, Demirbas and others: "Logical Physical Clocks", 2014): its timestamps follow civil
/// time as far as that can be trusted, and always increase, also past every witnessed timestamp.
///
/// Civil time jumps: it is set, or wrong for a while. A jump back is ignored: the clock continues by the monotonic one.
/// A jump forward by more than ``tolerance`` is accepted only after it has lasted for ``confirmation``, so that a
/// temporarily wrong clock leaves no timestamps in the far future, which would win over every later write.
struct HybridClock: Sendable, Hashable {
    /// The last issued or witnessed timestamp.
    private(set) var last: HybridTimestamp
    private var anchor: Anchor?
    private var suspicion: Suspicion?

    /// Where civil time and the monotonic clock were seen together.
    private struct Anchor: Hashable {
        var milliseconds: Int64
        var instant: MonotonicInstant
    }

    /// A jump that may be an error.
    private struct Suspicion: Hashable {
        var since: MonotonicInstant
        var lead: Int64
    }

    /// How far civil time may lead at once without being doubted, in milliseconds.
    static let tolerance: Int64 = 60_000
    /// How long a greater lead must hold until it is believed.
    static let confirmation = Duration.seconds(600)
    /// How far ahead of this clock a remote timestamp may be, in milliseconds.
    static let longestLead: Int64 = 60_000

    /// Creates a clock that continues after the latest known timestamp.
    init(after last: HybridTimestamp = .zero) { self.last = last }

    /// This clock's time in milliseconds; it never goes back.
    mutating func reckon(wall: WallTime, at instant: MonotonicInstant) -> Int64 {
        let wall = wall.millisecondsSince1970
        guard let anchor else {
            let start = max(wall, last.milliseconds)
            self.anchor = Anchor(milliseconds: start, instant: instant)
            return start
        }
        let reckoned = anchor.milliseconds + max(0, anchor.instant.duration(to: instant).wholeMilliseconds)
        let lead = wall - reckoned
        guard lead > 0 else {
            suspicion = nil
            return reckoned
        }
        guard lead <= Self.tolerance || isConfirmed(lead, at: instant) else { return reckoned }
        suspicion = nil
        self.anchor = Anchor(milliseconds: wall, instant: instant)
        return wall
    }

    private mutating func isConfirmed(_ lead: Int64, at instant: MonotonicInstant) -> Bool {
        guard let suspicion, abs(lead - suspicion.lead) <= Self.tolerance else {
            suspicion = Suspicion(since: instant, lead: lead)
            return false
        }
        return suspicion.since.duration(to: instant) >= Self.confirmation
    }

    /// A stamp after all before it.
    mutating func next(wall: WallTime, at instant: MonotonicInstant) -> HybridTimestamp {
        let now = reckon(wall: wall, at: instant)
        if now > last.milliseconds {
            last = HybridTimestamp(milliseconds: now)
        } else if last.counter < HybridTimestamp.maximumCounter {
            last = HybridTimestamp(milliseconds: last.milliseconds, counter: last.counter + 1)
        } else {
            last = HybridTimestamp(milliseconds: last.milliseconds + 1)
        }
        return last
    }

    /// Advances the clock past a remote timestamp.
    ///
    /// - Returns: false when it is too far ahead to be plausible; it is then ignored.
    mutating func witness(_ stamp: HybridTimestamp, wall: WallTime, at instant: MonotonicInstant) -> Bool {
        // Measured by the reckoned time and not by the last stamp, or one lead could be put on top of another.
        guard stamp.milliseconds <= reckon(wall: wall, at: instant) + Self.longestLead else { return false }
        last = max(last, stamp)
        return true
    }
}
