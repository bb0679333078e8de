import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// The samples of other parsers, with the results that they expect. Where we differ on purpose, the case says how and why.
struct M3UOtherParsersTests {
    /// The result files of 4gray's and freearhey's parsers.
    private struct Expected: Decodable {
        struct Header: Decodable {
            var attrs: [String: String]
        }
        struct Item: Decodable {
            struct Guide: Decodable {
                var id, name, logo, url, rec: String
                var shift: String?
            }
            struct Group: Decodable {
                var title: String
            }
            struct Catchup: Decodable {
                var type, source, days: String
            }
            var name, url, timeshift: String
            var tvg: Guide
            var group: Group
            var http: [String: String]
            var line: Int
            var radio, lang: String?
            var catchup: Catchup
        }
        var header: Header
        var items: [Item]
    }

    private static let samples =
        ["base", "comment", "duplicate", "kodi", "pipe", "url_tvg", "user_agent", "vlcopt"].flatMap { name in
            ["4gray", "freearhey"].map { ($0, name) }
        } + [("4gray", "lan_host")]

    @Test(arguments: samples)
    func `4gray/iptv-playlist-parser and freearhey/iptv-playlist-parser`(_ parser: String, _ name: String) throws {
        let list = Playlist(try SharedData.bytes("m3u/parser-\(parser)/input/\(name).m3u"))
        let expected: Expected = try SharedData.json("m3u/parser-\(parser)/expected/\(name).json")
        let header = try #require(list.headers.first)
        #expect(
            Dictionary(uniqueKeysWithValues: header.attributes.map { ($0.name, $0.value) }) == expected.header.attrs)
        try #require(list.entries.count == expected.items.count)
        for (entry, item) in zip(list.entries, expected.items) {
            // Theirs keep the space behind the comma (" name,with comma"); ours trim it.
            #expect(entry.title == item.name.trimmingSpaces())
            #expect(entry.line == item.line)
            #expect(entry.guideID == item.tvg.id)
            #expect(entry.guideName == item.tvg.name)
            #expect(entry.logo == item.tvg.logo)
            #expect(entry["tvg-url"] ?? "" == item.tvg.url)
            #expect(entry["tvg-rec"] ?? "" == item.tvg.rec)
            #expect(entry["tvg-shift"] ?? "" == item.tvg.shift ?? "")
            #expect(entry["timeshift"] ?? "" == item.timeshift)
            #expect(entry["lang"] ?? "" == item.lang ?? "")
            #expect(entry["catchup"] ?? "" == item.catchup.type)
            #expect(entry["catchup-source"] ?? "" == item.catchup.source)
            #expect(entry["catchup-days"] ?? "" == item.catchup.days)
            // #EXTGRP stands before group-title, as theirs replaces it; ours keeps both.
            #expect(entry.groups.first ?? "" == item.group.title)
            #expect(entry.header("User-Agent") == item.http["user-agent"])
            #expect(entry.header("Referer") == item.http["referrer"])
            // freearhey's keeps the headers in the address as well as beside it; ours takes them out.
            let bar = parser == "freearhey" ? item.url.firstIndex(of: "|") ?? item.url.endIndex : item.url.endIndex
            #expect(entry.address == item.url[..<bar])
        }
        // "====sudan====" and "====morocco====" are no addresses: theirs skip such lines in silence.
        #expect(list.refused.map(\.reason) == (["base", "comment"].contains(name) ? [.notAnAddress] : []))
    }

    private struct Panel: Decodable {
        struct Channel: Decodable {
            var name, duration, url: String
            var attributes: [String: String]
            var extras: [String]
        }
        var attributes: [String: String]
        var channels: [Channel]
    }

    @Test
    func `ipytv: m3u_plus`() throws {
        let list = Playlist(try SharedData.bytes("m3u/parser-ipytv/m3u_plus.m3u"))
        let expected: Panel = try SharedData.json("m3u/parser-ipytv/m3u_plus.json")
        #expect(list.headers.first?.guideAddresses == [expected.attributes["x-tvg-url"] ?? ""])
        try #require(list.entries.count == expected.channels.count)
        for (entry, channel) in zip(list.entries, expected.channels) {
            #expect(entry.title == channel.name)
            #expect(entry.address == channel.url)
            #expect(entry.duration == Double(channel.duration))
            #expect(entry.guideID == channel.attributes["tvg-id"])
            #expect(entry.guideName == channel.attributes["tvg-name"])
            #expect(entry.logo == channel.attributes["tvg-logo"])
            #expect(entry.groupText == channel.attributes["group-title"])
            #expect(entry["tvg-shift"] == channel.attributes["tvg-shift"])
            // Its extras are raw lines; the only one is a user agent, which is a header here.
            #expect(channel.extras.isEmpty == entry.headers.isEmpty)
        }
    }

    @Test
    func `ipytv: commas in logos, and a list of plain names`() throws {
        let logos = Playlist(try SharedData.bytes("m3u/parser-ipytv/m3u_plus_unencoded_logo.m3u"))
        #expect(logos.entries.map(\.title) == ["Vacanze 83", "Vacanze 90", "Vacanze 91", "Vacanze 95"])
        #expect(logos.entries.allSatisfy { $0.logo.hasPrefix("https://some.image") && $0.logo.contains(".") })
        let plain = Playlist(try SharedData.bytes("m3u/parser-ipytv/m3u8.m3u"))
        #expect(plain.entries.map(\.title) == ["CA: HBO", "CA: NBC HD", "CA: PBS KIDS HD", "SANTUÁRIO DE FÁTIMA"])
    }

    /// That parser refuses a list without `#EXTM3U`, an `#EXTINF` without a comma, and an address without `#EXTINF`: three
    /// of its samples must fail there. Ours reads what there is, as Kodi does, so each gives its one entry.
    @Test(arguments: [
        ("playlist", ["Track 1", "Track 2", "Track 3", "Track 4", "Track 5"], 0),
        ("playlist_bad_extinf_format", ["Track1"], 0),
        ("playlist_missing_inf", ["Track1"], 0), ("playlist_no_header", ["Track 1"], 0),
        ("playlist_with_separators", ["Example 1", "Example 2"], 1), ("playlist_stream_info", [], 4),
    ])
    func `jamesnetherton/m3u`(_ name: String, _ titles: [String], _ refused: Int) throws {
        let list = Playlist(try SharedData.bytes("m3u/parser-jamesnetherton/testdata/\(name).m3u"))
        #expect(list.entries.map(\.title) == titles)
        #expect(list.refused.count == refused)
        if name == "playlist" {
            #expect(list.entries.map(\.duration) == [1, 2, 3, 4, 5])
            #expect(list.entries.map(\.address) == (1...5).map { "Track\($0).mp4" })
            #expect(list.entries.allSatisfy { $0.groups == ["Album1"] })
        }
    }

    /// What iptv-org's own tool makes of its lists.
    private struct Stream: Decodable {
        var title, url: String
        var channel, feed, referrer, quality: String?
        var agent: String?

        enum CodingKeys: String, CodingKey {
            case title, url, channel, feed, referrer, quality
            case agent = "user_agent"
        }
    }

    /// Theirs takes size and remarks out of the title, as our variants do, and keeps headers in the address.
    @Test
    func `iptv-org/iptv: the streams of its lists`() throws {
        let folder = "m3u/iptv-org-testdata"
        let expected: [Stream] = try SharedData.json("\(folder)/expected/playlist_export/.api/streams.json")
        var entries: [M3UEntry] = []
        for file in try SharedData.files(under: "\(folder)/input/playlist_export", endings: ["m3u"]) {
            entries += Playlist(try SharedData.bytes(file)).entries
        }
        var reader = EntryRecognizer(source: "list")
        #expect(expected.count == 8)
        for stream in expected {
            let bar = stream.url.firstIndex(of: "|") ?? stream.url.endIndex
            let entry = try #require(entries.first { $0.address == stream.url[..<bar] }, "\(stream.url)")
            #expect(entry.title.hasPrefix(stream.title))
            #expect(entry.guideID.prefix { $0 != "@" } == (stream.channel ?? ""))
            if bar == stream.url.endIndex {
                #expect(entry.header("Referer") == stream.referrer ?? "")
                #expect(entry.header("User-Agent") == stream.agent ?? "")
            } else {
                #expect(!entry.headers.isEmpty)
            }
            if let quality = stream.quality {
                #expect(reader.item(for: entry).variant.quality.map { "\($0.height)p" } == quality)
            }
        }
    }

    @Test
    func `Kodi's IPTV client: the samples of its manual`() throws {
        let list = Playlist(try SharedData.bytes("m3u/kodi-iptvsimple/readme_5.m3u"))
        #expect(list.refused.isEmpty)
        #expect(list.headers.first?["tvg-shift"] == "-4.5")
        // Its quote is missing in the manual, too.
        #expect(list.headers.first?.guideAddresses == ["http://path-to-xmltv/guide.xml"])
        let byTitle = Dictionary(uniqueKeysWithValues: list.entries.map { ($0.title, $0) })
        #expect(byTitle["Channel X"]?.guideShiftHours == -3.5)
        #expect(byTitle["Channel X"]?.isRadio == true)
        #expect(byTitle["Channel X HD"]?.groups == ["Entertainment", "HD Channels"])
        #expect(byTitle["Channel X HD"]?.guideShiftHours == -4.5)
        #expect(byTitle["Channel Y"]?.groups == ["Entertainment"])
        #expect(byTitle["Channel E"]?.catchup?.days == 3)
        #expect(byTitle["Channel G"]?.catchup?.mode == .flussonic)
        #expect(byTitle["Channel C"]?.catchup?.correctionHours == -4)
        #expect(byTitle["Channel L"]?.isVideoOnDemand == true)
        #expect(byTitle["Channel M"]?.flag("media") == true)
        let second = Playlist(try SharedData.bytes("m3u/kodi-iptvsimple/readme_6.m3u")).entries.first
        #expect(second?.channelNumber == "131")
        #expect(second?.catchup?.mode == .vod)
        #expect(second?.isRadio == false)
    }
}

extension M3UEntry {
    /// The value of a request header, empty when there is none.
    fileprivate func header(_ name: String) -> String {
        headers.first { $0.name == name }?.value ?? ""
    }
}
