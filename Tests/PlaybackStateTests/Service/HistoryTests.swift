import Foundation
import HearthModel
import PlaybackStateAPI
import PlaybackStateService
import RPC
import TestSupport
import Testing

/// The history, what to continue, and marks.
struct HistoryTests {
    private static func catalog() -> FakeCatalog {
        FakeCatalog([
            .movie("m1"), .movie("m2"), .movie("adults", .r), .of(.channel, "ch"), .of(.series, "s"),
            .episode("e1", of: "s", 1), .episode("e2", of: "s", 2), .episode("odd/~%'\"#?", of: "other", 1),
        ])
    }

    private func with(
        _ transport: TestTransport = .inProcess, _ body: (ServiceHarness, FakeCatalog, Client) async throws -> Void
    ) async throws {
        try await ServiceHarness.with(PlaybackStateService.self, transport) { harness in
            let catalog = Self.catalog()
            try await catalog.play(in: harness)
            try await body(harness, catalog, try await harness.playback())
        }
    }

    @Test(arguments: TestTransport.allCases)
    func `the history is paged, the latest first, by kind and time`(transport: TestTransport) async throws {
        try await with(transport) { harness, _, client in
            for content in ["m1", "ch", "m2", "m1", "odd/~%'\"#?"] as [ContentID] {
                try await client.watch(content, to: 50)
            }
            var (seen, cursor): ([ContentID], String?) = ([], nil)
            repeat {
                let page = try await client.send(PlaybackState.ListHistory(page: PageRequest(size: 2, cursor: cursor)))
                #expect(page.total == 5)
                seen += page.entries.map(\.content)
                cursor = page.cursor
            } while cursor != nil
            #expect(seen == ["odd/~%'\"#?", "m1", "m2", "ch", "m1"])
            let movies = try await client.send(PlaybackState.ListHistory(kinds: [.movie]))
            #expect(movies.entries.map(\.content) == ["m1", "m2", "m1"])
            #expect(movies.entries.map(\.progress) == [0.5, 0.5, 0.5])
            #expect(movies.entries.allSatisfy { $0.card != nil && $0.isAvailable && $0.device == "tv" })
            let now = Date(timeIntervalSince1970: harness.runtime.wallTime.secondsSince1970)
            #expect(try await client.send(PlaybackState.ListHistory(from: now.addingTimeInterval(60))).total == 0)
            #expect(try await client.send(PlaybackState.ListHistory(until: now.addingTimeInterval(60))).total == 5)
            #expect(await client.failure(of: PlaybackState.ListHistory(kinds: []))?.field == "kinds")
            let page = PageRequest(cursor: "bad")
            #expect(await client.failure(of: PlaybackState.ListHistory(page: page))?.field == "page.cursor")
        }
    }

