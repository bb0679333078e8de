import HearthModel
import PlaybackStateAPI
import PlaybackStateService
import RPC
import TestSupport
import Testing

/// Live activity: snapshots, events in order, and followers that come back.
struct ActivityTests {
    private static let catalog = FakeCatalog([.movie("m1"), .movie("m2", .r), .of(.channel, "ch")])

    private typealias Followed = RPCFollowSequence<PlaybackState.FollowActivity>

    private func with(
        _ transport: TestTransport = .inProcess, _ body: (ServiceHarness, Client) async throws -> Void
    ) async throws {
        try await ServiceHarness.with(PlaybackStateService.self, transport) { harness in
            try await Self.catalog.play(in: harness)
            try await body(harness, try await harness.playback())
        }
    }

    /// The next event, as a short text.
    private func next(_ iterator: inout Followed.Iterator) async throws -> String {
        let item = try #require(try await iterator.next()).item
        if let snapshot = item.snapshot { return "snapshot \(snapshot.map(\.content.rawValue))" }
        let event = try #require(item.event)
        return "\(event.kind) \(event.session.content) \(event.session.state) \(event.session.position)"
    }

    @Test(arguments: TestTransport.allCases)
    func `a follower sees every event once, in order`(transport: TestTransport) async throws {
        try await with(transport) { _, client in
            var events = client.follow(PlaybackState.FollowActivity(), after: nil).makeAsyncIterator()
            #expect(try await next(&events) == "snapshot []")
            let session = try await client.play("m1").session
            #expect(try await next(&events) == "started m1 playing 0.0")
            try await client.report(session, at: 1_000, 1)
            // It just goes on: no follower is told before 15 s have passed.
            try await client.report(session, at: 6_000, 6)
            try await client.report(session, at: 16_000, 16)
            #expect(try await next(&events) == "updated m1 playing 16.0")
            try await client.report(session, at: 17_000, 17, of: 100, .paused)
            #expect(try await next(&events) == "updated m1 paused 17.0")
            try await client.report(session, at: 18_000, 17, of: 100, .playing)
            #expect(try await next(&events) == "updated m1 playing 17.0")
            try await client.report(session, at: 19_000, 70)
            #expect(try await next(&events) == "updated m1 playing 70.0")
            // Late and repeated ones say nothing.
            try await client.report(session, at: 17_500, 3, of: 100, .paused)
            try await client.report(session, at: 19_000, 70)
            _ = try await client.play("m2")
            #expect(try await next(&events) == "ended m1 ended 70.0")
            #expect(try await next(&events) == "started m2 playing 0.0")
        }
    }

    @Test func `who comes back with a position misses nothing and sees nothing twice`() async throws {
        try await with { harness, client in
            var events = client.follow(PlaybackState.FollowActivity(), after: nil).makeAsyncIterator()
            _ = try await events.next()
            let session = try await client.play("m1").session
            let seen = try #require(try await events.next())
            #expect(seen.item.event?.kind == .started)
            try await client.report(session, at: 1_000, 50)
            _ = try await client.send(PlaybackState.EndSession(session: session))
            var again = client.follow(PlaybackState.FollowActivity(), after: seen.position).makeAsyncIterator()
            #expect(try await next(&again) == "updated m1 playing 50.0")
            #expect(try await next(&again) == "ended m1 ended 50.0")
            // After a restart the log is another one: a snapshot says what is.
            let other = try await client.play("m2").session
            try await client.report(other, at: 1_000, 30)
            try await harness.restart()
            var late = client.follow(PlaybackState.FollowActivity(), after: seen.position).makeAsyncIterator()
            #expect(try await next(&late) == "snapshot [\"m2\"]")
            try await client.report(other, at: 2_000, 60)
            #expect(try await next(&late) == "updated m2 playing 60.0")
        }
    }

    @Test func `followers see what their policy allows, of their profile or of all`() async throws {
        try await with { harness, client in
            let kim = try await harness.playback(.kids)
            var all = client.follow(PlaybackState.FollowActivity(household: true), after: nil).makeAsyncIterator()
            var own = client.follow(PlaybackState.FollowActivity(), after: nil).makeAsyncIterator()
            var kids = kim.follow(PlaybackState.FollowActivity(household: true), after: nil).makeAsyncIterator()
            for text in [try await next(&all), try await next(&own), try await next(&kids)] {
                #expect(text == "snapshot []")
            }
            _ = try await kim.play("ch")
            _ = try await client.play("m2")
            _ = try await client.play("m1", device: "phone")
            #expect(try await next(&all) == "started ch playing 0.0")
            #expect(try await next(&all) == "started m2 playing 0.0")
            #expect(try await next(&all) == "started m1 playing 0.0")
            #expect(try await next(&own) == "started m2 playing 0.0")
            #expect(try await next(&own) == "started m1 playing 0.0")
            #expect(try await next(&kids) == "started ch playing 0.0")
            #expect(try await next(&kids) == "started m1 playing 0.0")
        }
    }
}
