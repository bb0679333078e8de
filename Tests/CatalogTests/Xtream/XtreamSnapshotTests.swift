import CatalogAPI
import Foundation
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Answers of a panel beside what another reader (ektotv's) made of them: what both read agrees.
struct XtreamSnapshotTests {
    private static func theirs(_ name: String) throws -> [[String: Any]] {
        let bytes = try SharedData.bytes("xtream/ektotv-xtream-api/snapshots/standardized/\(name).json")
        let found = try JSONSerialization.jsonObject(with: Data(bytes))
        if let list = found as? [[String: Any]] { return list }
        return [try #require(found as? [String: Any])]
    }

    private static func ours(_ name: String, _ section: XtreamTitle.Section) throws -> [XtreamTitle] {
        var elements = JSONElementScanner(maximumBytes: 1 << 20)
        var found: [XtreamTitle] = []
        let bytes = try raw(name)
        elements.consume(bytes.span) { _, element in
            if let title = XtreamObject(element).flatMap({ XtreamTitle($0, section) }) { found.append(title) }
        }
        #expect(elements.isComplete && elements.count == found.count)
        return found
    }

    private static func raw(_ name: String) throws -> [UInt8] {
        try SharedData.bytes("xtream/ektotv-xtream-api/snapshots/raw/\(name).json")
    }

    /// Their addresses have this account.
    private static let address = XtreamEndpoint.example

    private static func check(
        _ ours: XtreamTitle, _ theirs: [String: Any], _ section: XtreamTitle.Section, _ builder: XtreamEntryBuilder
    ) {
        #expect(ours.id == theirs["id"] as? String)
        #expect(ours.picture == (theirs["logo"] ?? theirs["poster"]) as? String)
        #expect(ours.categories == theirs["categoryIds"] as? [String])
        if let address = theirs["url"] as? String {
            let entry = builder.entry(ours, XtreamResponses.Section(section: section), line: 1)
            #expect(entry.address == address)
        }
        guard section != .live else { return }
        // They give the title without its year where the panel has both.
        let entry = builder.entry(ours, XtreamResponses.Section(section: section), line: 1)
        var reader = EntryRecognizer(source: "panel")
        let name = theirs["name"] as? String
        if section == .movie { #expect(reader.item(for: entry).title == name) }
        #expect(ours.overview == theirs["plot"] as? String)
        #expect(ours.genres == theirs["genre"] as? [String])
        #expect(ours.seconds == (theirs["duration"] as? NSNumber)?.int64Value)
        #expect(ours.year.map(String.init) == (theirs["releaseDate"] as? String).map { String($0.prefix(4)) })
    }

    @Test
    func `channels, films and series: number, name, picture, categories, description, length and address`() throws {
        let builder = XtreamEntryBuilder(address: Self.address, liveExtension: "ts")
        let lists: [(String, XtreamTitle.Section)] = [("channels", .live), ("movies", .movie), ("shows", .series)]
        for (name, section) in lists {
            let (ours, theirs) = (try Self.ours(name, section), try Self.theirs(name))
            #expect(ours.count == theirs.count && !ours.isEmpty)
            for (mine, other) in zip(ours, theirs) { Self.check(mine, other, section, builder) }
        }
        let channels = try Self.ours("channels", .live)
        for (mine, other) in zip(channels, try Self.theirs("channels")) {
            #expect(mine.name == other["name"] as? String)
            #expect(mine.guideID == other["epgId"] as? String)
            #expect(mine.number == (other["number"] as? NSNumber)?.int64Value)
            #expect((mine.archiveDays > 0) == other["tvArchive"] as? Bool)
        }
    }

    @Test
    func `a series' episodes: number, season, description, length and address; the title loses series and number here`()
        throws
    {
        let ours = try #require(XtreamEpisode.episodes(response: try Self.raw("show")))
        let seasons = try #require(try Self.theirs("show").first?["seasons"] as? [[String: Any]])
        let theirs = seasons.flatMap { season in
            (season["episodes"] as? [[String: Any]] ?? []).map { (season["number"] as? NSNumber, $0) }
        }
        #expect(ours.count == theirs.count && ours.count == 2)
        let builder = XtreamEntryBuilder(address: Self.address, liveExtension: "ts")
        let text = "{\"series_id\":1,\"name\":\"Small Town Stories (2025)\"}"
        let object = try #require(XtreamObject(Array(text.utf8)))
        let series = try #require(XtreamTitle(object, .series))
        for (mine, (season, other)) in zip(ours, theirs) {
            #expect(mine.id == other["id"] as? String)
            #expect(mine.season == season?.int64Value)
            #expect(mine.number == (other["number"] as? NSNumber)?.int64Value)
            #expect(mine.title == other["title"] as? String)
            #expect(mine.overview == other["plot"] as? String)
            #expect(mine.seconds == (other["duration"] as? NSNumber)?.int64Value)
            #expect(mine.airDate == "2025-02-2\(3 + mine.number)")
            #expect(mine.picture == "https://example-iptv.com/images/small-town-s01e0\(mine.number).jpg")
            let entry = builder.entry(mine, of: series, XtreamResponses.Section(section: .series), line: 1)
            #expect(entry.address == other["url"] as? String)
            #expect(entry.logo == mine.picture && entry.details?.releaseDate == mine.airDate)
            var reader = EntryRecognizer(source: "panel")
            let item = reader.item(for: entry)
            #expect(item.series?.title == "Small Town Stories" && item.series?.year == 2025)
            #expect(item.series?.season == Int(mine.season) && item.series?.episode == Int(mine.number))
            #expect(!item.title.contains("S01E"), "\(item.title)")
        }
    }

    @Test
    func `the account: their profile has the same status, connections, formats and times`() throws {
        let profile = String(decoding: try Self.raw("profile"), as: UTF8.self)
        let server = String(decoding: try Self.raw("server-info"), as: UTF8.self)
        let ours = try PanelAccount(response: Array("{\"user_info\":\(profile),\"server_info\":\(server)}".utf8))
        let theirs = try #require(try Self.theirs("profile").first)
        #expect(ours.status == theirs["status"] as? String)
        #expect(ours.maximumConnections == (theirs["maxConnections"] as? NSNumber)?.int32Value)
        #expect(ours.activeConnections == (theirs["activeConnections"] as? NSNumber)?.int32Value)
        #expect(ours.formats == theirs["allowedOutputFormats"] as? [String])
        #expect(ours.isTrial == theirs["isTrial"] as? Bool)
        let expires = try #require(ours.expires)
        #expect(expires.formatted(.iso8601) == "2026-01-04T16:00:00Z")
        #expect(ours.timeZone == "UTC")
    }
}

extension XtreamEndpoint {
    /// The account of the recorded answers.
    static let example: XtreamEndpoint = {
        guard let address = try? XtreamEndpoint("http://example.com", username: "test", password: "password") else {
            preconditionFailure("an address that is one")
        }
        return address
    }()
}
