import CatalogAPI
import Foundation
import GRDB
import HearthModel
import ProfilesAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// What a refresh by schedule came to can be read afterwards, and what it asks is answered when a person is there.
struct SourceReportTests {
    private static let plain = SampleEntry.film("Alien (1979)", 1) + SampleEntry.film("Heat (1995)", 2)
    private static let adult = plain + SampleEntry.channel("Hot Nights TV", "hot", extra: "is_adult=\"1\"")

    private func answerAdultPrompt(_ catalog: CatalogFixture) async throws {
        let shard = try #require(try await catalog.service.shards?.shard(for: "home"))
        try await shard.write {
            try ProfilesEvents.apply(
                ProfilesEvent(adultPromptAnswered: AdultPromptAnswered(hides: false)),
                at: WallTime(secondsSince1970: 0), $0)
        }
    }

    @Test
    func `adult titles of a scheduled refresh are asked about until answered, once for each source`()
        async throws
    {
        try await FeedHarness.with { harness, _ in
            harness.server.serve("/list.m3u", .init(Self.plain))
            let first = try #require(try await harness.add("web", "/list.m3u").report)
            #expect(first.asksAboutAdult == nil)
            #expect(try await harness.source("web").asksAboutAdult == nil)
            harness.server.serve("/list.m3u", .init(Self.adult))
            harness.catalog.clock.advance(days: 2)
            try await harness.refreshDue()
            // No one has answered: the question stands.
            let source = try await harness.source("web")
            #expect(source.asksAboutAdult == true)
            let job = try #require(source.lastJob)
            let client = try await harness.catalog.client()
            #expect(try await client.send(Catalog.GetImport(job: job)).report?.asksAboutAdult == true)
            #expect(try await harness.refresh("web").report?.asksAboutAdult == true)
            // It is none of theirs who see no such titles.
            let hiding = try await harness.catalog.client(.hidingAdult)
            #expect(try await hiding.send(Catalog.ListSources()).sources.first?.asksAboutAdult == nil)
            #expect(try await hiding.send(Catalog.GetImport(job: job)).report?.asksAboutAdult == nil)

            try await answerAdultPrompt(harness.catalog)
            #expect(try await harness.source("web").asksAboutAdult == nil)
            #expect(try await client.send(Catalog.GetImport(job: job)).report?.asksAboutAdult == nil)
            #expect(try await harness.refresh("web").report?.asksAboutAdult == nil)
            // Another source is another question.
            try await harness.add("other", "/list.m3u")
            #expect(try await harness.source("other").asksAboutAdult == true)
            #expect(try await harness.source("web").asksAboutAdult == nil)
        }
    }

    @Test
    func `a source knows its last job, however it ended, and keeps it when many others come; dry runs are none`()
        async throws
    {
        try await FeedHarness.with { harness, _ in
            harness.server.serve("/list.m3u", .init(Self.plain))
            let first = try await harness.add("web", "/list.m3u")
            #expect(try await harness.source("web").lastJob == first.id)
            _ = try await harness.refresh("web", isDryRun: true)
            #expect(try await harness.source("web").lastJob == first.id)
            harness.server.serve("/list.m3u", .init("", status: 500))
            harness.catalog.clock.advance(days: 2)
            try await harness.refreshDue()
            let failed = try #require(try await harness.source("web").lastJob)
            let client = try await harness.catalog.client()
            let job = try await client.send(Catalog.GetImport(job: failed))
            #expect(job.state == .failed && job.problem != nil && job.id != first.id)
            let ended = try #require(job.ended)
            #expect(abs(ended.timeIntervalSince1970 - harness.catalog.clock.now1970) < 3_600)
            let shard = try #require(try await harness.catalog.service.shards?.shard(for: "home"))
            let left = try await shard.write { db in
                try JobRecord.deleteExpired(keeping: 0, db)
                return try String.fetchAll(db, sql: "SELECT id FROM job WHERE ended IS NOT NULL")
            }
            #expect(left == [failed])
        }
    }

