import CatalogAPI
import HearthModel
import RPC
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Titles whose links a list calls by the name of another title that it has: when they are gone their ids lead there.
struct LinkAliasTests {
    private static func list(_ entries: [(name: String, link: String)]) -> String {
        "#EXTM3U\n" + entries.map { "#EXTINF:-1,\($0.name)\nhttp://a.example/\($0.link)\n" }.joined()
    }

    private static let before = [
        ("Canale Otto", "live/8.m3u8"), ("Canale Nove", "live/9.m3u8"), ("Canale Dieci", "live/10.m3u8"),
        ("Other", "live/1.m3u8"),
        ("The Wire S01E01", "series/u/p/11.mkv"), ("The Wire S01E02", "series/u/p/12.mkv"),
        ("Wire, The Complete S01E01", "series/u/p/21.mkv"), ("Wire, The Complete S01E02", "series/u/p/22.mkv"),
    ]

    /// The id of the only title that is called so.
    private static func id(_ name: String, _ client: RPCClient<Catalog>) async throws -> ContentID {
        let hits = try await client.send(Catalog.Search(text: name)).hits.filter { $0.title == name }
        return try #require(hits.count == 1 ? hits[0].id : nil, "\(name): \(hits)")
    }

    @Test
    func `an id leads to the title that has its link when it is gone and not before, and back in a list it is itself`()
        async throws
    {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.list(Self.before)))
            let client = try await catalog.client()
            let (old, other) = try await (Self.id("Canale Nove", client), Self.id("Canale Otto", client))
            let joined = Self.before.map { ($0.0 == "Canale Nove" ? "Canale Otto" : $0.0, $0.1) }
            let report = try #require(try await catalog.playlist(catalog.file("b.m3u", Self.list(joined))).report)
            report.checkSums()
            #expect([report.added, report.updated, report.removed, report.stale] == [0, 1, 1, 1])
            catalog.clock.advance(days: 6.9)
            await catalog.upkeep()
            #expect(try await catalog.client().send(Catalog.GetTitle(id: old)).card.id == old)

            catalog.clock.advance(days: 0.2)
            await catalog.upkeep()
            let title = try await catalog.client().send(Catalog.GetTitle(id: old))
            #expect(title.card.id == other)
            #expect(title.variants.count == 2)
            let ids = try await catalog.ids()
            #expect(!ids.contains(old))

            try await catalog.playlist(catalog.file("c.m3u", Self.list(Self.before)))
            #expect(try await catalog.client().send(Catalog.GetTitle(id: old)).card.title == "Canale Nove")
            try await catalog.playlist(
                catalog.file("d.m3u", Self.list(Self.before.filter { $0.0 != "Canale Nove" })))
            catalog.clock.advance(days: 7.1)
            await catalog.upkeep()
            let failure = await #expect(throws: RPCError.self) {
                _ = try await catalog.client().send(Catalog.GetTitle(id: old))
            }
            #expect(failure?.code == .notFound)
        }
    }

    @Test
    func `a series follows its episodes`() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.list(Self.before)))
            let client = try await catalog.client()
            let (old, other) = try await (
                Self.id("The Wire", client), Self.id("Wire, The Complete", client)
            )
            let joined = Self.before.map { ($0.0.replacing("The Wire ", with: "Wire, The Complete "), $0.1) }
            try await catalog.playlist(catalog.file("b.m3u", Self.list(joined)))
            catalog.clock.advance(days: 7.1)
            await catalog.upkeep()
            #expect(try await catalog.client().send(Catalog.GetTitle(id: old)).card.id == other)
        }
    }

    @Test
    func `a link that several titles have leads nowhere, nor does a link that is gone`() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.list(Self.before)))
            let client = try await catalog.client()
            let (shared, gone) = try await (Self.id("Canale Nove", client), Self.id("Other", client))
            let after =
                Self.before.filter { $0.0 != "Canale Nove" && $0.0 != "Other" }
                + [("Canale Otto", "live/9.m3u8"), ("Canale Dieci", "live/9.m3u8")]
            try await catalog.playlist(catalog.file("b.m3u", Self.list(after)))
            catalog.clock.advance(days: 7.1)
            await catalog.upkeep()
            for id in [shared, gone] {
                let failure = await #expect(throws: RPCError.self) {
                    _ = try await catalog.client().send(Catalog.GetTitle(id: id))
                }
                #expect(failure?.code == .notFound)
            }
        }
    }
}
