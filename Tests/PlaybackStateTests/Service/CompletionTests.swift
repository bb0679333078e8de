import HearthModel
import PlaybackStateAPI
import PlaybackStateService
import RPC
import TestSupport
import Testing

/// One call completes a title and says what plays next.
struct CompletionTests {
    private func with(
        _ transport: TestTransport = .inProcess, _ body: (ServiceHarness, FakeCatalog, Client) async throws -> Void
    ) async throws {
        try await ServiceHarness.with(PlaybackStateService.self, transport) { harness in
            let catalog = FakeCatalog(SeriesSample.cards)
            try await catalog.play(in: harness)
            try await body(harness, catalog, try await harness.playback())
        }
    }

    @Test(arguments: TestTransport.allCases)
    func `a session is completed, leaves the queue, and the next episode plays next`(
        transport: TestTransport
    ) async throws {
        try await with(transport) { _, _, client in
            try await client.enqueue("s1e1", "m1")
            let session = try await client.watch("s1e1", to: 85)
            let done = try await client.send(PlaybackState.CompleteTitle(session: session))
            #expect(done.content == "s1e1" && done.hasChanged && done.problem == nil)
            #expect(done.next?.content == "s1e2" && done.next?.card?.id == "s1e2")
            #expect(done.next?.source == .nextEpisode && done.next?.rule == .afterLastWatched)
            #expect(done.next?.resume == nil)
            #expect(try await client.queue() == ["m1"])
            #expect(try await client.send(PlaybackState.ListActive()).sessions.isEmpty)
            let progress = try await client.progress("s1e1")
            #expect(progress.isWatched && progress.playCount == 1 && progress.position == 85 && progress.resume == nil)
            #expect(try await client.send(PlaybackState.ListHistory()).entries.map(\.progress) == [1])
            #expect(try await client.goOn() == ["s1e2"])
        }
    }

    @Test func `the next episode is in the next season, and behind the last one comes the queue, then nothing`()
        async throws
    {
        try await with { _, _, client in
            try await client.enqueue("m1")
            #expect(try await client.complete("s1e2").next?.content == "s2e1")
            let last = try await client.complete("s2e1")
            #expect(last.next?.content == "m1" && last.next?.source == .queue && last.next?.rule == nil)
            // It stays queued until it is completed itself: the same question has the same answer.
            #expect(try await client.complete("s2e1").next?.content == "m1")
            let end = try await client.complete("m1")
            #expect(end.next == nil && end.problem == .nothingLeft && end.hasChanged)
            #expect(try await client.queue().isEmpty)
        }
    }

    /// A session's last report comes with one of three calls.
    @Test(arguments: ["reported", "ended", "completed"])
    func `what was watched last counts, whatever call brings it`(_ call: String) async throws {
        try await with { _, _, client in
            let session = try await client.play("s1e1").session
            func report(_ seconds: Int64, _ state: PlaybackPhase? = nil) -> ProgressReport {
                ProgressReport(
                    session: session, elapsedMilliseconds: seconds * 1_000, position: Double(seconds), duration: 100,
                    state: state)
            }
            _ = try await client.send(PlaybackState.ReportProgress(reports: [report(10)]))
            switch call {
            case "reported": _ = try await client.send(PlaybackState.ReportProgress(reports: [report(50, .ended)]))
            case "ended": _ = try await client.send(PlaybackState.EndSession(session: session, last: report(50)))
            default: _ = try await client.send(PlaybackState.CompleteTitle(session: session, last: report(50)))
            }
            let statistics = try await client.send(PlaybackState.GetStatistics())
            #expect(statistics.titles.map(\.seconds) == [50])
            #expect(try await client.send(PlaybackState.ListHistory()).entries.map(\.secondsWatched) == [50])
        }
    }

    @Test func `a completed title leaves suggestions in the empty queue`() async throws {
        try await with { _, _, client in
            let session = try await client.watch("s1e1", to: 95)
            _ = try await client.send(PlaybackState.CompleteTitle(session: session))
            #expect(try await client.queue() == ["s1e2"])
        }
    }

    @Test func `a next title that was left in the middle goes on there`() async throws {
        try await with { _, _, client in
            try await client.watch("s1e2", to: 40)
            let next = try await client.complete("s1e1").next
            #expect(next?.content == "s1e2" && next?.resume == 35 && next?.duration == 100 && next?.variant == "v1")
            #expect(try await client.send(PlaybackState.ContinueWatching()).titles.map(\.resume) == [35])
        }
    }

    @Test func `a title that no player has told the length of is completed, too, for all viewers`() async throws {
        try await with { harness, _, client in
            let together = TestCaller.owner.profile
            try await FakeProfiles(ids: [together]).play(in: harness)
            let other = try await harness.playback(.owner)
            try await other.enqueue("m1")
            for length in [nil, 100] as [Double?] {
                let play = PlaybackState.Play(content: "m1", device: "tv", watchingTogether: [together])
                let session = try await client.send(play).session
                let last = ProgressReport(session: session, elapsedMilliseconds: 9, position: 60, duration: length)
                _ = try await client.send(PlaybackState.CompleteTitle(session: session, last: last))
                for viewer in [client, other] {
                    let progress = try await viewer.progress("m1")
                    #expect(progress.isWatched && progress.resume == nil)
                    #expect(try await viewer.queue().isEmpty)
                }
            }
        }
    }

