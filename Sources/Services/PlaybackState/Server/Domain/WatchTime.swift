/// Time really watched, from two reports of a player. A jump is no watching.
enum WatchTime {
    /// The milliseconds watched between two reports of a session: as much as the position has advanced, and never more than
    /// has passed. After a jump back the time counts, as far as players report regularly.
    ///
    /// - Parameters:
    ///   - elapsed: the milliseconds between them; since the session's opening for the first.
    ///   - from: the position of the earlier one in seconds; nil for the first report, whose position tells only how much
    ///     can have been watched.
    ///   - to: the position of the later one in seconds.
    ///   - isPaused: whether the player is paused at the later one.
    static func watched(elapsed: Int64, from: Double?, to: Double, isPaused: Bool) -> Int64 {
        guard elapsed > 0 else { return 0 }
        let advance = (to - (from ?? 0)) * 1_000
        if advance >= 0 { return min(elapsed, Int64(min(advance, PlaybackLimits.longestSeconds * 1_000).rounded())) }
        return isPaused ? 0 : min(elapsed, Int64(PlaybackLimits.reportSeconds) * 1_000)
    }

    /// Whether the player has come from one position to another by playing, and not by a jump.
    ///
    /// - Parameters: as ``watched(elapsed:from:to:isPaused:)``, both positions known.
    static func isPlayed(elapsed: Int64, from: Double, to: Double) -> Bool {
        to >= from && (to - from) <= Double(max(0, elapsed)) / 1_000 + PlaybackLimits.jumpSeconds
    }
}
