/// A profile's watch state of a title: its merged sessions and marks.
///
/// The position is the last one of the session with the latest report; "watched" counts by the furthest point of any
/// session. "Start over" and "mark unwatched" override every earlier report, "mark watched" completes the sessions that
/// were opened before it. A watched title stays watched while it is played again.
struct WatchState: Sendable, Hashable {
    /// One session that the profile took part in.
    struct Session: Sendable, Hashable {
        /// Identifies a session, and breaks ties between equal timestamps.
        var row: Int64
        /// When it was opened.
        var opened: HybridTimestamp
        /// The link that was played.
        var variant: String
        var progress: SessionProgress
    }

    /// When a profile last marked a title; zero for never.
    struct Marks: Sendable, Hashable {
        /// Seen to the end.
        var watched = HybridTimestamp.zero
        /// Start over, or not seen: earlier reports count for nothing.
        var reset = HybridTimestamp.zero
        /// Not seen: earlier viewings are not counted.
        var cleared = HybridTimestamp.zero
    }

    /// Where the profile is.
    var reach = PlaybackPosition.none
    /// Whether the position's session was completed: there is no resume point.
    var isFinished = false
    /// The link that was played last; nil when nothing was played since the last mark.
    var variant: String?
    /// Whether it counts as watched.
    var isWatched = false
    /// How often it was watched to the end.
    var playCount = 0
    /// Seconds over all sessions: the progress of a channel.
    var secondsWatched = 0.0
    /// When it was last watched, or marked as watched; zero for never.
    var lastWatched = HybridTimestamp.zero

    /// Not started.
    init() {}

    /// Merges sessions and marks.
    ///
    /// - Parameter threshold: the progress from which on a title counts as watched, 0...1.
    init(sessions: [Session], marks: Marks, threshold: Double) {
        let reported = sessions.filter { $0.progress.latest.map { $0.stamp > marks.reset } ?? false }
        let isMarkedWatched = marks.watched > marks.reset
        let open = reported.filter { !isMarkedWatched || $0.opened > marks.watched }
        if let last = open.max(by: { $0.order < $1.order }) {
            reach = last.progress.position(after: marks.reset) ?? .none
            variant = last.variant
            isFinished = last.progress.isFinished(after: marks.reset, threshold: threshold)
        }
        isWatched =
            isMarkedWatched || reported.contains { $0.progress.isFinished(after: marks.reset, threshold: threshold) }
        let ends = reported.compactMap { $0.progress.latest?.stamp } + (isMarkedWatched ? [marks.watched] : [])
        lastWatched = ends.max() ?? .zero
        secondsWatched = reported.reduce(0) { $0 + ($1.progress.furthest(after: marks.reset)?.position ?? 0) }
        playCount = Self.count(sessions, marks, threshold)
    }

    /// Sessions that came to the end count; so does the mark, unless one before it did.
    private static func count(_ sessions: [Session], _ marks: Marks, _ threshold: Double) -> Int {
        let finished = sessions.filter { $0.progress.isFinished(after: marks.cleared, threshold: threshold) }
        let isMarkOne = marks.watched > marks.cleared && !finished.contains { $0.opened < marks.watched }
        return finished.count + (isMarkOne ? 1 : 0)
    }

    /// The resume point: the position less a few seconds, scaled to a link of another length and never past its end;
    /// nil when the title was not started, or the last session was completed.
    ///
    /// - Parameter duration: the length of the link to open in seconds, nil or 0 when unknown.
    func resume(inLength duration: Double? = nil) -> Double? {
        guard !isFinished, reach.position > 0 else { return nil }
        var position = reach.position
        if let duration, duration > 0 {
            // The same length needs no fraction, which would round.
            let isOther = reach.duration > 0 && reach.duration != duration
            position = min(isOther ? reach.progress * duration : position, duration)
        }
        return max(0, position - PlaybackLimits.resumeRewindSeconds)
    }

    /// The position in another link of a title during playback: the same time when the lengths differ by less than 2 %,
    /// else the same fraction; never past its end.
    static func carry(_ reach: PlaybackPosition, toLength duration: Double) -> Double {
        guard duration > 0 else { return reach.position }
        guard reach.duration > 0 else { return min(reach.position, duration) }
        let isAlike = abs(duration - reach.duration) / reach.duration < PlaybackLimits.lengthTolerance
        return min(isAlike ? reach.position : reach.progress * duration, duration)
    }
}

extension WatchState.Session {
    /// The order of sessions by their latest report.
    fileprivate var order: (HybridTimestamp, HybridTimestamp, Int64) { (progress.latest?.stamp ?? .zero, opened, row) }
}
