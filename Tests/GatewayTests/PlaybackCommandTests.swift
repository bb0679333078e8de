import Foundation
import HearthModel
import PlaybackStateAPI
import ServiceKit
import TestSupport
import Testing

struct PlaybackCommandTests {
    private static let up: Set = ["profiles", "catalog", "playback-state"]

    @Test
    func `a simulated player resumes, tells how far it is, and ends`() async throws {
        let bench = try GatewayHarness(up: Self.up)
        let outcome = await bench.run("play", "m1", "--speed", "10000", "--length", "700", "--device", "tv")
        #expect(outcome.status == .success, "\(outcome.err)")
        #expect(outcome.out.hasPrefix("Watched Title of m1 from 1:00 to 11:40 of 11:40, told in "))
        let positions = bench.playback.reports.map(\.position)
        #expect(positions == positions.sorted())
        #expect(positions.allSatisfy { (60...700).contains($0) })
        let elapsed = bench.playback.reports.map(\.elapsedMilliseconds)
        #expect(elapsed == elapsed.sorted())
        #expect(bench.playback.ended?.position == 700)
        #expect(bench.playback.ended?.duration == 700)
        #expect(bench.playback.plays.map(\.device) == ["tv"])
    }

    @Test
    func `the address of a stream is never shown`() async throws {
        let bench = try GatewayHarness(up: Self.up)
        let json = await bench.run("play", "m1", "--speed", "10000", "--for", "10", "--json")
        #expect(json.status == .success)
        #expect(try json.json()["to"] as? Double == 70)
        let plain = await bench.run("play", "m1", "--speed", "10000", "--for", "10", isTerminal: true)
        for outcome in [json, plain] {
            #expect(!outcome.out.contains("s3cret"))
            #expect(!outcome.err.contains("s3cret"))
        }
    }

    @Test
    func `a channel has no length, and wrong numbers are refused`() async throws {
        let bench = try GatewayHarness(up: Self.up)
        bench.playback.setKind(.channel)
        let outcome = await bench.run("play", "c1", "--speed", "10000", "--for", "90")
        #expect(outcome.out.hasPrefix("Watched Title of c1 from 0:00 to 1:30, told in "))
        #expect(bench.playback.ended?.duration == nil)
        for wrong in [["--speed", "0"], ["--speed", "20000"], ["--for", "-1"], ["--length", "0"]] {
            #expect(await bench.run(list: ["play", "c1"] + wrong).status == .usage)
        }
    }

    @Test
    func `Ctrl-C ends the session where it is, and leaves none behind`() async throws {
        let bench = try GatewayHarness(up: Self.up)
        let (interruptions, person) = AsyncStream<Void>.makeStream()
        async let outcome = bench.run(
            list: ["play", "m1", "--speed", "60", "--length", "360000"], interruptions: interruptions)
        #expect(try await comes { !bench.playback.reports.isEmpty })
        person.yield()
        let ended = await outcome
        #expect(ended.status == .success)
        #expect(ended.out.hasPrefix("Stopped Title of m1 from 1:00 to "))
        let last = try #require(bench.playback.ended)
        #expect(last.session == "1-2-3" && last.position >= 60 && last.position < 360_000)
    }

    @Test
    func `Ctrl-C before the session is there ends it, too`() async throws {
        let bench = try GatewayHarness(up: Self.up)
        let (interruptions, person) = AsyncStream<Void>.makeStream()
        person.yield()
        let outcome = await bench.run(
            list: ["play", "m1", "--length", "360000", "--json"], interruptions: interruptions)
        #expect(try outcome.json()["isInterrupted"] as? Bool == true)
        #expect(bench.playback.ended != nil)
    }

