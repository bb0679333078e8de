import CatalogAPI
import Foundation
import HearthModel
import RPC
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Channels that a panel's guide leaves out have their programmes from the panel's answers about each.
struct XtreamGuideFetcherTests {
    private static func listing(_ title: String, from: Double, to: Double) -> String {
        let (start, stop) = (SampleGuide.date(from), SampleGuide.date(to))
        let name = Data(title.utf8).base64EncodedString()
        return """
            {"id":"1","title":"\(name)","start":"2001-01-01 00:00:00","start_timestamp":"\(Int(start.timeIntervalSince1970))",
             "stop_timestamp":\(Int(stop.timeIntervalSince1970)),"description":""}
            """
    }

    private static func addGuide(_ harness: FeedHarness) async throws -> ImportJob {
        var request = Catalog.AddSource(source: "epg", kind: .guide)
        request.guideOf = "panel"
        return try await harness.add(request)
    }

    private static func requested(_ harness: FeedHarness) -> [String] {
        harness.server.requests.map(\.target).filter { $0.contains("stream_id=") }.compactMap { target in
            let action = target.split(separator: "action=").last?.split(separator: "&").first ?? ""
            return target.split(separator: "stream_id=").last.map { "\(action) \($0)" }
        }
    }

    @Test
    func `channels that the guide has are not asked after; the others are, and have now and next from it`() async throws
    {
        try await FeedHarness.with { harness, client in
            XtreamImportTests.panel(harness.server)
            _ = try await XtreamImportTests.add(harness)
            let guide = SampleGuide.text(
                channels: [("news.tv", "News")], [.init(channel: "news.tv", from: -1, to: 1, title: "The Sea Report")])
            harness.server.serve("/xmltv.php", .init(guide))
            let listings = [
                Self.listing("Low Tide", from: -1, to: 1), Self.listing("High Tide", from: 1, to: 2),
            ].joined(separator: ",")
            harness.server.serve("/player_api.php get_simple_data_table", .init("{\"epg_listings\":[\(listings)]}"))
            let job = try await Self.addGuide(harness)
            #expect(job.state == .done, "\(job.problem ?? "")")
            job.report?.checkSums()
            // Both links of News 24 are covered.
            #expect(Self.requested(harness) == ["get_simple_data_table 13"])
            func now() async throws -> [String: [String?]] {
                let page = try await harness.catalog.client().send(Catalog.NowNext())
                return Dictionary(
                    uniqueKeysWithValues: page.channels.map { ($0.channel.title, [$0.now?.title, $0.next?.title]) })
            }
            #expect(
                try await now() == ["News 24": ["The Sea Report", nil], "Hot Nights": ["Low Tide", "High Tide"]])
            // It is asked after again, as its guide is not the file's; the same changes nothing.
            let again = try #require(try await harness.refresh("epg").report)
            #expect([again.added, again.removed] == [0, 0])
            #expect(Self.requested(harness).count == 2)
            // Nothing of what a child may not see.
            let kids = try await harness.catalog.client(.kids).send(Catalog.NowNext())
            #expect(!"\(kids)".contains("Tide"))
            // A panel that does not answer leaves what there is.
            harness.server.serve("/player_api.php get_simple_data_table", nil)
            #expect(try await harness.refresh("epg").state == .done)
            #expect(try await now()["Hot Nights"] == ["Low Tide", "High Tide"])
            #expect(!harness.catalog.service.logs.text.contains("hunter2"))
        }
    }

    @Test
    func `a channel that only a guide that is over has is asked after, and is not when its guide goes on`() async throws
    {
        try await FeedHarness.with { harness, client in
            XtreamImportTests.panel(harness.server)
            _ = try await XtreamImportTests.add(harness)
            let shows = [SampleGuide.Show(channel: "news.tv", from: -60, to: -59, title: "Last Week's News")]
            let old = SampleGuide.text(channels: [("news.tv", "News")], shows)
            try await harness.catalog.guide(harness.catalog.file("old.xml", old), source: "old")
            let other = SampleGuide.text(
                channels: [("sea.tv", "Sea")], [.init(channel: "sea.tv", from: -1, to: 1, title: "The Sea Report")])
            harness.server.serve("/xmltv.php", .init(other))
            let listings = "{\"epg_listings\":[\(Self.listing("Low Tide", from: -1, to: 1))]}"
            harness.server.serve("/player_api.php get_simple_data_table", .init(listings))
            let job = try await Self.addGuide(harness)
            #expect(job.state == .done, "\(job.problem ?? "")")
            #expect(Set(Self.requested(harness)) == ["get_simple_data_table 11", "get_simple_data_table 13"])
            let titles = try await client.send(Catalog.NowNext()).channels.map(\.now?.title)
            #expect(titles == ["Low Tide", "Low Tide"])
            let on = [SampleGuide.Show(channel: "news.tv", from: -1, to: 1, title: "Today's News")]
            let new = SampleGuide.text(channels: [("news.tv", "News")], on)
            try await harness.catalog.guide(harness.catalog.file("new.xml", new), source: "old")
            let before = Self.requested(harness).count
            harness.catalog.clock.advance(days: 0.01)
            _ = try await harness.refresh("epg")
            #expect(!Self.requested(harness).dropFirst(before).contains("get_simple_data_table 12"))
            #expect(Self.requested(harness).dropFirst(before).contains("get_simple_data_table 13"))
        }
    }

    @Test
    func `a panel that does not know the long answer is asked for the short one`() async throws {
        try await FeedHarness.with { harness, client in
            XtreamImportTests.panel(harness.server)
            _ = try await XtreamImportTests.add(harness)
            harness.server.serve("/xmltv.php", .init(SampleGuide.text(channels: [("news.tv", "News")], [])))
            harness.server.serve("/player_api.php get_simple_data_table", .init("false"))
            harness.server.serve(
                "/player_api.php get_short_epg",
                .init("{\"epg_listings\":[\(Self.listing("Low Tide", from: -1, to: 1))]}"))
            let job = try await Self.addGuide(harness)
            #expect(job.state == .done, "\(job.problem ?? "")")
            // The guide has the channel of the two links of News 24, but no programme of it.
            #expect(
                Self.requested(harness) == [
                    "get_simple_data_table 11", "get_short_epg 11", "get_short_epg 13",
                ])
            let titles = try await client.send(Catalog.NowNext()).channels.map(\.now?.title)
            #expect(titles == ["Low Tide", "Low Tide"])
        }
    }

    @Test
    func `a channel of which nothing can be read does not keep others waiting, and a dry run notes nothing`()
        async throws
    {
        try await FeedHarness.with { harness, _ in
            XtreamImportTests.panel(harness.server)
            _ = try await XtreamImportTests.add(harness)
            harness.server.serve("/xmltv.php", .init(SampleGuide.text(channels: [("news.tv", "News")], [])))
            for action in ["get_simple_data_table", "get_short_epg"] {
                harness.server.serve("/player_api.php \(action)", .init("false"))
            }
            let job = try await Self.addGuide(harness)
            #expect(job.state == .done)
            #expect(Self.requested(harness) == ["get_simple_data_table 11", "get_short_epg 11"])
            for isDryRun in [true, false] { _ = try await harness.refresh("epg", isDryRun: isDryRun) }
            let other = ["get_simple_data_table 13", "get_short_epg 13"]
            #expect(Self.requested(harness).dropFirst(2) == (other + other)[...])
        }
    }

    @Test
    func `what a panel says of programmes at too great a length is cut, and counted`() async throws {
        try await FeedHarness.with { harness, client in
            XtreamImportTests.panel(harness.server)
            _ = try await XtreamImportTests.add(harness)
            let guide = SampleGuide.text(
                channels: [("news.tv", "News")], [.init(channel: "news.tv", from: -1, to: 1, title: "The Sea Report")])
            harness.server.serve("/xmltv.php", .init(guide))
            let long = Self.listing(String(repeating: "tide ", count: 200), from: -1, to: 1)
            let listing = long.replacingOccurrences(
                of: "\"description\":\"\"", with: "\"description\":\"\(String(repeating: "wet. ", count: 3_000))\"")
            harness.server.serve("/player_api.php get_simple_data_table", .init("{\"epg_listings\":[\(listing)]}"))
            let job = try await Self.addGuide(harness)
            #expect(job.state == .done && job.report?.cut == 2, "\(job.problem ?? "")")
            let channels = try await client.send(Catalog.NowNext()).channels
            let now = try #require(channels.first { $0.channel.title == "Hot Nights" }?.now)
            #expect(now.title.count == ImportLimits().titleCharacters)
        }
    }

    @Test
    func `a channel that the panel fails at holds no other up, and comes last the next time`() async throws {
        try await FeedHarness.with { harness, _ in
            XtreamImportTests.panel(harness.server)
            _ = try await XtreamImportTests.add(harness)
            harness.server.serve("/xmltv.php", .init(SampleGuide.text(channels: [("news.tv", "News")], [])))
            let listings = "{\"epg_listings\":[\(Self.listing("Low Tide", from: -1, to: 1))]}"
            harness.server.serve("/player_api.php get_simple_data_table", .init(listings))
            harness.server.serve("/player_api.php get_simple_data_table&stream_id=11", .init("", status: 500))
            let job = try await Self.addGuide(harness)
            #expect(job.state == .done && job.report?.added == 1)
            #expect(Self.requested(harness) == ["get_simple_data_table 11", "get_simple_data_table 13"])
            harness.catalog.clock.advance(days: 0.01)
            harness.server.serve("/player_api.php get_simple_data_table&stream_id=11", nil)
            _ = try await harness.refresh("epg")
            #expect(Self.requested(harness).dropFirst(2) == ["get_simple_data_table 11", "get_simple_data_table 13"])
        }
    }

    @Test(
        arguments: [
            (
                "\"title\":\"TmV3cw==\",\"start_timestamp\":\"1741010222\",\"stop_timestamp\":\"1741012393\"", "News",
                2_171
            ),
            // Unpadded, plain, and plain text that could be Base64.
            ("\"title\":\"TmV3cw\",\"start_timestamp\":1741010222,\"stop_timestamp\":1741012393", "News", 2_171),
            (
                "\"title\":\"The News!\",\"start_timestamp\":1741010222,\"stop_timestamp\":1741012393", "The News!",
                2_171
            ),
            ("\"title\":\"Test\",\"start_timestamp\":1741010222,\"stop_timestamp\":1741012393", "Test", 2_171),
            // Summer time in London, and an end in seconds.
            ("\"title\":\"TmV3cw==\",\"start\":\"2025-06-01 13:00:00\",\"end\":\"1748781000\"", "News", 1_800),
            ("\"title\":\"TmV3cw==\",\"start\":\"2025-13-01 13:00:00\",\"end\":\"1748781000\"", nil, 0),
            ("\"title\":null,\"start_timestamp\":1741010222,\"stop_timestamp\":1741012393", nil, 0),
            ("\"title\":\"x\",\"start_timestamp\":1741012393,\"stop_timestamp\":1741010222", nil, 0),
            ("\"title\":\"x\",\"start_timestamp\":-5,\"stop_timestamp\":1741010222", nil, 0),
        ] as [(String, String?, Int64)])
    func `what panels tell of programmes, in their shapes`(fields: String, title: String?, seconds: Int64) throws {
        let zone = try #require(TimeZone(identifier: "Europe/London"))
        for list in ["[{\(fields)}]", "{\"0\":{\(fields)}}"] {
            let response = Array("{\"epg_listings\":\(list)}".utf8)
            let found = try #require(XtreamProgramme.programmes(response: response, zone: zone))
            #expect(found.map(\.title) == [title].compactMap(\.self))
            if let programme = found.first { #expect(programme.stop - programme.start == seconds) }
        }
    }

    @Test(arguments: ["false", "", "[]", "<html></html>", "{\"user_info\":{}}"])
    func `what is no answer, and an answer that has nothing`(response: String) {
        #expect(XtreamProgramme.programmes(response: Array(response.utf8), zone: .gmt) == nil)
        #expect(
            XtreamProgramme.programmes(response: Array("{\"epg_listings\":[]}".utf8), zone: .gmt)?.isEmpty == true)
    }

    @Test
    func `an answer of a real panel`() throws {
        let bytes = try SharedData.bytes("xtream/ektotv-xtream-api/snapshots/raw/short-epg.json")
        let found = try #require(XtreamProgramme.programmes(response: bytes, zone: .gmt))
        #expect(found.map(\.title) == Array(repeating: "fake programme", count: 4))
        #expect(found.first?.start == 1_741_010_222 && found.first?.overview == "fake description")
    }
}
