import CatalogAPI
import HearthModel
import ServiceKit
import Testing

@testable import GatewayCommands

/// `hearth correct` and `hearth explain`.
struct CorrectCommandTests {
    private static func bench() throws -> GatewayHarness {
        let bench = try GatewayHarness()
        bench.catalog.add(Title(card: Card(id: ContentID(rawValue: "mv_dune"), kind: .movie, title: "Dune")))
        return bench
    }

    @Test
    func `what is said reaches the catalog, is listed, and is taken back`() async throws {
        let bench = try Self.bench()
        let made = await bench.run(
            list: [
                "correct", "title", "mv_dune", "--year", "1984", "--rating", "PG-13", "--no-adult", "--intro", "12-75",
            ])
        #expect(made.status == .success, "\(made.err)")
        #expect(made.out == "mv_dune corrected. `hearth correct undo fix-1` undoes it.\n")
        let listed = await bench.run(list: ["correct"])
        #expect(listed.out.contains("fix-1") && listed.out.contains("1984, PG-13, not adult, intro 12 to 75 s"))
        let undone = await bench.run(list: ["correct", "undo", "fix-1"])
        #expect(undone.status == .success)
        #expect(await bench.run(list: ["correct", "list"]).out == "There are no corrections.\n")
    }

    @Test
    func `a channel's guide is found, said, and said to be none`() async throws {
        let bench = try Self.bench()
        bench.catalog.add(Title(card: Card(id: ContentID(rawValue: "ch_one"), kind: .channel, title: "One")))
        var details = FakeCatalog.Details()
        let one = GuideChannel(
            id: "one.uk", source: "uk", names: ["One", "BBC One"], hasProgrammes: true, channels: 2)
        details.guideChannels = GuideChannelList(channels: [one], cursor: "7")
        bench.catalog.setDetails(details)
        let found = await bench.run(list: ["guide", "channels", "bbc", "--source", "uk"])
        #expect(bench.catalog.requested == ["channels bbc of uk"])
        #expect(found.out.contains("one.uk    uk     One, BBC One  yes             2"), "\(found.out)")
        #expect(found.out.contains("More: --cursor 7"))
        let said = ["correct", "title", "ch_one", "--guide", "one.uk", "--guide-source", "uk"]
        #expect(await bench.run(list: said).status == .success)
        #expect(await bench.run(list: ["correct", "title", "ch_one", "--no-guide"]).status == .success)
        let listed = await bench.run(list: ["correct"])
        #expect(listed.out.contains("guide one.uk") && listed.out.contains("no guide"))
        #expect(await bench.run(list: said + ["--no-guide"]).status == .usage)
    }

    @Test
    func `a title that is not there, and an intro that is none`() async throws {
        let bench = try Self.bench()
        #expect(await bench.run(list: ["correct", "pin", "mv_nobody"]).status == .failure)
        #expect(await bench.run(list: ["correct", "title", "mv_dune", "--intro", "x"]).status == .usage)
        #expect(await bench.run(list: ["correct", "split", "mv_dune"]).status == .usage)
    }

    @Test
    func `why a title is what it is`() async throws {
        let outcome = try await Self.bench().run(list: ["explain", "mv_dune"])
        #expect(outcome.out.contains("its address says so"))
    }
}
