import Foundation
import RPC
import ReadingListAPI
import TestSupport
import Testing

@testable import ReadingListService

/// Files of links, as others write them.
struct LinkReaderTests {
    static func entries(_ bytes: [UInt8], piece: Int = 1 << 20, as format: LinkFileFormat? = nil) throws -> [FileLink] {
        try read(bytes, piece: piece, as: format).links
    }

    /// The entries of a file, and why it was not read whole.
    static func read(
        _ bytes: [UInt8], piece: Int = 1 << 20, as format: LinkFileFormat? = nil
    ) throws -> (links: [FileLink], problem: String?) {
        var reader = try LinkFormats.open(Array(bytes.prefix(LinkFormats.headBytes)), as: format).reader
        var found: [FileLink] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            reader.read(Array(rest.prefix(piece))) { found.append($0) }
            rest = rest.dropFirst(piece)
        }
        reader.finish { found.append($0) }
        return (found, reader.problem)
    }

    private func file(_ name: String) throws -> [FileLink] { try Self.entries(try SharedData.bytes("reading/\(name)")) }

    @Test(arguments: [
        ("shaarli-netscape/input/chromium_flat.htm", 9), ("shaarli-netscape/input/delicious.htm", 5),
        ("shaarli-netscape/input/delicious_sanitize.htm", 2), ("shaarli-netscape/input/netscape_basic.htm", 2),
        ("shaarli-netscape/input/netscape_extended.htm", 1), ("shaarli-netscape/input/netscape_multiline.htm", 3),
        ("shaarli-netscape/input/netscape_nested.htm", 8), ("shaarli-netscape/input/safari_folded.htm", 3),
        ("shaarli-netscape/input/scuttle.htm", 4), ("shaarli-netscape/input/scuttle_new_line.htm", 1),
        ("shaarli-netscape/input/shaarli.htm", 6), ("shaarli-netscape/input/shaarli_legacy.htm", 2),
        ("shaarli-netscape/input/shaarli_markdown.htm", 3), ("shaarli-netscape/input/google_bookmarks_nested.htm", 6),
        ("linkding/simple_valid_import_file.html", 3), ("wallabag-imports/ril_export.html", 2),
        ("wallabag-imports/shaarli-bookmarks.html", 2), ("wallabag-imports/pocket.csv", 7),
        ("shiori/pocket-new.csv", 1),
        ("shiori/pocket-old.csv", 1), ("wallabag-imports/instapaper-export.csv", 4),
        ("wallabag-imports/pinboard_export", 3),
        ("wallabag-imports/elcurator.json", 1), ("wallabag-imports/readability.json", 3),
        ("wallabag-imports/delicious_export.2021.02.06_21.10.json", 3), ("wallabag-imports/chrome-bookmarks", 1),
        ("wallabag-imports/firefox-bookmarks.json", 2), ("wallabag-imports/omnivore.json", 20),
        ("wallabag-imports/wallabag-v1.json", 2), ("wallabag-imports/wallabag-v2.json", 6),
    ])
    func `every entry is found, in pieces of any size`(name: String, count: Int) throws {
        let bytes = try SharedData.bytes("reading/\(name)")
        let whole = try Self.entries(bytes)
        #expect(whole.count == count)
        #expect(whole.allSatisfy { !$0.url.isEmpty })
        for piece in bytes.count < 60_000 ? [3, 1_000] : [4_099] {
            #expect(try Self.entries(bytes, piece: piece) == whole)
        }
    }

    @Test func `bookmarks bring tags, folders, times and descriptions`() throws {
        let basic = try file("shaarli-netscape/input/netscape_basic.htm")
        #expect(basic.map(\.title) == ["Secret stuff", "Public stuff"])
        #expect(basic[0].description?.hasPrefix("Super-secret stuff") == true)
        #expect(basic[0].tags == ["private", "secret"])
        #expect(basic.map(\.added) == [971_175_336_000, 1_456_433_748_000])
        let nested = try file("shaarli-netscape/input/netscape_nested.htm")
        #expect(nested[0].tags.map { $0.trimmingCharacters(in: .whitespaces) } == ["tag1", "tag2", "multi word"])
        #expect(nested[1].tags.last == "Folder1, the first,folder to encounter")
        // Seconds, milliseconds and microseconds are one time.
        let linkding = try file("linkding/simple_valid_import_file.html")
        #expect(linkding.map(\.added) == [1_616_337_559_000, 1_616_337_559_000, 1_616_337_559_000])
        #expect(linkding.map(\.isRead) == [true, true, true])
        #expect(try file("linkding/simple_valid_import_file_with_one_invalid_bookmark.html").map(\.added)[0] == nil)
        let scuttle = try file("shaarli-netscape/input/scuttle_new_line.htm")
        #expect(scuttle[0].description?.hasPrefix("The best in funk") == true)
        let extended = try file("shaarli-netscape/input/netscape_extended.htm")
        #expect(extended[0].description?.contains("finally netted the one that got away.") == true)
    }

    @Test(arguments: ["shaarli_with_tabs_and_spaces", "shaarli_with_whitespace_tags"])
    func `descriptions keep their lines`(name: String) throws {
        let expected = String(
            decoding: try SharedData.bytes("reading/shaarli-netscape/output/\(name).txt"), as: UTF8.self)
        let found = LinkText.typedDescription(try file("shaarli-netscape/input/\(name).htm").first?.description)
        #expect(found == expected.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    @Test func `tables bring what their columns say`() throws {
        let pocket = try file("wallabag-imports/pocket.csv")
        #expect(pocket[0].url == "http://youmightnotneedjquery.com/")
        #expect(pocket.map(\.isRead) == [false, false, false, true, false, true, false])
        #expect(pocket[6].title?.contains("humains\n\net les") == true)
        #expect(pocket[0].added == 1_600_322_788_000)
        #expect(try file("shiori/pocket-old.csv")[0].tags == ["shiori"])
        let instapaper = try file("wallabag-imports/instapaper-export.csv")
        #expect(instapaper.map(\.isRead) == [false, true, nil, nil])
        #expect(instapaper.map(\.isFeatured) == [false, false, true, false])
        #expect(instapaper[3].tags == ["test_tag"])
    }

    @Test func `objects bring what their members say`() throws {
        let omnivore = try file("wallabag-imports/omnivore.json")
        #expect(omnivore[0].isRead == true)
        #expect(omnivore[0].tags == ["RSS"])
        #expect(omnivore[0].added == 1_730_219_411_000)
        let pinboard = try file("wallabag-imports/pinboard_export")
        #expect(pinboard[0].title == "Complexities of an Infinite Scroller")
        #expect(pinboard[0].description?.hasPrefix("TL;DR") == true)
        #expect(pinboard[2].title == "Dummy PDF file")
        #expect(pinboard[2].description == nil)
        #expect(pinboard[0].tags == ["infinite", "dom", "performance", "scroll"])
        #expect(pinboard[0].isRead == true)
        let readability = try file("wallabag-imports/readability.json")
        #expect(readability.map(\.isFeatured) == [false, true, false])
        #expect(readability[0].description?.contains("It\u{2019}s like") == true)
        let wallabag = try file("wallabag-imports/wallabag-v2-read.json")
        #expect(wallabag.map(\.isRead) == [true, false])
        #expect(try file("wallabag-imports/wallabag-v1.json").map(\.isRead) == [false, true])
        let old = try file("wallabag-imports/wallabag-v1-read.json")
        #expect(old.map(\.isFeatured) == [true, false, false])
        #expect(old[2].tags == ["framasoft", "tag"])
        #expect(try file("wallabag-imports/firefox-bookmarks.json")[0].tags == ["test", "tag"])
        #expect(try file("wallabag-imports/chrome-bookmarks")[0].added == 1_474_377_329_335)
        let karakeep = try Self.entries(
            Array(
                #"{"bookmarks":[{"createdAt":1700000000,"title":"T","tags":["a"],"content":{"type":"link","url":"https://a.example/"},"archived":true}]}"#
                    .utf8))
        #expect(karakeep.map(\.url) == ["https://a.example/"])
        #expect(karakeep[0].tags == ["a"])
        #expect(karakeep[0].isRead == true)
        let api = try Self.entries(
            Array(#"[{"url":"https://b.example/","tags":[{"id":1,"label":"x","slug":"x"}],"title":"B"}]"#.utf8))
        #expect(api.map(\.tags) == [["x"]])
    }

    @Test func `lists of addresses are read line by line`() throws {
        let text =
            "\u{feff}https://a.example/ First &amp; last\n\n# no link\n- https://b.example/\r\n<https://c.example>\nnonsense"
        let found = try Self.entries(Array(text.utf8))
        #expect(found.map(\.url) == ["https://a.example/", "https://b.example/", "https://c.example", "nonsense"])
        #expect(found.map(\.line) == [1, 4, 5, 6])
        #expect(found[0].title == "First & last")
    }

    @Test(arguments: [21, 22, 23] as [UInt64], LinkFileFormat.all.filter { $0 != .zip })
    func `damaged files never break a reader, and pieces do not matter`(seed: UInt64, format: LinkFileFormat) throws {
        let names: [LinkFileFormat: String] = [
            .bookmarks: "shaarli-netscape/input/netscape_nested.htm", .csv: "wallabag-imports/pocket.csv",
            .json: "wallabag-imports/firefox-bookmarks.json", .list: "shaarli-netscape/input/netscape_basic.htm",
        ]
        let original = try SharedData.bytes("reading/\(try #require(names[format]))")
        var source = SplitMix64(seed: seed)
        for _ in 0..<60 {
            var bytes = original
            for _ in 0..<Int.random(in: 1...30, using: &source) {
                let index = Int.random(in: 0..<bytes.count, using: &source)
                switch Int.random(in: 0..<4, using: &source) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &source)
                case 1: bytes.remove(at: index)
                case 2:
                    bytes.insert(contentsOf: Array("<\"'>{[,\\u".utf8).shuffled(using: &source).prefix(2), at: index)
                default: bytes.removeSubrange(index..<min(bytes.count, index + 40))
                }
            }
            let whole = try Self.entries(bytes, as: format)
            #expect(try Self.entries(bytes, piece: 5, as: format) == whole, "seed \(seed)")
            for link in whole { _ = try? WebAddress(link.url) }
        }
    }

    @Test func `deep and endless JSON is only long`() throws {
        let deep = Array((String(repeating: "[", count: 200_000) + String(repeating: "{\"a\":", count: 1_000)).utf8)
        #expect(try Self.entries(deep, as: .json).isEmpty)
        let text = Array(
            ("[{\"url\":\"https://a.example/\",\"title\":\"" + String(repeating: "x", count: 1 << 20) + "\"}]").utf8)
        #expect(
            try Self.entries(text, as: .json).map { $0.title?.utf8.count } == [ReadingListLimits.importedTextBytes])
    }
}
