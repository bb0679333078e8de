import CatalogAPI
import Foundation
import HearthModel
import RPC
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Accounts that are taken in from a panel over real HTTP.
struct XtreamImportTests {
    private static let account =
        "{\"user_info\":{\"auth\":1,\"status\":\"Active\",\"max_connections\":\"1\"},\"server_info\":{}}"

    /// A small panel with all that there is.
    static func panel(_ server: FeedServer) {
        let responses = [
            "": account,
            " get_live_categories":
                "[{\"category_id\":\"1\",\"category_name\":\"News\"},{\"category_id\":2,\"category_name\":\"XXX Adult\"}]",
            " get_live_streams": """
            [{"num":1,"name":"News 24 HD","stream_id":11,"stream_icon":"http://a.example/n.png","epg_channel_id":"news.tv","category_id":"1","tv_archive":1,"tv_archive_duration":"7"},
             {"num":"2","name":"News 24 SD","stream_id":"12","epg_channel_id":"news.tv","category_id":"1"},
             {"num":3,"name":"Hot Nights","stream_id":13,"epg_channel_id":null,"category_id":2},
             {"num":4,"name":"","stream_id":14},{"name":"No number"}]
            """,
            " get_vod_categories": "[{\"category_id\":\"5\",\"category_name\":\"Horror\"}]",
            " get_vod_streams": """
            {"0":{"name":"Alien","stream_id":21,"container_extension":"mkv","category_id":"5","year":"1979","plot":"In space."},
             "2":{"name":"Toy Story (1995)","stream_id":22,"category_ids":[5],"is_adult":"0","genre":"Animation, Family"}}
            """,
            " get_series_categories": "[]",
            " get_series":
                "[{\"series_id\":31,\"name\":\"The Office\",\"last_modified\":\"1\"},{\"series_id\":32,\"name\":\"Lost\",\"last_modified\":\"1\"}]",
            " get_series_info":
                "{\"episodes\":{\"1\":[{\"id\":\"41\",\"episode_num\":1,\"title\":\"Pilot\",\"info\":{\"duration_secs\":1500,\"plot\":\"It begins.\"}}]}}",
            " get_vod_info": """
            {"info":{"plot":"Toys are alive.","cast":"Tom Hanks, Tim Allen","director":["John Lasseter"],"genre":"Comedy",
              "releasedate":"1995-11-22","duration_secs":"4860","tmdb_id":"862","bitrate":"3500","mpaa_rating":"G",
              "youtube_trailer":"v-PjgYDrg70","backdrop_path":["http://a.example/b.jpg"]},"movie_data":{"stream_id":22}}
            """,
        ]
        for (name, response) in responses { server.serve("/player_api.php\(name)", .init(response)) }
    }

    static func add(_ harness: FeedHarness) async throws -> ImportJob {
        var request = Catalog.AddSource(source: "panel", kind: .xtream, address: harness.server.url("/get.php"))
        (request.username, request.password) = ("alice", "hunter2")
        return try await harness.add(request)
    }

