import Testing

@testable import HearthModel

/// Titles that are not in the library, by their numbers at TMDB.
struct TMDBIDTests {
    @Test func `numbers are read as they are written`() {
        for (text, kind, number) in [
            ("tmdb:movie:348", ContentKind.movie, Int64(348)), ("tmdb:tv:1", .series, 1),
            ("tmdb:tv:\(Int64.max)", .series, .max),
        ] {
            let read = TMDBID(ContentID(rawValue: text))
            #expect(read == TMDBID(kind, number) && read?.content.rawValue == text)
        }
    }

    @Test(
        arguments: [
            "tmdb:movie:0", "tmdb:movie:-1", "tmdb:movie:007", "tmdb:movie:+7", "tmdb:movie:", "tmdb:movie:1:2",
            "tmdb:series:1",
            "tmdb:person:1", "tmdb:movie:9223372036854775808", "imdb:movie:1", "mv_1", "", "tmdb:movie:x",
        ])
    func `what is written in another way is none`(_ text: String) {
        #expect(TMDBID(ContentID(rawValue: text)) == nil)
    }

    @Test func `a card has one when it was matched`() {
        var card = Card(id: ContentID(rawValue: "sr_1"), kind: .series, title: "Low Tide")
        #expect(TMDBID(of: card) == nil)
        card.tmdbID = 9
        #expect(TMDBID(of: card)?.content.rawValue == "tmdb:tv:9")
        // Episodes have numbers of another kind.
        card.kind = .episode
        #expect(TMDBID(of: card) == nil)
    }
}
