import HearthModel
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// How authors of public lists spell an episode's number, and shorten or lose the name of its series.
struct EpisodeSpellingTests {
    /// An entry: its group, its title and its address.
    private typealias Line = (group: String, title: String, address: String)

    private static let file = "https://h.example/a/b1.mp4"
    private static let stream = "https://h.example/play?id=1"

    private static func items(_ lines: [Line]) -> [PlaylistItem] {
        let text = lines.map { line in
            "#EXTINF:-1" + (line.group.isEmpty ? "" : " group-title=\"\(line.group)\"")
                + ",\(line.title)\n\(line.address)\n"
        }
        return RecognizedList(Playlist("#EXTM3U\n" + text.joined()).entries).items
    }

    /// "Low Tide 2x5: The Pier", or the kind of an item that is no episode.
    private static func shown(_ item: PlaylistItem) -> String {
        guard let series = item.series else { return item.isRadio ? "radio" : item.kind.rawValue }
        let numbers = "\(series.season.map(String.init) ?? "-")x\(series.episode.map(String.init) ?? "-")"
        return "\(series.title) \(numbers)" + (item.title.isEmpty ? "" : ": \(item.title)")
    }

    private static func shown(_ title: String, group: String = "", _ address: String = file) -> String? {
        items([(group, title, address)]).first.map(shown)
    }

    // MARK: Numbers

    @Test(arguments: [
        ("Low Tide T3X9", "Low Tide 3x9"), ("Low Tide S02x04", "Low Tide 2x4"), ("Low TideT2x4", "Low Tide 2x4"),
        ("Low TideS02E04", "Low Tide 2x4"), ("Low Tide S02E04The Pier", "Low Tide 2x4: The Pier"),
        ("Low Tide - Dublado, DUB-EP45T01", "Low Tide 1x45"), ("Low Tide - Legendado, LEG-EP05T02", "Low Tide 2x5"),
        ("Low Tide 7T-E05", "Low Tide 7x5"), ("Low Tide 7TLEG-E05 The Pier", "Low Tide 7x5: The Pier"),
        // A model's number, capitals before it, a version, and letters that are no season's.
        ("Low Tide K3x9", "movie"), ("LISTS2E4", "movie"), ("Low Tide S02E04HD", "movie"), ("Low Tide 7P-E05", "movie"),
    ])
    func `a season and an episode in other orders, and without spaces around them`(_ title: String, _ shown: String) {
        #expect(Self.shown(title) == shown)
    }

    @Test(arguments: [
        ("Low Tide 2. Sezon 7. B\u{FFFD}l\u{FFFD}m", "Low Tide 2x7"), ("Low Tide 2.Sezon 7.B?l?m", "Low Tide 2x7"),
        ("Low Tide Temporada 2 Cap\u{FFFD}tulo 7", "Low Tide 2x7"), ("Low Tide Season 2 ?pisode 7", "Low Tide 2x7"),
        ("Low Tide 2. Sezon 7. B?l", "movie"), ("What?s up", "movie"),
    ])
    func `letters that an editor has lost in the words for season and episode`(_ title: String, _ shown: String) {
        #expect(Self.shown(title) == shown)
    }

    @Test
    func
        `a season and a number with a dash between them are an episode in the series' group, or where the list has several`()
    {
        #expect(Self.shown("Low Tide S04-10", group: "Low Tide", Self.stream) == "Low Tide 4x10")
        #expect(Self.shown("S04-10 The Pier", group: "Low Tide", Self.stream) == "Low Tide 4x10: The Pier")
        let lines = (1...3).map { (group: "Ebb", title: "Low Tide S01-\($0)", address: Self.stream) }
        #expect(Self.items(lines).map(Self.shown) == ["Low Tide 1x1", "Low Tide 1x2", "Low Tide 1x3"])
        let short = (1...3).map { (group: "Low Tide", title: "LT S01-\($0)", address: Self.stream) }
        #expect(Self.items(short).map(Self.shown) == ["Low Tide 1x1", "Low Tide 1x2", "Low Tide 1x3"])
        // Seasons of a channel.
        #expect(Self.shown("Low Tide S04-10", group: "Ebb", Self.stream) == "channel")
        #expect(Self.shown("Low Tide S04 - 10", group: "Low Tide", Self.stream) == "channel")
    }

