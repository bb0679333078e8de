import CatalogAPI
import DownloadsAPI
import Foundation
import HearthModel
import PlaybackStateAPI
import ProfilesAPI
import RPC
import ReadingListAPI
import SchedulerAPI
import ServiceKit
import TestSupport
import Testing

@testable import GatewayCommands

/// Every command of the tree with right and wrong input: its exit code, and words of what it says. A new command without a
/// row fails.
struct CommandTableTests {
    /// A household in which every command has something to work on, without services of the cluster.
    private static func bench() async throws -> GatewayHarness {
        let bench = try GatewayHarness(up: GatewayHarness.services)
        var found = SearchResults()
        found.hits = [Card(id: "m1", kind: .movie, title: "Glass Harbour")]
        found.total = 1
        bench.catalog.setSearch(found)
        bench.catalog.add(Title(card: found.hits[0]))
        bench.catalog.setGuide(GuideSample.page)
        var details = FakeCatalog.Details()
        details.orders = EpisodeOrderList(
            current: .aired, orders: [EpisodeOrderInfo(order: .aired), EpisodeOrderInfo(order: .dvd)], isComplete: true)
        bench.catalog.setDetails(details)
        var web = CatalogSource(name: "web", kind: .playlist, path: "x", imported: Date(timeIntervalSince1970: 9))
        (web.undoable, web.lastJob) = ("job-7", "job-7")
        web.feed = SourceFeed(address: "https://tv.example.org/…", refreshMinutes: 60, isDisabled: false)
        bench.catalog.setSources([web])
        var job = ImportJob(id: "job-1", kind: .playlist, source: "web")
        (job.state, job.report) = (.done, ImportReport())
        bench.catalog.setJobs([job])
        _ = try bench.directory.write("#EXTM3U\n", to: "list.m3u")
        _ = try bench.directory.write("watched_at,id\n2026-11-27T20:15:00Z,m1\n", to: "plays.csv")
        _ = try bench.directory.write("{\"id\": \"a\", \"hide\": \"m1\"}\n", to: "operations.jsonl")
        // By messages, not by commands: parsing a thousand command lines takes minutes in a debug build.
        let clients = bench.clients
        _ = try await clients.client(of: PlaybackState.self).send(PlaybackState.AddToQueue(content: "m1"))
        _ = try await clients.client(of: Downloads.self).send(Downloads.Start(content: "m1"))
        _ = try await clients.client(of: ReadingList.self).send(ReadingList.SaveLink(url: "https://example.org/a"))
        _ = try await clients.client(of: Catalog.self).send(Catalog.PinTitle(id: "m1"))
        _ = try await clients.client(of: Scheduler.self).send(
            Scheduler.AddWindow(dayOfWeek: 5, start: "20:00", end: "23:00"))
        _ = try await clients.client(of: Profiles.self).send(Profiles.AddFavourite(content: "m1"))
        return bench
    }

    /// What one command line comes to.
    struct Line: Sendable {
        var arguments: [String]
        var status: Int32
        /// Words on either stream.
        var words: String
    }

    /// A command's right and wrong input.
    struct Row: Sendable, CustomTestStringConvertible {
        var path: [String]
        var right: Line
        var wrong: Line
        var testDescription: String { path.joined(separator: " ") }
    }

    /// `path | right arguments | exit code | words | wrong arguments | words`; wrong input exits with 64 unless a code stands
    /// before its words.
    static let rows: [Row] = CommandTable.text.split(separator: "\n").compactMap { line in
        let cells = line.split(separator: "|", omittingEmptySubsequences: false).map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        guard cells.count == 6 else { return nil }
        let path = cells[0].split(separator: " ").map(String.init)
        func words(_ text: String) -> [String] {
            text.split(separator: " ").map { String($0).replacing("_", with: " ") }
        }
        let code = cells[5].prefix { $0.isNumber }
        return Row(
            path: path, right: Line(arguments: words(cells[1]), status: Int32(cells[2]) ?? 0, words: cells[3]),
            wrong: Line(
                arguments: words(cells[4]), status: Int32(code) ?? 64,
                words: cells[5].dropFirst(code.count).trimmingCharacters(in: .whitespaces)))
    }

    @Test
    func `every command has a row`() {
        let paths = CommandTree.shown.filter(\.isLeaf).map { $0.path.joined(separator: " ") }
        let known = Self.rows.map { $0.path.joined(separator: " ") }
        #expect(Set(paths).subtracting(known).sorted() == [])
        #expect(Set(known).subtracting(paths).sorted() == [])
        #expect(known.count == Set(known).count)
    }

    @Test(arguments: rows)
    func `right input and wrong input exit and speak as the table says`(row: Row) async throws {
        for line in [row.right, row.wrong] {
            let bench = try await Self.bench()
            let arguments = line.arguments.map { $0.replacing("DIR", with: bench.directory.path) }
            let outcome = await bench.run(list: row.path + arguments)
            let command = (row.path + line.arguments).joined(separator: " ")
            #expect(outcome.status.rawValue == line.status, "\(command): \(outcome.out) \(outcome.err)")
            let said = outcome.out + outcome.err
            #expect(said.contains(line.words) || line.words.isEmpty, "\(command): \(outcome.out) \(outcome.err)")
            // Errors are no results, and a result is no error.
            if outcome.status != .success { #expect(outcome.err != "", "\(command)") }
            if outcome.status == .usage { #expect(outcome.out == "", "\(command)") }
        }
    }
}
