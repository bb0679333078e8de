/// What happened between two reports of a player, as statistics count it: pure, of the two reports and their times.
///
/// What was watched is ``WatchTime``'s. A wait for data is one that stops a running picture; the wait before
/// the first picture and that after a jump are none.
struct WatchStep: Sendable, Hashable {
    /// A player at the time of a report.
    struct Moment: Sendable, Hashable {
        /// In milliseconds of the household's clock.
        var time: Int64
        /// In seconds.
        var position: Double
        /// Nil before the first report.
        var state: PlayerState?
        /// When the present wait for data began; 0 for none.
        var stalledSince: Int64 = 0
        /// Whether a picture has run before.
        var hasPlayed = false
    }

    /// Milliseconds that were watched.
    let watched: Int64
    /// The length in milliseconds of the wait that has ended; nil when none has.
    let stall: Int64?
    /// The player after the step.
    let after: Moment

    /// - Parameters:
    ///   - before: the player at the last report, or at the opening, whose position is not known.
    ///   - time: that of the report, later than `before`.
    init(from before: Moment, to position: Double, _ state: PlayerState, at time: Int64) {
        let elapsed = max(0, time - before.time)
        let from = before.state == nil ? nil : before.position
        let isJump = from.map { !WatchTime.isPlayed(elapsed: elapsed, from: $0, to: position) } ?? false
        watched = WatchTime.watched(
            elapsed: elapsed, from: from, to: position,
            hasStood: before.state == .paused || before.state == .buffering)
        var after = Moment(
            time: time, position: position, state: state, stalledSince: before.stalledSince,
            hasPlayed: before.hasPlayed || state == .playing || state == .pictureInPicture)
        if state == .buffering {
            if before.state != .buffering { after.stalledSince = before.hasPlayed && !isJump ? time : 0 }
            stall = nil
        } else {
            let length = before.stalledSince > 0 ? time - before.stalledSince : 0
            stall = (1...PlaybackLimits.longestStallMilliseconds).contains(length) ? length : nil
            after.stalledSince = 0
        }
        self.after = after
    }
}
