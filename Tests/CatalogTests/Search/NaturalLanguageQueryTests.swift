import CatalogAPI
import Foundation
import HearthModel
import RPC
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Queries as people speak them become filters, and the answer says which.
struct NaturalLanguageQueryTests {
    /// What was understood of a text, a line for each part, then the words left.
    private func read(_ text: String) -> [String] {
        let natural = NaturalLanguageQuery(text, thisYear: 2026) { _ in nil }
        return natural.parts.map { "\($0.about) \($0.value)" } + [natural.text]
    }

    /// With its type, which the compiler would otherwise look for in each line.
    private static let readings: [(String, [String])] = [
        ("kids cartoons under 30 minutes", ["rating for children", "genre Animation", "minutes at most 30", ""]),
        ("action movies from the nineties", ["genre Action", "kind movie", "year 1990-1999", ""]),
        ("Horror films of the 1980s", ["genre Horror", "kind movie", "year 1980-1989", ""]),
        ("comedies before 1970", ["genre Comedy", "year -1969", ""]),
        ("sci-fi series since 2015", ["genre Science Fiction", "kind series", "year 2015-", ""]),
        ("dramas between 1990 and 1995", ["genre Drama", "year 1990-1995", ""]),
        ("westerns 1950-1960", ["genre Western", "year 1950-1960", ""]),
        ("romantic comedy from 1999", ["genre Comedy, Romance", "year 1999", ""]),
        ("movies over two hours", ["kind movie", "minutes at least 120", ""]),
        ("a film shorter than an hour and a half", ["kind movie", "minutes at most 90", ""]),
        ("shows of less than half an hour", ["kind series", "minutes at most 30", ""]),
        ("movies under 90min", ["kind movie", "minutes at most 90", ""]),
        ("movies under 2h", ["kind movie", "minutes at most 120", ""]),
        ("movies over 1h30", ["kind movie", "minutes at least 90", ""]),
        ("movies under 1h 45m", ["kind movie", "minutes at most 105", ""]),
        ("movies under 2.5h", ["kind movie", "minutes at most 150", ""]),
        ("films up to 1 hour 40 minutes", ["kind movie", "minutes at most 100", ""]),
        ("movies under 2houses", ["kind movie", "under 2houses"]),
        ("comedies from the early nineties", ["genre Comedy", "year 1990-1993", ""]),
        ("mid-90s dramas", ["year 1994-1996", "genre Drama", ""]),
        ("late 2000s thrillers", ["year 2007-2009", "genre Thriller", ""]),
        ("late night comedies", ["genre Comedy", "late night"]),
        ("documentaries in 4K", ["genre Documentary", "quality 4K, 8K", ""]),
        ("French movies", ["language fr", "kind movie", ""]),
        ("thrillers in german", ["genre Thriller", "language de", ""]),
        ("R-rated comedies", ["rating R", "genre Comedy", ""]),
        ("something scary", ["genre Horror", ""]),
        ("best animated films", ["sort score", "genre Animation", "kind movie", ""]),
        ("action movies with Tom Hanks", ["genre Action", "kind movie", "Tom Hanks"]),
        ("new movies starring Tom Hanks", ["sort newest", "kind movie", "Tom Hanks"]),
        ("films by Ridley Scott", ["kind movie", "Ridley Scott"]), ("PG movies", ["rating PG", "kind movie", ""]),
        ("radio stations in German", ["kind radio", "language de", ""]),
        ("news radio", ["genre News", "kind radio", ""]),
        ("movies about radio", ["kind movie", "about radio"]),
        ("PG-13 comedies", ["rating PG-13", "genre Comedy", ""]), ("A New Hope", ["A New Hope"]),
        ("films from last year", ["kind movie", "year 2025", ""]),
        ("this year's series", ["year 2026", "kind series", ""]),
        ("last year\u{2019}s horror films", ["year 2025", "genre Horror", "kind movie", ""]),
        ("the best comedies this year", ["sort score", "genre Comedy", "year 2026", ""]),
        ("movies from the last five years", ["kind movie", "year 2021-2026", ""]),
        ("dramas released in the past 3 years", ["genre Drama", "year 2023-2026", ""]),
        ("films from the past decade", ["kind movie", "year 2016-2026", ""]),
        ("westerns of the last two decades", ["genre Western", "year 2006-2026", ""]),
        ("shows over the last ten years", ["kind series", "year 2016-2026", ""]),
        // What no rule knows, or what may be a title.
        ("Last Year at Marienbad", ["Last Year at Marienbad"]), ("This Year", ["This Year"]),
        ("films from the last 0 years", ["kind movie", "last 0 years"]),
        ("movies from the last few years", ["kind movie", "last few years"]),
        ("The Last Five Years", ["The Last Five Years"]),
        ("Stand by Me", ["Stand by Me"]),
        ("Terminator", ["Terminator"]),
        ("1917", ["1917"]),
        ("the 39 steps", ["the 39 steps"]),
        ("", [""]),
    ]

