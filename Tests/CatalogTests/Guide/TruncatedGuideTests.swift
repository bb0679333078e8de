import CatalogAPI
import Foundation
import HearthModel
import RPC
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// A guide whose file breaks off is taken in as far as it goes, and takes nothing away.
struct TruncatedGuideTests {
    /// In no order, so that what is missing lies between what came.
    private static let shows: [SampleGuide.Show] = [
        .init(channel: "kids.tv", from: 2, to: 3, title: "New Bedtime", rating: "TV-G"),
        .init(channel: "kids.tv", from: -1, to: 0.5, title: "Cartoons", rating: "TV-Y"),
        .init(channel: "news.tv", from: 4, to: 5, title: "Evening News", rating: "TV-PG"),
        .init(channel: "news.tv", from: 5, to: 6, title: "Late News"),
        .init(channel: "news.tv", from: -2, to: nil, title: "Morning News", rating: "TV-PG"),
        .init(channel: "news.tv", from: -0.5, to: 0.5, title: "War Report", rating: "TV-MA"),
        .init(channel: "x.late", from: -1, to: 2, title: "Matinee", rating: "R"),
    ]

    /// One who may ask after imports, and whose policy hides what a child may not see.
    private static let careful = TestCaller(member: "careful", role: .adult, policy: .kids(seesUnrated: true))

    private static var whole: String { SampleGuide.text(channels: SampleGuide.channels, shows) }

    /// The guide up to the beginning of a programme.
    private static func cut(before title: String) throws -> String {
        let end = try #require(whole.range(of: "<title>\(title)"))
        return String(whole[..<end.upperBound])
    }

    private func titles(_ catalog: CatalogFixture, _ channel: String) async throws -> [String] {
        let client = try await catalog.client()
        let rows = try await client.send(Catalog.NowNext()).channels
        let id = try #require(rows.first { $0.channel.title == channel }?.channel.id)
        let grid = Catalog.GuideGrid(channels: [id], from: SampleGuide.date(-3), until: SampleGuide.date(8))
        return try await client.send(grid).rows.flatMap(\.programmes).map(\.title)
    }

