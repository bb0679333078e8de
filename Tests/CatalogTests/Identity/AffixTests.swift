import HearthModel
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// What a list sets before or behind the names of many of its titles, and what only looks like that.
struct AffixTests {
    /// An entry: the attributes of its line, its title and its address.
    private typealias Line = (String, String, String)

    private static func items(_ lines: [Line], list: String = "") -> [PlaylistItem] {
        let text = "#EXTM3U\n" + lines.map { "#EXTINF:-1 \($0.0),\($0.1)\n\($0.2)\n" }.joined()
        return RecognizedList(Playlist(text).entries, list: list).items
    }

    /// The titles of streams with these names.
    private static func channels(_ names: [String]) -> [String] {
        items(names.enumerated().map { ("", $1, "https://h.example/\($0)/index.m3u8") }).map(\.title)
    }

    private static func films(_ names: [String], group: String = "Low") -> [PlaylistItem] {
        items(names.enumerated().map { ("group-title=\"\(group)\"", $1, "https://h.example/f/\($0).mp4") })
    }

    private static let names = [
        "Ebb", "Flood", "Spring", "Neap", "Storm", "Calm", "Surge", "Swell", "Slack", "Tide", "Bore", "Rip",
    ]

    // MARK: In front

    @Test
    func `sections before a bar are no part of channels' names, and tell channels of one name apart`() {
        let lines = Self.names.map { "LOWPLAY+| \($0)" } + Self.names.prefix(5).map { "OD┃ \($0) HD" }
        let items = Self.items(lines.enumerated().map { ("", $1, "https://h.example/\($0)/index.m3u8") })
        #expect(items.map(\.title) == Self.names + Self.names.prefix(5))
        #expect(Set(items.map(\.id)).count == lines.count)
    }

    @Test
    func `a brand before a bar stays, and so do sections of single titles`() {
        let brand = Self.names.prefix(4).map { "Low One | \($0) Hits" }
        #expect(Self.channels(brand + Self.names.suffix(8).map { "Low \($0)" }).prefix(4).elementsEqual(brand))
        let several = Self.names.map { "\($0.uppercased())Y | \($0) Low" }
        #expect(Self.channels(several) == several)
    }

    @Test
    func `where the texts before the bar differ, they are the names`() {
        let lines = Self.names.flatMap { ["Low \($0) | GUA", "\($0) Two | RDO"] }
        #expect(Self.channels(lines) == Self.names.flatMap { ["Low \($0)", "\($0) Two"] })
    }

    @Test
    func `a series before a bar is one`() {
        let lines = (1...12).map { "LOW TIDE | S1 - Episode \($0) \(Self.names[$0 - 1])" }
        let items = Self.films(lines, group: "Low Video")
        #expect(items.allSatisfy { $0.series?.title == "LOW TIDE" && $0.series?.season == 1 })
    }

    @Test
    func `codes that are joined to names, and brackets in front`() {
        #expect(Self.channels(Self.names.map { "IN_\($0) Low" }) == Self.names.map { "\($0) Low" })
        #expect(Self.channels(Self.names.map { "LIST_\($0)_Low" }) == Self.names.map { "LIST \($0) Low" })
        let towns = Self.names.map { "[\($0)town] Low \($0)" }
        #expect(Self.channels(towns) == Self.names.map { "Low \($0)" })
        #expect(Self.channels(["[Ebbtown] Low Tide", "Low", "Ebb"]).first == "[Ebbtown] Low Tide")
        #expect(Self.films(["[REC] 2", "Low", "Ebb"]).first?.title == "[REC] 2")
    }

    // MARK: Behind

