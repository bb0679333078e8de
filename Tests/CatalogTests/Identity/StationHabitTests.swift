import HearthModel
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// How authors of public lists write stations: what says how they are sent, the addresses of a tuner, groups of stations and channels.
struct StationHabitTests {
    /// An entry: the attributes of its line, its title and its address.
    private typealias Line = (String, String, String)

    private static func items(_ lines: [Line], list: String = "") -> [PlaylistItem] {
        let text = "#EXTM3U\n" + lines.map { "#EXTINF:-1 \($0.0),\($0.1)\n\($0.2)\n" }.joined()
        return RecognizedList(Playlist(text).entries, list: list).items
    }

    private static func kinds(_ lines: [Line], list: String = "") -> [String] {
        items(lines, list: list).map { $0.isRadio ? "radio" : $0.kind.rawValue }
    }

    @Test(arguments: [
        ("Low Tide FM - 128 kbit/s", "Low Tide FM"), ("Low Tide FM 128kbps", "Low Tide FM"),
        ("Low Tide FM (320 Kbps)", "Low Tide FM"), ("Low Tide FM 320kBit", "Low Tide FM"),
        ("Low Tide FM 64k AAC+", "Low Tide FM"), ("Low Tide FM MP3", "Low Tide FM"), ("lowtide_MP3", "lowtide"),
        ("Low Tide FM 48KAAC", "Low Tide FM"), ("low.tide.mp3", "low.tide"), ("lowtide-128-aac", "lowtide"),
        ("Low Tide! - 192 kbit/s", "Low Tide!"), ("Low Tide (Ebb) - 64 kbit/s", "Low Tide (Ebb)"),
        // These are names.
        ("Low Tide 128", "Low Tide 128"), ("Low 64-128", "Low 64-128"), ("MP3", "MP3"), ("128k MP3", "128k MP3"),
        ("Low Tide kbps", "Low Tide kbps"), ("1 MP3", "1 MP3"), ("90s - 128 kbit/s", "90s"),
        ("lowtide-mid - lowtide-mid.mp3", "lowtide-mid"), ("lowtide - ebb.mp3", "lowtide - ebb"),
    ])
    func `how a station is sent is no part of its name`(_ title: String, _ name: String) {
        let item = Self.items([("radio=\"true\"", title, "http://h.example/low")]).first
        #expect(item?.isRadio == true)
        #expect(item?.title == name)
    }

    @Test
    func `links of one station in several rates are one title, and a channel keeps such words`() {
        let rates = ["64 kbit/s", "128 kbit/s", "320 kbit/s"]
        let lines: [Line] = rates.map { ("radio=\"true\"", "Low Tide FM - \($0)", "http://h.example/\($0.prefix(2))") }
        #expect(Set(Self.items(lines).map(\.id)).count == 1)
        #expect(Self.items([("", "Low Tide MP3", "https://h.example/low/index.m3u8")]).first?.title == "Low Tide MP3")
    }

    // MARK: Tuners

    private static func address(_ streams: String) -> String {
        "rtsp://192.0.2.1:554/?avm=1&freq=450&msys=dvbc&pids=0,16,17,18,20,\(streams)"
    }

    @Test
    func `an address of a tuner with two streams is a station's, one with three may be a channel's`() {
        let lines: [Line] = [
            ("", "Ebb", Self.address("700,710")), ("", "Flood", Self.address("800,810,850")),
            ("", "Neap", Self.address("100,101,102,103,104,105")), ("", "Storm HD", Self.address("900,910")),
            ("", "Surge", "https://h.example/?pids=700,710"),
        ]
        #expect(Self.kinds(lines) == ["radio", "channel", "channel", "channel", "channel"])
    }

    @Test
    func `stations of a network share two streams of data, regional versions of a channel share more`() {
        let stations: [Line] = (1...6).map { ("", "Ebb \($0)", Self.address("\($0)00,\($0)01,2074,2177")) }
        #expect(Self.kinds(stations).allSatisfy { $0 == "radio" })
        #expect(Self.kinds(Array(stations.prefix(4))).allSatisfy { $0 == "channel" })
        let channels: [Line] = (1...6).map { ("", "Neap \($0)", Self.address("\($0)00,\($0)01,1001,1002,1003,2177")) }
        #expect(Self.kinds(channels).allSatisfy { $0 == "channel" })
        let others: [Line] = (1...6).map { ("", "Surge \($0)", Self.address("\($0)00,\($0)01,2177")) }
        #expect(Self.kinds(others).allSatisfy { $0 == "channel" })
    }

    // MARK: Groups and names

    @Test
    func `a group of channels and stations is none of stations`() {
        let stream = "https://h.example/low/index.m3u8"
        for (group, kind) in [
            ("Canali musicali e Web Radio", "channel"), ("Radio & Music Channels", "channel"),
            ("Radyo Kanalları", "radio"), ("Canales de Radio", "radio"), ("Radio", "radio"),
        ] {
            #expect(Self.kinds([("group-title=\"\(group)\"", "Low", stream)]) == [kind], "\(group)")
        }
    }

    @Test
    func `a channel's licence or guide id names television`() {
        let address = "http://h.example:16095"
        let ids = [("LOWX-DTV", ""), ("Low", "tvg-id=\"LowTV.jp\"")]
        let others: [Line] = ["Ebb", "Flood", "Neap"].map { ("", $0, "http://h.example:16095") }
        for (title, attributes) in ids {
            #expect(Self.kinds([(attributes, title, address)] + others).first == "channel", "\(title)")
        }
    }

    @Test
    func `a list that is called after stations has nothing else, and one of television stations may`() {
        let lines: [Line] = ["Ebb Radio", "Flood Radio", "Neap Radio"].map {
            ("", $0, "https://h.example/\($0.prefix(3))")
        }
        #expect(Self.kinds(lines, list: "stations.m3u").allSatisfy { $0 == "radio" })
        #expect(Self.kinds(lines, list: "tv-stations.m3u").allSatisfy { $0 == "channel" })
    }

    @Test
    func `the number that a list has in front of all its titles is none of a name`() {
        func titles(_ names: [String]) -> [String] {
            Self.items(names.map { ("", $0, "http://h.example:8000/a") }).map(\.title)
        }
        let names = (301...310).map { "St.\($0) Low \($0 == 310 ? "Tide" : "FM")" }
        #expect(titles(names).last == "Low Tide")
        // Fewer, a number that all have, and a list of which most titles have none.
        #expect(titles(Array(names.dropFirst())).last == "St.310 Low Tide")
        #expect(titles((301...310).map { "St.4 Low \($0)" }).last == "St.4 Low 310")
        #expect(titles(names + ["Ebb", "Flow", "Spring"])[9] == "St.310 Low Tide")
    }

    @Test
    func `a server of sound has stations, whatever their names say`() {
        #expect(Self.items([("", "Low HD", "https://icecast.h.example:8443/low")]).first?.isRadio == true)
        #expect(Self.items([("", "Low HD", "https://live.h.example:8443/low")]).first?.isRadio == false)
    }
}