    @Test
    func `numbers in front are episodes where the group has three of them`() {
        func shown(_ titles: [String], _ group: String, _ address: String) -> [String] {
            Self.items(titles.map { (group, $0, address) }).map(Self.shown)
        }
        #expect(
            shown(["2x6-DUB Alta Mar", "(OFF)2x7-DUB Alta Mar", "2x8 Alta Mar", "2x9 Alta Mar"], "Low Tide", Self.file)
                == ["2x6: DUB", "2x7: DUB", "2x8:", "2x9:"].map { "Low Tide \($0) Alta Mar" })
        #expect(shown(["2x6-DUB Alta Mar", "2x8 Alta Mar"], "Low Tide", Self.file) == ["movie", "movie"])
        #expect(
            shown(["E60", "E61", "E62 Low Tide"], "Low Tide", Self.stream)
                == ["60", "61", "62"].map { "Low Tide -x\($0)" })
        #expect(shown(["E4", "E5"], "Low Tide", Self.stream) == ["channel", "channel"])
        #expect(shown(["E60", "E61", "E62"], "Movies", Self.stream) == ["channel", "channel", "channel"])
    }

    @Test
    func `a number beside the name of the group, or the beginning of it`() {
        let front = (1...3).map { (group: "Low Tide of the North", title: "\($0) Low Tide", address: Self.file) }
        #expect(Self.items(front).map(Self.shown) == (1...3).map { "Low Tide of the North -x\($0)" })
        let more = (1...3).map { (group: "Low Tide", title: "\($0) low tide aspect ratio", address: Self.file) }
        #expect(Self.items(more).map(Self.shown) == (1...3).map { "Low Tide -x\($0)" })
        func behind(_ count: Int, _ group: String) -> [String] {
            Self.items((1...count).map { (group: group, title: "LOW TIDE \($0)", address: "\(Self.file)?\($0)") })
                .map(Self.shown)
        }
        #expect(behind(10, "Low Tide") == (1...10).map { "LOW TIDE -x\($0)" })
        // Films have fewer parts, and a group that is no series.
        #expect(Set(behind(9, "Low Tide")) == ["movie"])
        #expect(Set(behind(10, "Ebb")) == ["movie"])
    }

    @Test
    func `a group that is only a season says that its numbers are of episodes, and which season`() {
        #expect(
            Self.shown("Low Tide 3 (2023) cap 3 720p", group: "Temporada 2", Self.stream)?.hasPrefix("Low Tide 3 2x3")
                == true)
        let lines = (7...9).map {
            (group: "TEMP 2", title: "0\($0)", address: "https://h.example/Low%20Tide/Season%202/\($0).mp4")
        }
        #expect(Self.items(lines).map(Self.shown) == (7...9).map { "Low Tide 2x\($0)" })
        #expect(
            Self.shown("(3ª TEMPORADA) Episódio 02 - The Pier", group: "Low Tide", Self.stream)
                == "Low Tide 3x2: The Pier")
    }

    // MARK: Names

    @Test(arguments: [
        ("AHS T5|EP1", "AMERICAN HORROR STORY", "AMERICAN HORROR STORY 5x1"),
        ("G.A. T3|EP8", "GREY'S ANATOMY", "GREY'S ANATOMY 3x8"),
        // A name, a group that is none, and other letters.
        ("S.W.A.T. S02E06", "S.W.A.T.", "S.W.A.T. 2x6"), ("LT S02E06", "Living Together LT", "LT 2x6"),
        ("Lt S02E06", "Low Tide", "Lt 2x6"), ("LX S02E06", "Low Tide", "LX 2x6"),
        ("DSS S02E06", "Drama Series Sub", "DSS 2x6"),
    ])
    func `initials before the number are those of the group`(_ title: String, _ group: String, _ shown: String) {
        #expect(Self.shown(title, group: group) == shown)
    }

    @Test
    func `letters of the group's name are an abbreviation where all its titles begin with them`() {
        let lines = (1...3).map { (group: "Lowtide", title: "LWTD T1|EP\($0)", address: Self.file) }
        #expect(Self.items(lines).map(Self.shown) == (1...3).map { "Lowtide 1x\($0)" })
        let mixed = lines + [(group: "Lowtide", title: "High Water T1|EP4", address: Self.file)]
        #expect(Self.items(mixed).map(Self.shown).first == "LWTD 1x1")
    }

    @Test(arguments: [
        (
            "S01E07 The Pier", "https://h.example/tv/Low%20Tide/Season%201/S01E07%20-%20Pier.mp4",
            "Low Tide 1x7: The Pier"
        ),
        ("S01E07 The Pier", "https://h.example/tv/low/s1/Low.Tide.S01E07.1080p.mkv", "Low Tide 1x7: The Pier"),
        // Another season or number, and a folder that says nothing.
        ("S01E07 The Pier", "https://h.example/tv/Low%20Tide/Season%202/7.mp4", "The Pier 1x7: The Pier"),
        ("S01E07 The Pier", "https://h.example/tv/low/Low.Tide.S01E08.mkv", "The Pier 1x7: The Pier"),
        ("S01E07 The Pier", "https://h.example/tv/low/7.mkv", "The Pier 1x7: The Pier"),
    ])
    func `the series of a title that begins with the number is in a path with the same one`(
        _ title: String, _ address: String, _ shown: String
    ) {
        let found = Self.shown(title, address)
        #expect(found == shown || found == shown.replacing(": The Pier", with: ""), "\(found ?? "")")
    }

    private static func shown(_ title: String, _ address: String) -> String? { shown(title, group: "", address) }

    // MARK: Sound

    @Test(arguments: [
        ("Low Tide S01-E04 - The Pier", "Series", "Low Tide 1x4: The Pier"),
        ("Low Tide 104.4", "Series", "radio"),
        ("Low Tide E4", "", "radio"), ("Low Tide 2", "Podcasts", "radio"),
    ])
    func `a file of sound that is an episode of a podcast is no station`(
        _ title: String, _ group: String, _ shown: String
    ) {
        #expect(Self.shown(title, group: group, "https://h.example/a/b1.mp3") == shown)
    }
}
