import CatalogAPI
import Foundation
import HearthModel
import ServiceKit
import Testing

@testable import GatewayCommands

/// What cannot be undone asks first.
struct ConfirmationTests {
    private static func bench() async throws -> GatewayHarness {
        let bench = try GatewayHarness(up: GatewayHarness.services)
        bench.catalog.setSources([
            CatalogSource(name: "web", kind: .playlist, path: "x", imported: Date(timeIntervalSince1970: 9))
        ])
        var job = ImportJob(id: "job-1", kind: .removal, source: "web")
        (job.state, job.report) = (.done, ImportReport())
        bench.catalog.setJobs([job])
        _ = await bench.run("queue", "add", "m1")
        _ = await bench.run("download", "start", "m1")
        return bench
    }

    private static let commands = [
        ["source", "remove", "web"], ["profile", "delete", "Kids"], ["download", "cancel", "d1"],
        ["download", "delete", "d1"], ["history", "remove", "m1"], ["history", "remove", "--everything"],
        ["queue", "clear"], ["household", "begin-empty", "reading-list"], ["catalog", "recent", "--no-keep"],
    ]

    @Test(arguments: commands)
    func `a script that does not say --yes is refused, and nothing is changed`(command: [String]) async throws {
        let bench = try await Self.bench()
        let before = bench.catalog.imports
        let refused = await bench.run(list: command)
        #expect(refused.status == .usage && refused.out == "", "\(refused.out)")
        #expect(
            refused.err.contains("(NOT_CONFIRMED)") && refused.err.contains("Give --yes to do it."), "\(refused.err)")
        #expect(bench.catalog.imports == before && bench.playback.removed.isEmpty)
        #expect(await bench.run("queue", "next").out.contains("m1"))
        #expect(await bench.run("profile", "list").out.contains("Kids"))
        #expect(await bench.run("download").out.contains("d1"))
        bench.type("n")
        let declined = await bench.run(list: command)
        #expect(declined.status == .usage && declined.err.contains("hearth: Nothing was changed."))
        #expect(bench.questions.last?.hasSuffix("Go on? [y/N] ") == true)
    }

    @Test
    func `a person who says yes, and a script that does, are obeyed`() async throws {
        let bench = try await Self.bench()
        bench.type("y")
        #expect(await bench.run("profile", "delete", "Kids").out == "Kids is deleted.\n")
        let asked = bench.questions.count
        #expect(await bench.run("source", "remove", "web", "--yes").status == .success)
        #expect(bench.questions.count == asked)
    }

    @Test
    func `commands that destroy all have the same option`() {
        let words: Set = ["delete", "clear", "begin-empty", "confirm", "cancel"]
        // Links come back by `read undo`, a job of a source is run again, injected faults are the caller's own, and rules and
        // limits are set again.
        let harmless: Set = ["read delete", "source cancel", "chaos clear", "rules clear", "limits clear"]
        let destroying = CommandTree.shown.filter { node in
            node.isLeaf && words.contains(node.path.last ?? "") && !harmless.contains(node.path.joined(separator: " "))
        }
        #expect(destroying.count > 5)
        for node in destroying {
            let help = HelpText.help(for: node.command, path: node.path, columns: 80)
            #expect(help.contains("  --yes  "), "\(node.path)")
        }
    }
}
