import HearthModel
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// What lists set beside names, and how films are told where their addresses say nothing.
struct ListMarkTests {
    private static let names = [
        "Ebb", "Flood", "Spring", "Neap", "Storm", "Calm", "Surge", "Swell", "Slack", "Tide", "Bore", "Rip",
    ]

    /// Entries of one group, with addresses made of their places.
    private static func items(
        _ titles: [String], group: String = "", id: String = "", address: (Int) -> String
    ) -> [PlaylistItem] {
        let lines = titles.enumerated().map {
            "#EXTINF:-1 tvg-id=\"\(id)\" group-title=\"\(group)\",\($1)\n\(address($0))\n"
        }
        return RecognizedList(Playlist("#EXTM3U\n" + lines.joined()).entries).items
    }

    private static func stream(_ place: Int) -> String { "https://h.example/\(place)/index.m3u8" }
    private static func file(_ place: Int) -> String { "https://h.example/f/\(place).mp4" }
    private static func sound(_ place: Int) -> String { "https://h.example/\(place).mp3" }

    // MARK: Films

    @Test
    func `what BitTorrent carries is a film, also through a player's plugin`() {
        let hash = "89111cdc02b898c624e1ed4c9ab0786fa9fffa66"
        let films = Self.items(["Low Tide", "Ebb"]) {
            "plugin://plugin.video.low/play?uri=magnet:?xt=urn:btih:\(hash)\($0)&dn=Low"
        }
        #expect(films.allSatisfy { $0.kind == .movie })
    }

    @Test
    func `groups of one kind by years are films where addresses are ciphers, and one event is none`() {
        func kinds(_ years: [Int]) -> Set<ContentKind> {
            let lines = years.flatMap { year in
                Self.names.map {
                    "#EXTINF:-1 tvg-id=\"(no tvg-id)\" group-title=\"LOW-\(year)\",\($0)\nhttp://?\($0)\(year)\n"
                }
            }
            return Set(RecognizedList(Playlist("#EXTM3U\n" + lines.joined()).entries).items.map(\.kind))
        }
        #expect(kinds([2017, 2018, 2019]) == [.movie])
        #expect(kinds([2022]) == [.channel])
    }

    @Test
    func `a server's number behind a film is none of its name`() {
        #expect(Self.items(["LOW TIDE OPC2"], group: "Films", address: Self.file).map(\.title) == ["LOW TIDE"])
    }

    @Test
    func `marks behind a star, where a list has several`() {
        let marked = Self.names.map { "\($0) Low (1987)*lists" }
        let films = Self.items(marked, group: "Films", address: Self.file)
        #expect(films.map(\.title) == Self.names.map { "\($0) Low" } && films.allSatisfy { $0.year == 1987 })
        let numbered = Self.names.map { "\($0)*25low*" } + ["247806*25low*"]
        #expect(Self.items(numbered, group: "Films", address: Self.file).map(\.title) == Self.names + ["247806"])
        let name = Self.items(["L*O*W*ER"] + Self.names, group: "Films", address: Self.file)
        #expect(name.first?.title == "L*O*W*ER")
    }

    @Test(arguments: ["Отлив 1988г", "Отлив 1988г.", "Отлив (1988 г.)", "Отлив 1988 год"])
    func `years with the letter of a year`(title: String) {
        let film = Self.items([title], group: "Фильмы", address: Self.file).first
        #expect(film?.title == "Отлив" && film?.year == 1988)
    }

    // MARK: Channels and stations

    @Test
    func `a country's code without a divider is none of a name where its group is of that country`() {
        func titles(_ names: [String], _ group: String) -> [String] {
            Self.items(names, group: group, address: Self.stream).map(\.title)
        }
        let behind = Self.names.map { "Low \($0) PL" }
        #expect(titles(behind, "Live: Poland") == Self.names.map { "Low \($0)" })
        #expect(titles(behind, "News") == behind)
        #expect(titles(Array(behind.prefix(3)), "Live: Poland") == Array(behind.prefix(3)))
        #expect(titles(Self.names.map { "UK Low \($0)" }, "United Kingdom") == Self.names.map { "Low \($0)" })
    }

    @Test
    func `a country's name behind a bar is that of the channel's country`() {
        let items = Self.items(["Low 6 | El Salvador", "Ebb | Low Tide"], address: Self.stream)
        #expect(items.map(\.title) == ["Low 6", "Ebb | Low Tide"] && items.first?.country == "SV")
    }

    @Test
    func `rates without a unit behind stations, and frequencies`() {
        let rated = zip(Self.names, [128, 64, 320, 192, 128, 64, 96, 48, 128, 128, 64, 32]).map { "\($0) Low \($1)" }
        #expect(Self.items(rated, address: Self.sound).map(\.title) == Self.names.map { "\($0) Low" })
        let waves = zip(Self.names, [96, 97, 98, 96, 101, 104, 96, 93, 107, 102, 96, 99]).map { "\($0) Low \($1)" }
        #expect(Self.items(waves, address: Self.sound).map(\.title) == waves)
    }

    @Test
    func `television in Cyrillic letters has a picture`() throws {
        let entries = Playlist(
            "#EXTM3U\n#EXTINF:-1,Лоу ТВ\nhttp://203.0.113.7:8011\n#EXTINF:-1,Лоу\nhttp://203.0.113.7:8012\n"
        ).entries
        #expect(entries.map { RadioSignals($0).hasPicture } == [true, false])
    }

    // MARK: Episodes

    @Test
    func `initials of a group that names its version`() {
        let items = Self.items((1...4).map { "LAT S2|EP\($0)" }, group: "LOW AND TIDE - LEG", address: Self.file)
        #expect(items.allSatisfy { $0.series?.title == "LOW AND TIDE" && $0.series?.season == 2 })
    }

    @Test
    func `a day behind the name of the group`() {
        let items = Self.items(["Low Tide - 6/1/2023"], group: "Low Tide") { "https://h.example/vod/\($0)/video.mp4" }
        #expect(items.first?.series?.title == "Low Tide" && items.first?.series?.airDate == "2023-01-06")
    }

    @Test(arguments: [("Tập206", 206), ("Tập 42a", 42)])
    func `an episode's number joined to its word, and with the letter of a part`(title: String, number: Int) {
        let item = Self.items([title], group: "Thủy Triều", address: Self.stream).first
        #expect(item?.kind == .episode && item?.series?.episode == number)
    }

    @Test
    func `the halves of an episode are titles of their own, and a file with two episodes is of both`() {
        let halves = Self.items(["Tập 42", "Tập 42a", "Tập 42b"], group: "Thủy Triều", address: Self.stream)
        #expect(Set(halves.map(\.id)).count == 3 && halves.allSatisfy { $0.series?.episode == 42 })
        #expect(Self.items(["Tập 999999a"], group: "Thủy Triều", address: Self.stream).first?.series?.episode == nil)
        let double = Self.items(["Low Tide Ep05-06"], group: "Low Tide", address: Self.file).first?.series
        #expect(double?.episode == 5 && double?.lastEpisode == 6)
    }
}