    @Test func `one entry, a title, a series or everything is removed, with its progress`() async throws {
        try await with { harness, _, client in
            let first = try await client.watch("m1", to: 20)
            try await client.watch("m1", to: 40)
            for content in ["e1", "e2", "m2"] as [ContentID] { try await client.watch(content, to: 50) }
            #expect(try await client.send(PlaybackState.RemoveHistory(session: first)).sessions == 1)
            #expect(try await client.send(PlaybackState.RemoveHistory(session: first)).sessions == 0)
            #expect(try await client.report(first, at: 900, 90).map(\.problem) == [.unknownSession])
            #expect(try await client.progress("m1").position == 40)
            #expect(try await client.send(PlaybackState.RemoveHistory(content: "s")).sessions == 2)
            #expect(try await client.goOn() == ["m2", "m1"])
            #expect(try await client.send(PlaybackState.RemoveHistory(everything: true)).sessions == 2)
            #expect(try await client.send(PlaybackState.ListHistory()).total == 0)
            #expect(try await client.progress("m2").position == 0)
            for wrong in [
                PlaybackState.RemoveHistory(), PlaybackState.RemoveHistory(session: first, content: "m1"),
                PlaybackState.RemoveHistory(everything: false),
            ] { #expect(await client.failure(of: wrong)?.field == "session") }
        }
    }

    @Test func `what to continue is unfinished, the latest first, and a series is there once`() async throws {
        try await with { harness, _, client in
            try await client.watch("m1", to: 30)
            try await client.watch("e1", to: 30)
            try await client.watch("e2", to: 40)
            try await client.watch("m2", to: 95)
            try await client.watch("ch", to: 95)
            let list = try await client.send(PlaybackState.ContinueWatching()).titles
            #expect(list.map(\.content) == ["e2", "m1"])
            #expect(list.map(\.resume) == [35, 25])
            #expect(list.map(\.card?.series) == ["s", nil])
            // What is played again comes first.
            try await client.watch("m1", to: 35)
            #expect(try await client.goOn() == ["m1", "e2"])
            // None comes after the latest, which is finished: the other one is the one to go on with, as the series was watched last.
            try await client.watch("e2", to: 99)
            #expect(try await client.goOn() == ["e1", "m1"])
            #expect(try await client.send(PlaybackState.ContinueWatching(limit: 1)).titles.map(\.content) == ["e1"])
            let strict = PlaybackState.ContinueWatching(watchedThreshold: 0.3)
            #expect(try await client.send(strict).titles.isEmpty)
            #expect(await client.failure(of: PlaybackState.ContinueWatching(limit: 0))?.field == "limit")
        }
    }

    @Test func `what is hidden stays away until it is played again`() async throws {
        try await with { _, _, client in
            try await client.watch("m1", to: 30)
            let session = try await client.watch("e1", to: 30)
            for content in ["m1", "s"] as [ContentID] {
                _ = try await client.send(PlaybackState.HideFromContinueWatching(content: content))
            }
            #expect(try await client.goOn().isEmpty)
            #expect(try await client.progress("m1").resume == 25)
            try await client.report(session, at: 5_000, 31)
            #expect(try await client.goOn() == ["e1"])
        }
    }

    @Test func `marks are set for many at once, all or none`() async throws {
        try await with { _, _, client in
            try await client.watch("m1", to: 30)
            #expect(try await client.send(PlaybackState.MarkWatched(contents: ["m1", "m2", "e1"])).changed == 3)
            #expect(try await client.send(PlaybackState.MarkWatched(contents: ["m1", "e2"])).changed == 1)
            for content in ["m1", "m2", "e1", "e2"] as [ContentID] {
                #expect(try await client.progress(content).isWatched)
            }
            #expect(try await client.goOn().isEmpty)
            #expect(try await client.send(PlaybackState.MarkUnwatched(contents: ["m1", "m2"])).changed == 2)
            let title = try await client.progress("m1")
            #expect(!title.isWatched)
            #expect(title.resume == nil)
            #expect(title.lastWatched == nil)
            // One that cannot be marked leaves all as they were.
            let unknown = await client.failure(of: PlaybackState.MarkWatched(contents: ["m1", "none"]))
            #expect(unknown?.problem == .unknownContent)
            let channel = await client.failure(of: PlaybackState.MarkWatched(contents: ["m1", "ch"]))
            #expect(channel?.problem == .unsupportedType)
            #expect(try await client.progress("m1").isWatched == false)
            #expect(await client.failure(of: PlaybackState.MarkWatched(contents: []))?.field == "contents")
        }
    }

    @Test func `a repeated mark does not win over what was played since`() async throws {
        try await with { harness, _, client in
            var options = client.defaults
            options.idempotencyKey = IdempotencyKey(runtime: harness.runtime)
            let mark = PlaybackState.MarkUnwatched(contents: ["m1"])
            _ = try await client.send(mark, options: options)
            try await client.watch("m1", to: 60)
            _ = try await client.send(mark, options: options)
            #expect(try await client.progress("m1").position == 60)
        }
    }

    @Test func `kids see what kids may see, and what has no card is for adults alone`() async throws {
        try await with { harness, catalog, client in
            let kim = try await harness.playback(.kids)
            try await kim.watch("m1", to: 50)
            try await kim.watch("m2", to: 50)
            // The film becomes stricter, and the profile's own history does not show it any more.
            catalog.add(.movie("m2", .nc17))
            try await client.watch("m2", to: 10)
            #expect(try await kim.send(PlaybackState.ListHistory()).entries.map(\.content) == ["m1"])
            #expect(try await kim.send(PlaybackState.ListHistory()).total == 1)
            #expect(try await kim.goOn() == ["m1"])
            #expect(try await kim.progress("m2") == TitleProgress(content: "m2"))
            // While the catalog is down it is not known what a title is.
            harness.clients.stop("catalog")
            for viewer in [client, kim] {
                _ = try await viewer.send(PlaybackState.MarkWatched(contents: ["new"]))
                _ = try await viewer.send(PlaybackState.AddToQueue(content: "new"))
            }
            #expect(try await client.progress("new").isWatched)
            #expect(try await kim.progress("new").isWatched == false)
            #expect(try await client.queue() == ["new"])
            #expect(try await kim.queue().isEmpty)
            // What is known of a title from before still holds.
            let forbidden = await kim.failure(of: PlaybackState.MarkWatched(contents: ["m2"]))
            #expect(forbidden?.problem == .unknownContent)
        }
    }

    @Test func `a profile sees only its own data, and a call without a profile or token sees none`() async throws {
        try await with { harness, _, client in
            let session = try await client.watch("m1", to: 50)
            let other = try await harness.playback(.owner)
            #expect(try await other.send(PlaybackState.ListHistory()).total == 0)
            #expect(try await other.progress("m1").position == 0)
            #expect(await other.failure(of: PlaybackState.EndSession(session: session))?.problem == .unknownSession)
            #expect(try await other.send(PlaybackState.RemoveHistory(session: session)).sessions == 0)
            let anonymous = try await harness.client(PlaybackState.self, as: nil)
            #expect(await anonymous.failure(of: PlaybackState.ListHistory())?.code == .unauthenticated)
            let service = try await harness.playback(.service("downloads"))
            #expect(await service.failure(of: PlaybackState.ListHistory())?.code == .permissionDenied)
        }
    }
}
