internal import GRDB
internal import RPC

/// The retention of past programmes: seven days, or as long as a channel that uses the guide offers catch-up.
struct GuideRetention: Sendable {
    /// The minimum retention of each channel in seconds.
    private let standard: Int64
    /// The guide channels with a longer retention in seconds, by id.
    private let longer: [Int64: Int64]
    /// The longest catch-up of any channel in the catalog, in seconds: the retention of unmatched guide channels.
    let longest: Int64

    private static let secondsPerDay: Int64 = 86_400

    init(_ db: Database, limits: ImportLimits) throws {
        let standard = limits.guideRetention.wholeMilliseconds / 1_000
        self.standard = standard
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT m.channel, max(e.catchupDays) FROM entry e INDEXED BY entry_by_catchup
                CROSS JOIN guideMatch m INDEXED BY guideMatch_by_item ON m.item = e.item AND m.died = \(Generation.never)
                WHERE e.catchupDays > 7 AND e.died = \(Generation.never) GROUP BY m.channel
                """)
        longer = Dictionary(rows.map { ($0[0] as Int64, ($0[1] as Int64) * Self.secondsPerDay) }) { max($0, $1) }
            .filter { $0.value > standard }
        let most = try Int64.fetchOne(
            db,
            sql: """
                SELECT max(catchupDays) FROM entry INDEXED BY entry_by_catchup
                WHERE catchupDays > 7 AND died = \(Generation.never)
                """)
        longest = max(standard, (most ?? 0) * Self.secondsPerDay)
    }

    /// The retention of a guide channel in seconds.
    func seconds(of channel: Int64) -> Int64 { longer[channel] ?? standard }
}
