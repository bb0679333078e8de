import HearthModel
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Places in front of the titles of a list of top films are no part of them.
struct RankTests {
    private static func list(_ titles: [String], _ group: String = "IMDb Top 250") -> String {
        titles.enumerated().map { number, title in
            "#EXTINF:-1 group-title=\"\(group)\",\(title)\nhttp://h:80/movie/u/p/\(group.count)\(number).mkv\n"
        }.joined()
    }

    private static func titles(_ list: String) -> [String] { RecognizedList(Playlist(list).entries).items.map(\.title) }

    @Test
    func `a whole group that is numbered is a list of places, however they are written`() {
        let titles = [
            "The Shawshank Redemption (1994)", "Heat", "12 Angry Men (1957)", "Se7en", "1917 (2019)", "Alien³",
        ]
        let plain = ["The Shawshank Redemption", "Heat", "12 Angry Men", "Se7en", "1917", "Alien³"]
        let forms: [(Int) -> String] = [
            { "\($0). " }, { "\($0).  " }, { "#\($0) - " }, { "#\($0) " }, { "00\($0) - " }, { "00\($0) " },
            { "\($0)) " },
            { "\($0) - " },
        ]
        for form in forms {
            let written = titles.enumerated().map { form($0 + 1) + $1 }
            #expect(Self.titles(Self.list(written)) == plain, "\(form(1))")
        }
        let ranked = RecognizedList(Playlist(Self.list(titles.enumerated().map { "\($0 + 1). \($1)" })).entries)
        // The next week's places, and a list without them: the same films.
        let later = RecognizedList(
            Playlist(Self.list(titles.reversed().enumerated().map { "\($0 + 1). \($1)" })).entries)
        #expect(ranked.ids == later.ids && ranked.ids == RecognizedList(Playlist(Self.list(titles)).entries).ids)
    }

    @Test
    func `what only begins with a number keeps it`() {
        let numbers = [
            "7. Koğuştaki Mucize", "12 Angry Men", "300", "1917", "9.5 Weeks", "24 - Redemption", "101 - Dalmatians",
            "21 Jump Street",
        ]
        let others = ["Heat", "Alien", "Se7en", "Up"]
        #expect(Self.titles(Self.list(numbers + others)) == numbers + others)
        // A few numbered ones among others are not a group of them.
        let few = (1...6).map { "\($0). Film \($0)" }
        #expect(Self.titles(Self.list(few + others)) == few + others)
        #expect(Self.titles(Self.list(Array(few.prefix(4)))) == Array(few.prefix(4)))
        // Always the same number, and always the same name: seasons, parts.
        let same = ["Redemption", "Live", "Again", "Forever", "Beyond", "Tonight"].map { "24 - \($0)" }
        #expect(Self.titles(Self.list(same)) == same)
        let parts = (1...6).map { "\($0) - Das Boot" }
        #expect(Self.titles(Self.list(parts)) == parts)
    }

    @Test
    func `a number in front of the word for an episode is its number, and channels keep theirs`() throws {
        let episodes = (1...8).map { "\($0). Bölüm" }
        let turkish = RecognizedList(
            Playlist(Self.list(episodes, "Diriliş Dizisi").replacing("/movie/", with: "/series/")).entries)
        #expect(turkish.items.map { $0.series?.episode } == Array(1...8))
        let names = ["Yeni", "Eski", "Uzun", "Kısa", "Sıcak", "Soğuk"]
        let parts = names.enumerated().map { "\($0 + 1). Bölüm \($1)" }
        #expect(Self.titles(Self.list(parts)) == parts)
        let channels = (1...8).map { "\($0). Kanal \($0 * 7)" }
        #expect(Self.titles(Self.list(channels, "TR").replacing("/movie/", with: "/live/")) == channels)
        let day = (1...8).map { "24 S01E0\($0)" }
        let series = RecognizedList(Playlist(Self.list(day, "24").replacing("/movie/", with: "/series/")).entries)
        #expect(Set(series.items.compactMap(\.series?.title)) == ["24"])
    }
}
