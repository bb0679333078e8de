internal import GRDB
internal import RPC

/// How long programmes are kept when they are over: seven days, or for as long as a channel that has its guide from there offers
/// them.
struct GuideRetention: Sendable {
    /// Seconds that are kept of each channel at least.
    private let standard: Int64
    /// Seconds that are kept of channels of guides of which more is kept, by their ids.
    private let longer: [Int64: Int64]
    /// The most that any channel of the catalog offers, in seconds: of what is matched with none yet, that is kept.
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

    /// How much is kept of a channel of a guide, in seconds.
    func seconds(of channel: Int64) -> Int64 { longer[channel] ?? standard }
}
