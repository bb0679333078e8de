import CatalogAPI
import Foundation
import HearthModel
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

extension CatalogFixture {
    /// What is on and next on each channel, by the channel's title.
    func nowNext(as person: TestCaller = .owner, at hours: Double? = nil) async throws -> [String: [String?]] {
        let request = Catalog.NowNext(at: hours.map { SampleGuide.date($0) })
        let page = try await client(person).send(request)
        return Dictionary(
            uniqueKeysWithValues: page.channels.map { ($0.channel.title, [$0.now?.title, $0.next?.title]) })
    }
}

/// Guides whose programmes overlap, that are over, or that are not taken in.
struct GuideEdgeCaseTests {
    @Test
    func `what is forbidden goes on after something short within it: nothing of the channel is handed out`()
        async throws
    {
        try await CatalogFixture.with { catalog in
            let list = """
                #EXTM3U
                #EXTINF:-1 tvg-id="a.tv" catchup="shift" catchup-days="3",A
                http://a.example/a.m3u8
                """
            try await catalog.playlist(catalog.file("a.m3u", list))
            let guide = SampleGuide.text(
                channels: [(id: "a.tv", name: "A")],
                [
                    .init(channel: "a.tv", from: -3, to: 2, title: "Long Film", rating: "TV-MA"),
                    .init(channel: "a.tv", from: -1, to: -0.5, title: "Short", rating: "TV-G"),
                    .init(channel: "a.tv", from: 2, to: 3, title: "Replaced", rating: "TV-MA"),
                    .init(channel: "a.tv", from: 2, to: 3, title: "Cartoons", rating: "TV-G"),
                ])
            try await catalog.guide(catalog.file("a.xml", guide))
            let (child, owner) = try await (catalog.client(.kids), catalog.client())
            let id = try #require(try await owner.send(Catalog.NowNext()).channels.first?.channel.id)
            func code(_ body: () async throws -> ResolvedStream) async -> RPCCode? {
                do { _ = try await body() } catch { return (error as? RPCError)?.code }
                return nil
            }
            #expect(await code { try await child.send(Catalog.ResolveStream(id: id)) } == .notFound)
            #expect(await code { try await owner.send(Catalog.ResolveStream(id: id)) } == nil)
            let past = Catalog.ResolveCatchup(channel: id, at: SampleGuide.date(-0.75))
            #expect(await code { try await child.send(past) } == .notFound)
            #expect(await code { try await owner.send(past) } == nil)
            // Of what begins together the last one counts.
            catalog.clock.advance(days: 2.5 / 24)
            let later = try await catalog.client(.kids)
            #expect(await code { try await later.send(Catalog.ResolveStream(id: id)) } == nil)
        }
    }

    @Test
    func `a guide that is over keeps no channel from one that is not; one of a channel alone goes before nothing`()
        async throws
    {
        try await CatalogFixture.with { catalog in
            let list = """
                #EXTM3U
                #EXTINF:-1 tvg-id="a.tv",A
                http://a.example/a.m3u8
                #EXTINF:-1 tvg-id="b.tv",B
                http://a.example/b.m3u8
                """
            try await catalog.playlist(catalog.file("a.m3u", list))
            func guide(_ shows: [SampleGuide.Show]) throws -> String {
                try catalog.file(
                    "guide.xml",
                    SampleGuide.text(channels: [(id: "a.tv", name: "A"), (id: "b.tv", name: "B")], shows))
            }
            let past = Double(-24 * 30)
            let old = [
                SampleGuide.Show(channel: "a.tv", from: past, to: past + 1, title: "Old A"),
                SampleGuide.Show(channel: "b.tv", from: past, to: past + 1, title: "Old B"),
            ]
            let first = try #require(try await catalog.guide(guide(old), source: "old").report)
            #expect([first.read, first.added, first.refused] == [0, 0, 2])
            #expect(first.notes?.first?.contains("over") == true && first.isOver == true)
            // Yesterday's is kept, and over all the same.
            let yesterday = [SampleGuide.Show(channel: "a.tv", from: -30, to: -29, title: "Yesterday's")]
            let late = try #require(try await catalog.guide(guide(yesterday), source: "old").report)
            #expect(late.read == 1 && late.isOver == true)
            #expect(late.notes == ["All of its programmes are over. Is there a newer guide?"])
            let one = [SampleGuide.Show(channel: "a.tv", from: -1, to: 1, title: "New A")]
            let second = try #require(try await catalog.guide(guide(one), source: "new").report)
            #expect(second.matchedChannels == 2 && second.isOver == nil)
            #expect(try await catalog.nowNext() == ["A": ["New A", nil], "B": [nil, nil]])
            // A third one has what the second only names.
            let other = [SampleGuide.Show(channel: "b.tv", from: 1, to: 2, title: "New B")]
            #expect(try await catalog.guide(guide(other), source: "third").report?.matchedChannels == 1)
            #expect(try await catalog.nowNext() == ["A": ["New A", nil], "B": [nil, "New B"]])
        }
    }

    @Test
    func `a guide that is only tried out, or held, leaves nothing that matches`() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", SampleList.mixed))
            let path = try catalog.file("a.xml", SampleGuide.standard)
            let client = try await catalog.client()
            let job = try await catalog.end(
                of: client.upload(Catalog.ImportGuide(source: "guide", file: path, isDryRun: true), from: path), client)
            #expect(job.report?.matchedChannels == 3)
            #expect(
                try await catalog.playlist(catalog.file("b.m3u", SampleList.mixed + "\n")).report?.matchedChannels == 0)
            #expect(try await client.send(Catalog.NowNext(onlyWithGuide: true)).total == 0)
            let shard = try #require(try await catalog.service.shards?.shard(for: "home"))
            #expect(try await shard.read { try GuideStore.channels($0).count } == 0)
        }
    }
}
