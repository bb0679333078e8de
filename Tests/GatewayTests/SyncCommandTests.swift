import Foundation
import HearthModel
import PlaybackStateAPI
import ProfilesAPI
import ServiceKit
import TestSupport
import Testing

struct SyncCommandTests {
    private static let up: Set = ["profiles", "catalog", "playback-state"]

    @Test func `a device's token is kept in a file, and the next pull continues from it`() async throws {
        let bench = try GatewayHarness(up: Self.up)
        let file = bench.directory.path("tablet.token")
        let first = await bench.run(
            "sync", "pull", "--token-file", file, "--kind", "history", "--kind", "queue", "--device", "tablet")
        #expect(first.status == .success, "\(first.err)")
        #expect(first.out.contains("Title of m1") && first.out.contains("played to 1:00"))
        #expect(first.out.contains("deleted") && first.out.contains("3 changes"))
        #expect(first.out.contains("Title of m7"))
        let pulls = bench.playback.sync.pulls
        #expect(pulls.map(\.device) == ["tablet", "tablet"] && pulls[0].token == SyncToken())
        #expect(pulls[1].token?.parts == ["playback-state": "first"] && pulls[1].kinds == [.history, .queue])
        _ = await bench.run("sync", "pull", "--token-file", file)
        let parts = bench.playback.sync.pulls.last?.token?.parts
        #expect(parts == ["playback-state": "second", "profiles": "of-profiles"])
        let status = await bench.run("sync", "status", "--token-file", file)
        #expect(status.out.contains("the profile syncs") && status.out.contains("About 3 changes wait."))
        #expect(status.out.contains("tablet") && status.out.contains("a: no such title"))
        #expect(status.out.contains("profiles: the profile does not sync: its setting enableCloudSync is off."))
    }

    @Test func `either half works while the other service is down`() async throws {
        let bench = try GatewayHarness(up: ["profiles", "catalog"])
        let pulled = await bench.run("sync", "pull")
        #expect(pulled.status == .success && pulled.out.contains("Title of m7"))
        #expect(pulled.err.contains("Missing: history and queue."))
        #expect(await bench.run("sync", "status").out.contains("profiles: the profile"))
        let conflicts = await bench.run("sync", "conflicts")
        #expect(conflicts.out.contains("profiles:7") && conflicts.out.contains("setting theme"))
        #expect(await bench.run("sync", "reverse", "profiles:7").out.contains("theme is light again"))
        let lines = """
            {"id": "x", "favourite": {"content": "m1", "isFavourite": true}}
            {"id": "z", "hide": "m1"}
            """
        let pushed = await bench.run("sync", "push", try bench.directory.write(lines, to: "mixed.jsonl"))
        #expect(pushed.status == .unavailable && pushed.out.contains("x") && pushed.out.contains("applied"))
        #expect(pushed.err.contains("playback-state does not respond: its operations are not confirmed."))
        #expect(bench.profiles.sync.pushedToProfiles.map(\.id) == ["x"])
    }

    @Test func `without either service the device is offline, and keeps what it has queued`() async throws {
        let bench = try GatewayHarness(up: ["catalog"])
        for command in [["status"], ["pull"], ["conflicts"]] {
            let shown = await bench.run(list: ["sync"] + command + ["--json"])
            #expect(shown.status == .unavailable && shown.err.contains("\"offline\""), "\(shown)")
        }
    }

    @Test func `a file with a line that is no operation is not pushed at all`() async throws {
        let bench = try GatewayHarness(up: Self.up)
        let lines = """
            {"id": "z", "hide": "m1"}
            {"id": "x", "favourite": {"content": 7}}
            """
        let pushed = await bench.run("sync", "push", try bench.directory.write(lines, to: "wrong.jsonl"))
        #expect(pushed.status == .usage && pushed.err.contains("Line 2 is no operation."))
        #expect(bench.playback.sync.pushed.isEmpty && bench.profiles.sync.pushedToProfiles.isEmpty)
    }

    @Test func `more operations than one call takes are pushed in several`() async throws {
        let bench = try GatewayHarness(up: ["profiles", "playback-state"])
        let lines = (0..<450).map { "{\"id\": \"o\($0)\", \"hide\": \"m1\"}" }
        let file = try bench.directory.write(lines.joined(separator: "\n"), to: "many.jsonl")
        #expect(await bench.run("sync", "push", file).status == .success)
        #expect(bench.playback.sync.pushed.map(\.id) == (0..<450).map { "o\($0)" })
    }

    @Test func `operations are pushed from a file, twice without effect, and refused ones fail the command`()
        async throws
    {
        let bench = try GatewayHarness(up: Self.up)
        let lines = """
            {"id": "a", "mark": {"content": "m1", "isWatched": true}}
            {"id": "b", "number": 9, "clock": 5, "elapsedMilliseconds": 7, "dequeue": "m2"}

            """
        let file = try bench.directory.write(lines, to: "operations.jsonl")
        let first = await bench.run("sync", "push", file, "--device", "tablet")
        #expect(first.status == .success, "\(first.err)")
        let pushed = bench.playback.sync.pushed
        #expect(pushed.map(\.id) == ["a", "b"] && pushed.map(\.number) == [1, 9])
        #expect(pushed.map(\.clock) == [FakeSync.clock, 5] && pushed[0].mark?.isWatched == true)
        #expect(pushed[1].dequeue == "m2" && pushed[1].elapsedMilliseconds == 7)
        #expect(await bench.run("sync", "push", file).out.contains("applied, before"))
        let own = """
            {"id": "x", "favourite": {"content": "m1", "isFavourite": true}}
            {"id": "y", "setting": {"name": "theme", "value": {"text": "light"}}}
            {"id": "z", "hide": "m1"}
            """
        let mixed = try bench.directory.write(own, to: "mixed.jsonl")
        #expect(await bench.run("sync", "push", mixed).status == .success)
        let others = bench.profiles.sync.pushedToProfiles
        #expect(others.map(\.id) == ["x", "y"] && others.map(\.clock) == [FakeSync.clock + 1, FakeSync.clock + 1])
        #expect(others[1].setting?.value == .text("light") && bench.playback.sync.pushed.last?.hide == "m1")
        let wrong = try bench.directory.write(
            #"{"id": "c", "mark": {"content": "nothing", "isWatched": true}}"#, to: "wrong.jsonl")
        let refused = await bench.run("sync", "push", wrong)
        #expect(refused.status == .failure && refused.err.contains("Not applied: c."))
        #expect(refused.out.contains("no such title"))
        let broken = try bench.directory.write("{\n", to: "broken.jsonl")
        #expect(await bench.run("sync", "push", broken).err.contains("Line 1 is no operation"))
    }

    @Test func `conflicts are listed with both values, and put back`() async throws {
        let bench = try GatewayHarness(up: Self.up)
        let list = await bench.run("sync", "conflicts")
        #expect(list.out.contains("mark m1") && list.out.contains("watched (tablet)"))
        #expect(list.out.contains("setting theme") && list.out.contains("light (tablet)"))
        #expect(list.out.contains("More: --cursor end,7"))
        let more = await bench.run("sync", "conflicts", "--cursor", "end,7")
        #expect(more.out.contains("profiles:6") && !more.out.contains("mark m1") && !more.out.contains("More:"))
        #expect(await bench.run("sync", "conflicts", "--cursor", "7").status == .usage)
        let reversed = await bench.run("sync", "reverse", "7")
        #expect(reversed.out == "mark m1 is watched again, no longer unwatched.\n")
    }
}
