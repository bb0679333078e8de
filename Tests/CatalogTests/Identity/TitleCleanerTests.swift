import Testing
import TextFolding

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Titles as providers write them.
struct TitleCleanerTests {
    @Test(
        arguments: [
            ("The Matrix (1999)", "The Matrix", 1999), ("The Matrix 1999", "The Matrix", 1999),
            ("The Matrix - 1999", "The Matrix", 1999), ("The.Matrix.1999.1080p.BluRay.x264-GROUP", "The Matrix", 1999),
            ("The Matrix [1999] [1080p]", "The Matrix", 1999), ("EN| The Matrix (1999) 4K", "The Matrix", 1999),
            ("4K-DE - Dune (2021)", "Dune", 2021), ("|ALB| Dune (2021)", "Dune", 2021),
            ("[EN] Dune 2021", "Dune", 2021),
            ("NF - Dune (2021)", "Dune", 2021), ("Dune (2021) (German)", "Dune", 2021),
            ("Dune 2021 German DL 1080p", "Dune", 2021),
            ("Dune -eng", "Dune", nil), ("Dune (1984)", "Dune", 1984), ("Matrix, The (1999)", "The Matrix", 1999),
            ("Up (2009)", "Up", 2009), ("1917 (2019)", "1917", 2019), ("2012", "2012", nil), ("1917", "1917", nil),
            ("Blade Runner 2049", "Blade Runner 2049", nil), ("Blade Runner 2049 (2017)", "Blade Runner 2049", 2017),
            ("Blade.Runner.2049.2017.2160p.UHD.BluRay", "Blade Runner 2049", 2017),
            ("Wonder Woman 1984", "Wonder Woman 1984", nil), ("Wonder Woman 1984 (2020)", "Wonder Woman 1984", 2020),
            ("Class of 1984", "Class of 1984", nil), ("2001: A Space Odyssey (1968)", "2001: A Space Odyssey", 1968),
            ("(500) Days of Summer (2009)", "(500) Days of Summer", 2009), ("#Alive (2020)", "#Alive", 2020),
            ("Mamma Mia! (2008)", "Mamma Mia!", 2008), ("M*A*S*H (1970)", "M*A*S*H", 1970),
            ("S.W.A.T. (2003)", "S.W.A.T.", 2003),
            ("¿Qué? (1972)", "¿Qué?", 1972), ("Amélie (2001) [Dual Audio] [Hindi]", "Amélie", 2001),
            ("IO (2019)", "IO", 2019), ("IO", "IO", nil), ("AKA", "AKA", nil), ("RRR (2022) HD", "RRR", 2022),
            ("Y2K", "Y2K", nil), ("Oppenheimer (2023) [L]", "Oppenheimer", 2023), ("M [L]", "M", nil),
            ("Le Comte de Monte-Cristo (2024) VFF [HDLight]", "Le Comte de Monte-Cristo", 2024),
            ("TR | Ayla - 2017 - Türkçe Dublaj", "Ayla", 2017), ("Znachor (2023) Lektor PL", "Znachor", 2023),
            ("Se7en (1995) | 7.9", "Se7en", 1995), ("Avatar (2009) ⭐7.6", "Avatar", 2009),
            ("Avatar (2009) 🌟 7.6", "Avatar", 2009),
            ("Area 5.1", "Area 5.1", nil), ("Psycho | 8", "Psycho | 8", nil),
            ("Death Note L (2008)", "Death Note L", 2008),
            ("IT: Chapter Two (2019)", "IT: Chapter Two", 2019), ("IT: Parasite (2019)", "Parasite", 2019),
            ("Us (2019)", "Us", 2019),
            ("The English Patient (1996)", "The English Patient", 1996),
            ("The Italian Job (2003)", "The Italian Job", 2003),
            ("Blood Diamond (2006) (Director's Cut)", "Blood Diamond", 2006), ("The Holiday HD", "The Holiday", nil),
            ("Spider-Man: No Way Home (2021) 4K HDR", "Spider-Man: No Way Home", 2021),
            ("Crouching_Tiger_2000_720p", "Crouching Tiger", 2000),
            ("Le Fabuleux Destin (2001) VOSTFR", "Le Fabuleux Destin", 2001), ("Ocean's 8 (2018)", "Ocean's 8", 2018),
            ("Apollo 13 (1995)", "Apollo 13", 1995), ("Бригада (2002)", "Бригада", 2002),
            ("千と千尋の神隠し (2001)", "千と千尋の神隠し", 2001),
            ("My Bad Cat (2016)", "My Bad Cat", 2016), ("La Femme de ma vie (1986)", "La Femme de ma vie", 1986),
            ("Dune Ita (2021)", "Dune", 2021), ("Dune (2021) CZE", "Dune", 2021),
            ("[Acción] John Wick 3", "John Wick 3", nil), ("Dune (2021) [Horror Mistero] ⭐5.6", "Dune", 2021),
            ("Dune (2021) [REC]", "Dune [REC]", 2021), ("Dune (Drama)", "Dune (Drama)", nil),
            ("Dune (2021) Web dl Hd 1080p [4.8]", "Dune", 2021), ("Дюна | Режиссёрская версия (2021)", "Дюна", 2021),
            ("Дюна [МУЛЬТ/США/2013]", "Дюна", 2013), ("(1984) Dune", "Dune", 1984),
            ("Greenland: Migration (2026)", "Greenland: Migration", 2026), ("GERMANY: Dune (2021)", "Dune", 2021),
            ("Dune | EN", "Dune", nil), ("Dune (2021) 3MB", "Dune", 2021), ("Dune 700mb", "Dune", nil),
            ("+16 Dune", "Dune", nil), ("+1", "+1", nil), ("+ 16 Dune", "+ 16 Dune", nil), ("Vod: Dune", "Dune", nil),
            ("Dune (TV)", "Dune", nil), ("Girl of Century 20 (2022)", "Girl of Century 20", 2022),
            ("Area 51 (2015)", "Area 51", 2015),
        ] as [(String, String, Int?)])
    func films(_ raw: String, _ title: String, _ year: Int?) {
        let clean = TitleCleaner.clean(raw, style: .video)
        #expect(clean.title == title)
        #expect(clean.year == year)
    }