    @Test
    func `a source that was read by hand says what to do to have it kept up to date, and can be`() async throws {
        try await FeedHarness.with { harness, client in
            let path = try harness.catalog.file("films.m3u", Self.plain)
            try await harness.catalog.playlist(path, source: "films")
            var change = Catalog.UpdateSource(source: "films")
            change.isDisabled = true
            let options = CallOptions(
                token: client.defaults.token, idempotencyKey: IdempotencyKey(runtime: harness.catalog.clock))
            let refused = await #expect(throws: RPCError.self) {
                _ = try await client.send(Catalog.RefreshSource(source: "films"))
            }
            let unchanged = await #expect(throws: RPCError.self) { _ = try await client.send(change, options: options) }
            for failure in [refused, unchanged] {
                #expect(failure?.code == .failedPrecondition)
                #expect(failure?.message.contains("as a source of this name") == true)
            }
            let none = await #expect(throws: RPCError.self) {
                _ = try await client.send(Catalog.RefreshSource(source: "none"))
            }
            #expect(none?.code == .notFound)
            harness.server.serve("/films.m3u", .init(Self.plain))
            let added = try await harness.add("films", "/films.m3u")
            #expect(added.report?.unchanged == 2)
            #expect(try await harness.refresh("films").state == .done)
        }
    }

    @Test
    func `a guide's times without a zone are those of its source's zone, also when that is said later`() async throws {
        try await FeedHarness.with { harness, client in
            let guide = """
                <tv><channel id="news.tv"><display-name>News 24</display-name></channel>
                <programme channel="news.tv" start="20260822203000" stop="20260822213000"><title>Local</title></programme>
                <programme channel="news.tv" start="20260822213000 +0200"><title>With a zone</title></programme></tv>
                """
            harness.server.serve("/g.xml", .init(guide, etag: "\"1\""))
            let list = SampleEntry.channel("News 24", "news", extra: "tvg-id=\"news.tv\"")
            try await harness.catalog.playlist(harness.catalog.file("a.m3u", list))
            let news = try await harness.catalog.title("News 24").card.id
            func starts() async throws -> [String: Date] {
                let (from, until) = (SampleGuide.date(-3), SampleGuide.date(8))
                let request = Catalog.GuideGrid(channels: [news], from: from, until: until)
                let rows = try await client.send(request).rows
                return Dictionary(uniqueKeysWithValues: rows.flatMap(\.programmes).map { ($0.title, $0.start) })
            }
            var request = Catalog.AddSource(source: "epg", kind: .guide, address: harness.server.url("/g.xml"))
            let first = try #require(try await harness.add(request).report)
            #expect(first.notes?.contains { $0.hasPrefix("Times without a time zone: 2, read as UTC.") } == true)
            #expect(try await starts() == ["Local": SampleGuide.date(2.5), "With a zone": SampleGuide.date(1.5)])

            var change = Catalog.UpdateSource(source: "epg")
            change.timeZone = "Europe/Berlin"
            #expect(try await client.send(change).feed?.timeZone == "Europe/Berlin")
            // The server would say that nothing is new.
            let again = try #require(try await harness.refresh("epg").report)
            #expect(again.isNotModified == nil && again.notes == nil)
            #expect(try await starts() == ["Local": SampleGuide.date(0.5), "With a zone": SampleGuide.date(1.5)])

            (request.source, request.timeZone) = ("other", "Europe/Atlantis")
            let unknown = await #expect(throws: RPCError.self) { _ = try await client.send(request) }
            #expect(unknown?.detail(InvalidField.self)?.field == "timeZone")
            var list2 = Catalog.AddSource(source: "list", kind: .playlist, address: harness.server.url("/x"))
            list2.timeZone = "Europe/Berlin"
            let none = await #expect(throws: RPCError.self) { _ = try await client.send(list2) }
            #expect(none?.detail(InvalidField.self)?.field == "timeZone")
            change.timeZone = ""
            #expect(try await client.send(change).feed?.timeZone == nil)
        }
    }
}
