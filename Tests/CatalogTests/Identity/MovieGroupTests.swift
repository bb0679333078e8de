import CatalogAPI
import HearthModel
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Films that only the rest of their list tells from channels.
struct MovieGroupTests {
    private static func list(_ titles: [String], _ group: String, guide: Bool = false) -> String {
        titles.enumerated().map { number, title in
            let id = guide ? " tvg-id=\"\(title.uppercased().replacing(" ", with: "_"))\"" : ""
            return
                "#EXTINF:-1\(id) group-title=\"\(group)\",\(title)\nhttps://h.example/\(group.count)/\(number)/master.m3u8\n"
        }.joined()
    }

    private static func kinds(_ list: String) -> [ContentKind] {
        RecognizedList(Playlist(list).entries).items.map(\.kind)
    }

    /// Names of films that do not exist.
    private static let films = (1...30).map {
        "The \(["Long", "Quiet", "Blue", "Last", "Hidden"][$0 % 5]) Harbour \($0)"
    }

    @Test(arguments: ["Movies", "VOD", "Filmes"])
    func `a group that is called after films and has nothing of channels is of films`(_ group: String) {
        #expect(Self.kinds(Self.list(Self.films, group)).allSatisfy { $0 == .movie })
        // Guide ids that are made of the titles say nothing.
        #expect(Self.kinds(Self.list(Self.films, group, guide: true)).allSatisfy { $0 == .movie })
        let mixed = Self.list(Self.films + ["Harbour Channel", "HBO"], group)
        #expect(Self.kinds(mixed).suffix(2).allSatisfy { $0 == .channel })
    }

    @Test
    func `a group of channels that is called after films is not`() {
        let stations = (1...15).map { "Harbour \($0) HD" } + (1...15).map { "Quiet TV \($0)" }
        #expect(Self.kinds(Self.list(stations, "Movies")).allSatisfy { $0 == .channel })
        #expect(Self.kinds(Self.list(Self.films, "Canais | Filmes")).allSatisfy { $0 == .channel })
        #expect(Self.kinds(Self.list(Self.films, "Kino")).allSatisfy { $0 == .channel })
        #expect(Self.kinds(Self.list(Self.films, "Movies 24/7")).allSatisfy { $0 == .channel })
        // Too few to tell.
        #expect(Self.kinds(Self.list(Array(Self.films.prefix(5)), "Movies")).allSatisfy { $0 == .channel })
        let known = Self.films.enumerated().map {
            "#EXTINF:-1 tvg-id=\"Station\($0).us\" group-title=\"Movies\",\($1)\nhttps://h.example/\($0)/live.m3u8\n"
        }.joined()
        #expect(Self.kinds(known).allSatisfy { $0 == .channel })
        let live = Self.films.enumerated().map {
            "#EXTINF:-1 group-title=\"Movies\",\($1)\nhttp://h.example:80/live/u/p/\($0).m3u8\n"
        }.joined()
        #expect(Self.kinds(live).allSatisfy { $0 == .channel })
    }

    @Test(arguments: [
        ("2017", "Low Tide", true), ("Фильмы 2019", "Тихая гавань", true), ("Filmes | Ação", "Maré Baixa", true),
        ("Aksiyon | Türkçe Dublaj", "Sessiz Liman", true), ("Filmler", "Sessiz Liman", true),
        ("Filmler", "Sessiz Liman TV", false), ("Filmes | Ação", "Maré HD", false),
        ("Aksiyon", "Sessiz Liman", false),
        ("Movies", "Low Tide", false), ("Dizi | Türkçe Dublaj", "Sessiz Liman", false),
        ("2015 ➾➾ 2016", "Sessiz Liman", true), ("Çizgi Film", "Sessiz Liman", false),
        ("Canais | Filmes Dublados", "Maré Baixa", false), ("24/7 Action Movies", "Low Tide", false),
    ])
    func `one entry is enough where no group of channels is called so`(_ group: String, _ title: String, _ isFilm: Bool)
    {
        #expect(Self.kinds(Self.list([title], group)) == [isFilm ? .movie : .channel])
    }

