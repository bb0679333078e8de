import Foundation
import HearthModel
import MetadataGatewayAPI
import MetadataGatewayService
import RPC
import TestSupport
import Testing

/// One field of an answer that is not what it should be costs that field, or the item that cannot do without it, and nothing else.
struct OddFieldTests {
    private static func film(_ json: String) throws -> TMDBDecoder.Reading<TMDB.Movie> {
        try TMDBDecoder.read(TMDB.Movie.self, from: Data(json.utf8))
    }

    private static func page(_ json: String) throws -> TMDBDecoder.Reading<TMDB.TitlePage> {
        try TMDBDecoder.read(TMDB.TitlePage.self, from: Data(json.utf8))
    }

    @Test
    func `a person without a name is left out of the cast`() throws {
        let reading = try Self.film(
            """
            {"id": 9510, "title": "Fight Club", "release_date": "1999-10-15", "runtime": 139, "credits": {"cast":
            [{"id": 1, "name": "A"}, {"id": 2, "name": null}], "crew": []}}
            """)
        #expect(reading.value.runtime == 139 && reading.value.releaseDate == "1999-10-15")
        #expect(reading.value.credits?.cast.map(\.name) == ["A"])
        #expect(reading.oddFields == 1 && reading.oddPaths == ["credits.cast.1.name"])
    }

    @Test
    func `genres that are no list are none`() throws {
        let reading = try Self.film(
            """
            {"id": 9510, "title": "Fight Club", "similar": {"page": 1, "results": [{"id": 1, "title": "Similar",
            "genre_ids": {}}], "total_pages": 1, "total_results": 1}}
            """)
        #expect(reading.value.similar?.results.map(\.title) == ["Similar"])
        #expect(reading.value.similar?.results.first?.genreIds == nil)
        #expect(reading.oddPaths == ["similar.results.0.genreIds"])
    }

