import CatalogAPI
import Foundation
import Glibc
import HearthModel
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import GatewayCommands

struct ImportTests {
    private func job(_ state: ImportState, _ change: (inout ImportJob) -> Void = { _ in }) -> ImportJob {
        var job = ImportJob(id: "job-1", kind: .playlist, source: "living-room")
        job.state = state
        change(&job)
        return job
    }

    private var report: ImportReport {
        var report = ImportReport()
        (report.read, report.added, report.updated, report.removed) = (15_515, 12_000, 3, 7)
        (report.unchanged, report.grouped, report.refused, report.stale) = (12, 3_500, 12, 7)
        report.refusedLines = (1...12).map { RefusedEntry(line: Int64($0), reason: "no address") }
        report.adultFound = 1
        report.matchedChannels = 421
        report.milliseconds = 1_234
        return report
    }

    @Test
    func `all of a file is sent, whatever its length is in pieces`() async throws {
        let bench = try GatewayHarness()
        bench.catalog.setJobs([job(.done) { $0.report = report }])
        for length in [1, FileUpload.headBytes, FileUpload.headBytes + 1, FileUpload.headBytes + 600_000] {
            let text = "#EXTM3U\n" + String(repeating: "x", count: length)
            let path = try bench.directory.write(text, to: "a.m3u")
            #expect(await bench.run("import", path).status == .success)
            #expect(bench.catalog.uploaded == Data(text.utf8), "\(length)")
        }
    }

    @Test
    func `a folder, a pipe and a device are no files, and one that cannot be sent to the end changes nothing`()
        async throws
    {
        let bench = try GatewayHarness()
        let pipe = bench.directory.path("pipe.m3u")
        #expect(mkfifo(pipe, 0o600) == 0)
        for path in [try bench.directory.directory("folder"), pipe, "/dev/zero"] {
            for command in [["import", path], ["read", "import", path]] {
                let outcome = await bench.run(list: command)
                #expect(outcome.status == .noInput, "\(command)")
                #expect(outcome.err.contains("is a folder, a pipe or a device"), "\(command)")
            }
        }
        #expect(await bench.run("import", "-").status == .usage)
        let path = try bench.directory.write("#EXTM3U\n", to: "a.m3u")
        bench.catalog.fail(with: RPCError(.resourceExhausted, "The file has too many bytes.", executed: .no))
        let outcome = await bench.run("import", path)
        #expect(outcome.status == .failure)
        #expect(outcome.err.contains("The file has too many bytes."))
        #expect(bench.catalog.imports.isEmpty)
    }

