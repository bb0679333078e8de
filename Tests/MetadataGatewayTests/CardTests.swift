import Foundation
public import HearthModel
import MetadataGatewayAPI
import RPC
import TestSupport
import Testing

/// Titles from outside, held to who asks.
@Suite(.timeLimit(.minutes(10)))
struct CardTests {
    /// One film for each rating by a certificate of some country, one without any, one that is marked, and a series.
    private static let films: [(id: Int64, certificates: String, marks: String, rating: ContentRating, isAdult: Bool)] =
        [
            (1, #"{"iso_3166_1": "US", "release_dates": [\#(release("G"))]}"#, "", .g, false),
            (2, #"{"iso_3166_1": "US", "release_dates": [\#(release("")), \#(release("PG"))]}"#, "", .pg, false),
            (3, #"{"iso_3166_1": "DE", "release_dates": [\#(release("12"))]}"#, "", .pg13, false),
            // Somewhere it is for everybody: without a word from the United States the strictest counts.
            (
                4,
                #"{"iso_3166_1": "FR", "release_dates": [\#(release("U"))]}, {"iso_3166_1": "GB", "release_dates": [\#(release("18"))]}"#,
                "", .r, false
            ),
            (5, #"{"iso_3166_1": "US", "release_dates": [\#(release("NC-17"))]}"#, "", .nc17, false),
            (6, "", "", .unrated, false),
            (7, #"{"iso_3166_1": "US", "release_dates": [\#(release("PG"))]}"#, #", "softcore": true"#, .pg, true),
        ]

    private static func release(_ certificate: String) -> String {
        #"{"certification": "\#(certificate)", "release_date": "2001-02-03T00:00:00.000Z", "type": 3}"#
    }

    private static let show = """
        {"id": 1, "name": "Low Tide", "first_air_date": "2011-04-17", "episode_run_time": [], "vote_average": 8.4,
        "vote_count": 9, "genres": [{"id": 18, "name": "Drama"}], "external_ids": {"imdb_id": "tt1"},
        "last_episode_to_air": {"id": 5, "season_number": 8, "episode_number": 6, "name": "End", "runtime": 51},
        "content_ratings": {"results": [{"iso_3166_1": "US", "rating": "TV-14"}]}}
        """

    /// Has a replay list the films, the series and a person as what is trending, with details of the titles.
    private static func invent(_ replay: TMDBReplay) {
        let listed = films.map { film in
            #"{"id": \#(film.id), "media_type": "movie", "title": "Film \#(film.id)", "release_date": "2001-02-03"\#(film.marks)}"#
        }
        let others = [
            #"{"id": 1, "media_type": "tv", "name": "Low Tide"}"#,
            #"{"id": 9, "media_type": "person", "name": "Somebody"}"#,
        ]
        let page = """
            {"page": 1, "results": [\((listed + others).joined(separator: ","))], "total_pages": 3, "total_results": 99}
            """
        for path in ["/3/trending/all/week", "/3/search/multi"] { replay.invent(path, page) }
        for film in films {
            replay.invent(
                "/3/movie/\(film.id)",
                """
                {"id": \(film.id), "title": "Film \(film.id)", "runtime": 100, "release_date": "2001-02-03",
                "vote_average": 0, "vote_count": 0, "release_dates": {"results": [\(film.certificates)]}\(film.marks)}
                """)
        }
        replay.invent("/3/tv/1", show)
    }

    private static let people: [TestCaller] = [.owner, .hidingAdult, .kids, .strictKids]

    @Test(arguments: TestTransport.allCases)
    func `everybody sees what their policy lets through`(_ transport: TestTransport) async throws {
        try await withMetadata(transport) { harness, replay, _ in
            Self.invent(replay)
            for person in Self.people {
                let client = try await harness.client(MetadataGateway.self, as: person)
                let films = Self.films.filter {
                    person.policy.allows(rating: $0.rating, isAdult: $0.isAdult, kind: .movie)
                }
                let expected = films.map { "tmdb:movie:\($0.id)" } + ["tmdb:tv:1"]
                for request in [MetadataGateway.Discover(), .init(text: "low")] {
                    let found = try await client.send(request)
                    #expect(found.cards.map(\.id.rawValue) == expected)
                    #expect(found.cards.map(\.rating) == films.map(\.rating) + [.pg13])
                    #expect(found.unrated == 0 && found.nextPage == 2)
                }
                let shows = try await client.send(MetadataGateway.Discover(kind: .series))
                #expect(shows.cards.map(\.title) == ["Low Tide"])
                let ids = Self.films.map { ContentID(rawValue: "tmdb:movie:\($0.id)") }
                let cards = try await client.send(MetadataGateway.GetCards(ids: ids))
                #expect(cards.cards.map(\.id.rawValue) == films.map { "tmdb:movie:\($0.id)" })
                #expect(cards.unanswered.isEmpty)
            }
            // A service keeps what it asks for and applies it to its own callers.
            let profiles = try await harness.client(MetadataGateway.self, as: .service("profiles"))
            let all = try await profiles.send(MetadataGateway.GetCards(ids: ["tmdb:movie:5", "tmdb:movie:7"]))
            #expect(all.cards.map(\.rating) == [.nc17, .pg] && all.cards.map(\.isAdult) == [false, true])
        }
    }

    @Test func `a card has what TMDB knows`() async throws {
        try await withMetadata { _, replay, client in
            replay.invent("/3/tv/1", Self.show)
            let ids: [ContentID] = ["tmdb:tv:1", "tmdb:movie:47964", "tmdb:movie:999999999"]
            let response = try await client.send(MetadataGateway.GetCards(ids: ids))
            let (show, film) = (try #require(response.cards.first), try #require(response.cards.last))
            #expect(response.cards.count == 2 && response.unanswered.isEmpty)
            #expect(show.kind == .series && show.tmdbID == 1 && show.imdbID == "tt1" && show.rating == .pg13)
            // No usual length is known, but that of the newest episode.
            #expect(show.runtimeMinutes == 51 && show.year == 2_011 && show.score == 8.4 && show.genres == ["Drama"])
            let movie = try await client.send(MetadataGateway.GetMovie(id: 47_964)).movie
            // The recording of it in Italian, which has a minute less.
            #expect(film.runtimeMinutes == 97 && film.imdbID == movie.imdbId && film.year == 2_013)
            // There were no votes: that is no score of 0.
            #expect(film.score == nil && film.kind == .movie && film.tmdbID == 47_964)
            #expect(film.poster?.hasPrefix("https://image.tmdb.org/t/p/w342/") == true)
            #expect(response.source?.attribution.contains("TMDB") == true)
        }
    }

    /// The audience of a title is not known in time: only those have it who may see everything.
    @Test func `a certificate that is late is not taken for none`() async throws {
        try await withMetadata { harness, replay, _ in
            Self.invent(replay)
            replay.hold("/3/movie/")
            let hasty = CallOptions(timeout: .seconds(4))
            let kids = try await harness.client(MetadataGateway.self, as: .kids, options: hasty)
            let everything = try await harness.client(MetadataGateway.self, as: .owner, options: hasty)
            async let rated = kids.send(MetadataGateway.Discover())
            async let listed = everything.send(MetadataGateway.Discover())
            async let cards = kids.send(MetadataGateway.GetCards(ids: ["tmdb:tv:1", "tmdb:movie:1"]))
            let (child, owner, some) = try await (rated, listed, cards)
            #expect(child.cards.map(\.id) == ["tmdb:tv:1"] && child.unrated == Int32(Self.films.count))
            #expect(owner.cards.count == Self.films.count + 1 && owner.unrated == 0)
            #expect(some.cards.map(\.id) == ["tmdb:tv:1"] && some.unanswered == ["tmdb:movie:1"])
            replay.hold(nil)
            // Asked once, for all of them.
            let inTime = try await harness.client(MetadataGateway.self, as: .kids).send(MetadataGateway.Discover())
            #expect(inTime.cards.count == 5 && inTime.unrated == 0)
            #expect(replay.requests.filter { $0.target.hasPrefix("/3/movie/") }.count == Self.films.count)
        }
    }

    @Test func `what strangers write is held to its form`() async throws {
        try await withMetadata { harness, replay, client in
            let long = String(repeating: "x", count: 600)
            replay.invent(
                "/3/trending/all/week",
                """
                {"page": 1, "results": [
                    {"id": 1, "media_type": "movie", "title": "\(long)", "release_date": "soon", "vote_average": 70, "vote_count": 1},
                    {"id": -4, "media_type": "movie", "title": "Below"}, {"id": 3, "media_type": "alien", "title": "Other"}
                ], "total_pages": 1, "total_results": 3}
                """)
            // Another film than the one asked for: a child's rating is not taken from it.
            replay.invent("/3/movie/1", #"{"id": 2, "title": "Mild", "release_dates": {"results": []}}"#)
            let found = try await client.send(MetadataGateway.Discover())
            #expect(found.cards.map(\.title) == [String(long.prefix(500))] && found.nextPage == nil)
            #expect(found.cards[0].score == nil && found.cards[0].year == nil)
            let kids = try await harness.client(MetadataGateway.self, as: .kids)
            let child = try await kids.send(MetadataGateway.Discover())
            #expect(child.cards.isEmpty && child.unrated == 1)
            let error = await client.failure(of: MetadataGateway.GetCards(ids: ["tmdb:movie:1"]))
            #expect(error?.problem == .unreadable)
        }
    }

    @Test func `without a key it says so`() async throws {
        try await withMetadata(key: nil) { harness, _, _ in
            let kids = try await harness.client(MetadataGateway.self, as: .kids)
            #expect(await kids.failure(of: MetadataGateway.Discover())?.problem == .noKey)
            #expect(await kids.failure(of: MetadataGateway.GetCards(ids: ["tmdb:movie:1"]))?.problem == .noKey)
        }
    }

    @Test func `wrong questions name the field`() async throws {
        try await withMetadata { _, replay, client in
            let fields = [
                await client.failure(of: MetadataGateway.Discover(text: "")),
                await client.failure(of: MetadataGateway.Discover(kind: .channel)),
                await client.failure(of: MetadataGateway.Discover(page: 0)),
            ].map { $0?.detail(InvalidField.self)?.field }
            #expect(fields == ["text", "kind", "page"])
            let many = (1...Int64(MetadataGateway.GetCards.maximumCount + 1)).map {
                ContentID(rawValue: "tmdb:tv:\($0)")
            }
            for ids in [
                [], many, ["mv_1"], ["tmdb:movie:007"], ["tmdb:movie:0"], ["tmdb:person:1"], ["tmdb:movie:1:2"],
            ] {
                let error = await client.failure(of: MetadataGateway.GetCards(ids: ids))
                #expect(error?.detail(InvalidField.self)?.field == "ids")
            }
            #expect(replay.requests.isEmpty)
        }
    }
}

extension ContentID: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self.init(rawValue: value) }
}
