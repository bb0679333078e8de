import CatalogAPI
import GRDB
import HearthModel
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// A poster that is missing is empty, never a broken address.
struct ImageAddressTests {
    @Test(arguments: [
        "", " ", "http://", "https:///a.png", "http://?a", "http://:80/a.png", "http://...", "http://a.example",
        "http://a.example/", "ftp://a.example/a.png", "file:///a.png", "a.png", "//a.example/a.png",
        "http://a .example/a.png", "http://a.example/a\n.png", "https://image.tmdb.org/t/p/w600_and_h900_bestv2",
        "https://image.tmdb.org/t/p/w500/", "https://image.tmdb.org/t/p/w500/null", "http://a.example/None",
        "http://a.example/logos/undefined", "data:image/png;base64,AAAA",
        "https://IMAGE.TMDB.org/t//p/w500", "http://a.example/NULL//", "http://a.example/null#7",
    ])
    func `what is no picture's address is none`(_ text: String) { #expect(ImageAddress.checked(text) == nil) }

    @Test(arguments: [
        ("http://a.example/a.png", "http://a.example/a.png"), (" https://a.example/a ", "https://a.example/a"),
        ("http://a.example/BBC One.png", "http://a.example/BBC%20One.png"),
        ("http://box:9981/i/1", "http://box:9981/i/1"),
        ("HTTP://a.example/a.png", "HTTP://a.example/a.png"), ("http://a.example/nan?7", "http://a.example/nan?7"),
        ("http://a.example/nullx", "http://a.example/nullx"), ("http://a.example/a#/b", "http://a.example/a#/b"),
        ("http://a.example?id=7", "http://a.example?id=7"), ("http://u:p@[::1]:8080/a", "http://u:p@[::1]:8080/a"),
        ("https://image.tmdb.org/t/p/w500/x.jpg", "https://image.tmdb.org/t/p/w500/x.jpg"),
        ("http://a.example/é.png", "http://a.example/é.png"),
    ])
    func `what may be one is kept, with its spaces as clients can open them`(_ text: String, _ expected: String) {
        #expect(ImageAddress.checked(text) == expected)
        #expect(ImageAddress.checked(text, limit: text.utf8.count - 1) == nil)
    }

    @Test
    func `a list's relative logos are completed as its addresses are, and a channel without one has that of its guide`()
        async throws
    {
        try await FeedHarness.with { harness, client in
            let list = """
                #EXTINF:-1 tvg-id="one.tv" tvg-logo="logos/one.png",Channel One
                http://a.example/1
                #EXTINF:-1 tvg-id="two.tv" tvg-logo="http://",Channel Two
                http://a.example/2
                #EXTINF:-1 tvg-id="three.tv",Channel Three
                http://a.example/3
                #EXTINF:-1,Nobody
                http://a.example/4

                """
            harness.server.serve("/tv/list.m3u", .init(list))
            try await harness.add("web", "/tv/list.m3u")
            let guide = ["one", "two", "three"].map { name in
                let icon = name == "three" ? "no picture" : "http://g.example/\(name).png"
                return "<channel id=\"\(name).tv\"><display-name>x</display-name><icon src=\"\(icon)\"/></channel>"
            }
            let show = "<programme channel=\"two.tv\" start=\"20260822180000 +0000\"><title>Show</title></programme>"
            try await harness.catalog.guide(harness.catalog.file("g.xml", "<tv>\(guide.joined())\(show)</tv>"))
            func posters(_ cards: [Card]) -> [String: String?] {
                Dictionary(uniqueKeysWithValues: cards.map { ($0.title, $0.poster) })
            }
            let expected = [
                "Channel One": harness.server.url("/tv/logos/one.png"), "Channel Two": "http://g.example/two.png",
                "Channel Three": nil, "Nobody": nil,
            ]
            let cards = try await harness.catalog.all(Catalog.Search(text: "", kinds: [.channel]))
            #expect(posters(cards) == expected)
            let now = try await client.send(Catalog.NowNext()).channels.map(\.channel)
            #expect(posters(now) == expected)
            #expect(posters(try await client.send(Catalog.GetCards(ids: cards.map(\.id))).cards) == expected)
        }
    }

    @Test
    func `a broken address that an older build has stored is gone after a start`() async throws {
        try await CatalogFixture.with { catalog in
            let list =
                SampleEntry.film("Alien (1979)", 1, extra: "tvg-logo=\"http://a.example/a.png\"")
                + SampleEntry.film("Heat (1995)", 2)
            try await catalog.playlist(catalog.file("a.m3u", list))
            func shard() async throws -> Shard { try #require(try await catalog.service.shards?.shard(for: "home")) }
            try await shard().write { db in
                try db.execute(sql: "UPDATE entry SET poster = 'http://' WHERE title = 'Heat'")
                try db.execute(sql: "UPDATE itemText SET poster = 'http://' WHERE title = 'Heat'")
                try db.execute(sql: "UPDATE item SET fingerprint = 0")
                try db.execute(sql: "UPDATE catalog SET titleRules = 2")
            }
            #expect(try await catalog.title("Heat").card.poster == "http://")
            try await catalog.service.restart()
            try #require(try await comes { try await !shard().read({ try TitleRebuild.isWanted($0) }) })
            #expect(try await catalog.title("Heat").card.poster == nil)
            #expect(try await catalog.title("Alien").card.poster == "http://a.example/a.png")
        }
    }

    @Test
    func
        `genres that are none of the vocabulary's are searched by: of films, series and channels, of lists and panels`()
        async throws
    {
        try await CatalogFixture.with { catalog in
            let list =
                SampleEntry.film("Alien (1979)", 1, extra: "genre=\"Horror, Xenofiction\"")
                + SampleEntry.episode("Lost S01E01 Pilot", 2, extra: "genre=\"Robinsonade / Drama\"")
                + SampleEntry.channel("Chess One", "chess", extra: "genre=\"Boardgames\"")
            try await catalog.playlist(catalog.file("a.m3u", list))
            func titles(_ text: String) async throws -> [String] {
                try await catalog.client().send(Catalog.Search(text: text)).hits.map(\.title)
            }
            #expect(try await titles("xenofiction") == ["Alien"])
            #expect(try await titles("robinsonade") == ["Lost"])
            #expect(try await titles("boardgames") == ["Chess One"])
            let alien = try await catalog.title("Alien")
            #expect(alien.card.genres == ["Horror"])
            // It is for finding alone.
            #expect(alien.details == nil)
        }
    }
}
