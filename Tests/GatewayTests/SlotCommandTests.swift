import CatalogAPI
import HearthModel
import PlaybackStateAPI
import ServiceKit
import TestSupport
import Testing

/// Connection slots, suggestions, recently used streams and granted minutes on the command line.
struct SlotCommandTests {
    private static let up: Set = ["profiles", "catalog", "playback-state"]

    @Test func `slots are shown with the sessions that hold them, hidden titles without a name`() async throws {
        let bench = try GatewayHarness(up: Self.up)
        let slots = await bench.run("source", "slots")
        #expect(slots.out.contains("panel") && slots.out.contains("2 of 2") && slots.out.contains("silent, gives way"))
        #expect(slots.out.contains("Kids") && slots.out.contains("p-gone") && slots.out.contains("(hidden)"))
        #expect(slots.out.hasSuffix("When all streams of an account are in use, the oldest session ends.\n"))
        let json = try await bench.run("source", "slots", "--json").json()
        #expect((json["accounts"] as? [Any])?.count == 2)
    }

    @Test func `suggestions are queued, and excluded titles are marked, listed and let in again`() async throws {
        let bench = try GatewayHarness(up: Self.up)
        #expect(await bench.run("queue", "suggest", "--count", "2").out.contains("Title of m7"))
        #expect(await bench.run("queue", "never").out == "Every title may be suggested.\n")
        #expect(await bench.run("queue", "never", "m1").out == "m1 is never suggested.\n")
        #expect(await bench.run("queue", "never", "m1").out == "m1 is never suggested, as before.\n")
        #expect(await bench.run("queue", "never").out.contains("Title of m1"))
        #expect(await bench.run("queue", "never", "m1", "--undo").out == "m1 may be suggested.\n")
        #expect(bench.playback.excluded == [])
    }

    @Test func `recently used streams are listed and forgotten`() async throws {
        let bench = try GatewayHarness(up: Self.up)
        let list = await bench.run("history", "streams")
        #expect(list.out.contains("Title of m1") && list.out.contains("1 stream, 40 B"))
        #expect(await bench.run("history", "streams", "--clear", "expired").out == "0 streams forgotten.\n")
        #expect(await bench.run("history", "streams", "--clear", "all").out == "1 stream forgotten.\n")
    }

    @Test func `minutes are granted with the household's PIN`() async throws {
        let bench = try GatewayHarness(up: Self.up)
        let granted = await bench.run("limits", "grant", "--of", "Kids", "--minutes", "30")
        #expect(granted.out.hasPrefix("Kids has 30 min more today.\n"))
        #expect(granted.out.contains("60 min of 90, 30 of them granted. It may watch for 30 min more."))
        #expect(await bench.run("limits", "grant", "--of", "Kids", "--minutes", "5").status == .usage)
        bench.playback.householdPIN = "1234"
        bench.type("1111")
        let wrong = await bench.run("limits", "grant", "--of", "Kids", "--minutes", "30")
        #expect(wrong.status == .notPermitted && wrong.err.contains("(pinWrong)") && wrong.out.isEmpty)
        bench.type("1234")
        #expect(await bench.run("limits", "grant", "--of", "Kids", "--minutes", "30").status == .success)
    }

    @Test func `an account's streams are set by hand`() async throws {
        let bench = try GatewayHarness(up: Self.up)
        var web = CatalogSource(name: "web", kind: .playlist, path: "x", imported: FakePlayback.date)
        web.maximumConnections = 2
        bench.catalog.setSources([web])
        #expect(await bench.run("source", "change", "web", "--connections", "2").out == "web is changed.\n")
        #expect(await bench.run("source").out.contains("web: account 2 streams at once"))
    }
}
