import CatalogAPI
import HearthModel
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Episodes that their group names, or whose title leaves no doubt, although nothing else says that they are any.
struct NamedEpisodeTests {
    /// An entry, and what is to come of it: series, season, episode and last one; nil where it is none.
    struct Case: Sendable, CustomTestStringConvertible {
        var (group, title): (String, String)
        var series: String?
        var numbers: [Int?]
        var address = "https://h.example/x/index.m3u8"

        init(_ group: String, _ title: String, _ series: String?, _ numbers: [Int?] = []) {
            (self.group, self.title, self.series, self.numbers) = (group, title, series, numbers)
        }
        var testDescription: String { "\(group) | \(title)" }
    }

    private static func items(
        _ cases: [(group: String, title: String, info: String)], ending: String = "index.m3u8"
    )
        -> [PlaylistItem]
    {
        let text = cases.enumerated().map {
            "#EXTINF:-1 \($1.info) group-title=\"\($1.group)\",\($1.title)\nhttps://h.example/\($0)/\(ending)\n"
        }.joined()
        return RecognizedList(Playlist(text).entries).items
    }

    @Test(arguments: [
        Case("Low Tide (2021)", "EP21", "Low Tide", [nil, 21, nil]),
        Case("Low Tide", "Episodio 8", "Low Tide", [nil, 8, nil]),
        Case("Low Tide", "Episodio 1 [Temp. 2]", "Low Tide", [2, 1, nil]),
        Case("Family Harbour", "Folge 3", "Family Harbour", [nil, 3, nil]),
        Case("Low Tide", "4x8 Low Tide", "Low Tide", [4, 8, nil]),
        Case("Low Tide (2021)", "Low Tide (2021) EP10", "Low Tide", [nil, 10, nil]),
        Case("Low Tide", "Low Tide Season 2 Ep 10", "Low Tide", [2, 10, nil]),
        Case("Single", "Low Tide - Tập 11", "Low Tide", [nil, 11, nil]),
        Case("Tvshows", "Low Tide (Phần 2) - Tập Tập 03", "Low Tide", [2, 3, nil]),
        Case("Anime", "Low Tide E057-058", "Low Tide", [nil, 57, 58]),
        Case("Cartoons", "Low Tide - Vietsub #1 [169]", "Low Tide", [nil, 169, nil]),
        Case("Cartoons", "Low Tide - Thuyết Minh #2 [07]", "Low Tide", [nil, 7, nil]),
        Case("Low Tide", "Low Tide 2025-11-26 Episode 262", "Low Tide", [nil, 262, nil]),
        Case("Exxen", "TR: Low Tide 15 Bölüm", "Low Tide", [nil, 15, nil]),
        Case("Low Tide", "LOW TIDE 3S 11B", "LOW TIDE", [3, 11, nil]),
        Case("Low Tide", "Low Tide C5-T3", "Low Tide", [3, 5, nil]),
        Case("SERIE LOW TIDE", "TEMP 2 CAPT 7", "LOW TIDE", [2, 7, nil]),
        // Groups that are no series, films that are counted so, and what is part of a name.
        Case("Action", "Episode 8", nil), Case("2019", "Episode 8", nil),
        Case("Movies", "Low Tide - Episode 2", nil),
        Case("Star Wars", "Star Wars Episode 4", nil), Case("Classics", "Star Wars: Episode 4", nil),
        Case("Classics", "Low Tide - Capítulo 4", nil), Case("Sport", "Area E5", nil),
        Case("Sport", "Area 3S", nil),
        Case("News", "Low Tide", nil), Case("Sport", "Racing 4x4 TV", nil), Case("Cars", "4x4", nil),
        Case("Low Tide", "E30", nil), Case("Korku Filmleri", "Low Tide 2. Bölüm", nil),
        Case("Drama", "Low Tide Bölüm 2", nil),
        Case("Low Tide", "1x3", nil), Case("Gerilim | Türkçe Altyazı", "1x3", nil),
        Case("Sport", "Low Tide - Pier #1 [169]", nil),
    ])
    func numbers(_ one: Case) throws {
        let item = try #require(Self.items([(one.group, one.title, "")]).first)
        #expect(item.series?.title == one.series)
        guard let series = item.series else { return }
        #expect([series.season, series.episode, series.lastEpisode] == one.numbers)
    }

    @Test
    func `a title that is nothing but season and episode is one where its group has three of them: 2x2 is a channel`() {
        for count in 1...4 {
            let cases = (1...count).map { (group: "Low Tide", title: "2x\($0)", info: "") }
            let found = Self.items(cases).map { $0.series.map { "\($0.title) \($0.episode ?? 0)" } }
            let expected = (1...count).map { count < 3 ? nil : "Low Tide \($0)" }
            #expect(found == expected)
        }
    }

    @Test
    func `a guide id does not make a channel of an episode that says its season, unless it runs around the clock`() {
        let info = "tvg-id=\"low.us\""
        let items = Self.items([
            ("Low Tide", "Low Tide S01E05", info), ("Low Tide", "Low Tide Season 1 Episode 3 - The Pier", info),
            ("24/7", "24/7 Low Tide S01E05", info), ("Drama", "Low Tide", info),
        ])
        #expect(items.map(\.kind) == [.episode, .episode, .channel, .channel])
        #expect(items[1].title == "The Pier" && Set(items.prefix(2).compactMap(\.series?.id)).count == 1)
    }

    @Test
    func `files called by numbers are episodes of their group where several are, and its name is one of a series`() {
        func list(_ titles: [String], _ group: String, _ ending: String = "v.mp4") -> [PlaylistItem] {
            Self.items(titles.map { (group, $0, "") }, ending: ending)
        }
        let plain = list(["1", "2", "03"], "Low Tide")
        #expect(plain.map(\.series?.title) == ["Low Tide", "Low Tide", "Low Tide"])
        #expect(plain.map(\.series?.episode) == [1, 2, 3])
        let named = list(["7 Low Tide!", "8 Low Tide!", "9 Low Tide!", "10 The Pier"], "Low Tide!")
        #expect(named.map(\.kind) == [.episode, .episode, .episode, .movie])
        #expect(list(["E30"], "Low Tide").first?.series?.episode == 30)
        #expect(list(["9", "300"], "Low Tide").allSatisfy { $0.kind == .movie })
        #expect(list(["9", "300", "21"], "Drama").allSatisfy { $0.kind == .movie })
        #expect(list(["9", "300", "21"], "Movies").allSatisfy { $0.kind == .movie })
        #expect(list(["9", "300", "21", "Heat", "Alien", "Up", "Jaws"], "Low Tide").allSatisfy { $0.kind == .movie })
        #expect(list(["1", "2", "3"], "Low Tide", "index.m3u8").allSatisfy { $0.kind == .channel })
    }
}
