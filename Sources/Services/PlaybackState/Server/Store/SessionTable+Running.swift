internal import GRDB
internal import HearthModel

extension SessionTable {
    /// Whether a profile has a session of a title that runs: it has not ended, and its player has reported lately.
    /// A channel has no end to be watched to: none runs.
    ///
    /// - Parameter now: milliseconds since 1970 by the household's clock.
    static func isRunning(_ content: ContentID, of profile: String, at now: Int64, _ db: Database) throws -> Bool {
        let earliest = HybridTimestamp(milliseconds: now - PlaybackLimits.slotTimeoutMilliseconds)
        let statement = try db.cachedStatement(
            sql: """
                SELECT EXISTS (
                    SELECT 1 FROM viewing v JOIN profile p ON p.row = v.profile JOIN content c ON c.row = v.content
                    JOIN point o ON o.session = v.session
                    WHERE p.id = :profile AND c.id = :content AND o.percent = 1 AND o.ended = 0
                        AND max(o.stamp, v.opened) >= :earliest)
                """)
        return try Bool.fetchOne(
            statement,
            arguments: ["profile": profile, "content": content.rawValue, "earliest": earliest.rawValue]) ?? false
    }
}