    private func with(_ body: (CatalogFixture) async throws -> Void) async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", SampleList.mixed))
            try await catalog.guide(catalog.file("a.xml", SampleGuide.standard))
            try await body(catalog)
        }
    }

    @Test
    func `what came is there, what was there stays, and a whole one sets it right`() async throws {
        try await with { catalog in
            let job = try await catalog.guide(catalog.file("b.xml", Self.cut(before: "War Report")))
            let report = try #require(job.report)
            #expect(job.state == .done)
            #expect(report.isCut == true)
            #expect(report.notes?.first?.contains("breaks off") == true)
            #expect(report.removed == 0)
            // What has no end, and nothing after it, is not guessed.
            #expect([report.read, report.added, report.unchanged] == [4, 3, 1])
            #expect(
                try await titles(catalog, "Kids TV").sorted() == ["Cartoons", "New Bedtime", "Slasher Night"])
            #expect(
                try await titles(catalog, "News 24") == ["Morning News", "War Report", "Evening News", "Late News"])
            #expect(try await titles(catalog, "Late Cinema") == ["Matinee"])
            let set = try #require(try await catalog.guide(catalog.file("c.xml", Self.whole)).report)
            #expect(set.isCut == nil && set.removed > 0)
            #expect(try await titles(catalog, "Kids TV") == ["Cartoons", "New Bedtime"])
        }
    }

    @Test
    func `one whose server never writes the end replaces what was there, and says so`() async throws {
        try await with { catalog in
            let end = try #require(Self.whole.range(of: "</tv>"))
            let endless = String(Self.whole[..<end.lowerBound])
            let report = try #require(try await catalog.guide(catalog.file("b.xml", endless)).report)
            #expect(report.isCut == nil && report.removed > 0)
            #expect(report.notes?.first?.contains("no end tag") == true)
            #expect(try await titles(catalog, "Kids TV") == ["Cartoons", "New Bedtime"])
            // What has no end is as long as it would be in a whole one.
            #expect(try await titles(catalog, "News 24").contains("Morning News"))
        }
    }

    @Test
    func `one that breaks off before its half is held, and nothing has changed`() async throws {
        try await with { catalog in
            let path = try catalog.file("b.xml", Self.cut(before: "Late News"))
            let job = try await catalog.guide(path)
            #expect(job.state == .held)
            #expect(job.problem?.contains("breaks off") == true)
            #expect(try await titles(catalog, "Kids TV").contains("Bedtime"))
            // Also who takes it nevertheless loses nothing, and the next one is judged by what the guide had.
            let taken = try await catalog.guide(path, allowsShrinking: true)
            #expect(taken.state == .done && taken.report?.removed == 0)
            #expect(try await titles(catalog, "News 24").contains("War Report"))
            #expect(try await catalog.guide(path).state == .held)
        }
    }

    @Test
    func `a fetched one is fetched again as after a failure, and whole: the server is not asked whether it is new`()
        async throws
    {
        try await FeedHarness.with { harness, _ in
            harness.server.serve("/g.xml", .init(try Self.cut(before: "Matinee"), etag: "\"1\""))
            let request = Catalog.AddSource(source: "epg", kind: .guide, address: harness.server.url("/g.xml"))
            let job = try await harness.add(request)
            #expect(job.state == .done && job.report?.isCut == true, "\(job.problem ?? "")")
            let feed = try await harness.feed("epg")
            #expect(feed.failures == 1)
            #expect(feed.problem?.contains("broke off") == true)
            #expect(try #require(feed.due).timeIntervalSince(try #require(feed.tried)) <= 300)
            harness.server.serve("/g.xml", .init(Self.whole, etag: "\"1\""))
            let again = try await harness.refresh("epg")
            #expect(again.report?.isCut == nil && again.report?.isNotModified == nil)
            #expect(harness.server.requests.map { $0["if-none-match"] } == [nil, nil])
            #expect(try await harness.feed("epg").failures == 0)
        }
    }

    @Test
    func `trying a guide out tells what would come, change and go, as far as the asker may know`() async throws {
        try await with { catalog in
            let client = try await catalog.client()
            let path = try catalog.file("b.xml", Self.whole)
            let request = Catalog.ImportGuide(source: "guide", file: path, isDryRun: true)
            let job = try await catalog.end(of: try await client.upload(request, from: path), client)
            let samples = try #require(job.report?.guideSamples)
            #expect(job.report?.addedSamples == nil)
            #expect(samples.added.map(\.programme.title) == ["Late News"])
            #expect(samples.added.first?.card?.title == "News 24")
            #expect(Set(samples.changed.map(\.programme.title)) == ["New Bedtime", "Cartoons"])
            #expect(samples.removed.map(\.programme.title) == ["Slasher Night"])
            #expect(samples.channelsAdded.isEmpty && samples.channelsRemoved.isEmpty)
            #expect(try await titles(catalog, "Kids TV").contains("Slasher Night"))
            // No caller is told of a channel or programme that the policy forbids.
            let kids = try await catalog.client(Self.careful).send(Catalog.GetImport(job: job.id))
            let shown = try #require(kids.report?.guideSamples)
            #expect(shown.removed.isEmpty)
            #expect(Set(shown.changed.map(\.programme.title)) == ["New Bedtime", "Cartoons"])
        }
    }

    @Test
    func `trying out a guide of channels that have none tells of these, and at most ten programmes`() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", SampleList.mixed))
            let client = try await catalog.client()
            let shows = (0..<30).map { number in
                SampleGuide.Show(
                    channel: ["kids.tv", "late.tv", "unknown.tv"][number % 3], from: Double(number),
                    to: Double(number + 1), title: "Show \(number)")
            }
            let guide = SampleGuide.text(
                channels: [("kids.tv", "Kids"), ("late.tv", "Late"), ("unknown.tv", "Night Secrets")], shows)
            let request = Catalog.ImportGuide(
                source: "guide", file: "b.xml", isDryRun: true)
            let job = try await catalog.end(of: try await client.upload(request, text: Data(guide.utf8)), client)
            let samples = try #require(job.report?.guideSamples)
            #expect(samples.added.count == 10 && samples.changed.isEmpty && samples.removed.isEmpty)
            #expect(Set(samples.channelsAdded.map(\.title)) == ["Kids TV", "Late Cinema"])
            let kids = try await catalog.client(Self.careful).send(Catalog.GetImport(job: job.id))
            let shown = try #require(kids.report?.guideSamples)
            #expect(shown.channelsAdded.map(\.title) == ["Kids TV"])
            #expect(!shown.added.isEmpty && shown.added.allSatisfy { $0.card?.title == "Kids TV" })
            #expect(!"\(shown)".contains("Night Secrets"))
        }
    }
}