    @Test
    func `a provider in brackets behind many names is none of theirs`() {
        #expect(Self.channels(Self.names.map { "\($0) Low (LISTS)" }) == Self.names.map { "\($0) Low" })
        #expect(
            Self.channels(Self.names.prefix(3).map { "\($0) (Lowtown)" } + Self.names.suffix(7))
                == Self.names.prefix(3).map { "\($0) (Lowtown)" } + Self.names.suffix(7))
    }

    @Test
    func `brackets that tell channels of one name apart stay, unless the group is called so`() {
        let names = Self.names.prefix(6)
        let sides = names.flatMap { ["\($0) Low (East)", "\($0) Low (West)"] }
        #expect(Self.channels(sides) == sides)
        let lines: [Line] = names.flatMap { name in
            ["One", "Two"].map {
                ("group-title=\"Low (\($0))\"", "\(name) Low (\($0))", "https://h.example/\(name)\($0)/index.m3u8")
            }
        }
        #expect(Self.items(lines).map(\.title) == names.flatMap { ["\($0) Low", "\($0) Low"] })
    }

    @Test
    func `in a list that ends every title in its kind even a rare kind is none of a name`() {
        let lines = Self.names.prefix(10).map { "\($0) HD (Фильмы)" } + ["Low HD (Музыка)", "Flow (Музыка)"]
        #expect(Self.channels(lines) == Self.names.prefix(10) + ["Low", "Flow"])
    }

    @Test
    func `versions and sites behind films, of whose words no channel is made`() {
        #expect(Self.films(Self.names.map { "\($0) Low LEG" }).map(\.title) == Self.names.map { "\($0) Low" })
        #expect(Self.films(Self.names.map { "\($0) Low LEG" }).allSatisfy { $0.variant.isSubtitled })
        let sites = Self.films(Self.names.map { "\($0) Low (2019) | Low Films" })
        #expect(sites.allSatisfy { $0.year == 2019 } && sites.map(\.title) == Self.names.map { "\($0) Low" })
        #expect(Self.films(["Low Tide (2019) | Ebb", "Ebb", "Low"]).first?.title == "Low Tide")
        // The same word in capitals, or a part's number.
        #expect(
            Self.films(["LOW LEG", "Low Tide II", "Ebb", "Low"]).map(\.title) == [
                "LOW LEG", "Low Tide II", "Ebb", "Low",
            ])
        let channels = Self.names.map { "\($0) Low TV" }
        #expect(Self.channels(channels) == channels)
        let news = Self.names.map { "\($0) Low NEWS" }
        #expect(Self.channels(news) == news)
    }

    @Test
    func `a language in words behind a dash is a film's, but a channel's name`() {
        let film = Self.films(["Low Tide - Espanhol"]).first
        #expect(film?.title == "Low Tide" && film?.variant.languages == ["es"])
        #expect(Self.films(["Johnny - English"]).first?.title == "Johnny - English")
        #expect(Self.channels(["Low 24 - Español"]) == ["Low 24 - Español"])
    }

    // MARK: Addresses, files and lists

    @Test
    func `a file that stands under three names is a notice, and no film`() {
        let notice = "https://h.example/off-air.mp4"
        let kinds = Self.items([
            ("group-title=\"Low\"", "Ebb", notice), ("group-title=\"Low\"", "Flood", notice),
            ("group-title=\"Low\"", "Neap", notice), ("group-title=\"Low\"", "Surge", "https://h.example/surge.mp4"),
        ]).map(\.kind)
        #expect(kinds == [.channel, .channel, .channel, .movie])
        let two = Self.items([
            ("group-title=\"Low\"", "Ebb", notice), ("group-title=\"Low\"", "Ebb Tide", notice),
        ])
        #expect(two.allSatisfy { $0.kind == .movie })
    }

    @Test
    func `an address without a title is called after the file that it is packaged from`() {
        let text = "#EXTM3U\nhttps://h.example/2025/Apr/Low.Tide.2019.mp4/tracks-v1a1/mono.m3u8\n"
        let item = RecognizedList(Playlist(text).entries).items.first
        #expect(item?.title == "Low Tide" && item?.year == 2019 && item?.kind == .movie)
    }

    @Test(arguments: [
        ("adult.m3u", true), ("lists/xxx_vod.m3u8", true), ("Lista-Adultos.m3u", true),
        ("https://h.example/adult/low.m3u", false),
        ("no_adult.m3u", false), ("polska+xxx.m3u", false), ("adult_contemporary.m3u", false),
        ("adult_swim.m3u", false),
        ("lowadult.m3u", false),
    ])
    func `all of a list that is called after pornography is marked`(_ list: String, isAdult: Bool) {
        let items = Self.items([("", "Low Tide", "https://h.example/1/index.m3u8")], list: list)
        #expect(items.allSatisfy { ($0.adult != nil) == isAdult })
    }

    @Test
    func `the number in front of an episode is its season, where the group has the name`() {
        let items = Self.films((1...3).map { "02 - EPISODIO 0\($0)" }, group: "Low Tide")
        #expect(items.map { $0.series?.season } == [2, 2, 2] && items.map { $0.series?.episode } == [1, 2, 3])
        #expect(items.allSatisfy { $0.series?.title == "Low Tide" })
    }

    @Test
    func `in lists called after series a number behind a dash is an episode`() {
        let line: Line = ("", "Low Tide - 07", "https://h.example/low/7/index.m3u8")
        #expect(Self.items([line], list: "Doramas.m3u").first?.series?.episode == 7)
        #expect(Self.items([line], list: "low.m3u").first?.series == nil)
    }
}
