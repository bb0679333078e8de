import Foundation
import HearthModel
import RPC
import ReadingListAPI
import TestSupport
import Testing

@testable import ReadingListService

/// What becomes of files as jobs: each is done and whole, or fails with the reason, and what was read stays.
struct ImportOutcomeTests {
    private static let bookmarks = """
        <!DOCTYPE NETSCAPE-Bookmark-file-1>
        <DL><p>
        <DT><A HREF="https://o.example/1">The <style> element</A>
        <DT><A HREF="https://o.example/2">x <!-- hack</A>
        <DT><A HREF="https://o.example/3">y</A>
        </DL><p>
        """

    @Test func `a job says what of its file it could not take`() async throws {
        try await ServiceHarness.with(ReadingListService.self) { harness in
            let cases: [(name: String, data: Data, state: LinkImportState, added: Int64, problem: String?)] = [
                ("a.html", Data(Self.bookmarks.utf8), .done, 3, nil),
                ("cut.html", Data(Self.bookmarks.utf8.prefix(150)), .failed, 2, "ends in the middle of the tag"),
                (
                    "cut.json", Data(#"[{"url":"https://o.example/1"},{"url":"https://o.example/2""#.utf8), .failed, 2,
                    "ends"
                ),
                (
                    "links.zip", Data([0x50, 0x4b, 3, 4] + [UInt8](repeating: 0, count: 60)), .failed, 0,
                    "zip archive is damaged"
                ),
                (
                    "feed.xml", Data("<?xml version=\"1.0\"?><feed><title>x</title></feed>".utf8), .failed, 0,
                    "no list of links"
                ),
                ("book.pdf", Data("%PDF-1.7 and so on".utf8), .failed, 0, "a PDF"),
                ("notes.txt", Data("just words\nand more of them\n".utf8), .failed, 0, "none of its 2 lines"),
                ("mac.csv", Data("title,url\rA,https://o.example/1\rB,https://o.example/2\r".utf8), .done, 2, nil),
                ("empty.csv", Data("title,url\n".utf8), .done, 0, nil),
            ]
            for (index, entry) in cases.enumerated() {
                let list = try await harness.list(
                    of: TestCaller(member: "reader\(index)", role: .adult, policy: .everything))
                let started = try await list.upload(ReadingList.ImportLinks(file: entry.name), text: entry.data)
                let job = try await list.finish(started.job, harness)
                #expect(job.state == entry.state, "\(entry.name)")
                #expect(job.report.added == entry.added, "\(entry.name)")
                #expect(
                    job.report.read == job.report.added + job.report.duplicate + job.report.refused, "\(entry.name)")
                if let problem = entry.problem {
                    #expect(job.problem?.contains(problem) == true, "\(entry.name): \(job.problem ?? "")")
                } else {
                    #expect(job.problem == nil, "\(entry.name)")
                }
            }
        }
    }

    @Test func `two ways to write a number are one page`() async throws {
        try await ServiceHarness.with(ReadingListService.self) { harness in
            let list = try await harness.list()
            for (one, other) in [
                ("http://0x7f.1/", "http://127.0.0.1/"), ("http://2130706433/x", "http://127.0.0.1/x"),
                ("http://[::1]/a", "http://[0:0:0:0:0:0:0:1]/a"),
            ] {
                let text = Data("\(one)\n\(other)\n".utf8)
                let started = try await list.upload(ReadingList.ImportLinks(file: "pair.txt"), text: text)
                let report = try await list.finish(started.job, harness).report
                #expect([report.added, report.duplicate, report.refused] == [1, 1, 0], "\(one)")
            }
        }
    }

    @Test func `a member that is no list is among the refused, by its name`() async throws {
        try await ServiceHarness.with(ReadingListService.self) { harness in
            let list = try await harness.list()
            let started = try await list.upload(
                ReadingList.ImportLinks(file: "pocket.zip"), text: Data(try ArchiveTests.pocket()))
            let job = try await list.finish(started.job, harness)
            #expect(job.state == .done && job.format == .zip)
            #expect([job.report.added, job.report.refused] == [2, 1])
            #expect(job.report.refusals.map(\.url) == ["pocket/cover.png"])
        }
    }
}