    @Test
    func `what was begun is listed with where to go on, and can be hidden`() async throws {
        let bench = try GatewayHarness(up: Self.up)
        #expect(
            await bench.run("resume").out == """
                TITLE        KIND      AT       OF  SEEN  LAST         ID
                Title of m1  movie  29:55  1:00:00  50 %  01-01 00:00  m1

                """)
        #expect(await bench.run("resume", "--hide", "m1").out.hasPrefix("Nothing was begun."))
        #expect(bench.playback.hidden == ["m1"])
        let unknown = await bench.run("resume", "--hide", "m9")
        #expect(unknown.status == .failure && unknown.err.contains("m9 is not among what was begun."))
        #expect(bench.playback.hidden == ["m1"])
    }

    @Test
    func `what the catalog does not tell of what was begun is said`() async throws {
        let bench = try GatewayHarness(up: Self.up)
        try bench.respond(to: PlaybackState.ContinueWatching.self) { _ in ContinueList(titles: [], unknownSeries: 2) }
        let shown = await bench.run("resume")
        #expect(
            shown.out == "Of 2 begun series the next episode is not known: the catalog does not respond.\n", "\(shown)")
        #expect(try await bench.run("resume", "--json").json()["unknownSeries"] as? Int == 2)
    }

    @Test
    func `what plays is joined by its title or as the only one, and left`() async throws {
        let bench = try GatewayHarness(up: Self.up)
        let joined = await bench.run("join")
        #expect(
            joined.out == """
                Watching Title of m1 at 1:15 of 1:01:40 on tv. `hearth leave` leaves it.
                Audio: de. Subtitles: none.

                """, "\(joined)")
        #expect(await bench.run("leave", "Title of m1").out == "Title of m1 is left.\n")
        let none = await bench.run("leave")
        #expect(none.status == .failure && none.err.contains("NOTHING_TO_BE_LEFT"))
    }

    @Test
    func `the history is listed, removed from and marked`() async throws {
        let bench = try GatewayHarness(up: Self.up)
        let list = await bench.run("history")
        #expect(list.out.contains("Title of m1 (no longer available)"))
        #expect(list.out.contains("1 of 3\nMore: --cursor next\n"))
        #expect(await bench.run("history", "remove", "m1", "m2", "--yes").out == "2 entries removed.\n")
        #expect(await bench.run("history", "remove", "--everything", "--yes").out == "1 entry removed.\n")
        #expect(bench.playback.removed.map(\.content) == ["m1", "m2", nil])
        #expect(await bench.run("history", "remove", "m1", "--everything").status == .usage)
        #expect(await bench.run("history", "remove").status == .usage)
        #expect(await bench.run("history", "watched", "m1", "m2").out == "2 titles marked as watched.\n")
        #expect(await bench.run("history", "unwatched", "m1").out == "1 title marked as not watched.\n")
        #expect(bench.playback.marked == ["m2"])
    }

    @Test
    func `the queue is filled, put in order and emptied`() async throws {
        let bench = try GatewayHarness(up: Self.up)
        #expect(await bench.run("queue").out.hasPrefix("The queue is empty."))
        #expect(await bench.run("queue", "add", "m1").out == "m1 is at 0 of 1.\n")
        #expect(
            await bench.run("queue", "add", "m2", "m3", "--next").out == "m3 is at 0 of 2.\nm2 is at 0 of 3.\n")
        #expect(await bench.run("queue", "move", "m1", "1").out == "m1 is at 1 of 3.\n")
        #expect(
            await bench.run("queue", "list").out == """
                NO  TITLE        KIND   ID
                 0  Title of m2  movie  m2
                 1  Title of m1  movie  m1
                 2  Title of m3  movie  m3
                3 titles

                """)
        #expect(await bench.run("queue", "has", "m3").out == "m3 is queued at 2.\n")
        #expect(await bench.run("queue", "next").out == "Title of m2  m2\n")
        let double = await bench.run("queue", "add", "m1")
        #expect(double.status == .failure)
        #expect(double.err.contains("(alreadyQueued)"))
        let removed = await bench.run("queue", "remove", "m9")
        #expect(removed.status == .failure && removed.err.contains("m9 is not in the queue."))
        let json = try await bench.run("queue", "reorder", "m3", "--json").json()
        #expect(json["total"] as? Int == 3)
        #expect(await bench.run("queue", "clear", "--yes").out == "3 removed, 0 left.\n")
    }

    @Test
    func `what is played now is shown, of the profile or of all`() async throws {
        let bench = try GatewayHarness(up: Self.up)
        #expect(await bench.run("activity").out == "Nothing is being played.\n")
        #expect(
            await bench.run("activity", "--all").out == """
                TITLE        STATE     AT       OF  DEVICE  PROFILE  ID
                Title of m1  paused  1:15  1:01:40  tv      p-kids   m1

                """)
    }

    @Test
    func `what happens is told as it happens`() async throws {
        let bench = try GatewayHarness(up: Self.up)
        #expect(
            await bench.run("activity", "--follow").out == """
                Nothing is being played.
                Title of m1 started at 0:00 of 1:01:40 on tv
                Title of m1 paused at 1:15 of 1:01:40 on tv
                Title of m1 ended at 1:30 of 1:01:40 on tv

                """)
        let lines = await bench.run("activity", "--follow", "--json").out.split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines.last?.contains("\"kind\":\"ended\"") == true)
    }

    @Test
    func `without the service its commands say what is missing`() async throws {
        let bench = try GatewayHarness()
        let outcome = await bench.run("resume", "--timeout", "1")
        #expect(outcome.status == .unavailable)
        // Unreachable or out of time, whichever is known first: it says who does not answer.
        #expect(outcome.err.contains("playback-state"))
    }
}
