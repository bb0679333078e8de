import HearthModel
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Films and stations that only the rest of their list or group tells from channels, and channels that stay channels beside them.
struct ListStatisticsTests {
    /// An entry: the attributes of its line, its title and its address.
    private typealias Line = (String, String, String)

    private static func kinds(_ lines: [Line], list: String = "") -> [String] {
        let text = "#EXTM3U\n" + lines.map { "#EXTINF:-1 \($0.0),\($0.1)\n\($0.2)\n" }.joined()
        return RecognizedList(Playlist(text).entries, list: list).items.map { $0.isRadio ? "radio" : $0.kind.rawValue }
    }

    private static func kind(_ title: String, _ address: String) -> String? { kinds([("", title, address)]).first }

    // MARK: Films

    @Test(arguments: [
        "https://h.example/vs/tt0133093", "https://h.example/films/low.tide.2004.bdrip.1080p_13548/hls/index.m3u8",
        "https://h.example/hls/Low.Tide.2012.HDRip/playlist.m3u8",
        "https://h.example/hls2/01/12494/abc_,n,.urlset/master.m3u8",
    ])
    func `addresses that only films have`(_ address: String) {
        #expect(Self.kind("Low Tide", address) == "movie")
        #expect(Self.kind("Low Tide TV", address) == "channel")
        #expect(Self.kind("24/7 Low Tide", address) == "channel")
        let lines: [Line] = [("tvg-id=\"Cnn.us\"", "World News", address)]
        #expect(Self.kinds(lines) == ["channel"])
    }

