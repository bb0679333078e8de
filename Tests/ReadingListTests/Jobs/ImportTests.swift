import Foundation
import GRDB
import HearthModel
import RPC
import ReadingListAPI
import ServiceKit
import TestSupport
import Testing

@testable import ReadingListService

/// Imports as jobs: reports, doubles, refusals, restarts.
struct ImportTests {
    @Test(arguments: TestTransport.allCases)
    func `bookmarks come in, with a report, and a second time as doubles`(transport: TestTransport) async throws {
        try await ServiceHarness.with(ReadingListService.self, transport) { harness in
            let list = try await harness.list()
            let path = try SharedData.url("reading/shaarli-netscape/input/shaarli.htm").path
            let started = try await list.upload(ReadingList.ImportLinks(file: path), from: path)
            let job = try await list.finish(started.job, harness)
            #expect(job.state == .done)
            #expect(job.format == .bookmarks)
            #expect(job.doneBytes == job.totalBytes)
            let report = job.report
            #expect(report.read == 6)
            #expect(report.read == report.added + report.duplicate + report.refused)
            // Shaarli's own notes have no address of their own.
            #expect(report.refused == 1)
            #expect(report.refusals.allSatisfy { $0.url.hasPrefix("?") && $0.line > 0 && !$0.reason.isEmpty })
            let second = try await list.finish(
                list.upload(ReadingList.ImportLinks(file: path), from: path).job, harness)
            #expect(second.report.added == 0)
            #expect(second.report.duplicate == report.added)
            let links = try await list.all(ReadingList.ListLinks(), size: 50)
            #expect(links.count == Int(report.added))
            #expect(links.contains { $0.tags.contains("graphics") || !$0.tags.isEmpty })
            #expect(links.allSatisfy { $0.source == "import:shaarli.htm" })
        }
    }

    /// Files with how many entries they have, and how many of these are no web pages: browsers' own folders and searches, and
    /// notes that have no address.
    private static let files: [(String, Int64, Int64)] = [
        ("wallabag-imports/pocket.csv", 7, 0), ("wallabag-imports/instapaper-export.csv", 4, 0),
        ("wallabag-imports/wallabag-v1.json", 2, 0), ("wallabag-imports/wallabag-v1-read.json", 3, 0),
        ("wallabag-imports/wallabag-v2.json", 6, 0), ("wallabag-imports/wallabag-v2-read.json", 2, 0),
        ("wallabag-imports/omnivore.json", 20, 0), ("wallabag-imports/ril_export.html", 2, 0),
        ("wallabag-imports/shaarli-bookmarks.html", 2, 0), ("wallabag-imports/pinboard_export", 3, 0),
        ("wallabag-imports/elcurator.json", 1, 0), ("wallabag-imports/readability.json", 3, 0),
        ("wallabag-imports/readability-read.json", 2, 0), ("wallabag-imports/firefox-bookmarks.json", 2, 0),
        ("wallabag-imports/delicious_export.2021.02.06_21.10.json", 3, 0), ("wallabag-imports/chrome-bookmarks", 1, 0),
        ("linkding/simple_valid_import_file.html", 3, 0),
        ("linkding/simple_valid_import_file_with_one_invalid_bookmark.html", 3, 0),
        ("shiori/pocket-new.csv", 1, 0), ("shiori/pocket-old.csv", 1, 0),
        ("shaarli-netscape/input/chromium_flat.htm", 9, 0), ("shaarli-netscape/input/chromium_nested.htm", 18, 0),
        ("shaarli-netscape/input/delicious.htm", 5, 0), ("shaarli-netscape/input/delicious_sanitize.htm", 2, 0),
        ("shaarli-netscape/input/firefox_flat.htm", 24, 3), ("shaarli-netscape/input/firefox_nested.htm", 24, 3),
        ("shaarli-netscape/input/google_bookmarks_nested.htm", 6, 0),
        ("shaarli-netscape/input/internet_explorer_11_flat.htm", 18, 0),
        ("shaarli-netscape/input/internet_explorer_11_nested.htm", 27, 0),
        ("shaarli-netscape/input/netscape_basic.htm", 2, 0), ("shaarli-netscape/input/netscape_extended.htm", 1, 0),
        ("shaarli-netscape/input/netscape_multiline.htm", 3, 0), ("shaarli-netscape/input/netscape_nested.htm", 8, 0),
        ("shaarli-netscape/input/safari_folded.htm", 3, 0), ("shaarli-netscape/input/scuttle.htm", 4, 0),
        ("shaarli-netscape/input/scuttle_new_line.htm", 1, 0), ("shaarli-netscape/input/shaarli.htm", 6, 1),
        ("shaarli-netscape/input/shaarli_legacy.htm", 2, 0), ("shaarli-netscape/input/shaarli_markdown.htm", 3, 3),
        ("shaarli-netscape/input/shaarli_with_tabs_and_spaces.htm", 1, 1),
        ("shaarli-netscape/input/shaarli_with_whitespace_tags.htm", 1, 1),
    ]

