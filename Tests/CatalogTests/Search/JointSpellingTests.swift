import CatalogAPI
import HearthModel
import RPC
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// A word of several is corrected to what leads to a title together with the others.
struct JointSpellingTests {
    private static func film(_ name: String, _ rating: String = "G") -> String {
        "#EXTINF:-1 type=\"movie\" group-title=\"Films\" rating=\"\(rating)\",\(name)\n"
            + "http://m.example/movie/u/p/\(name.filter(\.isLetter))\(name.filter(\.isNumber)).mp4\n"
    }

    private static let list =
        [
            "Harry Potter and the Chamber of Secrets (2002)", "Harry Potter and the Goblet of Fire (2005)",
            "Peter Pan (2003)", "Peter Rabbit (2018)", "Peter and the Wolf (2006)", "Hary Janos (1965)",
            "Juice Wrld: Into the Abyss (2021)", "Star Wars (1977)", "Star Trek (2009)", "Stark Raving (2002)",
            "The Dark Knight (2008)", "Dark City (1998)", "Parks and Rights (2001)", "The Lord of the Rings (2001)",
            "Lord Jim (1965)", "The Ring (2002)", "Rinse and Repeat (2010)", "Back to the Future (1985)",
        ].map { film($0) }.joined()
        + "#EXTINF:-1 group-title=\"News\",BBC World Service\nhttp://m.example/live/u/p/9.ts\n"

    private static let potters = [
        "Harry Potter and the Chamber of Secrets", "Harry Potter and the Goblet of Fire",
    ]

    @Test
    func `whatever is nearer, more frequent, or there as a word of another title`() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.list))
            let client = try await catalog.client()
            for (text, meant, titles) in [
                ("harry poter", "harry potter", Self.potters), ("hary potter", "harry potter", Self.potters),
                ("hary poter", "harry potter", Self.potters), ("poter harry", "potter harry", Self.potters),
                ("bbc wrld service", "bbc world service", ["BBC World Service"]),
                ("harry poter goblet", "harry potter goblet", [Self.potters[1]]),
                ("harry potter goblt", "harry potter goblet", [Self.potters[1]]),
                ("hary poter chambr", "harry potter chamber", [Self.potters[0]]),
                ("stark wars", "star wars", ["Star Wars"]), ("star treck", "star trek", ["Star Trek"]),
                ("dark nights", "dark knight", ["The Dark Knight"]),
                ("darc knight", "dark knight", ["The Dark Knight"]),
                ("lord of the rins", "lord of the rings", ["The Lord of the Rings"]),
                ("back to teh futur", "back to the futur", ["Back to the Future"]),
                ("petr rabit", "peter rabbit", ["Peter Rabbit"]),
            ] as [(String, String?, [String])] {
                let found = try await client.send(Catalog.Search(text: text, sort: .title))
                #expect(
                    found.hits.map(\.title).sorted() == titles.sorted(), "\(text): \(found.correctedText ?? "none")")
                if let meant { #expect(found.correctedText == meant, "\(text)") }
                #expect(found.exactTotal == 0, "\(text)")
            }
        }
    }

    @Test
    func `what finds a title as it is, or nothing in any spelling, is left as it is`() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.list))
            let client = try await catalog.client()
            for (text, total) in [
                ("hary janos", 1), ("juice wrld", 1), ("peter wolf", 1), ("harry rabbit", 0), ("potter trek", 0),
                ("2002 2003", 0), ("zz yy xx", 0), ("star wars andor", 0),
                ((0..<40).map { "word\($0)" }.joined(separator: " "), 0),
                (Array(repeating: "harry", count: 15).joined(separator: " ") + " qqqqqqq", 0),
            ] {
                let found = try await client.send(Catalog.Search(text: text))
                #expect(
                    Int(found.total) == total && found.correctedText == nil, "\(text): \(found.correctedText ?? "")")
            }
        }
    }

    @Test
    func `no word is corrected to what only a hidden title has with the others`() async throws {
        let list =
            Self.film("Harry Potter and the Chamber (2002)", "R") + Self.film("Harry Poster Nights (2001)", "G")
            + Self.film("Secret Potter (2000)", "R") + Self.film("Hary Janos (1965)", "G")
            + Self.film("Midnight Garden (1999)", "NC-17") + Self.film("Midnight Train (1998)", "G")
            + Self.film("Rose Garden (1997)", "G")
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", list))
            let (owner, kids) = (try await catalog.client(), try await catalog.client(.kids))
            for (text, all, child) in [
                ("hary potter", "harry potter", "harry poster"), ("harry pottr", "harry potter", "harry poster"),
                ("midnight gardn", "midnight garden", nil), ("midnigt garden", "midnight garden", nil),
                ("midnigt gardn", "midnight garden", nil), ("secret poter", "secret potter", nil),
                ("rose gardn", "rose garden", "rose garden"),
            ] as [(String, String?, String?)] {
                #expect(try await owner.send(Catalog.Search(text: text)).correctedText == all, "\(text)")
                let seen = try await kids.send(Catalog.Search(text: text))
                #expect(seen.correctedText == child, "\(text): \(seen.hits.map(\.title))")
                #expect(seen.hits.allSatisfy { $0.rating == .g })
                let suggested = try await kids.send(Catalog.Suggest(text: text)).suggestions
                #expect(!suggested.contains { $0.text.contains("Potter") || $0.text.contains("Midnight Garden") })
            }
        }
    }
}
