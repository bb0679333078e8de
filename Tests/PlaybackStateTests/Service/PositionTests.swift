import HearthModel
import PlaybackStateAPI
import PlaybackStateService
import RPC
import TestSupport
import Testing

/// Where a profile stands: the last report by its number is the position, the furthest point decides about "watched".
struct PositionTests {
    private static let catalog = FakeCatalog([.movie("m1"), .of(.series, "s"), .episode("e1", of: "s", 1)])
    private static let length = 6_000.0

    /// One story: reports of one session as they arrive, each with its number, time and position.
    struct Story: Sendable, CustomTestStringConvertible {
        var name: String
        /// Number (0: none), milliseconds, position.
        var reports: [(Int64, Int64, Double)]
        var position: Double
        var resume: Double?
        var isWatched = false

        var testDescription: String { name }
    }

    static let stories: [Story] = [
        Story(name: "a seek back counts", reports: [(1, 10, 3_000), (2, 20, 500)], position: 500, resume: 495),
        Story(name: "a seek forward counts", reports: [(1, 10, 500), (2, 20, 3_000)], position: 3_000, resume: 2_995),
        Story(
            name: "a late report moves nothing", reports: [(2, 20, 500), (1, 10, 3_000)], position: 500, resume: 495),
        Story(
            name: "a doubled report moves nothing", reports: [(1, 10, 3_000), (2, 20, 500), (1, 10, 3_000)],
            position: 500, resume: 495),
        Story(
            name: "numbers count and not times", reports: [(1, 90, 3_000), (2, 20, 500)], position: 500, resume: 495),
        Story(
            name: "numbers at one moment", reports: [(3, 10, 700), (1, 10, 3_000), (2, 10, 500)], position: 700,
            resume: 695),
        Story(
            name: "without numbers time orders", reports: [(0, 10, 3_000), (0, 20, 500)], position: 500, resume: 495),
        Story(
            name: "without numbers a late report moves nothing", reports: [(0, 20, 500), (0, 10, 3_000)],
            position: 500, resume: 495),
        Story(
            name: "without numbers at one moment the further counts", reports: [(0, 10, 3_000), (0, 10, 500)],
            position: 3_000, resume: 2_995),
        Story(
            name: "a report without a number comes before all that have one", reports: [(1, 10, 500), (0, 90, 3_000)],
            position: 500, resume: 495),
        Story(
            name: "gone back after the end", reports: [(1, 10, 5_900), (2, 20, 500)], position: 500, isWatched: true),
        Story(
            name: "back to the very beginning", reports: [(1, 10, 3_000), (2, 20, 0)], position: 0),
        Story(
            name: "back and on again", reports: [(1, 10, 3_000), (2, 20, 500), (3, 30, 510), (4, 40, 520)],
            position: 520, resume: 515),
        Story(
            name: "gaps between numbers", reports: [(7, 10, 3_000), (900, 20, 500), (8, 30, 1_000)], position: 500,
            resume: 495),
    ]

    @Test(arguments: stories)
    func `the position follows the reports' numbers`(story: Story) async throws {
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            try await Self.catalog.play(in: harness)
            let client = try await harness.playback()
            let session = try await client.play("m1").session
            for (number, time, position) in story.reports {
                try await client.report(
                    session, at: time, position, of: Self.length, number: number == 0 ? nil : number)
            }
            let title = try await client.progress("m1")
            #expect(title.position == story.position)
            #expect(title.resume == story.resume)
            #expect(title.isWatched == story.isWatched)
            #expect(try await client.goOn() == (story.resume == nil ? [] : ["m1"]))
            #expect(try await client.play("m1").resume == story.resume)
        }
    }

    @Test func `the last report of a session's end has its number, too`() async throws {
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            try await Self.catalog.play(in: harness)
            let client = try await harness.playback()
            let session = try await client.play("m1").session
            try await client.report(session, at: 10, 3_000, of: Self.length, number: 1)
            let last = ProgressReport(
                session: session, elapsedMilliseconds: 20, position: 500, duration: Self.length, sequence: 3)
            _ = try await client.send(PlaybackState.EndSession(session: session, last: last))
            try await client.report(session, at: 15, 4_000, of: Self.length, number: 2)
            #expect(try await client.progress("m1").position == 500)
            let entry = try #require(try await client.send(PlaybackState.ListHistory()).entries.first)
            #expect(entry.position == 500)
            #expect(entry.progress == 4_000 / Self.length)
        }
    }

    @Test func `a number below 1 is refused by name`() async throws {
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            try await Self.catalog.play(in: harness)
            let client = try await harness.playback()
            let session = try await client.play("m1").session
            for number in [0, -1, Int64.min] {
                #expect(try await client.report(session, at: 10, 5, number: number).map(\.problem) == [.badReport])
            }
            #expect(try await client.report(session, at: 10, 5, number: .max).isEmpty)
        }
    }

    @Test func `what is watched stays watched until it is marked otherwise or started over`() async throws {
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            try await Self.catalog.play(in: harness)
            let client = try await harness.playback()
            try await client.end(try await client.watch("m1", to: 5_900, of: Self.length))
            try await client.end(try await client.watch("m1", to: 0, of: Self.length))
            let opened = try await client.progress("m1")
            #expect(opened.isWatched)
            #expect(opened.playCount == 1)
            #expect(opened.resume == nil)
            #expect(try await client.goOn().isEmpty)
            // Watching it again, it can be gone on with.
            try await client.end(try await client.watch("m1", to: 3_000, of: Self.length))
            let again = try await client.progress("m1")
            #expect(again.isWatched)
            #expect(again.playCount == 1)
            #expect(again.resume == 2_995)
            #expect(try await client.play("m1").resume == 2_995)
            try await client.end(try await client.watch("m1", to: 5_950, of: Self.length))
            let twice = try await client.progress("m1")
            #expect(twice.isWatched)
            #expect(twice.playCount == 2)
            #expect(twice.resume == nil)
            _ = try await client.send(PlaybackState.Play(content: "m1", device: "tv", startsOver: true))
            #expect(try await client.progress("m1").isWatched == false)
        }
    }

    @Test func `a mark stays through an opening at the start, and goes when it is taken back`() async throws {
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            try await Self.catalog.play(in: harness)
            let client = try await harness.playback()
            _ = try await client.send(PlaybackState.MarkWatched(contents: ["e1"]))
            try await client.end(try await client.watch("e1", to: 0, of: Self.length))
            #expect(try await client.progress("e1").isWatched)
            try await client.end(try await client.watch("e1", to: 1_000, of: Self.length))
            #expect(try await client.progress("e1").isWatched)
            _ = try await client.send(PlaybackState.MarkUnwatched(contents: ["e1"]))
            let title = try await client.progress("e1")
            #expect(!title.isWatched)
            #expect(title.position == 0)
            #expect(title.playCount == 0)
        }
    }

    @Test func `a followed session is where its last report says, and a late one says nothing`() async throws {
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            try await Self.catalog.play(in: harness)
            let client = try await harness.playback()
            let session = try await client.play("m1").session
            try await client.report(session, at: 10, 3_000, of: Self.length, number: 1)
            try await client.report(session, at: 20, 500, of: Self.length, number: 3)
            try await client.report(session, at: 15, 4_000, of: Self.length, number: 2)
            #expect(try await client.send(PlaybackState.ListActive()).sessions.map(\.position) == [500])
        }
    }
}

extension RPCClient<PlaybackState> {
    /// Ends a session where its last report has left it.
    fileprivate func end(_ session: String) async throws {
        _ = try await send(PlaybackState.EndSession(session: session))
    }
}
