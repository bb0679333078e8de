import CatalogAPI
import Foundation
import HearthModel
import PlaybackStateAPI
import ServiceKit
import Testing

/// Profiles, sources, downloads, links, slots and windows by their names.
struct ListNameTests {
    private static func bench() throws -> GatewayHarness { try GatewayHarness(up: GatewayHarness.services) }

    @Test
    func `profiles`() async throws {
        let bench = try Self.bench()
        #expect(await bench.run("profile", "rename", "OLG", "Oma").out == "OLG is Oma now.\n")
        let play = await bench.run("play", "m1", "--with", "kid", "--speed", "10000", "--for", "10")
        #expect(play.status == .success && bench.playback.plays.first?.watchingTogether == ["p-kids"])
        #expect(await bench.run("profile", "use", "Oms").err.contains("Did you mean \"Oma\"?"))
    }

    @Test
    func `sources`() async throws {
        let bench = try Self.bench()
        bench.catalog.setSources(
            ["living-room", "living room guide", "Sport"].map {
                CatalogSource(name: $0, kind: .playlist, path: "x", imported: Date(timeIntervalSince1970: 9))
            })
        #expect(await bench.run("source", "disable", "sport").out == "Sport is disabled; its titles stay.\n")
        #expect(
            await bench.run("source", "disable", "guide").out == "living room guide is disabled; its titles stay.\n")
        // The whole name of one is a part of another's.
        #expect(await bench.run("source", "enable", "Living Room").out == "living-room is enabled.\n")
        #expect(await bench.run("source", "enable", "living").status == .usage)
        #expect(
            bench.catalog.imports == [
                "update Sport off -", "update living room guide off -", "update living-room on -",
            ])
    }

    @Test
    func `downloads and links`() async throws {
        let bench = try Self.bench()
        _ = await bench.run("download", "start", "m1")
        #expect(await bench.run("download", "pause", "film m1").out == "Film m1 is paused.\n")
        #expect(await bench.run("download", "pause", "film m9").err.contains("(unknownDownload)"))
        _ = await bench.run("read", "save", "https://example.org/a", "--title", "A long page")
        #expect(await bench.run("read", "star", "long page").out == "1 link starred.\n")
        #expect(await bench.run("read", "done", "short page").err.contains("No link has the ID short page."))
    }

    @Test
    func `slots and windows`() async throws {
        let bench = try Self.bench()
        let moved = await bench.run("schedule", "move", "film", "2027-01-08T21:00")
        #expect(moved.status == .success, "\(moved.err)")
        #expect(await bench.run("schedule", "veto", "opera").err.contains("(unknownSlot)"))
        _ = await bench.run("schedule", "window", "add", "fri", "20:00", "23:00", "--label", "Late")
        _ = await bench.run("schedule", "window", "add", "sat", "20:00", "23:00")
        #expect(await bench.run("schedule", "window", "remove", "late").out == "Window w1 is gone.\n")
        #expect(await bench.run("schedule", "window", "remove", "sat").out == "Window w2 is gone.\n")
    }
}
