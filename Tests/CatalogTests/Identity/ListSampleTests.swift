import CatalogAPI
import HearthModel
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Parts of lists whose entries were taken for something else, and others of the same kinds.
struct ListSampleTests {
    /// An entry: the attributes of its line, its title and its address.
    private typealias Line = (String, String, String)

    private static func items(_ lines: [Line]) -> [PlaylistItem] {
        let text = "#EXTM3U\n" + lines.map { "#EXTINF:-1 \($0.0),\($0.1)\n\($0.2)\n" }.joined()
        return RecognizedList(Playlist(text).entries).items
    }

    private static func item(
        _ title: String, group: String = "", _ address: String = "http://h.example/a/index.m3u8"
    ) throws
        -> PlaylistItem
    {
        try #require(items([(group.isEmpty ? "" : "group-title=\"\(group)\"", title, address)]).first)
    }

    private static func film(_ title: String, group: String = "VOD | FR - NETFLIX") throws -> PlaylistItem {
        try item(title, group: group, "http://h.example/movie/u/p/7.mkv")
    }

    @Test(arguments: [
        "http://h.example/player_api.php?username=u&password=p&action=get_series_info&series_id=0",
        "http://h.example:8080/player_api.php?username=u&password=p&action=get_vod_info&vod_id=1",
        "http://h.example/panel_api.php?username=u&password=p", "http://h.example/xmltv.php?username=u&password=p",
        "http://h.example/get.php?username=u&password=p&type=m3u_plus&output=ts",
        "https://h.example/c/Player_API.php?action=get_series",
    ])
    func `links to a panel's answers are refused`(_ address: String) throws {
        #expect(try Self.item("FR - Warrior", group: "SRS | FR - DRAME", address).refusal != nil)
    }

    @Test
    func `what only looks like such a link is not refused`() throws {
        for address in [
            "http://h.example/get.php?id=5", "http://h.example/live/player_api.php/5.ts",
            "http://h.example/api.php?c=1",
        ] {
            #expect(try Self.item("News", address).refusal == nil)
        }
    }

    @Test
    func `a list of stations is one of radio, although no entry says so`() {
        let items = Self.items([
            (
                "group-title=\"News;Talk\"", "ABC Local Radio 657 Dubbo",
                "http://abc.example/i/localdubbo_1@326229/master.m3u8"
            ),
            ("group-title=\"Rock;Pop;Alternative\"", "Radio NJOY 91.3", "http://203.0.113.7:8005/njoyradio-hd"),
            ("group-title=\"christian;gospel;catholic\"", "Radio Sapientia 94.4", "https://www.r.example/live"),
            ("group-title=\"beats;chill;hiphop\"", "RauteMusik Study", "http://de-hz.example/study"),
            (
                "group-title=\"Talk;News\"", "Lanzhou Comprehensive Broadcasting 97.3",
                "https://live.x.example/live/294/64.m3u8"
            ),
            ("group-title=\"news;talk\"", "Vesti FM", "http://online.example:8100/vestifm64aacp"),
            ("group-title=\"auch;occitanie\"", "100%Radio Auch", "http://100radio.example/100radio-auch-128.mp3"),
            ("group-title=\"christian;praise;worship\"", "Radio Gosen", "http://a.example/stream"),
            ("group-title=\"oldies;hits\"", "Kultradio.nrw", "http://edge03.example/kulthitradio-nrw"),
            ("group-title=\"jazz\"", "Smooth Jazz 107.1", "http://203.0.113.7:8015/stream"),
        ])
        #expect(items.map(\.isRadio) == Array(repeating: true, count: 10))
        #expect(items.allSatisfy { $0.kind == .channel })
    }

    @Test(arguments: [
        ("Radio One", "http://h.example:8000/one"), ("Ràdio Estel FM", "http://h.example/estel.aac?x=1"),
        ("Antenna 101.5fm", "http://h.example/;stream"), ("Jazz FM", "http://h.example/icecast/jazz"),
        ("Радио Маяк", "http://h.example/mayak_audio/live.m3u8"),
    ])
    func `stations by name and address together`(_ title: String, _ address: String) throws {
        #expect(try Self.item(title, address).isRadio)
    }