    @Test
    func `half a surrogate pair is U+FFFD, and a whole one is what it stands for`() throws {
        let cases = [
            (#"Lone \ud83d surrogate"#, "Lone \u{FFFD} surrogate"), (#"\udca9 low"#, "\u{FFFD} low"),
            (#"\ud83d\ud83d\udca9"#, "\u{FFFD}\u{1F4A9}"), (#"\udca9\ud83d"#, "\u{FFFD}\u{FFFD}"),
            (#"end \uD83D"#, "end \u{FFFD}"), (#"\\ud83d \ud83d"#, "\\ud83d \u{FFFD}"),
            (#"\ud83d\u0041"#, "\u{FFFD}A"), (#"\ud83d\ude00 \udfff"#, "\u{1F600} \u{FFFD}"),
        ]
        for (written, meant) in cases {
            let reading = try Self.film("{\"id\": 9009, \"title\": \"\(written)\", \"overview\": \"\\u0000x\"}")
            #expect(reading.value.title == meant, "\(written)")
            #expect(reading.value.overview == "\u{0}x" && reading.oddFields > 0)
        }
        let bytes = Data(#"{"id": 1, "title": "caf"#.utf8) + [0xE9] + Data(#""}"#.utf8)
        #expect(try TMDBDecoder.decode(TMDB.Movie.self, from: bytes).title == "caf\u{FFFD}")
    }

    @Test
    func `an item that cannot be read costs the page that item`() throws {
        let reading = try Self.page(
            """
            {"page": 1, "results": [{"id": 11, "title": "Good film", "release_date": "2001-01-01", "media_type": "movie"},
            {"id": 4, "name": "Person", "media_type": "person", "known_for": [{"id": 5, "media_type": "movie",
            "title": "K", "genre_ids": {}}]}, null, 7, "x", {"title": "without a number"}, {"id": 12, "title": "Other"}],
            "total_pages": 1, "total_results": 2}
            """)
        #expect(reading.value.results.map(\.id) == [11, 4, 12])
        #expect(reading.value.results[1].knownFor?.map(\.title) == ["K"])
        #expect(reading.oddFields == 5)
    }

    @Test(arguments: [
        #""runtime": "139""#, #""runtime": 139.0"#, #""vote_count": "many", "runtime": 139"#,
        #""belongs_to_collection": [], "runtime": 139"#, #""genres": {"id": 1}, "runtime": 139"#,
        #""images": "none", "runtime": 139"#, #""videos": {"results": null}, "runtime": 139"#,
        #""keywords": {"keywords": [{"id": 1}, {"id": 2, "name": "k"}]}, "runtime": 139"#,
        #""watch/providers": {"results": []}, "runtime": 139"#, #""spoken_languages": [null], "runtime": 139"#,
        #""popularity": {}, "runtime": 139"#, #""origin_country": "US", "runtime": 139"#,
    ])
    func `a field of another kind is absent, or what it says where that is plain`(_ fields: String) throws {
        let reading = try Self.film("{\"id\": 550, \"title\": \"Fight Club\", \(fields)}")
        #expect(reading.value.id == 550 && reading.value.title == "Fight Club" && reading.value.runtime == 139)
    }

    @Test
    func `a name that is a number is that name, and one that is missing is the one in its own language`() throws {
        #expect(try Self.film(#"{"id": 1, "title": 1917}"#).value.title == "1917")
        #expect(
            try Self.film(#"{"id": 1, "title": null, "original_title": "Le Samouraï"}"#).value.title == "Le Samouraï")
        let page = try Self.page(
            #"{"page": 1, "results": [{"id": "8", "name": {}}], "total_pages": "1", "total_results": 1}"#)
        #expect(page.value.results.map(\.id) == [8] && page.value.totalPages == 1)
    }

    /// What children are kept from by must not be lost for something beside it.
    @Test
    func `a mark that is not plainly no counts as yes, and a certificate outlives its date`() throws {
        let cases: [(String, Bool?)] = [
            ("1", true), ("0", false), (#""true""#, true), (#""false""#, false), (#""yes""#, true), ("[]", true),
            ("null", nil),
        ]
        for (mark, isMarked) in cases {
            for name in ["adult", "softcore"] {
                let film = try Self.film("{\"id\": 1, \"title\": \"A\", \"runtime\": \"1\", \"\(name)\": \(mark)}")
                    .value
                #expect((name == "adult" ? film.adult : film.softcore) == isMarked, "\(name) \(mark)")
            }
        }
        let film = try Self.film(
            """
            {"id": 1, "title": "A", "release_dates": {"results": [{"iso_3166_1": null, "release_dates":
            [{"certification": "R", "release_date": null, "type": "3"}, {"certification": 18, "note": []}, 7]}]}}
            """)
        let releases = film.value.releaseDates?.results.flatMap(\.releaseDates)
        #expect(releases?.map(\.certification) == ["R", "18"])
        let show = try TMDBDecoder.decode(
            TMDB.Show.self,
            from: Data(
                #"{"id": 1, "name": "A", "content_ratings": {"results": [{"iso_3166_1": null, "rating": 18}]}}"#.utf8))
        #expect(show.contentRatings?.results.map(\.rating) == ["18"])
    }

    @Test(arguments: [
        (#"{"id": 1}"#, "title"), (#"{"id": {}, "title": "A"}"#, "id"), (#"{"title": "A"}"#, "id"),
        (#"{"id": 1, "title": null}"#, "title"), ("[]", ""), ("<html>", ""), (#"{"id": 1, "title": "A""#, ""),
    ])
    func `what cannot be used at all is an error that names the field`(_ text: String, _ field: String) throws {
        #expect(throws: UnreadableResponse(field: field)) { try Self.film(text) }
    }

    @Test
    func `a page without a list, or with nothing in it that can be read, is an error that names the field`() throws {
        for (results, field) in [
            (#""x""#, "results"), ("null", "results"), (#"[{"id": null}]"#, "results.0.id"), ("{}", "results"),
        ] {
            let text = "{\"page\": 1, \"results\": \(results), \"total_pages\": 1, \"total_results\": 1}"
            #expect(throws: UnreadableResponse(field: field)) { try Self.page(text) }
        }
        #expect(try Self.page(#"{"page": 1, "results": [], "total_pages": 0, "total_results": 0}"#).oddFields == 0)
    }

    @Test
    func `callers get the rest, which is counted once and kept`() async throws {
        try await withMetadata { harness, replay, client in
            replay.invent(
                "/3/search/multi",
                """
                {"page": 1, "results": [{"id": 11, "title": "Good film", "media_type": "movie"}, {"id": null}, {"id": 12,
                "title": "Lone \\ud83d", "media_type": "movie", "genre_ids": {}}], "total_pages": 1, "total_results": 3}
                """)
            for _ in 0..<3 {
                let found = try await client.send(MetadataGateway.SearchTitles(text: "good"))
                #expect(found.page.results.map(\.title) == ["Good film", "Lone \u{FFFD}"])
            }
            let status = try await client.send(MetadataGateway.GetSourceStatus())
            #expect(status.oddFields == 3 && status.sent == 1 && status.hits == 2)
            let kids = try await harness.client(MetadataGateway.self, as: .kids)
            replay.invent(
                "/3/trending/all/week",
                #"{"page": 1, "results": [{"id": 7, "media_type": "movie", "title": "A"}], "total_pages": 1, "total_results": 1}"#
            )
            replay.invent("/3/movie/7", #"{"id": 7, "title": "A", "runtime": [], "softcore": "yes"}"#)
            let shown = try await kids.send(MetadataGateway.GetCards(ids: ["tmdb:movie:7"]))
            #expect(shown.cards.isEmpty)
        }
    }
}