    @Test
    func
        `an account is taken in: channels, films and episodes with their links; its secrets come out of ResolveStream alone`()
        async throws
    {
        try await FeedHarness.with { harness, client in
            Self.panel(harness.server)
            let job = try await Self.add(harness)
            #expect(job.state == .done, "\(job.problem ?? "")")
            let report = try #require(job.report)
            report.checkSums()
            #expect([report.read, report.added, report.grouped, report.refused] == [7, 6, 1, 2])
            #expect(report.adultFound == 1 && report.asksAboutAdult == true)
            let kinds: [ContentKind] = [.movie, .series, .episode, .channel]
            let cards = try await harness.catalog.all(Catalog.Search(text: "", kinds: kinds))
            #expect(
                Set(cards.map(\.title)) == [
                    "News 24", "Hot Nights", "Alien", "Toy Story", "The Office", "Lost", "Pilot",
                ])
            let alien = try #require(cards.first { $0.title == "Alien" })
            #expect(alien.year == 1979)
            #expect(alien.genres == ["Horror"])
            let title = try await client.send(Catalog.GetTitle(id: alien.id))
            #expect(title.overview == "In space.")
            #expect(!"\(title)".contains("hunter2"))
            let base = "http://\(harness.server.host)"
            #expect(
                try await client.send(Catalog.ResolveStream(id: alien.id)).url == "\(base)/movie/alice/hunter2/21.mkv")
            let news = try #require(cards.first { $0.title == "News 24" })
            let stream = try await client.send(Catalog.ResolveStream(id: news.id))
            #expect(stream.url.hasPrefix("\(base)/live/alice/hunter2/1") && stream.fallbacks.count == 1)
            let pilot = try #require(cards.first { $0.kind == .episode })
            #expect([pilot.season, pilot.episode, pilot.runtimeMinutes] == [1, 1, 25])
            #expect(try await harness.feed("panel").account?.maximumConnections == 1)
            // One request after the other, and each series once.
            let actions = harness.server.requests.map {
                $0.target.split(separator: "&").dropFirst(2).joined(separator: "&")
            }
            #expect(actions.filter { $0.hasPrefix("action=get_series_info") }.count == 2)
            #expect(harness.server.connections == 1)
        }
    }

    @Test
    func `again, only what has changed is asked after; the household is asked about adult titles until it answers`()
        async throws
    {
        try await FeedHarness.with { harness, _ in
            Self.panel(harness.server)
            _ = try await Self.add(harness)
            let before = harness.server.requests.count
            let report = try #require(try await harness.refresh("panel").report)
            report.checkSums()
            #expect([report.added, report.updated, report.removed] == [0, 0, 0])
            #expect(report.adultFound == 1 && report.asksAboutAdult == true)
            #expect(!harness.server.requests[before...].contains { $0.target.contains("get_series_info") })
            harness.server.serve(
                "/player_api.php get_series",
                .init(
                    "[{\"series_id\":31,\"name\":\"The Office\",\"last_modified\":\"2\"},{\"series_id\":32,\"name\":\"Lost\",\"last_modified\":\"1\"}]"
                ))
            let middle = harness.server.requests.count
            _ = try await harness.refresh("panel")
            let requested = harness.server.requests[middle...].map(\.target).filter { $0.contains("get_series_info") }
            #expect(requested.count == 1 && requested[0].contains("series_id=31"))
        }
    }

    @Test
    func
        `a panel's score counts where nothing better is known, and titles came in when the panel says, never in the future`()
        async throws
    {
        try await FeedHarness.with { harness, client in
            Self.panel(harness.server)
            let now = Int64(SampleGuide.date(0).timeIntervalSince1970)
            let response = """
                [{"name":"Alien","stream_id":21,"year":"1979","plot":"In space.","rating":"7,5","added":"\(now - 9_000_000)"},
                 {"name":"Heat &amp; Dust","stream_id":22,"plot":"Heat.","rating_5based":4.4,"added":"\(now + 9_000_000)"},
                 {"name":"Brazil","stream_id":23,"plot":"Forms.","rating":"0","added":"\(now - 90_000_000)"},
                 {"name":"Network","stream_id":24,"plot":"News.","added":"\(now - 900_000)"}]
                """
            harness.server.serve("/player_api.php get_vod_streams", .init(response))
            _ = try await Self.add(harness)
            let hits = try await client.send(Catalog.Search(text: "", kinds: [.movie], sort: .added)).hits
            #expect(hits.map(\.title) == ["Heat & Dust", "Network", "Alien", "Brazil"])
            #expect(hits.map(\.score) == [8.8, nil, 7.5, nil])
            let scored = try await client.send(Catalog.Search(text: "", kinds: [.movie], sort: .score)).hits
            #expect(scored.prefix(2).map(\.title) == ["Heat & Dust", "Alien"])
            // What came in at first stays so.
            harness.server.serve(
                "/player_api.php get_vod_streams", .init(response.replacing("\(now - 90_000_000)", with: "\(now - 60)"))
            )
            _ = try await harness.refresh("panel")
            let again = try await client.send(Catalog.Search(text: "", kinds: [.movie], sort: .added)).hits
            #expect(again.map(\.title) == hits.map(\.title))
            #expect(try await harness.refresh("panel").report?.updated == 0)
        }
    }

    @Test
    func `films of which the list says next to nothing are asked after, each once until it changes`() async throws {
        try await FeedHarness.with { harness, client in
            Self.panel(harness.server)
            _ = try await Self.add(harness)
            func requested() -> [String] {
                harness.server.requests.map(\.target).filter { $0.contains("get_vod_info") }
                    .compactMap { $0.split(separator: "vod_id=").last.map(String.init) }
            }
            // Alien has a plot in the list.
            #expect(requested() == ["22"])
            let card = try #require(try await client.send(Catalog.Search(text: "toy story")).hits.first)
            #expect(card.rating == .g && card.runtimeMinutes == 81 && card.releaseDate == "1995-11-22")
            let title = try await client.send(Catalog.GetTitle(id: card.id))
            #expect(title.overview == "Toys are alive.")
            let details = try #require(title.details)
            #expect(details.cast == ["Tom Hanks", "Tim Allen"] && details.directors == ["John Lasseter"])
            #expect(details.trailer == "https://www.youtube.com/watch?v=v-PjgYDrg70" && details.bitrate == 3_500)
            #expect(try await client.send(Catalog.Search(text: "lasseter")).hits.map(\.id) == [card.id])
            #expect(try await harness.refresh("panel").report?.updated == 0)
            #expect(requested() == ["22"])
            // Another film of which nothing is known either, and one that has changed.
            harness.server.serve(
                "/player_api.php get_vod_streams",
                .init(
                    """
                    [{"name":"Alien","stream_id":21,"container_extension":"mkv","year":"1979","plot":"In space."},
                     {"name":"Toy Story (1995)","stream_id":22,"added":"2"},{"name":"Heat (1995)","stream_id":23}]
                    """))
            harness.server.serve("/player_api.php get_vod_info", .init("[]"))
            _ = try await harness.refresh("panel")
            _ = try await harness.refresh("panel")
            #expect(requested() == ["22", "22", "23"])
            let feed = try await harness.feed("panel")
            let pause = try #require(feed.due).timeIntervalSince(try #require(feed.tried))
            #expect(pause > 3_600)
        }
    }

    @Test
    func `series of which a panel has broken answers do not keep it from being asked about the others`() async throws {
        try await FeedHarness.with { harness, _ in
            Self.panel(harness.server)
            let series = (100..<115).map { "{\"series_id\":\($0),\"name\":\"Show \($0)\",\"last_modified\":\"1\"}" }
            harness.server.serve("/player_api.php get_series", .init("[\(series.joined(separator: ","))]"))
            harness.server.serve("/player_api.php get_series_info", .init("<html>Not found</html>"))
            let job = try await Self.add(harness)
            #expect(job.state == .done)
            let requested = harness.server.requests.filter { $0.target.contains("get_series_info") }
            #expect(requested.count == 15)
        }
    }

    @Test
    func `a panel that does not tell of films is asked a few times, and everything else is taken in`() async throws {
        try await FeedHarness.with { harness, client in
            Self.panel(harness.server)
            let films = (100..<140).map { "{\"name\":\"Film \($0)\",\"stream_id\":\($0)}" }.joined(separator: ",")
            harness.server.serve("/player_api.php get_vod_streams", .init("[\(films)]"))
            harness.server.serve("/player_api.php get_vod_info", .init("<html>Not found</html>"))
            let job = try await Self.add(harness)
            #expect(job.state == .done && job.report?.read == 45)
            func requested() -> Int { harness.server.requests.count { $0.target.contains("get_vod_info") } }
            #expect(requested() == 10)
            harness.server.serve("/player_api.php get_vod_info", .init("", status: 404))
            #expect(try await harness.refresh("panel").state == .done)
            // Others than those of which nothing could be read.
            #expect(requested() == 20)
            let targets = harness.server.requests.map(\.target).filter { $0.contains("get_vod_info") }
            #expect(Set(targets).count == 20)
            let feed = try await harness.feed("panel")
            let pause = try #require(feed.due).timeIntervalSince(try #require(feed.tried))
            #expect(pause > 3_600)
        }
    }

    @Test(arguments: [
        "[]", "", "[{\"name\":\"Alien\",\"stream_id\":21,\"year\":\"1979\"},{\"na", "false", "<html></html>",
        "[null]",
        "[{}]",
    ])
    func `a part that the panel leaves out, or that breaks off, is kept; the rest goes on`(
        response: String
    ) async throws {
        try await FeedHarness.with { harness, client in
            Self.panel(harness.server)
            _ = try await Self.add(harness)
            let ids = try await harness.catalog.ids()
            harness.server.serve("/player_api.php get_vod_streams", .init(response))
            let live =
                "[{\"name\":\"News 24 HD\",\"stream_id\":11,\"epg_channel_id\":\"news.tv\",\"category_id\":\"1\"},{\"name\":\"Brand New\",\"stream_id\":15}]"
            harness.server.serve("/player_api.php get_live_streams", .init(live))
            let job = try await harness.refresh("panel")
            #expect(job.state == .done, "\(job.problem ?? "")")
            let report = try #require(job.report)
            report.checkSums()
            #expect(report.notes?.count == 1)
            let now = try await harness.catalog.ids()
            #expect(now.isSuperset(of: ids) && now.count == ids.count + 1)
            let films = try await client.send(Catalog.Search(text: "", kinds: [.movie])).hits
            #expect(films.count == 2)
            for film in films { #expect(try await client.send(Catalog.GetTitle(id: film.id)).isStale == false) }
            // Confirmed, it goes.
            harness.server.serve("/player_api.php get_vod_streams", .init("[]"))
            #expect(try await harness.refresh("panel", allowsShrinking: true).report?.removed == 2)
        }
    }

    @Test
    func
        `an account that is refused or has expired changes nothing and says why; the panel's guide is fetched with it`()
        async throws
    {
        try await FeedHarness.with { harness, client in
            Self.panel(harness.server)
            _ = try await Self.add(harness)
            let ids = try await harness.catalog.ids()
            for (response, words) in [
                ("{\"user_info\":{\"auth\":0}}", "refuses"),
                ("{\"user_info\":{\"auth\":1,\"status\":\"Expired\"}}", "expired"),
                ("<html></html>", "a web page"),
            ] {
                harness.server.serve("/player_api.php", .init(response))
                let job = try await harness.refresh("panel")
                #expect(job.state == .failed && job.problem?.contains(words) == true, "\(job.problem ?? "")")
                #expect(try await harness.catalog.ids() == ids)
            }
            #expect(try await harness.feed("panel").failures == 3)
            harness.server.serve("/xmltv.php", .init(SampleGuide.text(channels: [("news.tv", "News")], [])))
            var request = Catalog.AddSource(source: "epg", kind: .guide)
            request.guideOf = "panel"
            let job = try await harness.add(request)
            #expect(job.state == .done && job.report?.matchedChannels == 1)
            let guides = harness.server.requests.map(\.target).filter { $0.hasPrefix("/xmltv.php") }
            #expect(guides == ["/xmltv.php?username=alice&password=hunter2"])
        }
    }

    @Test
    func `titles and overviews of a panel are cut at their limits, and counted`() async throws {
        try await FeedHarness.with { harness, client in
            Self.panel(harness.server)
            let (name, plot) = (String(repeating: "river ", count: 100), String(repeating: "wet. ", count: 3_000))
            harness.server.serve(
                "/player_api.php get_vod_streams",
                .init("[{\"name\":\"\(name)\",\"stream_id\":21,\"plot\":\"\(plot)\"}]"))
            harness.server.serve(
                "/player_api.php get_live_streams", .init("[{\"name\":\"\(name)\",\"stream_id\":11}]"))
            harness.server.serve(
                "/player_api.php get_series", .init("[{\"name\":\"\(name)\",\"series_id\":31}]"))
            harness.server.serve(
                "/player_api.php get_series_info",
                .init("{\"episodes\":[{\"id\":41,\"season\":1,\"episode_num\":1,\"title\":\"\(name)\"}]}"))
            let job = try await Self.add(harness)
            // The film's title and overview, the channel's, the series' and its episode's.
            #expect(job.state == .done && job.report?.cut == 5, "\(job.problem ?? "") \(job.report?.cut ?? -1)")
            let kinds: [ContentKind] = [.movie, .series, .episode, .channel]
            let cards = try await harness.catalog.all(Catalog.Search(text: "", kinds: kinds))
            #expect(cards.map(\.title.count) == Array(repeating: ImportLimits().titleCharacters, count: 4))
            let film = try #require(cards.first { $0.kind == .movie })
            let overview = try await client.send(Catalog.GetTitle(id: film.id)).overview
            #expect(overview?.count == ImportLimits().overviewCharacters)
            #expect(try await harness.refresh("panel").report?.unchanged == 3)
        }
    }

    @Test
    func `what is past is named by the panel's wall clock`() async throws {
        try await FeedHarness.with { harness, client in
            Self.panel(harness.server)
            let account = Self.account.replacingOccurrences(
                of: "\"server_info\":{}", with: "\"server_info\":{\"timezone\":\"Europe/London\"}")
            harness.server.serve("/player_api.php", .init(account))
            _ = try await Self.add(harness)
            let guide = SampleGuide.text(
                channels: [("news.tv", "News")], [.init(channel: "news.tv", from: -2, to: -1, title: "The Sea Report")])
            try await harness.catalog.guide(harness.catalog.file("a.xml", guide))
            let news = try #require(try await client.send(Catalog.Search(text: "news", kinds: [.channel])).hits.first)
            let stream = try await client.send(Catalog.ResolveCatchup(channel: news.id, at: SampleGuide.date(-1.5)))
            // 16:00 UTC.
            #expect(
                stream.url == "http://\(harness.server.host)/timeshift/alice/hunter2/60/2026-08-22:17-00/11.ts")
        }
    }

    @Test(arguments: ["eternal", "hellraiser", "iris", "tnt"])
    func `four real panels: everything that has a number and a name is taken in, and again changes nothing`(
        name: String
    ) async throws {
        try await FeedHarness.with { harness, client in
            let folder = "xtream/go.xtream-codes/\(name)"
            var listed = 0
            harness.server.serve("/player_api.php", .init(try SharedData.bytes("\(folder)/auth.json")))
            for section in XtreamTitle.Section.allCases {
                for action in [section.action, section.categories] {
                    harness.server.serve(
                        "/player_api.php \(action)", .init(try SharedData.bytes("\(folder)/\(action).json")))
                }
                guard section != .series else { continue }
                let all = try JSONSerialization.jsonObject(
                    with: Data(try SharedData.bytes("\(folder)/\(section.action).json")))
                listed += try #require(all as? [Any]).count
            }
            let job = try await Self.add(harness)
            #expect(job.state == .done, "\(job.problem ?? "")")
            let report = try #require(job.report)
            report.checkSums()
            #expect(Int(report.read + report.refused) == listed)
            let source = try await harness.source("panel")
            #expect(source.channels > 0)
            var row = ImportOutcomeTable.Row(
                file: folder,
                counts: [report.read, source.channels, source.movies, report.added].map { Int($0) })
            row.add(job)
            var table = ImportOutcomeTable(headings: ["entries", "channels", "films", "titles"])
            table.rows = [row]
            try table.show("panel-\(name)")
            let again = try #require(try await harness.refresh("panel").report)
            again.checkSums()
            #expect([again.added, again.updated, again.removed] == [0, 0, 0])
            #expect(again.read == report.read)
        }
    }
}