    /// With its type, which the compiler would otherwise look for in each line.
    private static let channelTitles: [(String, String)] = [
        ("UK: BBC One FHD", "BBC One"), ("UK | BBC One HD", "BBC One"), ("|UK| BBC One ᶠᴴᴰ", "BBC One"),
        ("[DE] RTL HD", "RTL"),
        ("DE: RTL UHD HEVC 50fps", "RTL"), ("BBC One (1080p) [Geo-blocked]", "BBC One"),
        ("Andorra TV (720p) [Not 24/7]", "Andorra TV"),
        ("Kanali 7 Ⓢ", "Kanali 7"), ("Encuentro Ⓨ Ⓖ", "Encuentro"), ("TRT 1 HD", "TRT 1"),
        ("3sat (720p) [Geo-blocked]", "3sat"),
        ("WWE RAW", "WWE RAW"), ("Sky Sport +1", "Sky Sport +1"), ("Canal+ Sport HD", "Canal+ Sport"),
        ("CA: HBO", "HBO"),
        ("CA: PBS KIDS HD", "PBS KIDS"), ("Le vite degli altri – Pluto TV", "Le vite degli altri"),
        ("TV 4K", "TV 4K"), ("4K", "4K"),
        ("HD", "HD"), ("Channel 1 (Tested)", "Channel 1 (Tested)"), ("11 канал (Днепр)", "11 канал (Днепр)"),
        ("24/7: Friends", "24/7: Friends"), ("Radio 2000", "Radio 2000"), ("Classic (1999)", "Classic (1999)"),
        ("★ TURKİYE ★", "TURKİYE"), ("Sky Cinema ᵁᴴᴰ", "Sky Cinema"), ("RTL [Server 2]", "RTL"),
        ("RTL Backup", "RTL"),
        ("Al Jazeera English", "Al Jazeera English"), ("Me: TV", "Me: TV"),
        ("CNN International", "CNN International"),
        ("CCTV-1 (540p)", "CCTV-1"), ("365BLK [FAST]", "365BLK"), ("Bloomberg TV+", "Bloomberg TV+"),
        ("+Perfil HD", "+Perfil"), ("I Survived… HD", "I Survived…"),
        ("Home.Made.Nation", "Home.Made.Nation"), ("Pluto TV Kids (Spain)", "Pluto TV Kids"),
        ("SportOutdoor.tv [IT]", "SportOutdoor.tv"),
        ("UK: Sky Sports F1 8K+", "Sky Sports F1"), ("ES: DAZN F1 [M3U8]", "DAZN F1"), ("DE ✦ RTL ʀᴀᴡ", "RTL"),
        ("TF1 ᴿᴬᵂ ⁶⁰ᶠᵖˢ", "TF1"), ("US: ESPN ⱽᴵᴾ", "ESPN"), ("Alien³", "Alien³"),
        ("IN-PREM| Star Plus HD", "Star Plus"), ("ʀᴀᴡ", "ʀᴀᴡ"), ("Canal ³", "Canal ³"),
        ("湖南卫视高清", "湖南卫视"), ("湖南卫视FHD", "湖南卫视"),
        ("Матч! HD orig", "Матч!"), ("Jovem Pan News | BR", "Jovem Pan News"), ("Tide | Pier", "Tide | Pier"),
        ("RAI 1 (MPD)", "RAI 1"), ("Germany: RTL", "RTL"), ("RTL [Alternativa]", "RTL"), ("RTL HD OP2", "RTL"),
        ("Canal 13 OP2", "Canal 13"),
    ]

