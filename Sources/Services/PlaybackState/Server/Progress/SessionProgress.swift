internal import RPC

/// What the reports of one session come to: the same for the same reports, in any order and however often each arrives.
///
/// It keeps the latest report, and of the earlier ones those that none after them has come up to: usually none. The highest
/// progress of the session follows from them, and also the highest after any moment, which is what an explicit "start over"
/// asks for, whenever it arrives.
struct SessionProgress: Sendable, Hashable {
    /// A moment of a session.
    struct Point: Sendable, Hashable {
        var stamp: Stamp
        var reach: Reach
    }

    /// One report.
    struct Report: Sendable, Hashable {
        var stamp: Stamp
        var reach: Reach
        var state: PlayerState
    }

    /// The latest report; nil before the first.
    private(set) var latest: Point?
    /// What the player was doing at the latest report. An end is final.
    private(set) var state = PlayerState.playing
    /// Earlier moments that no later one has come up to, the oldest and furthest first.
    private(set) var peaks: [Point] = []

    /// A session without reports.
    init() {}

    /// What was stored.
    init(latest: Point?, state: PlayerState, peaks: [Point]) {
        self.latest = latest
        self.state = state
        self.peaks = peaks
    }

    /// Takes a report in. Twice is as once, and the order does not matter.
    mutating func take(_ report: Report) {
        takeState(report)
        if Defect.goesBack.isPlanted || Defect.mergesByArrival.isPlanted {
            let isOlder = latest.map { $0.stamp > report.stamp } ?? false
            if isOlder, Defect.goesBack.isPlanted { return }
            (latest, peaks) = (Point(stamp: report.stamp, reach: report.reach), [])
            return
        }
        let points = (peaks + [latest].compactMap(\.self) + [Point(stamp: report.stamp, reach: report.reach)])
            .sorted { ($0.stamp, $0.reach) > ($1.stamp, $1.reach) }
        var kept: [Point] = []
        for point in points where kept.last.map({ $0.reach < point.reach }) ?? true { kept.append(point) }
        latest = kept.first
        peaks = Array(kept.dropFirst().reversed())
    }

    private mutating func takeState(_ report: Report) {
        guard state != .ended else { return }
        let last = latest?.stamp ?? Stamp(rawValue: -1)
        if report.state == .ended || report.stamp > last {
            state = report.state
        } else if report.stamp == last {
            state = max(state, report.state)
        }
    }

    /// The furthest that was reached after a moment; nil when nothing was reported after it.
    func furthest(after stamp: Stamp) -> Reach? {
        // The older, the further: the first that counts is the furthest.
        if let peak = peaks.first(where: { $0.stamp > stamp }) { return peak.reach }
        return latest.flatMap { $0.stamp > stamp ? $0.reach : nil }
    }

    /// The progress from which on a report makes peaks superfluous; beyond 1 when there are none.
    var ceiling: Double { peaks.last?.reach.progress ?? Self.noCeiling }

    /// A ceiling that nothing reaches.
    static let noCeiling = 2.0
}

/// What a player does, in the order in which one of two at the same moment is believed.
enum PlayerState: Int64, Sendable, Hashable, Comparable, CaseIterable {
    case buffering = 0
    case playing = 1
    case pictureInPicture = 2
    case paused = 3
    case ended = 4

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
