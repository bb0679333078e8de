/// The merged reports of one session: the same for the same reports, in any order and with duplicates.
///
/// It keeps the last report by its player's own order, which is the position, and the reports that no later one has
/// passed: usually none. The session's furthest point follows from both, and also the furthest after any time, which an
/// explicit "start over" needs, whenever it arrives.
struct SessionProgress: Sendable, Hashable {
    /// A moment of a session.
    struct Point: Sendable, Hashable {
        var stamp: HybridTimestamp
        var reach: PlaybackPosition
    }

    /// A report's order among those of its session: by the player's sequence number, then by its time.
    ///
    /// Players without sequence numbers have 0 everywhere, so that their reports are ordered by time only.
    struct Place: Sendable, Hashable, Comparable {
        var sequence: Int64
        var stamp: HybridTimestamp

        /// Before every report.
        static let none = Place(sequence: -1, stamp: HybridTimestamp(rawValue: -1))

        static func < (left: Place, right: Place) -> Bool {
            (left.sequence, left.stamp) < (right.sequence, right.stamp)
        }
    }

    /// One report.
    struct Report: Sendable, Hashable {
        /// The player's own number of it, from 1; 0 when it sends none.
        var sequence: Int64 = 0
        var stamp: HybridTimestamp
        var reach: PlaybackPosition
        var state: PlayerState

        var place: Place { Place(sequence: sequence, stamp: stamp) }
    }

    /// The last report by the player's order; nil before the first.
    private(set) var latest: Point?
    /// The number of the last report; 0 when its player sends none.
    private(set) var sequence: Int64 = 0
    /// The player's state at the last report. An end is final.
    private(set) var state = PlayerState.playing
    /// Other reports that none at the same time or later has passed, the oldest and furthest first.
    private(set) var peaks: [Point] = []

    /// A session without reports.
    init() {}

    /// Creates it from stored values.
    init(latest: Point?, sequence: Int64, state: PlayerState, peaks: [Point]) {
        self.latest = latest
        self.sequence = sequence
        self.state = state
        self.peaks = peaks
    }

    /// Merges a report. Idempotent and independent of order.
    mutating func take(_ report: Report) {
        mergeState(report)
        let point = Point(stamp: report.stamp, reach: report.reach)
        let all = peaks + [latest].compactMap(\.self) + [point]
        if isLast(report) { (latest, sequence) = (point, report.sequence) }
        // From the latest on, only reports further than all after them: they give the furthest point after any time.
        var frontier: [Point] = []
        for point in all.sorted(by: { ($0.stamp, $0.reach) > ($1.stamp, $1.reach) })
        where frontier.last.map({ $0.reach < point.reach }) ?? true { frontier.append(point) }
        peaks = frontier.reversed().filter { $0 != latest }
    }

    /// The last report's order.
    private var place: Place { latest.map { Place(sequence: sequence, stamp: $0.stamp) } ?? .none }

    /// Whether a report is later than all merged ones. Of two with equal order the further counts.
    private func isLast(_ report: Report) -> Bool {
        guard let latest else { return true }
        return (report.place, report.reach) > (place, latest.reach)
    }

    private mutating func mergeState(_ report: Report) {
        guard state != .ended else { return }
        if report.state == .ended || report.place > place {
            state = report.state
        } else if report.place == place {
            state = max(state, report.state)
        }
    }

    /// The furthest that was reached after a moment; nil when nothing was reached after it.
    func furthest(after stamp: HybridTimestamp) -> PlaybackPosition? {
        (peaks + [latest].compactMap(\.self)).filter { $0.stamp > stamp }.map(\.reach).max()
    }

    /// Where the player was at last, when that was after a moment; nil otherwise.
    ///
    /// A last report that leaves the length out has it from the furthest one.
    func position(after stamp: HybridTimestamp) -> PlaybackPosition? {
        guard let latest, latest.stamp > stamp else { return nil }
        guard latest.reach.duration <= 0, let length = furthest(after: stamp)?.duration, length > 0 else {
            return latest.reach
        }
        return PlaybackPosition(position: latest.reach.position, duration: length)
    }

    /// Whether it was completed, by its furthest point after a time: only a stream with a length can be.
    func isFinished(after stamp: HybridTimestamp = .zero, threshold: Double = PlaybackLimits.watchedThreshold) -> Bool {
        guard let reach = furthest(after: stamp) else { return false }
        return reach.duration > 0 && reach.progress >= threshold
    }

    /// The progress from which a report makes peaks superfluous; above 1 when there are none.
    var ceiling: Double { peaks.map(\.reach.progress).min() ?? Self.noCeiling }

    /// A ceiling that nothing reaches.
    static let noCeiling = 2.0
}

/// A player's state, in the order of precedence for two at the same time.
enum PlayerState: Int64, Sendable, Hashable, Comparable, CaseIterable {
    case buffering = 0
    case playing = 1
    case pictureInPicture = 2
    case paused = 3
    case ended = 4

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
