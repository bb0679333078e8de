import HearthModel
import PlaybackStateAPI
import ServiceKit
import TestSupport
import Testing

/// `hearth next`, `hearth history complete`, and what other commands say of series.
struct NextCommandTests {
    private static let up: Set = ["profiles", "catalog", "playback-state"]

    @Test func `the next episode is shown with the rule, which can be chosen`() async throws {
        let bench = try GatewayHarness(up: Self.up)
        let next = await bench.run("next", "m1")
        #expect(next.out == "Title of m1-e2  m1-e2 (the first unwatched one)\n2 of 3 episodes watched\n")
        let json = try await bench.run("next", "m1", "--rule", "first-unwatched", "--json").json()
        #expect(json["watched"] as? Int == 2)
        let profile = await bench.run("next", "--rule", "first-unwatched")
        #expect(profile.out == "Series without a rule of their own: the first unwatched one.\n")
        let standard = await bench.run("next", "--rule", "default")
        #expect(standard.out.contains("after the last one watched"))
        let channel = await bench.run("next", "c1")
        #expect(channel.status == .usage && channel.err.contains("no next episode"), "\(channel.err)")
        #expect(await bench.run("next", "--rule", "rewatch").status == .usage)
    }

    @Test func `without a series the queue is asked`() async throws {
        let bench = try GatewayHarness(up: Self.up)
        #expect(await bench.run("next").out == "Nothing: the queue is empty.\n")
        _ = await bench.run("queue", "add", "m1")
        #expect(await bench.run("next").out == "Title of m1  m1 (the queue's head)\n")
    }

    @Test func `a title is completed, and what plays next is named`() async throws {
        let bench = try GatewayHarness(up: Self.up)
        let done = await bench.run("history", "complete", "m1")
        #expect(done.out == "m1 is completed.\nNext: Title of m9  m9 (the queue's head)\n")
        #expect(try await bench.run("history", "complete", "m1", "--json").json()["hasChanged"] as? Bool == true)
        #expect(await bench.run("history", "complete", "c1").status == .usage)
    }

    @Test func `a season of a series is marked`() async throws {
        let bench = try GatewayHarness(up: Self.up)
        #expect(await bench.run("history", "watched", "m1", "--season", "2").status == .success)
        #expect(bench.playback.markedSeason == 2)
        #expect(await bench.run("history", "watched", "m1", "--season", "-1").status == .usage)
    }

    @Test func `a series is played where the profile goes on, with the reason`() async throws {
        let bench = try GatewayHarness(up: Self.up)
        bench.playback.setKind(.series)
        let played = await bench.run("play", "m1", "--speed", "10000", "--for", "9")
        #expect(played.status == .success, "\(played.err)")
        #expect(played.out.hasPrefix("Playing S1E2: the first unwatched one after the last one watched.\n"))
        #expect(bench.playback.plays.map(\.content) == ["m1"])
    }
}