    @Test(arguments: [
        "Radio Bremen", "Radio Capital TV", "Fun Radio HD", "FM TV", "Canal 98.5 TV", "Radio Italia TV 1080p",
    ])
    func `channels that are called after radio are not, among channels`(_ title: String) {
        let others: [Line] = (1...12).map { ("", "Channel \($0) HD", "https://h.example/\($0)/index.m3u8") }
        let items = Self.items(others + [("tvg-id=\"RadioBremen.de\"", title, "https://h.example/rb/master.m3u8")])
        #expect(items.allSatisfy { !$0.isRadio })
    }

    @Test
    func `a channel is no episode for a name of two numbers`() throws {
        for title in ["2x2", "2x2 (Архив)", "2x2 HD", "4x4"] {
            let item = try Self.item(title, group: "Развлечение")
            #expect(item.kind == .channel && item.series == nil)
        }
        let episodes: [Line] = (1...3).map {
            ("group-title=\"Low Tide\"", "1x\($0)", "https://h.example/\($0)/index.m3u8")
        }
        #expect(Self.items(episodes).map(\.series?.episode) == [1, 2, 3])
        #expect(try Self.item("2x3", group: "Low Tide", "https://h.example/x.mp4").series?.season == 2)
    }

    @Test(arguments: [
        ("[40] Boing", "Boing", "40"), ("[4] Rete 4", "Rete 4", "4"), ("(46) Cartoonito", "Cartoonito", "46"),
        ("[007] Canale 7", "Canale 7", "7"), ("[12] UK: Film 4 HD", "Film 4", "12"),
    ])
    func `a number in brackets before a channel's name is its number`(
        _ title: String, _ name: String, _ number: String
    ) throws {
        let item = try Self.item(title, "https://h.example/ch/manifest.mpd")
        #expect(item.title == name)
        #expect(item.number == number)
    }

    @Test
    func `numbers of films and years are none`() throws {
        #expect(try Self.film("(500) Days of Summer").title == "(500) Days of Summer")
        #expect(try Self.item("[2024] Monaco GP").number == nil)
        #expect(try Self.item("[TEST] Canal 26").number == nil)
        let radio = try Self.item(
            "[DAB] Rai Radio 1 Sport", "https://h.example/relinker/relinkerServlet.htm?cont=8842124")
        #expect(radio.title == "Rai Radio 1 Sport" && radio.isRadio)
    }

    @Test
    func `a number in front is the channel's where the list says so`() throws {
        let items = Self.items([
            ("ch-number=\"802\" tvg-name=\"Arena 2 HD\"", "802 Arena 2 HD", "https://h.example/1.mpd"),
            ("tvg-name=\"Premier Sports HD\"", "833 Premier Sports", "https://h.example/2.mpd"),
            ("tvg-name=\"24 Horas\"", "24 Horas", "https://h.example/3.mpd"),
            ("tvg-chno=\"5\"", "13 Ulica", "https://h.example/4.mpd"),
        ])
        #expect(items.map(\.title) == ["Arena 2", "Premier Sports", "24 Horas", "13 Ulica"])
        #expect(items.map(\.number) == ["802", "833", nil, nil])
    }

    @Test(arguments: [
        ("天映經典[960*540]", "天映經典", 540), ("中視經典[1280*720]", "中視經典", 720), ("Телекафе (EDTV 576p)", "Телекафе", 576),
        ("Россия 1 HD 50", "Россия 1", 720), ("Arte (1920x1080)", "Arte", 1080), ("Arte [1280×720]", "Arte", 720),
        ("Матч FHD 50", "Матч", 1080), ("Mezzo (1280 x 720)", "Mezzo", 720),
    ])
    func `sizes in brackets and behind names are no part of them`(_ title: String, _ name: String, _ height: Int) throws
    {
        let item = try Self.item(title)
        #expect(item.title == name)
        #expect(item.variant.quality?.height == height)
    }

    @Test(arguments: [
        ("CCTV-4K", "CCTV-4K"), ("CCTV-8K", "CCTV-8K"), ("Rai 4K", "Rai 4K"), ("CCTV-1 4K", "CCTV-1"),
        ("HBO 4K", "HBO"),
        ("Rai 1 4K", "Rai 1"), ("4K", "4K"), ("TV 4K", "TV 4K"),
    ])
    func `a name that is a size stays`(_ title: String, _ name: String) throws {
        #expect(try Self.item(title).title == name)
    }

