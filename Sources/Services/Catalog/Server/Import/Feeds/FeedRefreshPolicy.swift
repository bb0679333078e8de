internal import RPC

/// The refresh times of a feed: by its schedule after a success, with backoff after failures.
enum FeedRefreshPolicy {
    /// The allowed refresh intervals in minutes; 0 means no schedule.
    static let minutes: ClosedRange<Int32> = 15...40_320
    /// The default refresh interval.
    static let defaultMinutes: Int32 = 1_440
    /// The first backoff after a failure; each further one doubles it.
    static let firstPause = Duration.seconds(300)
    /// The longest backoff after a failure.
    static let longestPause = Duration.seconds(6 * 3_600)
    /// Attempts after which a feed without a schedule stops retrying until a caller requests a refresh.
    static let attemptsWithoutSchedule: Int32 = 8
    /// The interval at which a panel with pending series is fetched again.
    static let continuation = Duration.seconds(3_600)

    /// The next refresh after an import; nil for never.
    ///
    /// - Parameters:
    ///   - now: Milliseconds since 1970, as the result.
    ///   - spread: A random number from 0 to 1, which moves the refresh by up to a twentieth of the interval, so that
    ///     feeds added at the same time do not reach a server at the same time forever.
    static func afterSuccess(minutes: Int32, hasMore: Bool, at now: Int64, spread: Double) -> Int64? {
        if hasMore { return now + continuation.wholeMilliseconds }
        guard minutes > 0 else { return nil }
        let whole = Double(minutes) * 60_000
        return now + Int64(whole * (0.95 + 0.1 * spread))
    }

    /// The next retry after a failure; nil for never.
    ///
    /// - Parameters:
    ///   - failures: The number of consecutive failures, this one included.
    ///   - retryAfter: The delay that the server requests.
    ///   - spread: A random number from 0 to 1, which shortens the backoff by up to a half.
    static func afterFailure(
        _ failures: Int32, minutes: Int32, retryAfter: Duration?, at now: Int64, spread: Double
    ) -> Int64? {
        if minutes == 0, failures >= attemptsWithoutSchedule { return nil }
        let doubled = min(firstPause * (1 << min(max(0, Int(failures) - 1), 16)), longestPause)
        let pause = Int64(Double(doubled.wholeMilliseconds) * (1 - spread / 2))
        return now + max(pause, retryAfter?.wholeMilliseconds ?? 0)
    }

    /// The next refresh while an import is held for confirmation: by the schedule.
    static func afterHeldImport(minutes: Int32, at now: Int64, spread: Double) -> Int64? {
        afterSuccess(minutes: minutes, hasMore: false, at: now, spread: spread)
    }
}