    @Test
    func `IMDb's number for a guide id, and a film that is whole`() throws {
        func item(_ title: String, _ info: String) -> PlaylistItem? {
            RecognizedList(Playlist("#EXTINF:-1 \(info),\(title)\nhttps://h.example/x/1\n").entries).items.first
        }
        let film = try #require(item("Low Tide (2009)", "tvg-id=\"tt1266027\" group-title=\"New\""))
        #expect(film.kind == .movie && film.title == "Low Tide" && film.year == 2009)
        #expect(item("Low Tide (2009)", "tvg-id=\"tttv.us\" group-title=\"New\"")?.kind == .channel)
        for title in ["Low Tide - Tập Full", "Low Tide (Vietsub) [Full]"] {
            let whole = try #require(item(title, "tvg-id=\"low-tide\""))
            #expect(whole.kind == .movie && whole.title == "Low Tide", "\(title)")
        }
        #expect(item("Pier Full", "")?.kind == .channel)
        // Such numbers do not make a group of films one of channels, in which one without a number would be none.
        let numbered = (0..<20).map {
            "#EXTINF:-1 tvg-id=\"tt12660\($0 + 10)\" group-title=\"VOD\",Pier \($0)\nhttps://h.example/\($0)\n"
        }
        let bare = "#EXTINF:-1 group-title=\"VOD\",Harbour\nhttps://h.example/bare\n"
        #expect(Self.kinds(numbered.joined() + bare).allSatisfy { $0 == .movie })
        // Ids that are names, however short, and with what a name has for "and".
        for (title, id) in [("49", "49"), ("Lilo & Tide", "LILO_TIDE")] {
            #expect(item(title, "tvg-id=\"\(id)\" group-title=\"Filmler\"")?.kind == .movie, "\(title)")
        }
    }

    @Test
    func `a file that a server cuts into pieces is a file`() {
        func kind(_ address: String, _ info: String = "") -> [ContentKind] {
            Self.kinds("#EXTINF:-1 \(info),Low Tide\n\(address)\n")
        }
        let films = "group-title=\"Movies\""
        #expect(kind("https://h.example/v/low-tide.mp4/index.m3u8", films) == [.movie])
        #expect(kind("https://h.example/v/low-tide.MKV/playlist.m3u8?token=1", films) == [.movie])
        // Servers of live streams call these so, too.
        #expect(kind("https://h.example/live/smil:one.mp4/playlist.m3u8", "group-title=\"Italy\"") == [.channel])
        #expect(kind("https://mp4.example/v/index.m3u8") == [.channel])
        #expect(kind("https://h.example/v.mp4/live.ts") == [.channel])
        // Some public lists loop such a file as a channel; then it has a guide id.
        for info in ["tvg-id=\"Loop.us\"", "tvg-id=\"Loop.us\" \(films)"] {
            #expect(kind("https://h.example/v/loop.mp4/index.m3u8", info) == [.channel], "\(info)")
        }
    }

    @Test(arguments: [
        ("(2013) Low Tide", "Low Tide", 2013), ("[COLOR blue]Low Tide (2016)[/COLOR]", "Low Tide", 2016),
        ("Low Tide [США/2002]", "Low Tide", 2002),
        ("Low Tide (France, 1998)", "Low Tide", 1998), ("Low Tide (2024) BluRay 720pRip [7.0]", "Low Tide", 2024),
    ])
    func `years in front, in colour, beside where the film is from, and before what else is known of the link`(
        _ title: String, _ name: String, _ year: Int
    ) throws {
        let item = try #require(RecognizedList(Playlist(Self.list([title], "Filmy")).entries).items.first)
        #expect(item.kind == .movie && item.title == name && item.year == year)
    }

    @Test
    func `stations without a group`() {
        func isRadio(_ title: String, _ address: String, _ info: String = "") -> Bool? {
            RecognizedList(Playlist("#EXTINF:-1 \(info),\(title)\n\(address)\n").entries).items.first?.isRadio
        }
        #expect(isRadio("Radio Harbour - Jazz", "http://radio.example/harbour-hi") == true)
        #expect(isRadio("Harbour FM", "http://radio.example:8000/harbour") == true)
        #expect(isRadio("Radio Harbour", "http://tv.example/harbour/index.m3u8") == false)
        #expect(isRadio("Radio Televizija Harbour", "http://tv.example/harbour") == false)
        #expect(isRadio("Radio Harbour TV", "http://tv.example/harbour") == false)
        #expect(isRadio("Radio Harbour", "http://tv.example/harbour", "group-title=\"News\"") == false)
    }

    @Test
    func `a title that is the name of a film's file is a film, whatever its address, but no live stream`() {
        func kinds(_ title: String, _ address: String) -> [String] {
            let entries = Playlist("#EXTM3U\n#EXTINF:-1,\(title)\n\(address)\n").entries
            return RecognizedList(entries).items.map { "\($0.kind.rawValue) \($0.title) \($0.year ?? 0)" }
        }
        let release = "Low.Tide.2025.2160p.WEB-DL.HIN-TAM.DDP5.1.H.265-EBB.mkv"
        #expect(kinds(release, "https://h.example/direct.aspx?id=1") == ["movie Low Tide 2025"])
        #expect(kinds("Low Tide (2025) Cały film PL", "https://h.example/1.mp4") == ["movie Low Tide 2025"])
        #expect(kinds("Low Tide (2025) 4K Ultra HDR 2160p HEVC", "https://h.example/1.mp4") == ["movie Low Tide 2025"])
        #expect(kinds("Low Tide.mp4", "https://h.example/live/index.m3u8").first?.hasPrefix("channel") == true)
    }
}
