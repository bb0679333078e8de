/// Time really watched, from two reports of a player. A jump is no watching.
enum WatchTime {
    /// The milliseconds watched between two reports of a session: as much as the position has advanced, and never more than
    /// has passed. Around a jump as much counts as players take between two reports.
    ///
    /// - Parameters:
    ///   - elapsed: the milliseconds between them; since the session's opening for the first.
    ///   - from: the position of the earlier one in seconds; nil for the first report, whose position tells only how much
    ///     can have been watched, as a title may begin at its resume point.
    ///   - to: the position of the later one in seconds.
    ///   - hasStood: whether the player was paused, or waited for data, when it jumped.
    static func watched(elapsed: Int64, from: Double?, to: Double, hasStood: Bool) -> Int64 {
        guard elapsed > 0 else { return 0 }
        if let from, !isPlayed(elapsed: elapsed, from: from, to: to) {
            return hasStood ? 0 : min(elapsed, Int64(PlaybackLimits.reportSeconds) * 1_000)
        }
        let advance = min(to - (from ?? 0), PlaybackLimits.longestSeconds)
        return min(elapsed, max(0, Int64((advance * 1_000).rounded())))
    }

    /// Whether the player has come from one position to another by playing, and not by a jump.
    ///
    /// - Parameters: as ``watched(elapsed:from:to:hasStood:)``, both positions known.
    static func isPlayed(elapsed: Int64, from: Double, to: Double) -> Bool {
        to >= from && (to - from) <= Double(max(0, elapsed)) / 1_000 + PlaybackLimits.jumpSeconds
    }
}
