import CatalogAPI
import HearthModel
import PlaybackStateAPI
import PlaybackStateService
import RPC
import TestSupport
import Testing

/// What comes after an episode that was watched to its end, and what leaves the queue then.
struct NextUpTests {
    private func with(_ body: (ServiceHarness, FakeCatalog, Client) async throws -> Void) async throws {
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            let catalog = FakeCatalog([
                .of(.series, "s"), .movie("m1"), .episode("s0e1", of: "s", season: 0, 1),
                .episode("s0e2", of: "s", season: 0, 2), .episode("s1e1", of: "s", season: 1, 1),
                .episode("s1e2", of: "s", season: 1, 2), .episode("s1e4", of: "s", season: 1, 4),
                .episode("s2e1", of: "s", season: 2, 1), .episode("s2e2", of: "s", season: 2, 2),
            ])
            try await catalog.play(in: harness)
            try await body(harness, catalog, try await harness.playback())
        }
    }

    /// Watches something and ends its session.
    private func finish(_ content: ContentID, _ client: Client, at position: Double = 1_750) async throws {
        let session = try await client.watch(content, to: position, of: 1_800)
        _ = try await client.send(PlaybackState.EndSession(session: session))
    }

    @Test(
        arguments: [
            ("s1e1", "s1e2"), ("s1e2", "s1e4"), ("s1e4", "s2e1"), ("s2e1", "s2e2"), ("s2e2", nil), ("s0e1", nil),
            ("s0e2", nil),
        ] as [(ContentID, ContentID?)])
    func `the episode behind the last one comes next`(watched: ContentID, next: ContentID?) async throws {
        try await with { _, _, client in
            try await finish(watched, client)
            #expect(try await client.goOn() == [next].compactMap(\.self))
            guard next != nil else { return }
            let entry = try await client.send(PlaybackState.ContinueWatching()).titles[0]
            #expect((entry.resume, entry.progress, entry.rule) == (0, 0, .afterLastWatched))
            #expect(entry.card?.id == next)
        }
    }

    @Test func `a mark counts as watching, what was watched is passed over, and specials do not get in between`()
        async throws
    {
        try await with { _, _, client in
            try await finish("s1e2", client)
            _ = try await client.send(PlaybackState.MarkWatched(contents: ["s1e4"]))
            #expect(try await client.goOn() == ["s2e1"])
            try await finish("s0e1", client)
            #expect(try await client.goOn() == ["s2e1"])
            try await finish("s1e1", client)
            #expect(try await client.goOn() == ["s2e1"])
            _ = try await client.send(PlaybackState.MarkUnwatched(contents: ["s1e4"]))
            #expect(try await client.goOn() == ["s1e4"])
        }
    }

    @Test func `one that was begun comes before what would be next, and the latest first`() async throws {
        try await with { _, _, client in
            try await finish("s1e1", client)
            try await finish("m1", client, at: 600)
            #expect(try await client.goOn() == ["m1", "s1e2"])
            try await finish("s1e2", client, at: 600)
            #expect(try await client.goOn() == ["s1e2", "m1"])
            #expect(try await client.send(PlaybackState.ContinueWatching(limit: 1)).titles.map(\.content) == ["s1e2"])
            try await finish("s1e2", client, at: 1_790)
            #expect(try await client.goOn() == ["s1e4", "m1"])
            // Opened at its beginning and left, it is watched still.
            try await finish("s1e2", client, at: 0)
            #expect(try await client.goOn() == ["s1e4", "m1"])
        }
    }

    @Test func `a series that is watched again goes on behind the last one`() async throws {
        try await with { _, _, client in
            _ = try await client.send(
                PlaybackState.MarkWatched(contents: ["s1e1", "s1e2", "s1e4", "s2e1", "s2e2"]))
            #expect(try await client.goOn().isEmpty)
            try await finish("s1e1", client)
            let list = try await client.send(PlaybackState.ContinueWatching()).titles
            #expect(list.map(\.content) == ["s1e2"])
            #expect(list.map(\.rule) == [.rewatch])
        }
    }

    @Test func `what is hidden, not for the caller or not to be asked comes not next`() async throws {
        try await with { harness, catalog, client in
            try await finish("s1e1", client)
            catalog.forbid("s1e2")
            #expect(try await client.goOn() == ["s1e4"])
            _ = try await client.send(PlaybackState.HideFromContinueWatching(content: "s"))
            #expect(try await client.goOn().isEmpty)
            try await finish("s1e4", client)
            #expect(try await client.goOn() == ["s2e1"])
            harness.clients.stop("catalog")
            #expect(try await client.goOn().isEmpty)
        }
    }

    @Test func `the catalog is asked once for the next episodes of all series`() async throws {
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            let series = (1...12).map { "s\($0)" }
            let catalog = FakeCatalog(
                series.flatMap { series in
                    [Card.of(.series, series)] + (1...2).map { .episode("\(series)e\($0)", of: series, $0) }
                })
            try await catalog.play(in: harness)
            let client = try await harness.playback()
            for series in series { try await finish(ContentID(rawValue: "\(series)e1"), client) }
            let before = catalog.listings
            #expect(try await client.goOn() == series.reversed().map { ContentID(rawValue: "\($0)e2") })
            #expect(catalog.listings == before + 1)
        }
    }

    @Test func `series whose episodes the catalog does not tell are counted, and the others are there`() async throws {
        try await with { harness, catalog, client in
            try await client.watch("m1", to: 30)
            try await finish("s1e1", client)
            func list() async throws -> ContinueList { try await client.send(PlaybackState.ContinueWatching()) }
            #expect(try await list().unknownSeries == nil)
            // Its first page of two is not enough to tell what comes next.
            catalog.losePages()
            var found = try await list()
            #expect(found.titles.map(\.content) == ["m1"] && found.unknownSeries == 1)
            harness.clients.stop("catalog")
            found = try await list()
            #expect(found.titles.map(\.content) == ["m1"] && found.unknownSeries == 1)
        }
        try await with { harness, _, client in
            // An episode that was left in the middle needs no catalog.
            for (content, end) in [("m1", 30), ("s1e1", 1_750), ("s1e2", 30)] as [(ContentID, Double)] {
                try await finish(content, client, at: end)
            }
            harness.clients.stop("catalog")
            let found = try await client.send(PlaybackState.ContinueWatching())
            #expect(found.titles.map(\.content) == ["s1e2", "m1"] && found.unknownSeries == nil)
        }
    }

    @Test func `what a page that does not come hides is looked for among the others, without asking again`()
        async throws
    {
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            let lengths = ["a": 2, "b": 2, "c": 5, "d": 2, "e": 5]
            let catalog = FakeCatalog(
                lengths.keys.flatMap { series in
                    [Card.of(.series, series)]
                        + (1...(lengths[series] ?? 1)).map { .episode("\(series)\($0)", of: series, Int32($0)) }
                } + [.movie("m1")])
            try await catalog.play(in: harness)
            let client = try await harness.playback()
            try await client.watch("m1", to: 30)
            for episode in ["e1", "d1", "c1", "b2", "a2"] as [ContentID] { try await finish(episode, client) }
            func list() async throws -> ContinueList { try await client.send(PlaybackState.ContinueWatching(limit: 2)) }
            // Of the two series that were watched last nothing is left: others are looked at.
            #expect(try await list().titles.map(\.content) == ["c2", "d2"])
            catalog.losePages()
            let before = catalog.listings
            let found = try await list()
            #expect(found.titles.map(\.content) == ["d2", "m1"] && found.unknownSeries == 2)
            // Once for the first two, once for the others, and for the page that did not come.
            #expect(catalog.listings == before + 3)
        }
    }

    @Test(arguments: Seeds.make(3))
    func `a short list is the beginning of a long one, whatever was watched, marked and hidden`(
        seed: UInt64
    ) async throws {
        print("seed \(seed)")
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            let series = (1...5).map { "s\($0)" }
            let episodes = series.flatMap { series in
                (1...6).map { Card.episode("\(series)e\($0)", of: series, season: $0 / 4, $0) }
            }
            let titles = episodes + (1...4).map { Card.movie("m\($0)") }
            let catalog = FakeCatalog(titles + series.map { .of(.series, $0) })
            try await catalog.play(in: harness)
            let client = try await harness.playback()
            var source = SplitMix64(seed: seed)
            for step in 1...80 {
                let title = titles[Int.random(in: 0..<titles.count, using: &source)]
                switch Int.random(in: 0..<10, using: &source) {
                case 0...3: try await finish(title.id, client)
                case 4...6: try await finish(title.id, client, at: 600)
                case 7:
                    let contents = [title.id, titles[step % 30].id]
                    _ = try await client.send(PlaybackState.MarkWatched(contents: contents))
                case 8: _ = try await client.send(PlaybackState.MarkUnwatched(contents: [title.id]))
                default:
                    let hidden = title.series ?? title.id
                    _ = try await client.send(PlaybackState.HideFromContinueWatching(content: hidden))
                }
                if step == 40 {
                    let rule = PlaybackState.SetNextUpRule(series: "s1", rule: .firstUnwatched)
                    _ = try await client.send(rule)
                }
                guard step.isMultiple(of: 4) else { continue }
                let long = try await client.send(PlaybackState.ContinueWatching(limit: 200)).titles
                for limit in 1...Int32(7) {
                    let short = try await client.send(PlaybackState.ContinueWatching(limit: limit)).titles
                    #expect(short == Array(long.prefix(Int(limit))), "seed \(seed), step \(step), \(limit)")
                }
            }
        }
    }

    // MARK: The queue

    @Test(arguments: ["a last report", "ended", "nothing", "another film"])
    func `what was watched to its end leaves the queue`(ending: String) async throws {
        try await with { _, _, client in
            _ = try await client.send(PlaybackState.AddToQueue(content: "s1e1"))
            _ = try await client.send(PlaybackState.AddToQueue(content: "m1"))
            _ = try await client.send(PlaybackState.AddToQueue(content: "s1e2"))
            let session = try await client.play("m1").session
            try await client.report(session, at: 10, 7_190, of: 7_200, number: 1)
            #expect(try await client.queue().contains("m1"))
            switch ending {
            case "a last report":
                let last = ProgressReport(
                    session: session, elapsedMilliseconds: 20, position: 7_195, duration: 7_200, sequence: 2)
                _ = try await client.send(PlaybackState.EndSession(session: session, last: last))
            case "ended": try await client.report(session, at: 20, 7_190, of: 7_200, .ended, number: 2)
            case "nothing": _ = try await client.send(PlaybackState.EndSession(session: session))
            default: _ = try await client.play("s1e1")
            }
            #expect(try await client.queue() == ["s1e1", "s1e2"])
            #expect(try await client.send(PlaybackState.ListQueue()).entries.map(\.position) == [0, 1])
            // Queued again afterwards, it stays, however often its end is told.
            _ = try await client.send(PlaybackState.AddToQueue(content: "m1"))
            _ = try await client.send(PlaybackState.EndSession(session: session))
            try await client.report(session, at: 20, 7_190, of: 7_200, .ended, number: 2)
            #expect(try await client.queue().contains("m1"))
        }
    }

    @Test func `what was left in the middle stays queued, until what was kept offline says otherwise`() async throws {
        try await with { _, _, client in
            _ = try await client.send(PlaybackState.AddToQueue(content: "m1"))
            let session = try await client.play("m1").session
            try await client.report(session, at: 10, 3_000, of: 7_200, number: 1)
            _ = try await client.send(PlaybackState.EndSession(session: session))
            #expect(try await client.queue() == ["m1"])
            try await client.report(session, at: 20, 7_100, of: 7_200, number: 2)
            #expect(try await client.queue().isEmpty)
        }
    }

    @Test func `a special comes where it airs, once, and one that airs nowhere known does not`() async throws {
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            let titles = FakeTitles([
                .of(.series, "s"), .episode("s0e1", of: "s", season: 0, 1), .episode("s0e2", of: "s", season: 0, 2),
                .episode("s1e1", of: "s", season: 1, 1), .episode("s1e2", of: "s", season: 1, 2),
            ])
            titles.set([SpecialAiring(content: "s0e2", beforeSeason: 1, beforeEpisode: 2)])
            try await titles.play(in: harness)
            let client = try await harness.playback()
            for (watched, next) in [("s1e1", "s0e2"), ("s0e2", "s1e2"), ("s1e2", nil)] as [(ContentID, ContentID?)] {
                try await finish(watched, client)
                #expect(try await client.goOn() == [next].compactMap(\.self), "after \(watched)")
            }
        }
    }
}
