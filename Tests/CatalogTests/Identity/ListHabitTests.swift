import HearthModel
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// How authors of public lists write names, addresses, groups and files: what of it is a sign, and what is no part of a title.
struct ListHabitTests {
    /// An entry: the attributes of its line, its title and its address.
    private typealias Line = (String, String, String)

    private static func items(_ lines: [Line], list: String = "") -> [PlaylistItem] {
        let text = "#EXTM3U\n" + lines.map { "#EXTINF:-1 \($0.0),\($0.1)\n\($0.2)\n" }.joined()
        return RecognizedList(Playlist(text).entries, list: list).items
    }

    private static func kinds(_ lines: [Line], list: String = "") -> [String] {
        items(lines, list: list).map { $0.isRadio ? "radio" : $0.kind.rawValue }
    }

    private static let names = [
        "Ebb", "Flood", "Spring", "Neap", "Storm", "Calm", "Surge", "Swell", "Slack", "Tide", "Bore", "Rip",
    ]
    private static let film = "https://h.example/f/low.mp4"
    private static let stream = "https://h.example/low/index.m3u8"

    // MARK: Stations

    @Test
    func `a frequency with its band makes a station, unless there may be a picture`() {
        let group = "group-title=\"Low\""
        for title in ["Low 103 FM", "low103fm", "FM 99 Low", "Low AM 790"] {
            #expect(Self.kinds([(group, title, "http://h.example/low")]) == ["radio"], "\(title)")
            #expect(Self.kinds([(group, title, Self.stream)]) == ["channel"], "\(title)")
        }
        for title in ["Low 12 FM", "Low at 600 am", "Low 103", "Low TV 103 FM"] {
            #expect(Self.kinds([(group, title, "http://h.example/low")]) == ["channel"], "\(title)")
        }
    }

    @Test
    func `a playlist of sound, and sound from a host that ends in fm, are stations whatever they are called`() {
        #expect(Self.kinds([("", "Low", "https://h.example/low.pls")]) == ["radio"])
        #expect(Self.kinds([("", "Low", "https://low.fm/low_mp3")]) == ["radio"])
        #expect(Self.kinds([("", "Low", "https://low.fm/low")]) == ["channel"])
    }

