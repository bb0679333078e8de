import HearthModel
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// How authors of public lists write episodes: in the file's name, in a folder, by numbers that only the whole list explains.
struct EpisodeHabitTests {
    /// An entry: the attributes of its line, its title and its address.
    private typealias Line = (String, String, String)

    private static func items(_ lines: [Line]) -> [PlaylistItem] {
        let text = "#EXTM3U\n" + lines.map { "#EXTINF:-1 \($0.0),\($0.1)\n\($0.2)\n" }.joined()
        return RecognizedList(Playlist(text).entries).items
    }

    /// "Low Tide 2x5: The Pier", or the kind of an item that is no episode.
    private static func shown(_ item: PlaylistItem) -> String {
        guard let series = item.series else { return item.kind.rawValue }
        let numbers = "\(series.season.map(String.init) ?? "-")x\(series.episode.map(String.init) ?? "-")"
        return "\(series.title) \(numbers)" + (item.title.isEmpty ? "" : ": \(item.title)")
    }

    private static let group = "group-title=\"Low Tide\""

    // MARK: The path

    @Test(arguments: [
        ("Episodio 6", "https://h.example/series/low_tide/s_03_e_06.mkv", "Low Tide 3x6"),
        ("Episodio 6", "https://h.example/a/LT_S03E_(06).avi", "Low Tide 3x6"),
        ("Episodio 6", "https://h.example/a/Low.Tide.3x06.lat.mp4", "Low Tide 3x6"),
        ("Episodio 6", "https://h.example/Low%20Tide/Season%203/06.mkv", "Low Tide 3x6"),
        ("Episodio 6", "https://h.example/lt/temp3/06.mkv", "Low Tide 3x6"),
        // Of another episode, of a server, and of a stream.
        ("Episodio 6", "https://h.example/a/Low.Tide.3x07.lat.mp4", "Low Tide -x6"),
        ("Episodio 6", "https://h.example/s3/06.mkv", "Low Tide -x6"),
        ("Episodio 6", "https://h.example/Season%203/06/index.m3u8", "Low Tide -x6"),
    ])
    func `the season of an episode is in the name of its file or folder`(
        _ title: String, _ address: String, _ shown: String
    ) {
        #expect(Self.items([(Self.group, title, address)]).map(Self.shown) == [shown])
    }

    @Test(arguments: [
        ("The Pier", "https://h.example/a/02x12-The%20Pier.mp4", "Low Tide 2x12: The Pier"),
        ("The Pier", "https://h.example/a/Low.Tide.S02E12.1080p.mkv", "Low Tide 2x12: The Pier"),
        ("The Pier", "https://h.example/a/The.Pier.1080x720.mp4", "movie"),
        ("The Pier", "https://h.example/a/pier12.mp4", "movie"),
        ("The Pier", "https://h.example/a/S02E12/index.m3u8", "channel"),
    ])
    func `a file whose name has season and episode is one, whatever its title`(
        _ title: String, _ address: String, _ shown: String
    ) {
        #expect(Self.items([(Self.group, title, address)]).map(Self.shown) == [shown])
    }

    @Test
    func `in a group of a kind the title is the series of such a file, and 1x02 is not enough`() {
        let drama = "group-title=\"Drama\""
        let lines: [Line] = [
            (drama, "Low Tide", "https://h.example/a/S02E12.mkv"), (drama, "Low Tide", "https://h.example/a/2x12.mkv"),
        ]
        #expect(Self.items(lines).map(Self.shown) == ["Low Tide 2x12", "movie"])
    }

    @Test(arguments: [
        ("https://h.example/series/low%20tide/a.tp1x07.mp4", "low tide"),
        ("https://h.example/Low%20Tide/Season%201/07.mkv", "Low Tide"),
        ("https://h.example/tv/Low%20Tide%20S1/07.mkv", "Low Tide"),
        ("https://h.example/series/Low.Tide.S01E07.mkv", "Low Tide"),
        ("https://h.example/movies/x7/07.mp4", "TEMP.1 CAP. 7"),
    ])
    func `the series of a title that is nothing but numbers is in its path, where there is no group`(
        _ address: String, _ series: String
    ) {
        #expect(Self.items([("", "TEMP.1 CAP. 7", address)]).first?.series?.title == series)
    }

