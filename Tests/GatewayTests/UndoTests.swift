import CatalogAPI
import Foundation
import HearthModel
import RPC
import ServiceKit
import Testing

/// `hearth undo`, and the undos of single services without an id.
struct UndoTests {
    private static func bench() throws -> GatewayHarness {
        let bench = try GatewayHarness(up: GatewayHarness.services)
        bench.catalog.add(Title(card: Card(id: "mv_dune", kind: .movie, title: "Dune")))
        var web = CatalogSource(name: "web", kind: .playlist, path: "x", imported: Date(timeIntervalSince1970: 9))
        web.undoable = "job-7"
        bench.catalog.setSources([web, CatalogSource(name: "new", kind: .guide, path: "y", imported: Date())])
        var job = ImportJob(id: "job-8", kind: .playlist, source: "web")
        (job.state, job.report) = (.done, ImportReport())
        bench.catalog.setJobs([job])
        return bench
    }

    @Test
    func `the latest change is undone, and named`() async throws {
        let bench = try Self.bench()
        let imported = await bench.run("undo")
        #expect(
            imported.status == .success && imported.err.contains("Undoing the last import of web."), "\(imported.err)")
        #expect(bench.catalog.imports == ["undo web job-7"])
        _ = await bench.run("read", "save", "https://example.org/a")
        _ = await bench.run("read", "delete", "l1")
        let deleted = await bench.run("undo")
        #expect(deleted.out == "1 link back.\n" && deleted.err.contains("Undoing the deletion of 1 link."))
        // What was undone is not undone again.
        #expect(await bench.run("undo").err.contains("the last import of web"))
    }

    @Test
    func `what can be undone is listed, and undone by its id or name`() async throws {
        let bench = try Self.bench()
        _ = await bench.run("correct", "pin", "mv_dune")
        let list = await bench.run("undo", "--list")
        #expect(list.out.contains("the last import of web") && list.out.contains("the correction of Dune (pin)"))
        #expect(await bench.run("undo", "fix-1").out == "fix-1 of mv_dune is undone.\n")
        #expect(await bench.run("undo", "web").status == .success)
        let unknown = await bench.run("undo", "wab")
        #expect(unknown.status == .failure && unknown.err.contains("Did you mean \"web\"?"))
        #expect(await bench.run("undo", "web", "--list").status == .usage)
    }

    @Test
    func `each undo finds its last change itself`() async throws {
        let bench = try Self.bench()
        _ = await bench.run("correct", "pin", "mv_dune")
        #expect(await bench.run("correct", "undo").out == "fix-1 of mv_dune is undone.\n")
        #expect(await bench.run("correct", "undo").err.contains("(NOTHING_TO_UNDO)"))
        #expect(await bench.run("source", "undo").status == .success)
        #expect(await bench.run("read", "undo").err.contains("(NOTHING_TO_UNDO)"))
        _ = await bench.run("read", "save", "https://example.org/a")
        _ = await bench.run("read", "delete", "l1")
        #expect(await bench.run("read", "undo").out == "1 link back.\n")
    }

    @Test
    func `without anything, and without the catalog, nothing is undone`() async throws {
        let empty = try GatewayHarness()
        #expect(await empty.run("undo").err.contains("(NOTHING_TO_UNDO)"))
        #expect(await empty.run("undo", "--list").out == "There is nothing that can be undone.\n")
        let bench = try Self.bench()
        bench.stop("catalog")
        #expect(await bench.run("undo").status == .unavailable)
    }
}