    @Test(arguments: readings)
    func phrases(_ text: String, _ expected: [String]) { #expect(read(text) == expected) }

    private static let library = [
        ("Die Hard (1988)", "Action", "R"), ("Die Hard 2 (1990)", "Action", "R"), ("Speed (1994)", "Action", "R"),
        ("Toy Story (1995)", "Animation", "G"), ("Clueless (1995)", "Comedy", "PG-13"),
        ("The Rock (1996)", "Action", "R"),
        ("Mad Max Fury Road (2015)", "Action", "R"), ("Scary Movie (2000)", "Comedy", "R"),
        ("The Ring (2002)", "Horror", "PG-13"),
    ].enumerated().map { number, film in
        "#EXTINF:\(3_000 + number * 600) type=\"movie\" group-title=\"\(film.1)\" rating=\"\(film.2)\",\(film.0)\n"
            + "http://a.example/movie/u/p/\(number).mkv"
    }.joined(separator: "\n")

    private func search(
        _ catalog: CatalogFixture, _ text: String, as person: TestCaller = .owner
    ) async throws -> SearchResults {
        var request = Catalog.Search(text: text)
        request.isNatural = true
        return try await catalog.client(person).send(request)
    }

    @Test
    func `films like another, from a decade: the most alike first, the film itself not among them`() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.library))
            let found = try await search(catalog, "action movies like Die Hard from the nineties")
            #expect(found.hits.map(\.title) == ["Die Hard 2", "Speed", "The Rock"])
            let understood = try #require(found.understood)
            #expect(!understood.isPlain)
            #expect(understood.parts.map(\.about) == ["genre", "kind", "similar", "year"])
            #expect(understood.parts.map(\.words) == ["action", "movies", "like Die Hard", "from the nineties"])
        }
    }

    @Test
    func `the film that others are to be like need not be what they are to be`() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.library))
            func titles(_ change: (inout Catalog.Search) -> Void) async throws -> [String] {
                var request = Catalog.Search(text: "movies like Die Hard")
                request.isNatural = true
                change(&request)
                let found = try await catalog.client().send(request)
                #expect(found.understood?.parts.map(\.about) == ["kind", "similar"])
                return found.hits.map(\.title)
            }
            #expect(
                try await titles { $0.years = [YearRange(1990, through: 1999)] } == ["Die Hard 2", "Speed", "The Rock"])
            #expect(try await titles { $0.maximumMinutes = 90 } == ["Die Hard 2", "Speed"])
            #expect(try await titles { $0.kinds = [.movie] }.first == "Die Hard 2")
        }
    }

    @Test
    func `last year is told from the time of the service`() async throws {
        try await CatalogFixture.with { catalog in
            let year = catalog.clock.wallTime.year
            let films = (0...6).map { "Film \("ABCDEFG".dropFirst($0).prefix(1)) (\(Int(year) - $0))" }
            try await catalog.playlist(
                catalog.file("a.m3u", films.enumerated().map { SampleEntry.film($1, $0) }.joined()))
            func titles(_ text: String) async throws -> [String] {
                let found = try await search(catalog, text)
                #expect(found.understood?.parts.contains { $0.about == "year" } == true, "\(text)")
                return found.hits.map(\.title).sorted()
            }
            #expect(try await titles("films from last year") == ["Film B"])
            #expect(try await titles("this year's films") == ["Film A"])
            #expect(try await titles("films from the last two years") == ["Film A", "Film B", "Film C"])
            catalog.clock.advance(days: 366)
            #expect(try await titles("films from last year") == ["Film A"])
        }
    }

    @Test
    func `what is not understood, what is a title, and what would find nothing is looked for as it is, and says so`()
        async throws
    {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.library))
            for (text, titles) in [
                ("speed", ["Speed"]), ("scary movie", ["Scary Movie"]), ("the ring", ["The Ring"]),
                ("mad max", ["Mad Max Fury Road"]),
            ] {
                let found = try await search(catalog, text)
                #expect(found.hits.map(\.title) == titles, "\(text)")
                #expect(found.understood == Understanding(isPlain: true, parts: [], text: text), "\(text)")
            }
            let found = try await search(catalog, "scary movies")
            #expect(found.hits.map(\.title) == ["The Ring"])
            #expect(found.understood?.isPlain == false)
            // A plain search has no understanding at all.
            #expect(try await catalog.client().send(Catalog.Search(text: "scary movie")).understood == nil)
        }
    }

    @Test
    func `a child's wish tells nothing of films that are not for children, not even that one has this name`()
        async throws
    {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.library))
            let kids = try await search(catalog, "action movies like Die Hard", as: .kids)
            #expect(kids.hits.isEmpty)
            #expect(kids.understood?.parts.map(\.about) == ["genre", "kind"])
            var request = Catalog.Search(text: "")
            let hidden = try #require(
                try await catalog.client().send(Catalog.Search(text: "die hard")).hits.first?.id)
            request.similarTo = hidden
            let client = try await catalog.client(.kids)
            let failure = await #expect(throws: RPCError.self) { _ = try await client.send(request) }
            #expect(failure?.code == .notFound)
        }
    }

    @Test
    func `pages of a wish go on as they began`() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.library))
            for text in ["action movies", "movies like speed", "mad max"] {
                var request = Catalog.Search(text: text)
                request.isNatural = true
                let whole = try await catalog.all(request)
                #expect(!whole.isEmpty)
                #expect(try await catalog.all(request, pageSize: 1) == whole, "\(text)")
            }
        }
    }
}