    @Test
    func `files with numbers in a row and one picture are episodes of their group, a saga has a picture each`() {
        func lines(_ logo: (Int) -> String, _ numbers: [Int]) -> [Line] {
            numbers.map {
                (
                    "\(Self.group) tvg-logo=\"https://l.example/\(logo($0)).jpg\"", "Pier \($0 > 9 ? "A" : "B")",
                    "https://h.example/lt/\($0)%20-%20Pier.mp4"
                )
            }
        }
        let found = Self.items(lines({ _ in "low" }, [1, 2, 3, 5, 10])).map(Self.shown)
        #expect(found.first == "Low Tide -x1: Pier B")
        #expect(found.last == "Low Tide -x10: Pier A")
        for other in [
            lines({ "low\($0)" }, [1, 2, 3, 5, 10]), lines({ _ in "low" }, [1, 2, 3, 5]),
            lines({ _ in "low" }, [1, 2, 3, 5, 90]),
        ] {
            #expect(Self.items(other).allSatisfy { $0.kind == .movie })
        }
    }

    // MARK: The rest of the list

    @Test
    func `a name with several numbers behind a word for an episode is a series, with fewer it may be a film`() {
        func kinds(_ word: String, _ count: Int, _ address: String) -> Set<ContentKind> {
            Set(
                Self.items((1...count).map { ("", "Low Tide (1991) \(word)\($0) 720p", "\(address)?\($0)") }).map(
                    \.kind))
        }
        let file = "https://h.example/f/low.mp4"
        let stream = "https://h.example/f/index.m3u8"
        #expect(kinds("cap ", 5, file) == [.episode])
        #expect(kinds("cap ", 4, file) == [.movie])
        #expect(kinds("Folge ", 3, stream) == [.episode])
        #expect(kinds("E", 10, stream) == [.episode])
        #expect(!kinds("E", 9, stream).contains(.episode))
        #expect(kinds("E", 5, file) == [.episode])
        let item = Self.items((1...5).map { ("", "(2001) Low Tide cap \($0) 720p", file) })[3]
        #expect(Self.shown(item) == "Low Tide -x4")
    }

    @Test
    func `files of one name with many numbers that have zeros in front are episodes, films of a saga are fewer`() {
        func kinds(_ numbers: ClosedRange<Int>, _ zero: String) -> Set<ContentKind> {
            Set(
                Self.items(
                    numbers.map { ("", "Low Tide \($0 < 10 ? zero : "")\($0)", "https://h.example/f/\($0)/low.mp4") }
                ).map(\.kind))
        }
        #expect(kinds(1...10, "0") == [.episode])
        #expect(kinds(1...10, "") == [.movie])
        #expect(kinds(1...9, "0") == [.movie])
    }

    // MARK: Titles