    @Test(arguments: [
        ("FR - Fenced In - 2022", "Fenced In", 2022), ("FR - The Wedding Year - 2019", "The Wedding Year", 2019),
        ("FR - Monster Summer - 2024", "Monster Summer", 2024), ("FR - Fils de - 2025", "Fils de", 2025),
        ("FR - The End We Start From - 2023", "The End We Start From", 2023),
        ("FR - Goldfinger - 2023 [VOSTENG]", "Goldfinger", 2023),
        ("FR - 365 jours - 2020 [Multi languages]", "365 jours", 2020),
        ("FR - Léo - 2023 (Animation)", "Léo", 2023),
        ("FR - L'école du bien et du mal - 2022", "L'école du bien et du mal", 2022),
        (
            "FR - Take Care Of Maya : Quand l'hôpital fait mal - 2023",
            "Take Care Of Maya : Quand l'hôpital fait mal", 2023
        ),
        ("FR - C'est la fin - 2013", "C'est la fin", 2013),
        ("FR - La rivière sans fin - 2015", "La rivière sans fin", 2015),
        ("FR - Unfriended: Dark Web - 2018", "Unfriended: Dark Web", 2018),
        ("El abogado del mal (2016) Dual Audio", "El abogado del mal", 2016),
        ("A Perfect Retail - 2020", "A Perfect Retail", 2020),
        ("DE - Class of 1984 - 1982", "Class of 1984", 1982),
        ("Sin City: Das Web (2019)", "Sin City: Das Web", 2019),
        ("O Regresso do Mal (2018)", "O Regresso do Mal", 2018), ("Le Bal - 2019 (Comédie)", "Le Bal", 2019),
        ("EL ABOGADO DEL MAL (2016)", "EL ABOGADO DEL MAL", 2016), ("Low Tide WEBRip (2019)", "Low Tide", 2019),
        ("Low Tide ITA (2019)", "Low Tide", 2019),
    ])
    func `a year that a dash sets apart is the film's, whatever word is before it`(
        _ title: String, _ name: String, _ year: Int
    ) throws {
        let item = try Self.film(title)
        #expect(item.title == name)
        #expect(item.year == year)
    }

    @Test(arguments: ["Class of 1984", "Summer of 1985"])
    func `a year behind such a word without a dash is part of the name`(_ title: String) throws {
        #expect(try Self.film(title).title == title)
    }

    @Test(arguments: [
        "http://127.0.0.1:8000/pid/b10151ed052d5e501e653c8bfa7c51dc60312a11/stream.mp4",
        "http://h.example/tv/live.mp4",
        "http://h.example/c/5/index.mp4", "http://h.example/x/output.mkv",
    ])
    func `what lists call live streams is no film for its ending`(_ address: String) throws {
        #expect(try Self.item("TV Bakhoristan", group: "Региональные", address).kind == .channel)
        #expect(try Self.item("Bakhoristan", group: "Региональные", address).kind == .channel)
        #expect(try Self.item("Low Tide", group: "Movies", address).kind == .movie)
        #expect(try Self.item("Low Tide", "http://h.example/low-tide.mp4").kind == .movie)
    }

    @Test
    func `a semicolon in the name of a series divides nothing`() throws {
        let lines: [Line] = (23...26).map {
            (
                "group-title=\"Eu; a Patroa e as Crianças DUB\"", "4x\($0)-DUB Eu; a Patroa e as Crianças",
                "http://www.b.example/video-play.mp4?contentId=p\($0)"
            )
        }
        let items = Self.items(lines)
        #expect(items.map(\.series?.title) == Array(repeating: "Eu; a Patroa e as Crianças", count: 4))
        #expect(items.map(\.series?.season) == [4, 4, 4, 4])
        #expect(items.map(\.series?.episode) == [23, 24, 25, 26])
        #expect(items.allSatisfy { $0.title.isEmpty && $0.groups.count == 1 })
        #expect(try Self.item("CNN", group: "News;Talk").groups == ["News", "Talk"])
        #expect(try Self.item("CNN", group: "News; Talk").groups == ["News", "Talk"])
    }

