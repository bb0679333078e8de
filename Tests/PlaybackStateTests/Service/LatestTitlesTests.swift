import Access
import GRDB
import HearthModel
import PlaybackStateAPI
import ProfilesAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import PlaybackStateService

/// The kept order of continue watching, against one that is found from all sessions and marks.
struct LatestTitlesTests {
    private static let titles: [ContentID] =
        (1...6).map { ContentID(rawValue: "m\($0)") } + (1...6).map { ContentID(rawValue: "e\($0)") }

    /// A title, and when it was watched last.
    private struct Last: Hashable {
        var content: String
        var stamp: Int64
    }

    /// From all sessions and marks, as it was before the order was kept.
    private static func reference(_ profile: Int64, _ db: Database) throws -> [Last] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT c.id, max(t.stamp) AS last FROM (
                    SELECT v.content, p.stamp FROM viewing v JOIN point p ON p.session = v.session
                    WHERE v.profile = :profile AND p.stamp > 0 AND p.percent = 1
                    UNION ALL SELECT content, watched FROM mark WHERE profile = :profile AND watched > 0) t
                JOIN content c ON c.row = t.content LEFT JOIN mark m ON m.profile = :profile AND m.content = t.content
                WHERE c.gone = 0 GROUP BY t.content
                HAVING last > coalesce(max(m.reset), 0) AND last > coalesce(max(m.hidden), 0) ORDER BY last DESC
                """, arguments: ["profile": profile]
        ).map { Last(content: $0[0], stamp: $0[1]) }
    }

    private static func check(_ shard: Shard, _ profiles: [String], _ note: String) async throws {
        for profile in profiles {
            let (kept, reference, lost) = try await shard.read { db -> ([Last], [Last], [String]) in
                guard let row = try ProfileTable.row(of: profile, db) else { return ([], [], []) }
                let everything = Visibility(
                    Viewer(household: "home", subject: "adam", profile: profile, role: .adult, policy: .everything))
                var titles = try LatestTable.titles(of: row, everything, db)
                var (kept, lost) = ([Last](), [String]())
                while let title = try titles.next() {
                    kept.append(Last(content: title.id.rawValue, stamp: title.last.rawValue))
                    guard title.isDone(threshold: PlaybackLimits.watchedThreshold) else { continue }
                    let state = try WatchStateReader.watchState(of: row, content: title.row, db)
                    if state.resume() != nil { lost.append(title.id.rawValue) }
                }
                return (kept, try Self.reference(row, db), lost)
            }
            #expect(kept == reference, "\(note)")
            #expect(lost == [], "\(note): these have resume points")
        }
    }

    @Test(arguments: Seeds.make(4))
    func `the order is that of the latest reports and marks, whatever was played, marked, hidden and removed`(
        seed: UInt64
    ) async throws {
        print("seed \(seed)")
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            let cards =
                (1...6).map { Card.episode("e\($0)", of: "s", Int32($0)) } + (1...6).map { Card.movie("m\($0)") }
            try await FakeTitles(cards + [.of(.series, "s")]).play(in: harness)
            let (adult, hilda) = (TestCaller.adult.profile, TestCaller.hidingAdult.profile)
            try await FakeProfiles(ids: [adult, hilda]).play(in: harness)
            let clients = [try await harness.playback(), try await harness.playback(.hidingAdult)]
            var source = SplitMix64(seed: seed)
            var sessions: [(client: Client, id: String)] = []
            for step in 1...120 {
                let client = clients[Int.random(in: 0..<2, using: &source)]
                let content = Self.titles[Int.random(in: 0..<12, using: &source)]
                switch Int.random(in: 0..<12, using: &source) {
                case 0...3:
                    let together = Bool.random(using: &source) && client.defaults.token == clients[0].defaults.token
                    let request = PlaybackState.Play(
                        content: content, device: "tv\(Int.random(in: 0..<3, using: &source))",
                        watchingTogether: together ? [hilda] : nil,
                        startsOver: Int.random(in: 0..<6, using: &source) == 0 ? true : nil)
                    sessions.append((client, try await client.send(request).session))
                case 4...7:
                    guard let (owner, session) = sessions.randomElement(using: &source) else { continue }
                    // Some of them late, for sessions that have ended.
                    let state: PlaybackPhase? = Int.random(in: 0..<4, using: &source) == 0 ? .ended : nil
                    let position = Double.random(in: 1...100, using: &source)
                    try await owner.report(session, at: Int64(step) * 1_000, position, of: 100, state)
                case 8:
                    _ = try await client.send(PlaybackState.MarkWatched(contents: [content]))
                case 9:
                    _ = try await client.send(PlaybackState.MarkUnwatched(contents: [content]))
                case 10:
                    _ = await client.failure(of: PlaybackState.HideFromContinueWatching(content: content))
                default:
                    _ = try await client.send(PlaybackState.RemoveHistory(content: content))
                }
                if step.isMultiple(of: 10) {
                    let shard = try #require(harness.shards?.openShards["home"])
                    try await Self.check(shard, [adult, hilda], "seed \(seed), step \(step)")
                }
            }
        }
    }
}
