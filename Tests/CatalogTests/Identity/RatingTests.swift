import HearthModel
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Adult titles and genres.
struct RatingTests {
    @Test(arguments: [
        "XXX", "Adult", "For Adults", "ADULTS 18+", "+18", "VIP | XXX", "Erwachsene", "Adultos", "Для взрослых",
        "成人电影", "Érotique",
        "Adulti", "للكبار فقط", "X-Rated", "Yetişkin", "Volwassenen", "アダルト", "UK| ADULT", "Dorosłych",
    ])
    func `adult groups`(_ group: String) {
        #expect(AdultDetector.finding(group: group)?.reason == .group)
    }

    @Test(arguments: [
        "Adult Swim", "Young Adult", "Adult Animation", "Pop Adult", "Sussex", "Essex TV", "Middlesex", "News",
        "Movies 2018", "Sky +1", "Channel 18", "Analog", "",
    ])
    func `harmless groups`(_ group: String) {
        #expect(AdultDetector.finding(group: group) == nil)
    }

    @Test(arguments: [
        "Brazzers TV", "XXX Movie 1", "Playboy TV HD", "Hustler TV", "Porno Nights", "порно канал", "日本成人電影",
        "[XXX] Foo",
    ])
    func `adult titles`(_ title: String) {
        #expect(AdultDetector.finding(title: title, kind: .channel)?.reason == .title)
        #expect(AdultDetector.finding(title: title, kind: .movie) != nil)
    }

    @Test(arguments: [
        "xXx", "xXx: Return of Xander Cage", "Sex and the City", "Sex Education", "Young Adult", "Striptease",
        "Sexy Beast", "The Sussex Vampire",
        "Essex Boys", "Nude Tuesday", "Wrestlemania XXX", "Super Bowl XXX", "The Hustler",
        "Zack and Miri Make a Porno", "Middlesex",
        "Analyze This", "The Playboy Club", "Dick Tracy", "Adult Beginners", "18 Again", "Scunthorpe United",
        "Cumbria", "Canal",
    ])
    func `harmless titles of films`(_ title: String) {
        #expect(AdultDetector.finding(title: title, kind: .movie) == nil)
    }

    @Test
    func `words that count for channels, not for films; ordinary channels pass`() {
        for title in ["Sex TV", "Erotic 1", "Adult Channel", "Foo 18+"] {
            #expect(AdultDetector.finding(title: title, kind: .channel) != nil)
            #expect(AdultDetector.finding(title: title, kind: .movie) == nil)
        }
        for title in [
            "Adult Swim", "Stingray Pop Adult", "Pluto TV Adult Animation", "Essex TV", "Sky Sport +18 HD", "Canal 18",
            "XX Xtra",
        ] {
            #expect(AdultDetector.finding(title: title, kind: .channel) == nil)
        }
    }

    @Test(arguments: [
        ("Action", [Genre.action]), ("VOD | Krimi & Thriller", [.thriller, .crime]),
        ("Sci-Fi & Fantasy", [.scienceFictionFantasy]),
        ("Documentaries", [.documentary]), ("Komödie", [.comedy]), ("Ciencia Ficción", [.scienceFiction]),
        ("Ужасы", [.horror]),
        ("Kinder", [.kids]), ("News;Local", [.news]), ("Sports", []), ("United Kingdom", []), ("TV Shows", []),
        ("Romantic Comedy", [.comedy, .romance]),
        ("Western & Classic TV", [.western]), ("Musik & Ambient", [.music]), ("Game Shows", [.reality]), ("", []),
    ])
    func `genres of groups and categories, in TMDB's vocabulary`(_ text: String, _ expected: [Genre]) {
        #expect(GenreMapper.genres(in: text) == expected.sorted())
    }

    @Test
    func `TMDB's ids`() {
        #expect(Genre.all.count == 27)
        #expect(Set(Genre.all.map(\.id)).count == 27)
        #expect(Genre.all.map(\.id).contains(10_768))
    }
}