    @Test(arguments: channelTitles)
    func channels(_ raw: String, _ title: String) {
        #expect(TitleCleaner.clean(raw, style: .channel).title == title)
    }

    @Test(arguments: [
        "(1998 (20t Film", "(1998) (HD)", "(4K", "[HD] (1998", "(1998 [HD (4K",
        String(repeating: "(4K) (HD) ", count: 8), String(repeating: "[1080p]", count: 12),
    ])
    func `no title is emptied: brackets that nothing closes, nothing but tags`(_ title: String) {
        for style in [TitleCleaner.Style.video, .channel] {
            #expect(!TitleCleaner.clean(title, style: style).title.isEmpty, "\(style)")
        }
        #expect(TitleCleaner.clean("(1998 (20t Film", style: .video) == CleanTitle(title: "(20t Film", year: 1998))
    }

    @Test
    func `tags go into the variant`() {
        let film = TitleCleaner.clean("4K-DE - Dune (2021) [HDR] (Extended Cut)", style: .video).tags
        #expect(film.quality?.name == "4K")
        #expect(film.languages == ["de"])
        #expect(film.country == "DE")
        #expect(film.dynamicRange == "HDR")
        #expect(film.edition == "Extended")
        let release = TitleCleaner.clean("The.Matrix.1999.German.DL.1080p.BluRay.x265-GRP", style: .video).tags
        #expect(release.quality?.height == 1080)
        #expect(release.codec == "HEVC")
        #expect(release.origin == "BluRay")
        #expect(release.languages == ["de"])
        let channel = TitleCleaner.clean("UK: Sky Cinema FHD HEVC 50fps [Server 3] [Geo-blocked]", style: .channel).tags
        #expect(channel.quality?.name == "1080p")
        #expect(channel.codec == "HEVC")
        #expect(channel.framesPerSecond == 50)
        #expect(channel.country == "GB")
        #expect(channel.server == 3)
        #expect(channel.isGeoBlocked)
        #expect(TitleCleaner.clean("X (English Dub)", style: .video).tags.isDubbed)
        #expect(TitleCleaner.clean("AR - X", style: .video).tags.country == nil)
        #expect(TitleCleaner.clean("AR - X", style: .video).tags.languages == ["ar"])
        #expect(TitleCleaner.clean("D+ - The Mandalorian", style: .video).tags.provider == "Disney+")
        #expect(
            TitleCleaner.clean("Foo (450p)", style: .channel).tags.quality == StreamQuality(height: 450, name: "450p"))
    }

    @Test(arguments: [
        ("Show S01E02", 1, 2), ("Show s1e2 Title", 1, 2), ("Show S01 E02", 1, 2), ("Show - S01E02 - Title", 1, 2),
        ("Show 1x02", 1, 2),
        ("مسلسل الهيبة الموسم 2 الحلقة 5", 2, 5), ("مسلسل الهيبة الموسم ٢ الحلقة ٥", 2, 5),
        ("הבורר עונה 1 פרק 7", 1, 7),
        ("Show Season 1 Episode 2", 1, 2), ("Show Staffel 1 Folge 2", 1, 2), ("Show Saison 1 Épisode 2", 1, 2),
        ("Show Temporada 1 Capítulo 2", 1, 2), ("Show T01E02", 1, 2), ("Show 1 сезон 2 серия", 1, 2),
        ("Show сезон 1 серия 2", 1, 2),
        ("Show S1:E2", 1, 2), ("Show.S01E02.1080p", 1, 2), ("Show S2023E05", 2023, 5), ("Show S00E01", 0, 1),
        ("Show S01EP02", 1, 2),
        ("Show S01 Ep 2", 1, 2), ("Show (2010) S03E12", 3, 12), ("S01E02", 1, 2),
    ])
    func `seasons and episodes`(_ raw: String, _ season: Int, _ episode: Int) throws {
        let marker = try #require(EpisodeMarker.find(in: FoldedText(raw)))
        #expect(marker.season == season)
        #expect(marker.episode == episode)
    }

    @Test
    func `several episodes in one file, and what is no episode`() {
        #expect(EpisodeMarker.find(in: FoldedText("Show S01E01-E02"))?.lastEpisode == 2)
        #expect(EpisodeMarker.find(in: FoldedText("Show S01E01E02E03"))?.lastEpisode == 3)
        for title in [
            "4x4 (2019)", "Clip 1920x1080", "Area 51", "S Club 7", "Seven", "T2 Trainspotting", "Se7en", "U2", "E4 HD",
            "Season 1",
        ] {
            #expect(EpisodeMarker.find(in: FoldedText(title)) == nil)
        }
        #expect(EpisodeMarker.find(in: FoldedText("Show Episode 5")) == nil)
        #expect(EpisodeMarker.find(in: FoldedText("Show Episode 5"), allowsBareEpisode: true)?.episode == 5)
        #expect(EpisodeMarker.find(in: FoldedText("Show 2024-01-15"), allowsBareEpisode: true)?.airDate?.day == 15)
    }
}