    @Test(arguments: [
        "https://vod.h.example/a/index.m3u8", "https://h.example/vod/5/index.m3u8",
        "https://h.example/20240516/a1b2/index.m3u8", "https://h.example/tt01/index.m3u8",
        "https://h.example/tvtt0133093",
    ])
    func `one sign alone makes no film`(_ address: String) { #expect(Self.kind("Low Tide", address) == "channel") }

    @Test
    func `where most of a group has signs of films, the rest are films, too`() {
        let films: [Line] = (0..<8).map {
            let name = ["Ebb", "Flood", "Spring", "Neap", "Storm", "Calm", "Surge", "Swell"][$0]
            return ("group-title=\"Dram\"", "\(name) 1991", "https://h.example/\(name)/index.m3u8")
        }
        let rest: Line = ("group-title=\"Dram\"", "Low Tide", "https://h.example/low/index.m3u8")
        #expect(Self.kinds(films + [rest]) == Array(repeating: "movie", count: 9))
        let others: [Line] = [
            ("group-title=\"Dram\" tvg-id=\"Cnn.us\"", "World News", "https://h.example/n/index.m3u8"),
            ("group-title=\"Dram\"", "Low Tide", "http://h.example:8080/account/password/17"),
            ("group-title=\"Other\"", "Low Tide", "https://h.example/low/index.m3u8"),
        ]
        for other in others { #expect(Self.kinds(films + [other]).last == "channel") }
    }

    @Test
    func `a group of channels in a list of films stays one, and so do numbered titles`() {
        let names = ["Ebb", "Flood", "Spring", "Neap", "Storm", "Calm", "Surge", "Swell"]
        let films: [Line] = (0..<80).map {
            ("group-title=\"Dram\"", "\(names[$0 % 8]) \(1930 + $0)", "https://vod.h.example/\($0)/index.m3u8")
        }
        let channels: [Line] = names.map { ("group-title=\"Canlı\"", $0, "https://h.example/\($0)/index.m3u8") }
        #expect(Self.kinds(films + channels).suffix(8).allSatisfy { $0 == "channel" })
        let parts: [Line] = (1...8).map {
            ("group-title=\"Low Tide\"", "Low Tide \($0)/8", "https://vod.h.example/\($0)/index.m3u8")
        }
        #expect(Self.kinds(parts).allSatisfy { $0 == "channel" })
    }

    @Test
    func `a film's ending says nothing of a stream's protocol`() {
        for scheme in ["mms", "rtsp", "rtmp"] {
            #expect(Self.kind("Low Tide", "\(scheme)://h.example/a.wmv") == "channel")
        }
    }

    @Test
    func `a long list that is called after films has nothing else, unless it has signals of channels`() {
        let letters = Array("abcdefghij")
        let films: [Line] = (0..<60).map {
            ("", "Low \(letters[$0 / 10])\(letters[$0 % 10]) (TV)", "plugin://h.example/?id=\(letters[$0 / 10])")
        }
        #expect(Self.kinds(films, list: "pelis.m3u").allSatisfy { $0 == "movie" })
        #expect(Self.kinds(Array(films.prefix(40)), list: "pelis.m3u").allSatisfy { $0 == "channel" })
        #expect(Self.kinds(films, list: "list.m3u").allSatisfy { $0 == "channel" })
        let channels: [Line] = (0..<3).map { ("tvg-id=\"Cnn\($0).us\"", "World News \($0)", "https://h.example/\($0)") }
        #expect(Self.kinds(films + channels, list: "pelis.m3u").allSatisfy { $0 == "channel" })
    }

    @Test
    func `a guide id that is made from the title, or an address, is no sign of a channel`() {
        func kind(_ id: String, _ title: String, _ address: String, _ group: String = "Filmes") -> [String] {
            Self.kinds([("tvg-id=\"\(id)\" group-title=\"\(group)\"", title, address)])
        }
        let release = "https://h.example/7075_low.tide.2024.720p.webrip.m3u8"
        #expect(kind("LowTide", "Low Tide (2024)", release) == ["movie"])
        #expect(kind("Cnn.us", "Low Tide (2024)", release) == ["channel"])
        #expect(kind("LowTide", "Low Tide (2024)", "https://h.example/a.m3u8") == ["movie"])
        #expect(kind("LowTide", "Low Tide (2024)", "https://h.example/a.m3u8", "News") == ["channel"])
        #expect(kind("https://h.example/low.jpg", "Low Tide (2024) HD", "https://h.example/a.m3u8", "Low") == ["movie"])
    }

    @Test
    func `a type of video is what links of channels have as well`() {
        #expect(Self.kinds([("type=\"video\"", "Low", "https://h.example/low/index.m3u8")]) == ["channel"])
        #expect(Self.kinds([("type=\"movie\"", "Low", "https://h.example/low/index.m3u8")]) == ["movie"])
    }

    // MARK: Stations

    @Test(arguments: [
        "https://h.example/low_mp3", "https://h.example/low-128-mp3", "https://h.example/low_aac/icecast.audio",
        "https://icy.h.example/low", "http://h.example:35022/stream/1/", "http://h.example:19406/;",
        "https://h.example/RFMAAC", "https://h.example/lowMP3", "https://h.example/listen/low/a",
        "https://edge-icecast.h.example/low", "https://listen.h.example/low", "https://mp3low.h.example/low",
    ])
    func `addresses that name sound, with a name that names radio`(_ address: String) {
        #expect(Self.kind("Radio Low", address) == "radio")
        #expect(Self.kind("LowFM", address) == "radio")
        #expect(Self.kind("Low", address) == "channel")
    }

    @Test(arguments: [
        "https://ice55.h.example/low", "https://low.voscast.example:9000/",
        "http://fastcast4u.example/proxy/low?mp=/1",
        "https://stream.live365.example/a01234", "https://stream-7.zeno.example/abc",
        "https://stream.radiojar.example/low",
        "https://low.streamabc.example/low",
    ])
    func `hosts that send sound alone make a station of any name`(_ address: String) {
        #expect(Self.kind("Low", address) == "radio")
        #expect(Self.kind("Low TV", address) == "channel")
    }

    @Test(arguments: [
        "udp://@192.0.2.1:30120", "http://h.example:8080/account/adaac3364e63/7055",
        "https://video.h.example:19360/l/l.m3u8",
        "https://h.example/1080p/low_mp3/a.ts", "https://ice.h.example/low", "https://live3.h.example/low",
        "https://ice55.h.example/low/a.ts",
    ])
    func `addresses of channels that look like those of sound`(_ address: String) {
        #expect(Self.kind("LowFM", address) == "channel")
    }

    @Test(arguments: [
        ("https://h.example/lists/radio.m3u?a=1", true), ("radios_fr.m3u8", true), ("/home/p/Radio-EN.m3u", true),
        ("radio-tv.m3u", false), ("https://radio.example/list.m3u", false), ("list.m3u?name=radio", false),
    ])
    func `a list that is called after stations has nothing else, but for pictures`(_ list: String, isRadio: Bool) {
        let silent: [Line] = (0..<18).map { ("", "High \($0)", "https://h.example/high\($0)/a.m3u8") }
        let seen: [Line] = (0..<4).map { ("", "Low \($0) TV", "https://h.example/low\($0)/a.m3u8") }
        let kinds = Self.kinds(silent + seen.prefix(2), list: list)
        #expect(kinds == Array(repeating: isRadio ? "radio" : "channel", count: 18) + ["channel", "channel"])
        #expect(Self.kinds(silent + seen, list: list).allSatisfy { $0 == "channel" })
    }

    @Test
    func `in a list of stations without a picture fewer signs are enough, and a group of channels stays one`() {
        let heard: [Line] = (0..<8).map { ("", "Low \($0)", "https://h.example/low\($0)_mp3") }
        let silent: [Line] = (0..<6).map { ("", "High \($0)", "https://h.example/high\($0)/a.m3u8") }
        #expect(Self.kinds(heard + silent).allSatisfy { $0 == "radio" })
        #expect(
            Self.kinds(heard + silent + [("", "High TV", "https://h.example/tv/a.m3u8")]).suffix(7).allSatisfy {
                $0 == "channel"
            })
        let stations: [Line] = (0..<60).map { ("group-title=\"Pop\"", "Low \($0)", "https://h.example/low\($0)_mp3") }
        let channels: [Line] = ["One TV", "Two TV", "Three"].map {
            ("group-title=\"Seen\"", $0, "https://h.example/s/a.m3u8")
        }
        #expect(Self.kinds(stations + channels).suffix(3).allSatisfy { $0 == "channel" })
    }
}