    @Test(
        arguments: [
            ("Finch.mp4", "Finch", nil),
            ("Uma Linda Mulher [1990] - Dublado (Series Zoiudo).mp4", "Uma Linda Mulher", 1990),
            ("Metropolis.1927.mkv", "Metropolis", 1927),
            (
                "A Múmia - Tumba do Imperador [2008] 1080p Dual Áudio 5.1 [Jet-Li].mkv", "A Múmia - Tumba do Imperador",
                2008
            ),
            ("Cornan 2.1984.Trial.Bluray1080p.Memoria.Mini.mkv", "Cornan 2", 1984),
            ("A Hora do Rush 3 (2007).BD1080p.Memoria.Mini.mkv", "A Hora do Rush 3", 2007),
            ("Pokémon.4.Viajantes.do.Tempo (2001).mkv", "Pokémon 4 Viajantes do Tempo", 2001),
            ("Heat.mkv", "Heat", nil), ("Low Tide 720p.avi", "Low Tide", nil),
            ("The.Matrix.1999.1080p10bit.BluRay.x265-GROUP.mkv", "The Matrix", 1999),
        ] as [(String, String, Int?)])
    func `names of files are titles without what is said of the file`(
        _ title: String, _ name: String, _ year: Int?
    ) throws {
        let item = try Self.item(title, group: "Channels", "https://h.example/api/redirect/teucu.mp4?a=0&id=1")
        #expect(item.kind == .movie)
        #expect(item.title == name)
        #expect(item.year == year)
    }

