import CatalogAPI
import Household
import ServiceKit
import Testing

@testable import GatewayCommands

/// `hearth correct` and `hearth explain`.
struct CorrectCommandTests {
    private static func bench() throws -> GatewayBench {
        let bench = try GatewayBench()
        bench.catalog.add(Title(card: Card(id: ContentID(rawValue: "mv_dune"), kind: .movie, title: "Dune")))
        return bench
    }

    @Test("what is said reaches the catalog, is listed, and is taken back")
    func round() async throws {
        let bench = try Self.bench()
        let made = await bench.run(
            list: [
                "correct", "title", "mv_dune", "--year", "1984", "--rating", "PG-13", "--no-adult", "--intro", "12-75",
            ])
        #expect(made.status == .success, "\(made.err)")
        #expect(made.out == "mv_dune put right. `hearth correct undo fix-1` takes it back.\n")
        let listed = await bench.run(list: ["correct"])
        #expect(listed.out.contains("fix-1") && listed.out.contains("1984, PG-13, not adult, intro 12 to 75 s"))
        let undone = await bench.run(list: ["correct", "undo", "fix-1"])
        #expect(undone.status == .success)
        #expect(await bench.run(list: ["correct", "list"]).out == "Nothing was put right.\n")
    }

    @Test("a title that is not there, and an intro that is none")
    func wrong() async throws {
        let bench = try Self.bench()
        #expect(await bench.run(list: ["correct", "pin", "mv_nobody"]).status == .failure)
        #expect(await bench.run(list: ["correct", "title", "mv_dune", "--intro", "x"]).status == .usage)
        #expect(await bench.run(list: ["correct", "split", "mv_dune"]).status == .usage)
    }

    @Test("why a title is what it is")
    func explain() async throws {
        let outcome = try await Self.bench().run(list: ["explain", "mv_dune"])
        #expect(outcome.out.contains("its address says so"))
    }
}
