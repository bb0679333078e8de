import CatalogAPI
import Foundation
import ServiceKit
import TestSupport
import Testing

@testable import GatewayCommands

struct SourceNamingTests {
    private func file(_ name: String, _ path: String) -> CatalogSource {
        CatalogSource(name: name, kind: .guide, path: path, imported: Date(timeIntervalSince1970: 0))
    }

    private func name(_ path: String, title: String? = nil, beside sources: [CatalogSource] = []) -> String {
        SourceNaming(sources: sources).name(path: path, title: title, kind: .guide).name
    }

    @Test
    func `two files of one name do not collide, however many there are`() {
        #expect(name("/a/Plex/us.xml.gz") == "us")
        let one = [file("us", "/a/Plex/us.xml.gz")]
        #expect(name("/a/Plex/us.xml.gz", beside: one) == "us")
        #expect(name("/a/Plex/us.xml", beside: one) == "us")
        #expect(name("/a/PlutoTV/us.xml.gz", beside: one) == "us PlutoTV")
        let two = one + [file("us PlutoTV", "/a/PlutoTV/us.xml.gz")]
        #expect(name("/a/PlutoTV/us.xml.gz", beside: two) == "us PlutoTV")
        #expect(name("/b/PlutoTV/us.xml.gz", beside: two) == "us PlutoTV 2")
        let chosen = SourceNaming(sources: one).name(path: "/b/us.xml", title: nil, kind: .guide)
        #expect(chosen.note?.contains("\"us\" is the guide of /a/Plex/us.xml.gz") == true)
    }

    @Test
    func `a list is called as it calls itself; a file that was imported keeps its name`() {
        #expect(name("/a/list.m3u", title: "Living room") == "Living room")
        #expect(name("/a/list.m3u", title: "Living room", beside: [file("list", "/a/list.m3u")]) == "list")
        #expect(name("/b/list.m3u", title: "Living room", beside: [file("Living room", "/a/x.m3u")]) == "list")
    }

    @Test
    func `a playlist and a guide of one name in one folder are two sources`() {
        var sources = [
            CatalogSource(name: "us", kind: .playlist, path: "/a/us.m3u", imported: Date(timeIntervalSince1970: 0))
        ]
        let chosen = SourceNaming(sources: sources).name(path: "/a/us.xml.gz", title: nil, kind: .guide)
        #expect(chosen.name == "us guide")
        #expect(chosen.note == "This source is called \"us guide\": \"us\" is the playlist of /a/us.m3u.")
        sources.append(file("us guide", "/a/us.xml.gz"))
        // Each again, and a newer file of the guide.
        #expect(name("/a/us.xml.gz", beside: sources) == "us guide")
        #expect(name("/a/us.xml", beside: sources) == "us guide")
        let list = SourceNaming(sources: sources).name(path: "/a/us.m3u8", title: nil, kind: .playlist)
        #expect(list.name == "us" && list.note == nil)
        let beside = SourceNaming(sources: [file("us", "/a/us.xml")]).name(
            path: "/a/us.m3u", title: nil, kind: .playlist)
        #expect(beside.name == "us playlist")
    }

    @Test
    func `a server's second source is told from the first, and nothing else of an address is told`() {
        func name(_ address: String, _ taken: String...) -> String {
            SourceNaming(sources: taken.map { file($0, "") }).name(address: address)
        }
        #expect(name("https://i.mjh.nz/Plex/us.xml.gz") == "i.mjh.nz")
        #expect(name("https://i.mjh.nz/Plex/us.xml.gz", "i.mjh.nz") == "i.mjh.nz us")
        #expect(name("https://i.mjh.nz/PlutoTV/us.xml.gz", "i.mjh.nz", "i.mjh.nz us") == "i.mjh.nz us 2")
        #expect(name("http://tv.example/alice/hunter2", "tv.example") == "tv.example 2")
        #expect(name("http://tv.example/get.php?password=hunter2", "tv.example") == "tv.example 2")
        #expect(name("") == "source")
    }

    @Test(
        arguments: [
            ("#EXTM3U\n#PLAYLIST:Living room \n#EXTINF:-1,A\nhttp://x/", "Living room"),
            (
                "<?xml version=\"1.0\"?><tv generator-info-name=\"x\" source-info-name=\"Schedules Direct\">",
                "Schedules Direct"
            ),
            ("<tv generator-info-name=\"x\">", nil), ("#EXTM3U\n#PLAYLIST:\n", nil),
            ("#EXTM3U\n#PLAYLIST:\(String(repeating: "x", count: 200))\n", nil),
        ] as [(String, String?)])
    func `lists say what they are called in their first lines`(text: String, title: String?) {
        #expect(ListTitle.title(in: Array(text.utf8)) == title)
    }

    @Test
    func `an address is imported as a source, when the person agrees`() async throws {
        let bench = try GatewayHarness()
        var job = ImportJob(id: "job-1", kind: .guide, source: "i.mjh.nz")
        (job.state, job.report) = (.done, ImportReport())
        bench.catalog.setJobs([job])
        let address = "https://i.mjh.nz/Plex/us.xml.gz"
        let script = await bench.run("import", address)
        #expect(script.status == .usage && script.err.contains("hearth import \(address) --add"))
        bench.type("n")
        #expect(await bench.run("import", address).status == .usage)
        #expect(bench.catalog.imports == [])
        bench.type("")
        #expect(await bench.run("import", address).status == .success)
        #expect(await bench.run("import", address, "--add", "--source", "plex").status == .success)
        #expect(
            bench.catalog.imports == [
                "add i.mjh.nz guide \(address) - - - -", "add plex guide \(address) - - - -",
            ])
        #expect(await bench.run("import", address, "--dry-run").status == .usage)
    }

    @Test
    func `a guide that is over says so in one line`() async throws {
        let bench = try GatewayHarness()
        var job = ImportJob(id: "job-1", kind: .guide, source: "us")
        var report = ImportReport()
        (report.refused, report.isOver, report.guideChannels) = (7_172, true, 421)
        report.refusedLines = [RefusedEntry(line: 1, reason: "it was over")]
        (job.state, job.report) = (.done, report)
        bench.catalog.setJobs([job])
        let path = try bench.directory.write("<tv></tv>", to: "us.xml")
        let outcome = await bench.run("import", path)
        #expect(outcome.out.split(separator: "\n").count == 1)
        #expect(outcome.out.hasPrefix("us: this guide is over"))
    }
}
