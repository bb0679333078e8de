import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Lines, encodings, directives and addresses.
struct M3ULineTests {
    @Test
    func `LF, CR LF, CR, blank lines and a byte order mark make no difference`() {
        let lines = ["#EXTM3U", "", "#EXTINF:-1 tvg-id=\"a\",A", "http://host/a", "", "#EXTINF:-1,B", "http://host/b"]
        let expected = Playlist(lines.joined(separator: "\n"))
        #expect(expected.entries.map(\.title) == ["A", "B"])
        #expect(expected.entries.map(\.line) == [3, 6])
        for end in ["\r\n", "\r"] {
            let list = Playlist(lines.joined(separator: end))
            #expect(list.entries == expected.entries)
            #expect(list.summary.lines == expected.summary.lines)
        }
        let marked = Playlist([0xEF, 0xBB, 0xBF] + Array(lines.joined(separator: "\n").utf8))
        #expect(marked.entries == expected.entries)
        #expect(marked.headers.count == 1)
    }

    @Test
    func `a list without #EXTM3U, and one without any directive`() {
        let list = Playlist("#EXTINF:-1,A\nhttp://host/a")
        #expect(list.entries.count == 1)
        #expect(!list.summary.hasHeader)
        #expect(
            Playlist("http://host/a.ts\nfolder/film.mkv\n").entries.map(\.address) == [
                "http://host/a.ts", "folder/film.mkv",
            ])
    }

    @Test
    func `Latin-1 and windows-1251 are read line by line; UTF-8 beside them stays`() {
        let latin = Array("#EXTINF:-1,Telé".utf8).dropLast(2) + [0xE9]
        let cyrillic = Array("#EXTINF:-1,".utf8) + [0xCF, 0xE5, 0xF0, 0xE2, 0xFB, 0xE9]
        let address = Array("\nhttp://host/a\n".utf8)
        let bytes = Array(latin) + address + cyrillic + address + Array("#EXTINF:-1,ZDF Köln".utf8) + address
        let list = Playlist(bytes)
        #expect(list.entries.map(\.title) == ["Telé", "Первый", "ZDF Köln"])
        #expect(list.summary.linesRecoded == 2)
    }

    @Test
    func `groups: local behind #EXTINF, lasting before it, ended by an empty one`() {
        let list = Playlist(
            """
            #EXTM3U
            #EXTGRP:Lasting
            #EXTINF:-1,A
            http://host/a
            #EXTINF:-1,B
            #EXTGRP:Local
            http://host/b
            #EXTINF:-1,C
            http://host/c
            #EXTGRP:
            #EXTINF:-1,D
            http://host/d
            #EXTINF:-1 group-title="Own",E
            #EXTGRP:Nearer
            http://host/e
            """)
        #expect(
            list.entries.map(\.groups) == [["Lasting"], ["Local", "Lasting"], ["Lasting"], [], ["Nearer", "Own"]])
    }

    @Test
    func `options and headers, wherever they stand; the address's own win`() throws {
        let list = Playlist(
            """
            #EXTM3U
            #KODIPROP:inputstream.adaptive.license_type=clearkey
            #EXTINF:-1 user-agent="Attribute",A
            #EXTVLCOPT:http-user-agent="Option"
            #EXTVLCOPT--http-referrer=http://option/
            #EXTVLCOPT:network-caching=1000
            #EXTHTTP:{"cookie":"a=b"}
            http://host/a|User-Agent=Address/1.0 (x; y)&Referer=http://r/?a=1&b=2
            """)
        let entry = try #require(list.entries.first)
        let headers = Dictionary(uniqueKeysWithValues: entry.headers.map { ($0.name, $0.value) })
        #expect(headers == ["User-Agent": "Address/1.0 (x; y)", "Referer": "http://r/?a=1&b=2", "Cookie": "a=b"])
        #expect(entry.address == "http://host/a")
        #expect(
            entry.options == [
                M3UOption(player: .kodi, name: "inputstream.adaptive.license_type", value: "clearkey"),
                M3UOption(player: .vlc, name: "network-caching", value: "1000"),
            ])
    }

    @Test
    func `headers: several bars, quotes, percent-encoding; none that frame a message, none with control characters`()
        throws
    {
        let list = Playlist(
            """
            http://host/a.m3u8|Referer="https://r/"|User-Agent="M (x)"|Origin="https://o"
            http://host/b%7Cc.ts
            http://host/d.ts|!X-Key=a%20b&Host=evil&Content-Length=3&X-Bad=a%0D%0Ab
            http://host/e|f.ts
            http://host/g.ts|
            """)
        #expect(
            list.entries.map(\.address) == [
                "http://host/a.m3u8", "http://host/b%7Cc.ts", "http://host/d.ts", "http://host/e|f.ts",
                "http://host/g.ts",
            ])
        #expect(list.entries[0].headers.map(\.value) == ["https://r/", "M (x)", "https://o"])
        #expect(list.entries[2].headers == [M3UHeaderField(name: "X-Key", value: "a b")])
    }

    @Test(arguments: [
        "http://h/a", "https://h/a?x=1|y", "rtmp://h/app/play", "rtsp://h:554/x", "rtp://@239.0.0.1:1234",
        "udp://@239.0.0.1:5000",
        "srt://h:9000", "mmsh://h/x", "plugin://plugin.video/x", "movie.m3u8", "../up/stream.ts", "//host/path",
        "/path/x",
    ])
    func `addresses of every kind`(_ address: String) {
        let list = Playlist("#EXTINF:-1,T\n\(address)\n")
        #expect(list.entries.first?.address == address)
        #expect(list.refused.isEmpty)
    }

    @Test(arguments: [
        ("udp:@239.1.1.2:1234", "udp://@239.1.1.2:1234"), ("RTP:@[ff0e::1]:5004", "RTP://@[ff0e::1]:5004"),
        ("udp:@239.1.1.2:1234|User-Agent=x", "udp://@239.1.1.2:1234"),
    ])
    func `a multicast group without slashes has them`(_ written: String, _ address: String) {
        let list = Playlist("#EXTINF:-1,T\n\(written)\n")
        #expect(list.entries.first?.address == address)
        #expect(list.entries.first?.isRelative == false)
        #expect(list.refused.isEmpty)
        for refused in ["udp:@", "udp:239.1.1.2:1234", "http:@h/a"] {
            #expect(Playlist("#EXTINF:-1,T\n\(refused)\n").entries.isEmpty, "\(refused)")
        }
    }

    @Test(arguments: [
        ("===== UK =====", RefusedLine.Reason.notAnAddress), ("[NO PUBLIC STREAM]", .notAnAddress),
        ("new: https://h/a", .notAnAddress), ("javascript:alert(1)", .unsafeScheme),
        ("file:///etc/passwd", .unsafeScheme),
        ("http://", .notAnAddress), ("<html>", .notAnAddress), ("data:text/html,x", .unsafeScheme),
    ])
    func `what is no address costs its line alone`(_ line: String, _ reason: RefusedLine.Reason) {
        let list = Playlist(
            "#EXTM3U\n#EXTINF:-1,A\n\(line)\nhttp://host/a\n#EXTINF:-1,B\n\(line)\n#EXTINF:-1,C\nhttp://host/c\n")
        #expect(list.entries.map(\.title) == ["A", "C"])
        #expect(list.refused.map(\.line) == [3, 6])
        #expect(list.refused.allSatisfy { $0.reason == reason })
    }

    @Test
    func `an #EXTINF without an address is reported with its own line`() {
        let list = Playlist("#EXTM3U\n#EXTINF:-1,A\n#EXTINF:-1,B\nhttp://host/b\n#EXTINF:-1,C\n")
        #expect(list.entries.map(\.title) == ["B"])
        #expect(list.refused.map(\.line) == [2, 5])
        #expect(list.refused.map(\.reason) == [.missingAddress, .missingAddress])
    }

    @Test
    func `lines beyond the limit, titles beyond the limit`() {
        var limits = M3ULimits()
        limits.maximumLineBytes = 100
        limits.maximumTitleCharacters = 5
        let long = "http://host/" + String(repeating: "a", count: 200)
        let text = "#EXTINF:-1,A\n\(long)\nhttp://host/a\n#EXTINF:-1,Zebra crossing\nhttp://host/b"
        for cut in [1, 7, 1000] {
            let list = Playlist(Array(text.utf8), limits: limits, cut: { _ in cut })
            #expect(list.entries.map(\.title) == ["A", "Zebra"])
            #expect(list.refused.map(\.reason) == [.lineTooLong])
            #expect(list.refused.map(\.line) == [2])
            #expect(list.summary.titlesCut == 1)
        }
    }

    @Test
    func `a stream's own playlist is recognised and is no list of channels`() {
        let media = Playlist(
            "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:9.9,\nseg0.ts\n#EXTINF:9.9,\nseg1.ts\n#EXT-X-ENDLIST\n")
        #expect(media.summary.isStreamPlaylist)
        #expect(media.entries.isEmpty)
        #expect(media.refused.map(\.reason) == [.streamPart, .streamPart])
        let main = Playlist("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"a,b\"\nlow/index.m3u8\n")
        #expect(main.summary.isStreamPlaylist)
        #expect(main.refused.map(\.reason) == [.streamPart])
    }

    @Test
    func `a stream's playlist that was pasted into a list costs it nothing else`() {
        let list = Playlist(
            """
            #EXTM3U
            #EXTINF:-1,One
            #EXT-X-STREAM-INF:BANDWIDTH=1
            http://a.example/1.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=2
            http://a.example/low/1.m3u8
            #EXT-X-TARGETDURATION:10
            #EXTINF:9.9,
            http://a.example/seg0.ts
            #EXTINF:-1,Two
            http://a.example/2.m3u8

            """)
        #expect(!list.summary.isStreamPlaylist)
        #expect(list.entries.map(\.title) == ["One", "Two"])
        #expect(list.refused.map(\.reason) == [.streamPart, .streamPart])
    }

    @Test
    func `reports show no passwords`() {
        let list = Playlist("#EXTINF:-1,A\nfile://user:secret@host/live/user/secret/1.ts\n")
        #expect(list.refused.first?.excerpt.contains("secret") == false)
    }

    @Test
    func `the guides of the header, split and without doubles`() {
        let list = Playlist(#"#EXTM3U url-tvg="http://a/1.xml, http://b/2.xml.gz,http://a/1.xml" x-tvg-url="""#)
        #expect(list.headers.first?.guideAddresses == ["http://a/1.xml", "http://b/2.xml.gz"])
    }

    @Test
    func `thousands of groups and guides are cut`() {
        let many = (0..<5_000).map { "g\($0)" }
        let list = Playlist(
            "#EXTM3U url-tvg=\"\(many.joined(separator: ","))\"\n#EXTINF:-1 group-title=\"\(many.joined(separator: ";"))\",T\nhttp://h/1\n"
        )
        #expect(list.entries.first?.groups.count == M3UEntry.maximumGroups)
        #expect(list.headers.first?.guideAddresses.count == M3UHeader.maximumGuides)
    }

    @Test
    func `a title that is cut at its comma is completed by the entry's other name`() {
        func title(_ name: String, _ title: String) -> String? {
            Playlist("#EXTM3U\n#EXTINF:-1 tvg-name=\"\(name)\",\(title)\nhttp://h.example/a\n").entries.first?.title
        }
        #expect(title("Ebb, Low Tide (2022)", " Low Tide (2022)") == "Ebb, Low Tide (2022)")
        #expect(title("Ebb Low Tide", "Low Tide") == "Low Tide")
        #expect(title("Low Tide", "Low Tide") == "Low Tide")
    }
}