    @Test
    func `a file's address alone, and an episode's release name`() throws {
        let film = try #require(
            RecognizedList(Playlist("http://m.example/films/Metropolis.1927.mkv\n").entries).items.first)
        #expect(film.title == "Metropolis" && film.year == 1927 && film.kind == .movie)
        let episode = try Self.item(
            "13.Reasons.Why.S01E03.1080p10bit.WEB-DL.Hin-Eng.x265.MSub-KatmovieHD.nu.mkv",
            "http://m.example/files/13.mkv")
        #expect(episode.series?.title == "13 Reasons Why" && episode.series?.episode == 3 && episode.title.isEmpty)
    }

    @Test
    func `a season in front of numbers, in a group that is the series`() throws {
        let item = try Self.item(
            "T1| 05 A Transferência", group: "PRISON BREAK", "http://h.example/videos/PRBKT01EP05.mp4")
        #expect(item.series?.title == "PRISON BREAK")
        #expect(item.series?.season == 1 && item.series?.episode == 5 && item.title == "A Transferência")
    }

    @Test
    func `posters tell films from channels where a whole group has them`() throws {
        func lines(_ logo: String) -> [Line] {
            (1...6).map {
                ("tvg-logo=\"\(logo)\" group-title=\"Top\"", "Low Tide \($0)", "https://h.example/\($0)?x=1")
            }
        }
        let posters = Self.items(lines("https://image.tmdb.org/t/p/w500/abc.jpg"))
        #expect(posters.allSatisfy { $0.kind == .movie })
        #expect(Self.items(lines("https://h.example/logo.png")).allSatisfy { $0.kind == .channel })
        #expect(Self.items(lines("https://image.tmdb.org/t/p/w500/logo.png")).allSatisfy { $0.kind == .channel })
    }

    // MARK: Merges

    @Test
    func `one name in several countries is several channels, also where they share an id that is only the name`() {
        func line(_ id: String, _ country: String, _ group: String) -> Line {
            (
                "tvg-id=\"\(id)\" tvg-country=\"\(country)\" group-title=\"\(group)\"", "Metro TV",
                "http://\(country).example/metro.m3u8"
            )
        }
        let three = [
            line("metrotv", "ar", "Arjantin"), line("metrotv", "hn", "Honduras"), line("metrotv", "in", "Hindistan"),
        ]
        #expect(Set(Self.items(three).map(\.id)).count == 3)
        #expect(Set(Self.items(three.reversed()).map(\.id)) == Set(Self.items(three).map(\.id)))
        // An id that names its country or is the provider's own is one channel wherever the list has it.
        for id in ["MetroTV.hn", "5f21ea08007a49000762d349"] {
            #expect(Set(Self.items([line(id, "ar", "A"), line(id, "hn", "B")]).map(\.id)).count == 1)
        }
        #expect(Set(Self.items([line("metrotv", "ar", "A"), line("metrotv", "ar", "B")]).map(\.id)).count == 1)
        #expect(Set(Self.items([line("7", "ar", "A"), line("7", "hn", "B")]).map(\.id)).count == 2)
        #expect(Set(Self.items([line("", "ar", "A"), line("", "hn", "B")]).map(\.id)).count == 2)
    }

    @Test
    func `a station and a channel of one name are two`() {
        let items = Self.items([
            ("", "Antena 1", "http://h.example/antena1.mp3"), ("", "Antena 1", "http://h.example/antena1/index.m3u8"),
        ])
        #expect(items[0].id != items[1].id)
        #expect(items.map(\.isRadio) == [true, false])
    }

    // MARK: Marks and genres

    @Test(arguments: [
        ("Rogai por Nós [2021]", "Filmes"), ("La Vie mensongère des adultes - 2023", "VOD | FR - NETFLIX"),
        ("Por nós dois", "Filmes"), ("An Al Pacino Film", "Movies"), ("Big As Sky", "Movies"),
        ("Por No Volver", "Cine"),
        ("Vi vid sjön", "Film"), ("Dirty Dancing", "Movies"), ("Sexy Beast", "Movies"),
        ("Dirty Sexy Money S01E01", "Series"),
    ])
    func `words that only look like one of pornography mark nothing`(_ title: String, _ group: String) throws {
        #expect(try Self.item(title, group: group, "http://m.example/movie/u/p/1.mp4").adult == nil)
    }

    @Test(arguments: [
        ("Porno Nós", "Filmes"), ("XXX Video 5", "Movies"), ("Low Tide", "XXX"), ("Big Tits 3", "Movies"),
        ("Gang Bang", "Movies"),
        ("Low Tide", "For Adults Only"), ("Low Tide", "ADULTOS +18"),
    ])
    func `what is plainly adult is marked`(_ title: String, _ group: String) throws {
        #expect(try Self.item(title, group: group, "http://m.example/movie/u/p/1.mp4").adult != nil)
    }

    @Test(arguments: [
        "Western Sahara", "Western Asia", "Western Europe", "Western Australia", "Western Balkans", "Western Cape",
        "South Western Railway",
        "Great Western",
    ])
    func `regions are no genre`(_ group: String) throws {
        #expect(try Self.item("BBC News HD", group: group).genres.isEmpty)
    }

    @Test(arguments: ["Western", "Westerns", "VOD | Western", "Western & Action", "Western Movies"])
    func `Westerns are`(_ group: String) throws {
        #expect(try Self.item("Low Tide", group: group).genres.contains(.western))
    }

    @Test
    func `country and western is music`() throws {
        #expect(try Self.item("Hits", group: "Country & Western").genres == [.music])
    }

    // MARK: Addresses

    @Test
    func `&amp; in addresses and templates is an ampersand`() throws {
        let text = """
            #EXTM3U url-tvg="https://x.example/guide.php?a=1&amp;b=2"
            #EXTINF:-1 tvg-id="c7" tvg-logo="http://x.example/l.php?a=1&amp;b=2" catchup="default" catchup-source="https://x.example/c.m3u8?channel=7&amp;start={utc}&amp;end={utcend}" catchup-days="3",Amp & Seven
            #EXTVLCOPT:http-referrer=https://x.example/?a=1&amp;b=2
            https://x.example/live.m3u8?channel=7&amp;token=abc&amp;nocache=10
            #EXTINF:-1,Twice
            https://x.example/live.m3u8?channel=8&amp;amp;token=abc|User-Agent=A&amp;Referer=http://r.example/
            #EXTINF:-1,Not one
            https://x.example/live.m3u8?channel=9&amplitude=1&b=&amp
            """
        let playlist = Playlist(text)
        let entries = playlist.entries
        #expect(
            entries.map(\.address) == [
                "https://x.example/live.m3u8?channel=7&token=abc&nocache=10",
                "https://x.example/live.m3u8?channel=8&token=abc",
                "https://x.example/live.m3u8?channel=9&amplitude=1&b=&amp",
            ])
        let first = try #require(entries.first)
        #expect(first.catchup?.source == "https://x.example/c.m3u8?channel=7&start={utc}&end={utcend}")
        #expect(first.logo == "http://x.example/l.php?a=1&b=2")
        #expect(first.headers.first?.value == "https://x.example/?a=1&b=2")
        #expect(entries[1].headers.map(\.name) == ["User-Agent", "Referer"])
    }
}
