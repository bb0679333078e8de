import CatalogAPI
import Foundation
import GRDB
import HearthModel
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// The stream of what is on, and what of it is kept in memory.
struct OnAirTests {
    private func load(_ catalog: CatalogFixture, _ guide: String = SampleGuide.standard) async throws {
        try await catalog.playlist(catalog.file("a.m3u", SampleList.mixed))
        try await catalog.guide(catalog.file("a.xml", guide))
    }

    private func shard(_ catalog: CatalogFixture) async throws -> Shard {
        try #require(try await catalog.service.shards?.shard(for: "home"))
    }

    /// Half hours from the fixture's first moment on.
    private func halfHours(_ count: Int, rating: (Int) -> String = { _ in "" }) -> String {
        let shows = (0..<count).map { number in
            SampleGuide.Show(
                channel: "news.tv", from: Double(number) / 2, to: Double(number + 1) / 2, title: "News \(number)",
                rating: rating(number))
        }
        return SampleGuide.text(channels: SampleGuide.channels, shows)
    }

    @Test
    func `a record has the channel, what is on and what comes next; channels without a guide are left out if asked`()
        async throws
    {
        try await CatalogFixture.with { catalog in
            try await load(catalog)
            let found = try await catalog.onAir(as: .owner)
            #expect(found.map(\.name) == ["Kids TV", "News 24", "Late Cinema", "Hot Nights TV"])
            #expect(found.map(\.number) == ["1", "2.1", "3", nil])
            #expect(found.map(\.title) == ["Cartoons", "War Report", "Matinee", nil])
            #expect(found.map(\.nextTitle) == ["Slasher Night", "Evening News", nil, nil])
            #expect(found[0].start == SampleGuide.date(-1))
            #expect(found[0].stop == SampleGuide.date(1))
            #expect(found[0].nextStart == SampleGuide.date(1))
            #expect(found[0].nextStop == SampleGuide.date(2))
            let only = try await catalog.onAir(Catalog.ListOnAir(onlyWithGuide: true), as: .owner)
            #expect(only == Array(found.prefix(3)))
            let late = Catalog.ListOnAir(at: Date(timeIntervalSince1970: 1e12))
            let failure = await #expect(throws: RPCError.self) { try await catalog.onAir(late, as: .owner) }
            #expect(failure?.code == .invalidArgument)
            #expect(
                try await catalog.onAir(Catalog.ListOnAir(at: SampleGuide.date(1)), as: .owner)[0].title
                    == "Slasher Night")
        }
    }

    @Test
    func `a child is told neither forbidden channels nor forbidden programmes`() async throws {
        try await CatalogFixture.with { catalog in
            try await load(catalog)
            // What others have asked for is in memory.
            #expect(try await catalog.onAir(as: .owner).count == 4)
            let found = try await catalog.onAir(as: .kids)
            #expect(found.map(\.name) == ["Kids TV", "News 24"])
            #expect(found.map(\.title) == ["Cartoons", nil])
            #expect(found[1].start == nil)
            #expect(found.map(\.nextTitle) == ["Bedtime", "Evening News"])
        }
    }

    @Test
    func `channels come in batches, by number, each once`() async throws {
        try await CatalogFixture.with { catalog in
            let list = (0..<457).map { "#EXTINF:-1 tvg-chno=\"\(457 - $0)\",Channel \($0)\nhttp://a.example/\($0)" }
            try await catalog.playlist(catalog.file("a.m3u", list.joined(separator: "\n")))
            var batches: [[ChannelOnAir]] = []
            for try await batch in try await catalog.client().stream(Catalog.ListOnAir()) {
                batches.append(batch.channels)
            }
            #expect(batches.map(\.count) == [200, 200, 57])
            #expect(batches.flatMap(\.self).map(\.number) == (1...457).map { "\($0)" })
            #expect(try await catalog.onAir(Catalog.ListOnAir(onlyWithGuide: true), as: .owner).isEmpty)
        }
    }

    @Test
    func `programmes are told out of memory as time goes by, and a publication drops it`() async throws {
        try await CatalogFixture.with { catalog in
            try await load(catalog, halfHours(48))
            func news() async throws -> ChannelOnAir? {
                try await catalog.onAir(as: .owner).first { $0.name == "News 24" }
            }
            #expect(try await news()?.title == "News 0")
            // Behind its back, so that what is told can only be what was read before.
            try await shard(catalog).write { try $0.execute(sql: "DELETE FROM programme") }
            #expect(try await catalog.nowNext(as: .owner).allSatisfy { $0.title == nil })
            let ahead = OnAirList.programmesAhead
            for number in 1..<ahead {
                catalog.clock.advance(days: 0.5 / 24)
                #expect(try await news()?.title == "News \(number)")
                #expect(try await news()?.nextTitle == "News \(number + 1)")
            }
            // What has run out is read again.
            catalog.clock.advance(days: 0.5 / 24)
            #expect(try await news()?.title == nil)
        }
        try await CatalogFixture.with { catalog in
            try await load(catalog, halfHours(48))
            #expect(try await catalog.onAir(as: .owner)[1].title == "News 0")
            try await shard(catalog).write { try $0.execute(sql: "DELETE FROM programme") }
            #expect(try await catalog.onAir(as: .owner)[1].title == "News 0")
            try await catalog.playlist(catalog.file("b.m3u", SampleList.mixed), source: "other")
            #expect(try await catalog.onAir(as: .owner)[1].title == nil)
        }
    }

    @Test
    func `what comes beyond what is kept is kept for a few policies, those it was found for last`() async throws {
        try await CatalogFixture.with { catalog in
            try await load(catalog, halfHours(48) { $0 == 0 || $0 == 40 ? "TV-Y" : "NC-17" })
            let policies = (1..<64).map { bits in
                ViewingPolicy(
                    ratings: ContentRating.all.enumerated().filter { bits & 1 << $0.offset != 0 }.map(\.element),
                    allowsAdult: false)
            }.filter { $0.ratings.contains(.g) && $0.ratings.contains(.unrated) && !$0.ratings.contains(.nc17) }
            #expect(policies.count > OnAirList.maximumAudiences)
            try await shard(catalog).read { db in
                let scope = try ReadScope(db, policy: .everything)
                let list = try OnAirList(db, generation: scope.generation)
                let all = try list.moment(SampleGuide.noon, for: scope.audience, keeps: true, db)
                #expect(Self.news(all)?.nextTitle == "News 1")
                #expect(list.cachedAudiences == [])
                for policy in policies {
                    let moment = try list.moment(SampleGuide.noon, for: policy.audienceMask, keeps: true, db)
                    #expect(Self.news(moment)?.title == "News 0")
                    #expect(Self.news(moment)?.nextTitle == "News 40")
                    #expect(list.cachedAudiences.last == policy.audienceMask.programmes)
                }
                let last = policies.suffix(OnAirList.maximumAudiences).map(\.audienceMask.programmes)
                #expect(list.cachedAudiences == last)
                // What is asked for by name leaves nothing behind.
                let before = SampleGuide.noon - 7_200
                let first = try #require(policies.first)
                let moment = try list.moment(before, for: first.audienceMask, keeps: false, db)
                #expect(Self.news(moment)?.nextTitle == "News 0")
                #expect(list.cachedAudiences == last)
            }
        }
    }

    private static func news(_ moment: OnAirMoment) -> ChannelOnAir? {
        var place = 0
        return moment.batch(from: &place, onlyWithGuide: false)?.channels.first { $0.name == "News 24" }
    }

    @Test
    func `what is read ahead does for the time it was read for`() async throws {
        try await CatalogFixture.with { catalog in
            try await load(catalog, halfHours(48))
            let shard = try await shard(catalog)
            let audience = ViewingPolicy.everything.audienceMask
            let hours = Int64(3_600)
            let list = try await shard.read { db in
                let list = try OnAirList(db, generation: ReadScope(db, policy: .everything).generation)
                try list.readAhead(at: SampleGuide.noon, until: SampleGuide.noon, db)
                // Nothing has run out, yet nearly.
                try list.readAhead(at: SampleGuide.noon + 5 * hours, until: SampleGuide.noon + 7 * hours, db)
                return list
            }
            try await shard.write { try $0.execute(sql: "DELETE FROM programme") }
            let moment = try await shard.read { db in
                try list.moment(SampleGuide.noon + 7 * hours, for: audience, keeps: true, db)
            }
            #expect(Self.news(moment)?.title == "News 14")
            #expect(Self.news(moment)?.nextTitle == "News 15")
        }
    }
}