    @Test(arguments: [
        ("Low Tide - Sezon 4 - 4-37_P2", "Low Tide 4x37"),
        ("LOW TIDE TEMPORADA 2 24.THE PIER", "LOW TIDE 2x24: THE PIER"),
        ("LOW TIDE TEMPORADA 1 71. THE PIER", "LOW TIDE 1x71: THE PIER"),
        ("LOW TIDE TEMPORADA 2 EPISODE #2.10", "LOW TIDE 2x10"),
        ("Low Tide - E6 S01E06", "Low Tide 1x6"), ("Low Tide (temp 3) - T3E2", "Low Tide 3x2"),
        ("LOW TIDE TEMPORADA 1 22", "LOW TIDE 1x22"), ("Temp 1/38", "Ebb 1x38"),
        ("Low Tide Temporada 1 Cap. 1x13", "Low Tide 1x13"), ("Temporada 1 Cap. 1x13", "Ebb 1x13"),
        ("Low Tide Season 01 (2014) S01E36", "Low Tide 1x36"), ("Low Tide 1nd Season - Ebb S01 E05", "Low Tide 1x5"),
        ("Low Tide ซีซั่น 09 an S09 E37", "Low Tide 9x37"), ("Low Tide ภาค1 S01 E42", "Low Tide 1x42"),
        ("Temporada 2 Cap. 1x5", "Ebb 1x5"), ("LOW TIDE TEMPORADA 1 CAP11", "LOW TIDE 1x11"),
        ("Low Tide Temp1 Cap5", "Low Tide 1x5"), ("Low Tide S2 | 3", "Low Tide 2x3"),
        // Other numbers are a part of the name.
        ("Low Tide Season 2 720", "movie"), ("Low Tide 1/38", "movie"), ("Low Tide 2 S01E06", "Low Tide 2 1x6"),
        ("Low Tide E7 S01E06", "Low Tide E7 1x6"),
        ("Low Tide Season 2 S01E06", "Low Tide Season 2 1x6"),
    ])
    func `what says season or episode once more is no part of the name`(_ title: String, _ shown: String) {
        let item = Self.items([("group-title=\"Serie - Ebb\"", title, "https://h.example/f/low.mp4")]).first
        #expect(item.map { Self.shown($0).hasPrefix(shown) } ?? false, "\(item.map(Self.shown) ?? "")")
    }

    @Test
    func `a group that is called after a season has no name of a series`() {
        let group = "group-title=\"Season 06\""
        let file = "https://h.example/Low%20Tide/Season%2006/Low%20Tide%20S06E07%20The%20Pier.mkv"
        #expect(Self.items([(group, "S06E07 The Pier", file)]).map(Self.shown) == ["Low Tide 6x7: The Pier"])
        let chapters: [Line] = (1...5).map {
            ("group-title=\"TEMPORADA7\"", "Low Tide cap \($0)", "https://h.example/\($0).mp4")
        }
        #expect(Self.items(chapters).map(Self.shown).last == "Low Tide 7x5")
    }

    @Test
    func `numbers behind a bar are episodes where the list has several of a name`() {
        func shown(_ count: Int, _ sign: String) -> [String] {
            Self.items(
                (1...count).map { ("group-title=\"Korean\"", "Low Tide \(sign) \($0)", "https://h.example/\($0).mp4") }
            )
            .map(Self.shown)
        }
        #expect(shown(5, "|").last == "Low Tide -x5")
        #expect(shown(4, "|").last == "movie")
        #expect(shown(5, "").last == "movie")
    }

    @Test
    func `a title is the episode's where the name of the file has both series and numbers`() {
        let address = "https://h.example/o/Low%2FTemporada%201%2FLowTide_tem-1_cap--06-ThePier.mp4"
        #expect(Self.items([("", "The Pier", address)]).map(Self.shown) == ["LowTide 1x6: The Pier"])
    }

    @Test
    func `a title that is a path is the name of its file`() {
        let address = "https://h.example/a/low.mp4"
        let lines: [Line] = (1...12).map { ("", "Low/Low.S01/Low S01E\($0) - The Pier", address) }
        #expect(Self.items(lines).map(Self.shown).last == "Low 1x12: The Pier")
        #expect(Self.items([("", "Low/Lowlands S01E02", address)]).map(Self.shown) == ["Low/Lowlands 1x2"])
        #expect(Self.items([("", "Low/Low Tide", address)]).first?.title == "Low/Low Tide")
    }

    @Test
    func `a group that adds a translation in brackets is called as the title behind the number`() {
        let group = "group-title=\"Low Tide [Ebbe]\""
        let item = Self.items([(group, "[T5][Ep 01] Low Tide", "https://h.example/f/low.mp4")]).first
        #expect(item.map(Self.shown) == "Low Tide 5x1")
    }
}
