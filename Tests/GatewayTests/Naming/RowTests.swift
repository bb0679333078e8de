import CatalogAPI
import Foundation
import HearthModel
import ServiceKit
import TestSupport
import Testing

@testable import GatewayCommands

/// `@3` is row 3 of the last list of a terminal.
struct RowTests {
    private static func bench() throws -> GatewayHarness {
        let bench = try GatewayHarness(up: GatewayHarness.services)
        var found = SearchResults()
        found.hits = (1...3).map { Card(id: ContentID(rawValue: "mv_\($0)"), kind: .movie, title: "Film \($0)") }
        found.total = 3
        bench.catalog.setSearch(found)
        return bench
    }

    private static let plain = ["NO_COLOR": "1"]

    @Test
    func `rows have numbers on a terminal, by which later commands name them`() async throws {
        let bench = try Self.bench()
        let list = await bench.run("search", "film", variables: Self.plain, isTerminal: true)
        #expect(list.out.hasPrefix("#  TITLE   KIND   ID\n1  Film 1  movie  mv_1\n"), "\(list.out)")
        #expect(await bench.run("queue", "add", "@2", isTerminal: true).out == "mv_2 is at 0 of 1.\n")
        // A list of the queue is the last one now.
        _ = await bench.run("queue", isTerminal: true)
        #expect(await bench.run("favourite", "add", "@1", isTerminal: true).out == "mv_2 is a favourite now.\n")
        let beyond = await bench.run("favourite", "add", "@2", isTerminal: true)
        #expect(beyond.status == .usage && beyond.err.contains("The last list has 1 row, and no @2."))
    }

    @Test
    func `the numbers go on through the rows of the home screen`() async throws {
        let bench = try Self.bench()
        _ = await bench.run("read", "save", "https://example.org/a", "--title", "A page")
        let home = await bench.run(
            "home", "--section", "new", "--section", "to-read", variables: Self.plain, isTerminal: true)
        #expect(home.out.contains("3  Film 3") && home.out.contains("4  A page"), "\(home.out)")
        #expect(await bench.run("read", "done", "@4", isTerminal: true).status == .success)
        let wrong = await bench.run("play", "@4", isTerminal: true)
        #expect(
            wrong.status == .usage && wrong.err.contains("@4 of the last list is a link, and a title is needed here."))
    }

    @Test
    func `without a list @1 says so; a script has lists only under a name`() async throws {
        let bench = try Self.bench()
        let none = await bench.run("play", "@1", isTerminal: true)
        #expect(none.status == .usage && none.err.contains("(NO_LIST)"))
        let plain = await bench.run("search", "film")
        #expect(plain.out.hasPrefix("TITLE "))
        #expect(await bench.run("queue", "add", "@1").err.contains("(NO_LIST)"))
        let named = ["HEARTH_TERMINAL": "job-7"]
        #expect(await bench.run("search", "film", variables: named).out == plain.out)
        #expect(await bench.run("queue", "add", "@3", variables: named).out == "mv_3 is at 0 of 1.\n")
        #expect(await bench.run("queue", "add", "@1", variables: ["HEARTH_TERMINAL": "job-8"]).status == .usage)
        #expect(await bench.run("queue", "add", "@1", "--household", "other", variables: named).status == .usage)
    }

    @Test
    func `what is remembered is private, bounded, and forgotten after half a day`() async throws {
        let bench = try Self.bench()
        _ = await bench.run("search", "film", isTerminal: true)
        let folder = bench.directory.path(".cache/hearth")
        let file = try #require(
            try FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasPrefix("rows-") })
        for (path, mode) in [(folder, 0o700), ("\(folder)/\(file)", 0o600)] {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == mode)
        }
        let recorder = RowRecorder(folder: folder, terminal: "many", household: "home")
        _ = recorder.add((0..<2_000).map { ListedRow.title("mv_\($0)") })
        let now = Date(timeIntervalSince1970: 1_000_000)
        recorder.save(at: now)
        #expect(recorder.last(at: now)?.count == RowRecorder.maximumRows)
        #expect(recorder.last(at: now.addingTimeInterval(RowRecorder.lifetime - 1)) != nil)
        #expect(recorder.last(at: now.addingTimeInterval(RowRecorder.lifetime + 1)) == nil)
        for number in 0..<80 {
            let one = RowRecorder(folder: folder, terminal: "t\(number)/\u{1b}", household: "home")
            _ = one.add([.title("x")])
            one.save(at: now)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count <= 50)
    }
}
