import Foundation
import FoundationXML
import ServiceKit
import TestSupport
import Testing

@testable import GatewayCommands

/// Statistics, and who has watched what, on the command line.
struct StatsCommandTests {
    private static func bench() throws -> GatewayHarness {
        try GatewayHarness(up: ["profiles", "catalog", "playback-state"])
    }

    @Test func `days have bars, titles their time, and profiles their names`() async throws {
        let bench = try Self.bench()
        let own = await bench.run("stats", "--days", "2")
        #expect(own.status == .success)
        #expect(own.out.contains("2026-11-26 to 2026-11-27: 1 h 0 min, 30 min 0 s a day"))
        #expect(own.out.contains("2026-11-26  40 min 0 s  \(String(repeating: "#", count: 32))\n"))
        #expect(own.out.contains("2026-11-27  20 min 0 s  \(String(repeating: "#", count: 16))\n"))
        #expect(own.out.contains("News <24> & more") && own.out.contains("Title of m1"))
        #expect(
            own.out.hasSuffix(
                """
                First save of a visit: after 1 min 30 s, 1 visit.
                Swiping: 1 min 15 s each time, 2 times.
                Searches: 3, 1 ended in a save.

                """), "\(own.out)")
        let all = await bench.run("stats", "--everyone", "--weeks", "2")
        #expect(all.out.contains("a week") && all.out.contains("2026-W48") && all.out.contains("Olga"))
        let kid = await bench.run("stats", "--of", "Kids")
        #expect(kid.out.contains("Kids, 2026-11-26"))
        let links = await bench.run("stats", "--buffering")
        #expect(links.out.contains("News   v1        6  2.5 s     18.0  20 min 0 s"), "\(links.out)")
    }

    @Test(arguments: [
        ["--days", "0"], ["--days", "367"], ["--weeks", "105"], ["--days", "1", "--weeks", "1"], ["--limit", "0"],
        ["--limit", "101"], ["--everyone", "--of", "Kids"], ["--buffering", "--svg", "x.svg"],
    ])
    func `what is out of range is a wrong command line`(arguments: [String]) async throws {
        #expect(try await Self.bench().run(list: ["stats"] + arguments).status == .usage)
    }

    @Test func `the chart is XML that any reader takes, whatever names it has`() async throws {
        let bench = try Self.bench()
        let path = bench.directory.path("weeks.svg")
        #expect(await bench.run("stats", "--weeks", "2", "--svg", path).out.contains("The chart is in"))
        let data = try #require(FileManager.default.contents(atPath: path))
        #expect(XMLParser(data: data).parse())
        #expect(String(decoding: data, as: UTF8.self).contains("prefers-color-scheme: dark"))
        let odd = WatchChart(
            title: "<a href=\"x\">&\u{1b}[31m\u{0}]]></a>", bars: [("<b>", 5), ("&", 0), ("c", 3_600)])
        let reader = SVGReader()
        let parser = XMLParser(data: Data(odd.svg.utf8))
        parser.delegate = reader
        #expect(parser.parse(), "\(odd.svg)")
        #expect(reader.elements["rect"] == 3 && reader.elements["a"] == nil)
        #expect(reader.text.contains("<b>"))
        let nowhere = await bench.run("stats", "--svg", bench.directory.path("none/x.svg"))
        #expect(nowhere.status == .failure && nowhere.err.contains("cannot be written"))
    }

    @Test func `a bar is never longer than its room, and never empty for something`() {
        #expect(WatchChart.bar(0, of: 100) == "" && WatchChart.bar(1, of: 1_000_000) == "#")
        #expect(WatchChart.bar(100, of: 100).count == 32 && WatchChart.bar(5, of: 0) == "")
    }

    @Test func `who has watched a title is shown with names, and what is missing is named`() async throws {
        let bench = try Self.bench()
        let shown = await bench.run("who-watched", "m1", "m9")
        #expect(shown.status == .success)
        #expect(shown.out.contains("Title of m1  Olga     in it       50 %"), "\(shown.out)")
        #expect(shown.out.contains("Title of m1  Kids     finished  3 of 3"))
        #expect(shown.out.contains("1 title of these the library does not have."))
    }
}

/// Counts the elements of a document and gathers its text.
private final class SVGReader: NSObject, XMLParserDelegate {
    var elements: [String: Int] = [:]
    var text = ""

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        elements[name, default: 0] += 1
    }

    func parser(_ parser: XMLParser, foundCharacters characters: String) { text += characters }
}