    @Test
    func `a guide id that names a station and its frequency makes one`() {
        let ids = [
            ("radio-97.2fm-low", "radio"), ("low.97.2fm", "radio"), ("low-97.2", "channel"),
            ("LowRadioTV.it", "channel"),
        ]
        for (id, kind) in ids { #expect(Self.kinds([("tvg-id=\"\(id)\"", "Low", Self.stream)]) == [kind], "\(id)") }
    }

    @Test
    func `pieces of a stream are called after flv in lists of stations, too`() {
        let lines: [Line] = Self.names.map { ("", $0, "http://h.example:1935/\($0).flv/_definst_/playlist.m3u8") }
        #expect(Self.kinds(lines, list: "radio.m3u").allSatisfy { $0 == "radio" })
        let files: [Line] = Self.names.map { ("", $0, "http://h.example/\($0).flv") }
        #expect(Self.kinds(files, list: "radio.m3u").allSatisfy { $0 == "channel" })
    }

    @Test
    func `pictures from sites of stations are signs of a list of stations`() {
        func lines(_ folder: String) -> [Line] {
            Self.names.map { ("tvg-logo=\"https://l.example/\(folder)/\($0).png\"", $0, "https://h.example/\($0)") }
        }
        #expect(Self.kinds(lines("radio")).allSatisfy { $0 == "radio" })
        #expect(Self.kinds(lines("logos")).allSatisfy { $0 == "channel" })
        #expect(Self.kinds([lines("radio")[0]]) == ["channel"])
    }

    @Test(arguments: [
        ("webradio.m3u", true), ("radyolar.m3u", true), ("fm.m3u", true),
        ("https://h.example/iptv/radio.m3u", true),
        ("https://h.example/radio/low.m3u", true), ("/home/low/Radio/low.m3u", true), ("radio/low-tv.m3u", false),
        ("radiotv.m3u", false), ("tvradio.m3u", false), ("radio-tv/low.m3u", false),
        ("https://radio.example/low.m3u", false), ("film.m3u", false),
    ])
    func `a list, or its folder, that is called after stations`(_ list: String, isRadio: Bool) {
        let heard: [Line] = Self.names.prefix(3).map { ("", $0, "https://h.example/\($0)_mp3") }
        let silent: [Line] = Self.names.suffix(9).map { ("", $0, "https://h.example/\($0)/a.m3u8") }
        #expect(Self.kinds(heard + silent, list: list).allSatisfy { ($0 == "radio") == isRadio })
    }

    @Test
    func `groups of stations in many words, and of what stations show`() {
        let groups = [
            ("Radyolar", "radio"), ("TR | RADYOLAR", "radio"), ("Webradios", "radio"), ("广播电台", "radio"),
            ("Radio TV", "channel"),
            ("TV & Radio", "channel"),
        ]
        for (group, kind) in groups {
            #expect(Self.kinds([("group-title=\"\(group)\"", "Low", Self.stream)]) == [kind], "\(group)")
        }
        #expect(Self.kinds([("group-title=\"Radio\"", "Low TV", Self.stream)]) == ["channel"])
    }

    // MARK: Films

    @Test
    func `a domain that is called live has films, a server that is does not`() {
        func kinds(_ host: String) -> [String] {
            Self.kinds(Self.names.map { ("group-title=\"Dram\"", $0, "https://\(host)/\($0).mp4/index.m3u8") })
        }
        #expect(kinds("cdn.low-live.example").allSatisfy { $0 == "movie" })
        #expect(kinds("live.low.example").allSatisfy { $0 == "channel" })
    }

    @Test
    func `a file in pieces is a film in a folder of films, and in a group of them in any script`() {
        let pieces = "https://h.example/a/low_720p.mp4/index.m3u8"
        #expect(Self.kinds([("", "Low", "https://h.example/vod/low_720p.mp4/index.m3u8")]) == ["movie"])
        #expect(Self.kinds([("", "Low", pieces)]) == ["channel"])
        #expect(Self.kinds([("group-title=\"หนังไทย\"", "Low", pieces)]) == ["movie"])
        #expect(Self.kinds([("group-title=\"หนังไทย\"", "Low", Self.stream)]) == ["channel"])
    }

    @Test
    func `in a list that is called after films half with signs are enough`() {
        let films: [Line] = Self.names.prefix(7).map {
            ("group-title=\"Dram\"", $0, "https://vod.h.example/\($0)/a.m3u8")
        }
        let rest: [Line] = Self.names.suffix(5).map { ("group-title=\"Dram\"", $0, "https://h.example/\($0)/a.m3u8") }
        #expect(Self.kinds(films + rest, list: "movies.m3u").allSatisfy { $0 == "movie" })
        #expect(Self.kinds(films + rest, list: "movies-tv.m3u").allSatisfy { $0 == "channel" })
        let live: [Line] = [("group-title=\"Dram\" tvg-id=\"Cnn.us\"", "World News", Self.stream)]
        #expect(Self.kinds(films + rest + live, list: "movies.m3u").allSatisfy { $0 == "channel" })
    }

    // MARK: Titles

    @Test
    func `the mark of a list's author is cut from films, and stays in channels and single titles`() {
        let films: [Line] = Self.names.map { ("", "\($0) K.Lists", "\(Self.film)?\($0)") }
        #expect(Self.items(films).map(\.title) == Self.names)
        let fronts: [Line] = Self.names.map { ("", "@lists \($0) (1991)", "\(Self.film)?\($0)") }
        #expect(Self.items(fronts).map(\.title) == Self.names)
        #expect(Self.items(films.map { ($0.0, $0.1, Self.stream) }).first?.title == "Ebb K.Lists")
        #expect(Self.items(Array(films.prefix(5))).first?.title == "Ebb K.Lists")
        let words: [Line] = Self.names.map { ("", "\($0) S.W.A.T.", "\(Self.film)?\($0)") }
        #expect(Self.items(words).first?.title == "Ebb S.W.A.T.")
    }

    @Test(arguments: [
        "Low Tide - Legendado", "Low Tide (Audio Latino)", "Low Tide - Película Completa",
        "Low Tide Türkçe Dublaj izle",
        "Low Tide (USA 2019)", "⭐7.2 Low Tide (2019)", "Low Tide.2019.1080p.WEB-DL.x264",
        "Low Tide (2019) [LOW.MX]",
        "Low Tide - #Low (Vietsub)", "Low Tide - Vietsub #1 [Full]", "Low Tide (Thuyết Minh LOWTV)",
    ])
    func `what is said of a film, and is no part of its title`(_ title: String) {
        #expect(Self.items([("", title, Self.film)]).first?.title == "Low Tide")
    }

    @Test(arguments: [
        "Low Tide - #1 Fan", "Low Tide (Mr.Ebb)", "7.2 Low Tide", "Low Tide - Latino",
        "Low Tide (LOWTV EBB)",
    ])
    func `what looks like it and is a part of the title`(_ title: String) {
        #expect(Self.items([("", title, Self.film)]).first?.title == title)
    }

    @Test
    func `what a list adds to the name of a channel`() {
        let cases: [(String, String, String)] = [
            ("tvg-name=\"LOW 5\"", "LOW 5 (2)", "LOW 5"), ("tvg-id=\"low.5.uk\"", "Low 5 (2)", "Low 5"),
            ("", "Low 5 (2)", "Low 5 (2)"), ("", "Low HD (2)", "Low"), ("", "Low Tide 24HD", "Low Tide 24"),
            ("", "1HD", "1HD"),
            ("tvg-id=\"LowTide.uk\"", "802 Low Tide", "Low Tide"),
            ("tvg-id=\"LowTide.uk\"", "5 Low Tide", "5 Low Tide"),
            ("", "Low (Opción 2)", "Low"), ("", "Low HD+", "Low HD+"),
        ]
        for (attributes, title, name) in cases {
            #expect(Self.items([(attributes, title, Self.stream)]).first?.title == name, "\(title)")
        }
    }

    // MARK: Episodes

    @Test
    func `episodes whose word or number leaves no doubt`() {
        for title in [
            "Low Tide Ep 4", "Low Tide EP.4", "Low Tide EP4", "Low Tide Episode 25", "Low Tide الحلقة 5",
            "Low Tide EP42 ซับไทย",
        ] {
            let item = Self.items([("", title, Self.film)]).first
            #expect(item?.kind == .episode && item?.series?.title == "Low Tide", "\(title)")
        }
        for title in [
            "Low Tide Episode 4", "Low Tide E4", "Low Tide Part 25", "Ep 4 Low Tide", "Low Tide Episode (1974)",
        ] {
            #expect(Self.kinds([("", title, Self.film)]) == ["movie"], "\(title)")
        }
        let item = Self.items([("", "Low Tide - #Low (Vietsub) [Tập 64]", Self.stream)]).first
        #expect(item?.series?.title == "Low Tide" && item?.series?.episode == 64)
        #expect(Self.kinds([("", "Low Tide - Lowteam #1 [12]", Self.stream)]) == ["channel"])
        let team = Self.items([("", "Low Tide - Lowteam#1 [12]", Self.stream)]).first
        #expect(team?.series?.title == "Low Tide" && team?.series?.episode == 12)
    }

    @Test
    func `the series and its season from the group, or from behind the number where the group is of a kind`() {
        let cases: [(String, String, String, Int?)] = [
            ("Low Tide T2", "S02 E11", "Low Tide", 2), ("Low Tide T2", "S03 E11", "Low Tide T2", 3),
            ("Low Tide T 2", "02x11", "Low Tide", 2), ("Low Tide - Season 2", "EP 11", "Low Tide", 2),
            ("Low Tide", "S02E11 - Ebb", "Low Tide", 2),
            ("Series", "S02E11 - Low Tide", "Low Tide", 2), ("Series | Netflix", "S02E11 - Low Tide", "Low Tide", 2),
        ]
        for (group, title, series, season) in cases {
            let item = Self.items([("group-title=\"\(group)\"", title, Self.film)]).first
            #expect(item?.series?.title == series && item?.series?.season == season, "\(group): \(title)")
        }
        #expect(Self.items([("", "Low Tide 1ª Temporada - Ep 08", Self.film)]).first?.series?.season == 1)
    }
}