    @Test
    func `a playlist is taken in and reported`() async throws {
        let bench = try GatewayHarness()
        bench.catalog.setJobs([job(.waiting), job(.running), job(.done) { $0.report = report }])
        let path = try bench.directory.write("#EXTM3U\n#EXTINF:-1,A\nhttp://x/\n", to: "living-room.m3u8")
        let outcome = await bench.run("import", path)
        #expect(outcome.status == .success)
        #expect(bench.catalog.imports == ["playlist living-room false"])
        #expect(
            outcome.out == """
                living-room: 15,515 entries read in 1.2 s
                  added                     12,000
                  updated                        3
                  removed                        7
                  unchanged                     12
                  grouped as further links   3,500
                  refused                       12
                  7 of the removed are kept as stale for seven days.
                  421 channels of the list have a guide.
                  1 adult title found; kids never see them.

                """ + (1...10).map { "  line \($0): no address\n" }.joined()
                + "  and 2 more; --json shows the first hundred.\n")
    }

    @Test
    func `a guide that breaks off is told as such, after its report, and the other files are taken in all the same`()
        async throws
    {
        let bench = try GatewayHarness()
        var report = ImportReport()
        (report.read, report.added, report.isCut, report.guideChannels) = (4_000, 17, true, 12)
        func cut(_ source: String, isCut: Bool?) -> ImportJob {
            var job = ImportJob(id: "job-1", kind: .guide, source: source)
            job.state = .done
            job.report = report
            job.report?.isCut = isCut
            return job
        }
        let guide = "<?xml version=\"1.0\"?><tv></tv>"
        let paths = try ["a.xml", "b.xml"].map { try bench.directory.write(guide, to: $0) }
        bench.catalog.setJobs([cut("a", isCut: true), cut("b", isCut: nil)])
        let outcome = await bench.run("import", paths[0], paths[1])
        #expect(outcome.status == .data)
        #expect(outcome.out.contains("a: 4,000 programmes read") && outcome.out.contains("b: 4,000 programmes read"))
        #expect(outcome.err.contains("breaks off before the end of the guide: 4,000 programmes of it were imported"))
        #expect(outcome.err.contains("hearth import \(paths[0]) --source a"))
        #expect(bench.catalog.imports.count == 2)
        bench.catalog.setJobs([cut("a", isCut: true)])
        let json = await bench.run("import", paths[0], "--json")
        #expect(json.status == .data)
        #expect(json.out.contains("\"isCut\":true") || json.out.contains("\"isCut\" : true"))
    }

    @Test
    func
        `a file that only happens to be called as a source gets a name of its own, and the source's place when told to`()
        async throws
    {
        let bench = try GatewayHarness()
        bench.catalog.setJobs([job(.done) { $0.report = report }])
        bench.catalog.setSources([
            CatalogSource(name: "us", kind: .playlist, path: "/elsewhere/us.m3u", imported: Date())
        ])
        let path = try bench.directory.write("#EXTM3U\n#EXTINF:-1,A\nhttp://x/\n", to: "us.m3u")
        let outcome = await bench.run("import", path)
        #expect(outcome.status == .success)
        #expect(outcome.err.contains("\"us\" is the playlist of /elsewhere/us.m3u."))
        #expect(outcome.err.contains("--source us"))
        let folder = URL(filePath: path).deletingLastPathComponent().lastPathComponent
        #expect(bench.catalog.imports == ["playlist us \(folder) false"])
        #expect(await bench.run("import", path, "--source", "us").status == .success)
        #expect(bench.catalog.imports.last == "playlist us false")
        // Of the same folder it is a newer file of the same thing.
        bench.catalog.setSources([CatalogSource(name: "us", kind: .playlist, path: path + "8", imported: Date())])
        #expect(await bench.run("import", path).status == .success)
    }

    @Test
    func `what an undo did is told as such`() async throws {
        let bench = try GatewayHarness()
        var undone = ImportReport()
        (undone.read, undone.added, undone.removed) = (7_172, 2, 30)
        var ended = ImportJob(id: "job-1", kind: .undo, source: "us")
        (ended.state, ended.report) = (.done, undone)
        bench.catalog.setJobs([ended])
        var source = CatalogSource(name: "us", kind: .guide, path: "/us.xml", imported: Date())
        source.undoable = "job-7"
        bench.catalog.setSources([source])
        let text = await bench.run("source", "undo", "us").out
        #expect(text.hasPrefix("us is as it was before its last import.\n  2 titles came back.\n  30 titles went.\n"))
    }

    @Test
    func `JSON ends with one object that has every count`() async throws {
        let bench = try GatewayHarness()
        bench.catalog.setJobs([job(.done) { $0.report = report }])
        let path = try bench.directory.write("#EXTM3U\n", to: "a.m3u")
        let outcome = await bench.run("import", path, "--json")
        let last = try #require(outcome.out.split(separator: "\n").last)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(last.utf8)) as? [String: Any])
        let counts = ["read", "added", "updated", "removed", "unchanged", "grouped", "refused"].map {
            object[$0] as? Int
        }
        #expect(counts == [15_515, 12_000, 3, 7, 12, 3_500, 12])
        #expect(object["matchedChannels"] as? Int == 421)
    }

    @Test
    func `a guide is found out, also compressed, and --source and --shrink reach the catalog`() async throws {
        let bench = try GatewayHarness()
        bench.catalog.setJobs([job(.done) { $0.report = ImportReport() }])
        let plain = try bench.directory.write("\u{feff}<?xml version=\"1.0\"?>\n<!DOCTYPE tv>\n<tv>", to: "guide.xml")
        let compressed = bench.directory.path("epg.xml.gz")
        try Data([0x1f, 0x8b, 8, 0]).write(to: URL(filePath: compressed))
        #expect(await bench.run("import", plain, "--source", "epg").status == .success)
        #expect(await bench.run("import", compressed, "--shrink").status == .success)
        #expect(bench.catalog.imports == ["guide epg false", "guide epg true"])
        var over = ImportReport()
        (over.read, over.guideChannels, over.matchedChannels, over.isOver) = (5, 3, 2, true)
        bench.catalog.setJobs([
            job(.done) {
                $0.kind = .guide
                $0.report = over
            }
        ])
        #expect(
            await bench.run("import", plain).out.contains(
                "  2 channels of the library have this guide, which is over.\n"))
    }

    @Test
    func `a source that shrinks is held back, with the command that takes it`() async throws {
        let bench = try GatewayHarness()
        bench.catalog.setJobs([job(.held)])
        let path = try bench.directory.write("#EXTM3U\n", to: "a.m3u")
        let outcome = await bench.run("import", path)
        #expect(outcome.status == .failure)
        #expect(outcome.err.contains("hearth import \(path) --source living-room --shrink"))
        #expect(outcome.err.contains("(SHRUNK)"))
        // What is to be typed is quoted for a shell.
        let spaced = try bench.directory.write("#EXTM3U\n", to: "b's list.m3u")
        bench.catalog.setJobs([job(.held) { $0.source = "my list" }])
        let quoted = spaced.replacing("b's", with: #"b'\''s"#)
        #expect(await bench.run("import", spaced).err.contains("hearth import '\(quoted)' --source 'my list' --shrink"))
    }

    @Test
    func `a job that failed says why`() async throws {
        let bench = try GatewayHarness()
        bench.catalog.setJobs([job(.failed) { $0.problem = "The file has no entry." }])
        let path = try bench.directory.write("#EXTM3U\n", to: "a.m3u")
        let outcome = await bench.run("import", path)
        #expect(outcome.status == .failure)
        #expect(outcome.err.contains("The file has no entry."))
        #expect(outcome.err.contains("can be tried again"))
        bench.catalog.setJobs([
            job(.failed) { ($0.problem, $0.canRetry) = ("This is a picture, not a playlist.", false) }
        ])
        let hopeless = await bench.run("import", path).err
        #expect(hopeless.contains("This is a picture") && !hopeless.contains("tried again"))
        #expect(!hopeless.contains("log"))
    }

    @Test
    func `a forgotten job is an unknown outcome`() async throws {
        let bench = try GatewayHarness()
        bench.catalog.setJobs([.success(job(.running)), .failure(RPCError(.notFound, "There is no such job."))])
        let path = try bench.directory.write("#EXTM3U\n", to: "a.m3u")
        let ended = await bench.run("import", path)
        #expect(ended.status == .unknown)
        #expect(ended.err.contains("Run `hearth import \(path)` to see"))
        #expect(!ended.err.contains("failed"))
    }

    @Test
    func `a restart of the catalog is followed through, and what it did to the job is told`() async throws {
        let bench = try GatewayHarness()
        let gone = RPCError(.unavailable, "The server is draining.", executed: .no)
        let ended = job(.failed) { $0.problem = "The service was stopped before this was done." }
        bench.catalog.setJobs([.success(job(.running)), .failure(gone), .failure(gone), .success(ended)])
        let path = try bench.directory.write("#EXTM3U\n", to: "a.m3u")
        let outcome = await bench.run("import", path, "--json")
        #expect(outcome.status == .failure)
        #expect(try outcome.error()["message"] as? String == "The service was stopped before this was done.")
    }

    @Test
    func `a file that is not there, or nothing of ours, is refused before anybody is asked`() async throws {
        let bench = try GatewayHarness(up: [])
        #expect(await bench.run("import", bench.directory.path("none.m3u")).status == .noInput)
        let page = try bench.directory.write("<!DOCTYPE html><html>401</html>", to: "list.m3u")
        let outcome = await bench.run("import", page)
        #expect(outcome.status == .data)
        #expect(outcome.err.contains("it is a web page"))
    }

    @Test(arguments: [
        ("#EXTM3U\n", "playlist"), ("\u{feff}#EXTM3U x-tvg-url=\"\"\n", "playlist"),
        ("\n\n#EXTINF:-1,A\nhttp://x", "playlist"),
        ("http://x/1\n", "playlist"), ("# mine\nrtsp://x/1\n", "playlist"), ("<tv></tv>", "guide"),
        ("<?xml version=\"1.0\"?><tv>", "guide"), ("<!DOCTYPE tv SYSTEM \"x\">", "guide"),
        ("<?xml version=\"1.0\"?><rss>", ""), ("{\"a\":1}", ""), ("hello", ""), ("", ""), ("<html>", ""),
    ])
    func `files are told apart by their first bytes`(text: String, expected: String) {
        let result = ImportKindSniffer.kind(ofBytes: Array(text.utf8), name: "x")
        switch result {
        case .success(let kind): #expect("\(kind)" == expected)
        case .failure: #expect(expected == "")
        }
    }

    @Test
    func `UTF-16 and packed playlists are told apart, too`() {
        let wide: [UInt8] = [0xff, 0xfe] + "#EXTM3U\n".utf8.flatMap { [$0, 0] }
        #expect(ImportKindSniffer.kind(ofBytes: wide, name: "x") == .success(.playlist))
        #expect(ImportKindSniffer.kind(ofBytes: [0x1f, 0x8b], name: "x.M3U.gz") == .success(.playlist))
        #expect(ImportKindSniffer.kind(ofBytes: [0x1f, 0x8b], name: "epg.xml.gz") == .success(.guide))
        // What is in it counts, whatever it is called; a file's first bytes are enough.
        #expect(ImportKindSniffer.kind(ofBytes: Self.packedList, name: "channels.gz") == .success(.playlist))
        #expect(
            ImportKindSniffer.kind(ofBytes: Array(Self.packedList.prefix(28)), name: "epg.xml.gz")
                == .success(.playlist))
        #expect(ImportKindSniffer.kind(ofBytes: Self.packedPage, name: "list.m3u.gz") != .success(.playlist))
    }

    /// "#EXTM3U", an entry and its address, as gzip writes them.
    private static let packedList: [UInt8] = [
        0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x53, 0x76, 0x8d, 0x08, 0xf1, 0x35, 0x0e, 0xe5,
        0x52, 0x06, 0xd2, 0x9e, 0x7e, 0x6e, 0x56, 0xba, 0x86, 0x3a, 0x8e, 0x5c, 0x19, 0x25, 0x25, 0x05, 0x56, 0xfa,
        0xfa, 0x15, 0xfa, 0x5c, 0x00, 0x16, 0x1a, 0xb2, 0x8c, 0x1f, 0x00, 0x00, 0x00,
    ]

    /// "<!DOCTYPE html><html>401</html>", likewise.
    private static let packedPage: [UInt8] = [
        0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xb3, 0x51, 0x74, 0xf1, 0x77, 0x0e, 0x89, 0x0c,
        0x70, 0x55, 0xc8, 0x28, 0xc9, 0xcd, 0xb1, 0xb3, 0x01, 0x93, 0x26, 0x06, 0x86, 0x36, 0xfa, 0x60, 0x16, 0x00,
        0xeb, 0xd7, 0x95, 0x90, 0x1f, 0x00, 0x00, 0x00,
    ]

    @Test
    func `sources are named after their files`() {
        #expect(SourceNaming.stem(of: "/x/living-room.m3u8") == "living-room")
        #expect(SourceNaming.stem(of: "/x/epg.xml.gz") == "epg")
        #expect(SourceNaming.stem(of: "/x/.m3u") == "import")
    }
}