    @Test func `files of others come in whole, each with its report`() async throws {
        try await ServiceHarness.with(ReadingListService.self) { harness in
            print("file: entries, new, duplicate, refused")
            for (index, (name, entries, refused)) in Self.files.enumerated() {
                // Each file into a list of its own.
                let person = TestCaller(member: "reader\(index)", role: .adult, policy: .everything)
                let list = try await harness.list(of: person)
                let path = try SharedData.url("reading/\(name)").path
                let job = try await list.finish(
                    list.upload(ReadingList.ImportLinks(file: path), from: path).job, harness)
                let report = job.report
                print("\(name): \(report.read), \(report.added), \(report.duplicate), \(report.refused)")
                #expect(job.state == .done, "\(name)")
                #expect(report.read == entries, "\(name)")
                #expect(report.refused == refused, "\(name)")
                #expect(report.added + report.duplicate == entries - refused, "\(name)")
                #expect(Int64(report.refusals.count) == refused, "\(name)")
            }
        }
    }

    @Test func `what a file says is kept`() async throws {
        try await ServiceHarness.with(ReadingListService.self) { harness in
            let list = try await harness.list()
            let file = try harness.directory.write(
                """
                title,url,time_added,tags,status
                "A &amp; B",https://example.com/a?utm_source=x,1600322788,one|two,archive
                ⭐ Star,https://example.com/b,1600322789,,unread
                Again,http://example.com/a/,1600322790,,unread
                Bad,javascript:void(0),1600322791,,unread
                """, to: "pocket.csv")
            let job = try await list.finish(list.upload(ReadingList.ImportLinks(file: file), from: file).job, harness)
            #expect([job.report.added, job.report.duplicate, job.report.refused] == [2, 1, 1])
            #expect(job.report.refusals[0].line == 5)
            #expect(job.report.refusals[0].url == "javascript:void(0)")
            let read = try await list.send(ReadingList.ListLinks(status: .read)).links
            #expect(read.map(\.displayTitle) == ["A & B"])
            #expect(read[0].tags == ["one", "two"])
            #expect(read[0].added == Date(timeIntervalSince1970: 1_600_322_788))
            #expect(try await list.send(ReadingList.ListLinks()).links[0].isFeatured)
        }
    }

    private static func addresses(_ count: Int) -> String {
        (0..<count).map { "https://site\($0 % 97).example/page/\($0)" }.joined(separator: "\n")
    }

    @Test(arguments: [TestTransport.inProcess, .ipc])
    func `an import is followed to its end, across a restart, and its states only grow`(
        transport: TestTransport
    ) async throws {
        try await ServiceHarness.with(ReadingListService.self, transport) { harness in
            let list = try await harness.list()
            let file = try harness.directory.write(Self.addresses(10_000), to: "many.txt")
            let job = try await list.upload(ReadingList.ImportLinks(file: file), from: file).job
            var states: [LinkImport] = []
            var positions: [StreamPosition] = []
            for try await state in list.follow(ReadingList.FollowLinkImport(job: job)) {
                states.append(state.item)
                if let position = state.position { positions.append(position) }
                if states.count == 1 { try await harness.restart() }
            }
            #expect(states.last?.state == .done)
            #expect(states.last?.report.added == 10_000)
            #expect(states.dropLast().allSatisfy { !$0.state.isEnd })
            #expect(states.map(\.report.read) == states.map(\.report.read).sorted())
            #expect(positions.count == states.count)
            #expect(Set(positions).count == positions.count)
            let items = try await list.stream(ReadingList.FollowLinkImport(job: "i0"))
            await #expect(throws: RPCError.self) { for try await _ in items {} }
        }
    }

