import GRDB
import HearthModel
import PlaybackStateAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import PlaybackStateService

/// Where profiles go on in series: the rules, playing a series, and marking it.
struct SeriesTests {
    private func with(_ body: (ServiceHarness, FakeCatalog, Client) async throws -> Void) async throws {
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            let catalog = FakeCatalog(SeriesSample.cards)
            try await catalog.play(in: harness)
            try await body(harness, catalog, try await harness.playback())
        }
    }

    // MARK: The rules

    @Test func `the rule is chosen per series and per profile, and the response says which applies`() async throws {
        try await with { harness, _, client in
            try await client.watch("s1e2", to: 95)
            let standard = try await client.nextUp("s")
            #expect(standard.next?.content == "s2e1" && standard.next?.rule == .afterLastWatched)
            #expect(standard.choice == NextUpChoice() && standard.choice.rule == .afterLastWatched)
            #expect((standard.watched, standard.total, standard.isFinished) == (1, 3, false))
            let all = try await client.send(PlaybackState.SetNextUpRule(rule: .firstUnwatched))
            #expect(all == NextUpChoice(profile: .firstUnwatched))
            try await harness.restart()
            #expect(try await client.nextUp("s1e1").next?.content == "s1e1")
            let list = try await client.send(PlaybackState.ContinueWatching()).titles
            #expect(list.map(\.content) == ["s1e1"] && list.map(\.rule) == [.firstUnwatched])
            let own = try await client.send(PlaybackState.SetNextUpRule(series: "s1e1", rule: .afterLastWatched))
            #expect(own == NextUpChoice(series: .afterLastWatched, profile: .firstUnwatched))
            #expect(try await client.goOn() == ["s2e1"])
            #expect(try await client.complete("s1e2").next?.rule == .afterLastWatched)
            // Another profile has chosen nothing.
            #expect(try await harness.playback(.owner).nextUp("s").choice == NextUpChoice())
            _ = try await client.send(PlaybackState.SetNextUpRule(series: "s"))
            #expect(try await client.goOn() == ["s1e1"])
        }
    }

    @Test func `what is no series and no rule to choose is refused`() async throws {
        try await with { harness, catalog, client in
            let rewatch = PlaybackState.SetNextUpRule(series: "s", rule: .rewatch)
            #expect(await client.failure(of: rewatch)?.field == "rule")
            for wrong in ["m1", "ch"] as [ContentID] {
                let set = PlaybackState.SetNextUpRule(series: wrong, rule: .firstUnwatched)
                #expect(await client.failure(of: set)?.problem == .unsupportedType)
                #expect(await client.failure(of: PlaybackState.GetNextUp(content: wrong))?.problem == .unsupportedType)
            }
            let unknown = PlaybackState.SetNextUpRule(series: "no", rule: .firstUnwatched)
            #expect(await client.failure(of: unknown)?.problem == .unknownContent)
            #expect(await client.failure(of: PlaybackState.GetNextUp(content: "no"))?.problem == .unknownContent)
            harness.clients.stop("catalog")
            let set = PlaybackState.SetNextUpRule(series: "s", rule: .firstUnwatched)
            let choice = try await client.send(set)
            #expect(choice.series == .firstUnwatched)
            #expect(await client.failure(of: PlaybackState.GetNextUp(content: "s"))?.code == .unavailable)
        }
    }

    @Test func `choices follow a series to its new ID, have a limit, and go with their profile`() async throws {
        let inline = try InlineShard()
        try await inline.shard.write { db in
            let profile = try ProfileTable.make("p", db)
            for number in 0..<PlaybackLimits.nextUpRules {
                try NextUpRuleTable.set(.firstUnwatched, series: .init(rawValue: "s\(number)"), profile: profile, db)
            }
            #expect(throws: PlaybackError.self) {
                try NextUpRuleTable.set(.firstUnwatched, series: "more", profile: profile, db)
            }
            try NextUpRuleTable.set(.afterLastWatched, series: "s1", profile: profile, db)
            try NextUpRuleTable.set(nil, series: "s2", profile: profile, db)
            try ExternalChanges.merged("s1", into: "new", card: nil, db)
            #expect(try NextUpRuleTable.choice(of: "new", profile: profile, db).series == .afterLastWatched)
            #expect(try NextUpRuleTable.choice(of: "s1", profile: profile, db).series == nil)
            // The successor has its own.
            try ExternalChanges.merged("s3", into: "new", card: nil, db)
            #expect(try NextUpRuleTable.choice(of: "new", profile: profile, db).series == .afterLastWatched)
            try ExternalChanges.profileDeleted("p", db)
            #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM nextUpRule") == 0)
        }
    }

    // MARK: Reports of users

    @Test func `specials are never offered by themselves, and a watched special does not come back`() async throws {
        try await with { _, _, client in
            #expect(try await client.nextUp("s").next?.content == "s1e1")
            _ = try await client.complete("s0e1")
            #expect(try await client.goOn().isEmpty)
            #expect(try await client.nextUp("s").next?.content == "s1e1")
            for content in ["s1e1", "s1e2", "s2e1"] as [ContentID] { _ = try await client.complete(content) }
            let end = try await client.nextUp("s")
            #expect(end.next == nil && end.isFinished && end.watched == 3)
            #expect(try await client.goOn().isEmpty)
        }
    }

    @Test func `a finished series is watched again from the episode that is played again`() async throws {
        try await with { _, _, client in
            for content in ["s1e1", "s1e2", "s2e1"] as [ContentID] { try await client.watch(content, to: 95) }
            #expect(try await client.nextUp("s").next == nil)
            try await client.watch("s1e1", to: 95)
            let next = try await client.nextUp("s").next
            #expect(next?.content == "s1e2" && next?.rule == .rewatch && next?.resume == nil)
            #expect(try await client.goOn() == ["s1e2"])
            let session = try await client.watch("s1e2", to: 50)
            #expect(try await client.nextUp("s").next?.resume == 45)
            let done = try await client.send(PlaybackState.CompleteTitle(session: session))
            #expect(done.next?.content == "s2e1" && done.next?.rule == .rewatch && !done.hasChanged)
            #expect(try await client.progress("s1e2").playCount == 2)
        }
    }

    @Test func `hiding a series keeps it away until it is played again`() async throws {
        try await with { _, _, client in
            try await client.watch("s1e1", to: 95)
            _ = try await client.send(PlaybackState.HideFromContinueWatching(content: "s"))
            #expect(try await client.goOn().isEmpty)
            try await client.watch("s1e2", to: 95)
            #expect(try await client.goOn() == ["s2e1"])
        }
    }

    // MARK: Playing a series

    @Test func `a series plays the episode with which the profile goes on`() async throws {
        try await with { _, _, client in
            let first = try await client.play("s")
            #expect(first.card.id == "s1e1" && first.rule == .afterLastWatched && first.resume == nil)
            try await client.report(first.session, at: 1, 50)
            let again = try await client.play("s")
            #expect(again.card.id == "s1e1" && again.rule == nil && again.resume == 45)
            try await client.report(again.session, at: 1, 95)
            #expect(try await client.play("s").card.id == "s1e2")
            _ = try await client.send(PlaybackState.MarkWatched(contents: ["s"]))
            let over = try await client.play("s")
            #expect(over.card.id == "s1e1" && over.rule == .rewatch)
            let variant = PlaybackState.Play(content: "s", variant: "v1", device: "tv")
            #expect(await client.failure(of: variant)?.field == "variant")
            #expect(try await client.play("m1").rule == nil)
        }
    }

    @Test func `a repeated play of a series goes on with the episode of its session`() async throws {
        try await with { harness, _, client in
            var options = client.defaults
            options.idempotencyKey = IdempotencyKey(runtime: harness.runtime)
            let play = PlaybackState.Play(content: "s", device: "tv")
            let first = try await client.send(play, options: options)
            try await client.report(first.session, at: 1, 95)
            let second = try await client.send(play, options: options)
            #expect(second.session == first.session && second.card.id == "s1e1" && second.url == first.url)
            #expect(second.rule == .afterLastWatched)
        }
    }

    @Test func `a series without episodes cannot be played`() async throws {
        try await with { _, catalog, client in
            catalog.add(.of(.series, "empty"))
            let play = PlaybackState.Play(content: "empty", device: "tv")
            #expect(await client.failure(of: play)?.problem == .noEpisodes)
            let next = try await client.nextUp("empty")
            #expect(next.next == nil && !next.isFinished && next.total == 0)
        }
    }

    // MARK: Marking a series

    @Test func `a series or a season is marked in one call, which says how many episodes have changed`() async throws {
        try await with { _, _, client in
            _ = try await client.send(PlaybackState.MarkWatched(contents: ["s1e2"]))
            #expect(try await client.send(PlaybackState.MarkWatched(contents: ["s"], season: 1)).changed == 1)
            #expect(try await client.goOn() == ["s2e1"])
            // All four others, specials among them, and a film.
            #expect(try await client.send(PlaybackState.MarkWatched(contents: ["m1", "s", "s2e1"])).changed == 4)
            #expect(try await client.send(PlaybackState.MarkWatched(contents: ["s"])).changed == 0)
            #expect(try await client.goOn().isEmpty)
            #expect(try await client.nextUp("s").isFinished)
            #expect(try await client.send(PlaybackState.MarkUnwatched(contents: ["s"], season: 0)).changed == 2)
            #expect(try await client.send(PlaybackState.MarkUnwatched(contents: ["s"])).changed == 3)
            #expect(try await client.nextUp("s").watched == 0)
        }
    }

    @Test func `a series of any length is marked as a whole, or not at all`() async throws {
        try await with { _, catalog, client in
            catalog.add(.of(.series, "soap"))
            for number in 1...1_200 { catalog.add(.episode("soap\(number)", of: "soap", Int32(number))) }
            // One that was never referred to needs no mark, and no row.
            let unmarked = try await client.send(PlaybackState.MarkUnwatched(contents: ["soap"]))
            let marked = try await client.send(PlaybackState.MarkWatched(contents: ["soap"]))
            #expect(unmarked.changed == 0 && marked.changed == 1_200)
            let wrong = await client.failure(of: PlaybackState.MarkUnwatched(contents: ["soap", "ch"]))
            #expect(wrong?.problem == .unsupportedType)
            let state = try await client.nextUp("soap")
            #expect(state.watched == 1_200)
        }
    }

    @Test func `what has no episodes of a season, and needs the catalog, is refused`() async throws {
        try await with { harness, _, client in
            let none = PlaybackState.MarkWatched(contents: ["s"], season: 9)
            #expect(await client.failure(of: none)?.problem == .noEpisodes)
            let film = PlaybackState.MarkWatched(contents: ["m1"], season: 1)
            #expect(await client.failure(of: film)?.field == "season")
            let below = PlaybackState.MarkWatched(contents: ["s"], season: -1)
            #expect(await client.failure(of: below)?.field == "season")
            try await client.enqueue("s")
            harness.clients.stop("catalog")
            for series in ["s", "sr_aaaaaaaaaaaaaaaaaaaaaaaa"] as [ContentID] {
                let failure = await client.failure(of: PlaybackState.MarkWatched(contents: [series]))
                #expect(failure?.code == .unavailable && failure?.executed != .yes)
            }
        }
    }
}
