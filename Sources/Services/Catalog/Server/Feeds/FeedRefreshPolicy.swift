internal import RPC

/// When a feed is fetched next: by its schedule when all is well, later and later when it is not.
enum FeedRefreshPolicy {
    /// The minutes that a schedule may have; 0 is for none.
    static let minutes: ClosedRange<Int32> = 15...40_320
    /// The schedule of who names none.
    static let defaultMinutes: Int32 = 1_440
    /// The first pause after a failure; each further one doubles it.
    static let firstPause = Duration.seconds(300)
    /// The longest pause after a failure.
    static let longestPause = Duration.seconds(6 * 3_600)
    /// Attempts after which a feed without a schedule stops retrying until a caller requests a refresh.
    static let attemptsWithoutSchedule: Int32 = 8
    /// When a panel with series that were not asked for yet is asked again.
    static let continuation = Duration.seconds(3_600)

    /// When to fetch again what was taken in; nil for never.
    ///
    /// - Parameters:
    ///   - now: Milliseconds since 1970, as the result.
    ///   - spread: A random number from 0 to 1. Schedules begin a twentieth sooner or later, so that not everybody who was
    ///     set up at the same time comes to the server at the same time for ever.
    static func afterSuccess(minutes: Int32, hasMore: Bool, at now: Int64, spread: Double) -> Int64? {
        if hasMore { return now + continuation.wholeMilliseconds }
        guard minutes > 0 else { return nil }
        let whole = Double(minutes) * 60_000
        return now + Int64(whole * (0.95 + 0.1 * spread))
    }

    /// When to try again what has failed; nil for never.
    ///
    /// - Parameters:
    ///   - failures: How often in a row, this time included.
    ///   - asked: How long the server asks to wait.
    ///   - spread: A random number from 0 to 1, which shortens the pause by up to a half.
    static func afterFailure(
        _ failures: Int32, minutes: Int32, asked: Duration?, at now: Int64, spread: Double
    ) -> Int64? {
        if minutes == 0, failures >= attemptsWithoutSchedule { return nil }
        let doubled = min(firstPause * (1 << min(max(0, Int(failures) - 1), 16)), longestPause)
        let pause = Int64(Double(doubled.wholeMilliseconds) * (1 - spread / 2))
        return now + max(pause, asked?.wholeMilliseconds ?? 0)
    }

    /// The next refresh while an import is held for confirmation: by the schedule.
    static func afterHeldImport(minutes: Int32, at now: Int64, spread: Double) -> Int64? {
        afterSuccess(minutes: minutes, hasMore: false, at: now, spread: spread)
    }
}