    /// Its answer may have been lost with the service, which has taken everything in since.
    @Test func `a repeated call answers the same job, also when that is over`() async throws {
        try await ServiceHarness.with(ReadingListService.self) { harness in
            let list = try await harness.list()
            let file = try harness.directory.write(Self.addresses(20), to: "few.txt")
            let options = CallOptions(
                token: list.defaults.token, idempotencyKey: IdempotencyKey(runtime: harness.runtime))
            let first = try await list.upload(ReadingList.ImportLinks(file: file), from: file, options: options).job
            #expect(try await list.finish(first, harness).report.added == 20)
            #expect(
                try await list.upload(ReadingList.ImportLinks(file: file), from: file, options: options).job == first)
            let another = try await list.upload(ReadingList.ImportLinks(file: file), from: file).job
            #expect(try await list.finish(another, harness).report.duplicate == 20)
        }
    }

    @Test func `a stopped import keeps what it has, and says so`() async throws {
        try await ServiceHarness.with(ReadingListService.self) { harness in
            let list = try await harness.list()
            let file = try harness.directory.write(Self.addresses(20_000), to: "many.txt")
            let first = try await list.upload(ReadingList.ImportLinks(file: file), from: file).job
            #expect(try await list.upload(ReadingList.ImportLinks(file: file), from: file).job == first)
            let stopped = try await list.send(ReadingList.CancelLinkImport(job: first))
            #expect(stopped.state == .cancelled || stopped.state == .done)
            let job = try await list.send(ReadingList.GetLinkImport(job: first))
            #expect(try await list.send(ReadingList.ListLinks()).counts.unread == job.report.added)
            let rest = try await list.finish(list.upload(ReadingList.ImportLinks(file: file), from: file).job, harness)
            #expect(rest.report.added + rest.report.duplicate == 20_000)
            #expect(try await list.send(ReadingList.ListLinks()).counts.unread == 20_000)
        }
    }

    @Test(arguments: [51, 52, 53] as [UInt64])
    func `a killed import goes on where it was, and its report is as if nothing had been`(seed: UInt64) async throws {
        try await ServiceHarness.with(ReadingListService.self, faults: true) { harness in
            let list = try await harness.list()
            let text = Self.addresses(4_000) + "\nnonsense\n" + Self.addresses(500)
            let file = try harness.directory.write(text, to: "many.txt")
            var source = SplitMix64(seed: seed)
            let job = try await list.upload(ReadingList.ImportLinks(file: file), from: file).job
            var kills = 0
            while true {
                let state = try await list.send(ReadingList.GetLinkImport(job: job))
                if state.state.isEnd { break }
                // Wherever it is just now: nothing of it, or all of it, was written.
                if kills < 6, Int.random(in: 0..<3, using: &source) == 0 {
                    kills += 1
                    if Bool.random(using: &source) {
                        try await harness.cutPower(tearingBy: seed)
                    } else {
                        await harness.kill()
                    }
                    try await harness.start()
                }
                try await harness.runtime.sleep(for: .milliseconds(2))
            }
            let end = try await list.send(ReadingList.GetLinkImport(job: job))
            #expect(end.state == .done, "seed \(seed): \(end.problem ?? "")")
            #expect([end.report.added, end.report.duplicate, end.report.refused] == [4_000, 500, 1], "seed \(seed)")
            #expect(try await list.send(ReadingList.ListLinks()).counts.unread == 4_000, "seed \(seed)")
            #expect(kills > 0, "seed \(seed)")
        }
    }

    @Test func `what is wrong with a request is said before anything is imported, and jobs are their reader's`()
        async throws
    {
        try await ServiceHarness.with(ReadingListService.self) { harness in
            let list = try await harness.list()
            #expect(await list.uploadFailure(file: "")?.field == "file")
            let format = LinkFileFormat(rawValue: "docx")
            #expect(await list.uploadFailure(file: "a", format: format)?.field == "format")
            #expect(await list.uploadFailure(file: "a", bytes: -1)?.field == "bytes")
            #expect(await list.uploadFailure(file: "a", "abc", bytes: 2)?.field == "bytes")
            #expect(await list.uploadFailure(file: "a", "abc", bytes: 4)?.field == "bytes")
            #expect(await list.uploadFailure(file: "a", bytes: 1 << 40)?.code == .resourceExhausted)
            #expect(await list.failure(of: ReadingList.GetLinkImport(job: "i1"))?.problem == .unknownImport)
            #expect(try FileManager.default.contentsOfDirectory(atPath: harness.uploads).isEmpty)
            let started = try await list.upload(ReadingList.ImportLinks(file: "empty.txt", bytes: 0), text: Data())
            let job = try await list.finish(started.job, harness)
            #expect(job.state == .done)
            #expect(job.report.read == 0)
            let other = try await harness.list(of: .adult)
            #expect(await other.failure(of: ReadingList.GetLinkImport(job: job.id))?.problem == .unknownImport)
        }
    }

    @Test func `no file that the service can read comes out of it, whatever a request names`() async throws {
        try await ServiceHarness.with(ReadingListService.self) { harness in
            let list = try await harness.list()
            for path in ["/etc/passwd", "/proc/self/environ", "\(harness.dataDirectory)/home/reading-list.sqlite"] {
                let started = try await list.upload(
                    ReadingList.ImportLinks(file: path), text: Data("https://sent.example/\n".utf8))
                let job = try await list.finish(started.job, harness)
                #expect([job.report.read, job.report.added] == [1, 1] || job.report.duplicate == 1, "\(path)")
                #expect(job.report.refusals.isEmpty, "\(path)")
            }
        }
    }

    @Test func `refused lines are told by a short, escaped excerpt, and a hundred of them`() async throws {
        try await ServiceHarness.with(ReadingListService.self) { harness in
            let list = try await harness.list()
            let lines = ["x\u{202e}y\u{7}z"] + (1..<5_000).map { "line\($0)-" + String(repeating: "x", count: 300) }
            let started = try await list.upload(
                ReadingList.ImportLinks(file: "many.txt"), text: Data(lines.joined(separator: "\n").utf8))
            let job = try await list.finish(started.job, harness)
            #expect(job.report.refused == 5_000)
            #expect(job.report.refusals.count == ReadingListLimits.listedRefusals)
            #expect(job.report.refusals.map(\.url.count).max() == 81)
            #expect(job.report.refusals[0].url == "x\\u{202e}y\\u{7}z")
        }
    }
}