    @Test func `a call that arrives twice has one effect and one answer`() async throws {
        try await with { harness, _, client in
            try await client.enqueue("m1", "m2", "m3")
            var options = client.defaults
            options.idempotencyKey = IdempotencyKey(runtime: harness.runtime)
            let request = PlaybackState.CompleteTitle(content: "m1")
            let first = try await client.send(request, options: options)
            #expect(first.next?.content == "m2" && first.hasChanged)
            try await client.enqueue("m1")
            #expect(try await client.send(request, options: options) == first)
            #expect(try await client.queue() == ["m2", "m3", "m1"])
            // A session that is completed already, told with another key, passes over nothing and removes nothing.
            let session = try await client.watch("m2", to: 99)
            for _ in 0..<2 {
                let done = try await client.send(PlaybackState.CompleteTitle(session: session))
                #expect(done.next?.content == "m3")
            }
            try await client.enqueue("m2")
            _ = try await client.send(PlaybackState.CompleteTitle(session: session))
            #expect(try await client.queue() == ["m3", "m1", "m2"])
            #expect(try await client.progress("m2").playCount == 1)
        }
    }

    @Test func `an episode without a series, and a series without a next episode, go on in the queue`() async throws {
        try await with { _, catalog, client in
            var lone = Card(id: "lone", kind: .episode, title: "Lone")
            (lone.season, lone.episode) = (1, 1)
            catalog.add(lone)
            try await client.enqueue("m1")
            #expect(try await client.complete("lone").next?.source == .queue)
            #expect(try await client.complete("s2e1").next?.content == "m1")
            // A special has no episode behind it.
            #expect(try await client.complete("s0e1").next?.content == "m1")
            let wrong = await client.failure(of: PlaybackState.GetNextUp(content: "lone"))
            #expect(wrong?.problem == .unsupportedType)
        }
    }

    @Test func `a queued series plays its next unwatched episode, and leaves the queue when all are watched`()
        async throws
    {
        try await with { _, _, client in
            try await client.enqueue("s", "m1")
            let first = try await client.send(PlaybackState.NextInQueue())
            #expect(first.entry?.content == "s" && first.next?.content == "s1e1" && first.next?.queued == "s")
            _ = try await client.send(PlaybackState.MarkWatched(contents: ["s1e1", "s2e1"]))
            // Behind the last one watched is none: the one that is left.
            let gap = try await client.send(PlaybackState.NextInQueue())
            #expect(gap.next?.content == "s1e2" && gap.next?.rule == .firstUnwatched && gap.total == 2)
            #expect(try await client.complete("m2").next?.content == "s1e2")
            #expect(try await client.queue() == ["s", "m1"])
            _ = try await client.send(PlaybackState.MarkWatched(contents: ["s1e2"]))
            let passed = try await client.send(PlaybackState.NextInQueue())
            #expect(passed.entry?.content == "m1" && passed.next?.content == "m1" && passed.total == 2)
            #expect(try await client.complete("s1e2").next?.content == "m1")
            #expect(try await client.queue() == ["m1"])
            // Also from behind others, when its last episode is completed.
            _ = try await client.send(PlaybackState.MarkUnwatched(contents: ["s1e2"]))
            try await client.enqueue("s")
            #expect(try await client.queue() == ["m1", "s"])
            #expect(try await client.complete("s1e2").next?.content == "m1")
            #expect(try await client.queue() == ["m1"])
        }
    }

    @Test func `without the catalog titles are completed, and the queue plays next, with the reason`() async throws {
        try await with { harness, _, client in
            let session = try await client.watch("s1e1", to: 95)
            try await client.enqueue("m1")
            harness.clients.stop("catalog")
            let done = try await client.send(PlaybackState.CompleteTitle(session: session))
            #expect(done.next?.content == "m1" && done.problem == .catalogUnavailable)
            #expect(try await client.progress("s1e1").isWatched)
            // A film has no next episode to be known.
            let film = try await client.complete("m1")
            #expect(film.next == nil && film.problem == .nothingLeft)
            let unknown = try await client.complete("tmdb:movie:7")
            #expect(unknown.next == nil && unknown.problem == .catalogUnavailable)
        }
    }

    @Test func `what cannot be completed is refused by name, and changes nothing`() async throws {
        try await with { harness, _, client in
            let channel = try await client.play("ch", device: "radio").session
            let film = try await client.play("m1").session
            let kim = try await harness.playback(.kids)
            #expect(
                await client.failure(of: PlaybackState.CompleteTitle(session: channel))?.problem == .unsupportedType)
            #expect(await client.failure(of: PlaybackState.CompleteTitle(content: "s"))?.problem == .unsupportedType)
            #expect(await client.failure(of: PlaybackState.CompleteTitle(content: "no"))?.problem == .unknownContent)
            #expect(await kim.failure(of: PlaybackState.CompleteTitle(session: film))?.problem == .unknownSession)
            #expect(await client.failure(of: PlaybackState.CompleteTitle(session: "x"))?.problem == .unknownSession)
            var both = PlaybackState.CompleteTitle(content: "m1")
            both.session = film
            #expect(await client.failure(of: both)?.field == "session")
            var late = PlaybackState.CompleteTitle(content: "m1")
            late.last = ProgressReport(session: film, elapsedMilliseconds: 1, position: 1)
            #expect(await client.failure(of: late)?.field == "last")
            #expect(try await client.progress("m1").isWatched == false)
            // By its name the title is completed with its open session.
            _ = try await client.complete("m1")
            #expect(try await client.send(PlaybackState.ListActive()).sessions.map(\.content) == ["ch"])
        }
    }

    @Test func `a kid is told of no title that it may not see`() async throws {
        try await with { harness, catalog, _ in
            let kim = try await harness.playback(.kids)
            let session = try await kim.watch("s1e1", to: 95)
            catalog.forbid("s1e2")
            #expect(try await kim.send(PlaybackState.CompleteTitle(session: session)).next?.content == "s2e1")
            catalog.add(.movie("adults", .r))
            #expect(await kim.failure(of: PlaybackState.CompleteTitle(content: "adults"))?.problem == .unknownContent)
        }
    }
}
