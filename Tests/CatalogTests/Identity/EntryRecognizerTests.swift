import HearthModel
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Entries of lists, understood.
struct EntryRecognizerTests {
    private func item(_ info: String, _ address: String = "http://host/live.m3u8") throws -> PlaylistItem {
        let entry = try #require(Playlist("#EXTINF:\(info)\n\(address)\n").entries.first)
        var reader = EntryRecognizer(source: "s1")
        return reader.item(for: entry)
    }

    @Test(arguments: [
        (#"-1 type="movie",Anything"#, "http://h/x", ContentKind.movie, Classification.Reason.declared),
        (#"-1 type="series",Show S01E01"#, "http://h/x", .episode, .declared),
        (#"-1 type="live",Show S01E01"#, "http://h/x", .channel, .declared),
        ("-1,Heat", "http://h:80/movie/u/p/5.mkv", .movie, .path),
        ("-1,Show S01E02", "http://h:80/series/u/p/5.mkv", .episode, .path),
        ("-1,Show S01E02", "http://h:80/movie/u/p/5.mkv", .episode, .path),
        ("-1,News", "http://h:80/live/u/p/5.ts", .channel, .path),
        ("-1,Show Episode 5", "http://h:80/series/u/p/5.mkv", .episode, .path),
        ("-1,Show S01E02", "http://h/x.m3u8", .episode, .episodeNumber),
        ("0,Heat", "http://h/heat.mp4", .movie, .fileEnding),
        ("-1,Heat (1995)", "http://h/x.m3u8", .movie, .yearInTitle),
        (#"5400 group-title="Movies",Heat"#, "http://h/x", .movie, .group),
        (#"-1 group-title="VOD Italy",Film Top"#, "http://h/x.m3u8", .channel, .nothing),
        ("-1,CNN", "http://h/x", .channel, .nothing),
        (#"-1 tvg-id="loop.us",Loop"#, "http://h/loop.mp4", .channel, .nothing),
        ("-1,24/7: Friends (1994)", "http://h/x", .channel, .nothing),
        (#"-1 radio="true",Jazz"#, "http://h/jazz", .channel, .radio),
        ("-1,Jazz", "http://h/jazz.mp3", .channel, .radio),
        ("-1,CNN", "http://live.host/a/b/c/d.m3u8", .channel, .nothing),
        ("-1,Movie Channel", "http://h/live/x.m3u8", .channel, .nothing),
        (#"-1 media="true",X"#, "http://h/x", .movie, .onDemand),
    ])
    func `channel, film or episode`(
        _ info: String, _ address: String, _ kind: ContentKind, _ reason: Classification.Reason
    ) throws {
        let item = try item(info, address)
        #expect(item.classification == Classification(kind, reason))
        #expect(item.id.kind == kind)
        #expect(item.kind == kind)
    }

    @Test
    func `an episode, with everything that its title says`() throws {
        let item = try item(
            #"-1 group-title="NF | Series",DE - Breaking Bad (2008) S05E14 Ozymandias 1080p"#,
            "http://h/series/u/p/9.mkv")
        let series = try #require(item.series)
        #expect(series.title == "Breaking Bad")
        #expect(series.year == 2008)
        #expect(series.season == 5)
        #expect(series.episode == 14)
        #expect(item.title == "Ozymandias")
        #expect(item.variant.quality?.name == "1080p")
        #expect(item.variant.languages == ["de"])
        #expect(series.id == ContentIdentity.series(title: "Breaking Bad", year: 2008))
        #expect(item.id == ContentIdentity.episode(of: series.id, season: 5, episode: 14))
    }

    @Test
    func `an episode whose title is only its number takes the series from tvg-name or the group`() throws {
        #expect(try item(#"-1 type="series" group-title="Dark",S01E02"#).series?.title == "Dark")
        #expect(
            try item(#"-1 tvg-name="Dark S01E02" group-title="Series",S01E02"#, "http://h/x.mkv").series?.title
                == "Dark")
        let daily = try item(#"-1 group-title="Series",The Late Show 2024-01-15"#, "http://h/series/u/p/1.mkv")
        #expect(daily.series?.airDate == "2024-01-15")
        #expect(daily.series?.title == "The Late Show")
    }

    @Test(arguments: [
        ("مسلسل الهيبة الحلقة 5", "مسلسل الهيبة"), ("Diriliş 5. Bölüm", "Diriliş"), ("Сваты 5 серия", "Сваты"),
        ("24 Episode 5", "24"), ("사랑의 불시착 5회", "사랑의 불시착"), ("爱情公寓 第5集", "爱情公寓"),
        ("One Piece - 5", "One Piece"), ("[Subs] Show - 5 (1080p) [ABCD1234]", "Show"),
        ("Tatort - Folge 5 - Das Opfer", "Tatort"),
        ("Κάτι Ψήνεται Επεισόδιο 5", "Κάτι Ψήνεται"),
    ])
    func `an episode by its number alone, where the address says that it is one`(_ raw: String, _ series: String) throws
    {
        let episode = try item("-1 group-title=\"Series\",\(raw)", "http://h/series/u/p/2.mp4")
        #expect(episode.series?.title == series)
        #expect(episode.series?.episode == 5)
    }

    @Test
    func `what can be a year behind a dash is no episode`() throws {
        #expect(try item(#"-1 group-title="Series",Class of - 1984"#, "http://h/series/u/p/3.mp4").series == nil)
    }

    @Test
    func `a country from the attribute, the title or the group is part of a channel without a guide id`() throws {
        let ids = try [
            item(#"-1 tvg-country="UK",Channel 5"#), item("-1,UK: Channel 5 HD"),
            item(#"-1 group-title="UK | Entertainment",Channel 5"#),
            item(#"-1 group-title="United Kingdom",|UK| Channel 5 ᴴᴰ"#),
            item(#"-1 group-title="England;News",Channel 5"#),
        ].map(\.id)
        #expect(Set(ids).count == 1)
        #expect(try item(#"-1 group-title="USA",Channel 5"#).id != ids[0])
        #expect(try item(#"-1 tvg-country="INT",Channel 5"#).country == nil)
        #expect(try item(#"-1 tvg-country="US;CA",Channel 5"#).country == nil)
    }

    @Test
    func `the same list in another order, with other addresses, from another source: the same ids`() throws {
        let entries = try Playlist(SharedData.bytes("m3u/iptv-org-2022-02/streams/us.m3u")).entries
        func ids(_ entries: [M3UEntry], source: String) -> [String: Set<DerivedID>] {
            var statistics = PlaylistStatistics()
            for entry in entries { statistics.note(entry) }
            var reader = EntryRecognizer(source: source, statistics: statistics)
            var found: [String: Set<DerivedID>] = [:]
            for entry in entries { found[entry.title + entry.guideID, default: []].insert(reader.item(for: entry).id) }
            return found
        }
        let first = ids(entries, source: "a")
        var random = SeededGenerator(seed: 4711)
        let others = entries.shuffled(using: &random).map { entry in
            var other = entry
            other.address = "https://elsewhere.example/\(entry.line).m3u8?token=1"
            return other
        }
        #expect(ids(others, source: "b") == first)
        #expect(first.values.allSatisfy { $0.count == 1 })
    }

    @Test
    func `headings are seen as such`() throws {
        for title in ["##### UK #####", "=== News ===", "----I N T R O----", "********* SPORT *********"] {
            #expect(try item("-1,\(title)").isHeading)
        }
        for title in ["M*A*S*H", "--- X", "#1 Music", "CNN", "Sky Sport ***"] {
            #expect(try !item("-1,\(title)").isHeading)
        }
    }

    @Test
    func `languages, genres, certificate and rungs`() throws {
        let item = try item(
            #"-1 tvg-language="English;Spanish" group-title="Krimi & Thriller" rating="FSK 16" channel-id="77" tmdb-id="949",Heat (1995) 4K"#,
            "http://h/movie/u/p/1.mkv")
        #expect(item.variant.languages == ["en", "es"])
        #expect(item.genres == [.thriller, .crime])
        #expect(item.certification?.rating == .r)
        #expect(item.rungs.map(\.kind) == [.provider, .external, .name, .address])
        #expect(item.adult == nil)
    }
}
