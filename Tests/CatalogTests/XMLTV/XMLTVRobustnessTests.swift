import Foundation
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Broken, hostile and oddly packed guides.
struct XMLTVRobustnessTests {
    private static let good = "<programme channel=\"a\" start=\"20240115\"><title>Good</title></programme>"

    private func title(_ text: String) throws -> String? {
        try Guide(inside: "<programme channel=\"a\" start=\"20240115\"><title>\(text)</title></programme>").titles.first
    }

    @Test
    func `characters that XML does not have, or that are broken`() throws {
        #expect(try title("Caf&eacute; &hellip; &euro;") == "Café … €")
        #expect(try title("Tom & Jerry &amp; Spike &unknown; &") == "Tom & Jerry & Spike &unknown; &")
        #expect(try title("&#233;&#xE9;&#128;&#0;&#x1F;") == "éé€")
        #expect(try title("a\u{1}b\u{8}c") == "abc")
        #expect(try title("1 < 2 <3 > 0") == "1 < 2 <3 > 0")
        #expect(try title("&lt;b&gt;bold&lt;/b&gt; &amp;amp;") == "<b>bold</b> &amp;")
        #expect(try title("<![CDATA[A & B <i> &eacute; ]] ]]>") == "A & B <i> &eacute; ]]")
        #expect(try title("a<!-- no & <x> -- -->b") == "ab")
        #expect(try title("a<?php echo 1 ?>b") == "ab")
        #expect(try title("&#60;x&#62; &#38;") == "<x> &")
    }

    @Test
    func `bytes that are not UTF-8 are read one by one; the rest of the guide stays what it is`() throws {
        let bytes =
            Array("<tv>\(Self.good)<programme channel=\"a\" start=\"20240115\"><title>Caf".utf8) + [0xE9]
            + Array(
                " é</title></programme><programme channel=\"a\" start=\"20240115\"><title>Käse</title></programme></tv>"
                    .utf8)
        #expect(try Guide(bytes).titles == ["Good", "Café é", "Käse"])
    }

    @Test
    func `other encodings, by declaration and by mark`() throws {
        let body = "<tv>" + Self.good.replacingOccurrences(of: "Good", with: "Žižkov") + "</tv>"
        func declared(_ name: String, _ encoding: String.Encoding) throws -> [UInt8] {
            Array(try #require("<?xml version=\"1.0\" encoding=\"\(name)\"?>\(body)".data(using: encoding)))
        }
        #expect(try Guide(declared("ISO-8859-2", .isoLatin2)).titles == ["Žižkov"])
        #expect(try Guide(declared("windows-1250", .windowsCP1250)).titles == ["Žižkov"])
        #expect(try Guide(declared("UTF-8", .utf8)).titles == ["Žižkov"])
        #expect(try Guide(declared("utf-16", .utf16LittleEndian)).titles == ["Žižkov"])
        #expect(try Guide([0xFF, 0xFE] + declared("utf-16", .utf16LittleEndian)).titles == ["Žižkov"])
        #expect(try Guide([0xFE, 0xFF] + declared("utf-16", .utf16BigEndian)).titles == ["Žižkov"])
        #expect(try Guide([0xEF, 0xBB, 0xBF] + declared("UTF-8", .utf8)).titles == ["Žižkov"])
        // Encodings outside the list are not loaded: it is read as UTF-8.
        #expect(try Guide(declared("ISO-2022-CN-EXT", .utf8)).titles == ["Žižkov"])
        let cyrillic =
            Array("<?xml version='1.0' encoding='windows-1251'?><tv>\(Self.good)".utf8)
            + Array("<programme channel=\"a\" start=\"20240115\"><title>".utf8) + [0xCF, 0xF0, 0xE8]
            + Array("</title></programme></tv>".utf8)
        #expect(try Guide(cyrillic).titles == ["Good", "При"])
    }

    @Test
    func `entities never expand, and nothing is fetched`() throws {
        var lines = [
            "<?xml version=\"1.0\"?>", "<!DOCTYPE tv SYSTEM \"file:///etc/passwd\" [", "<!ENTITY a0 \"laugh\">",
        ]
        for level in 1...9 {
            lines.append("<!ENTITY a\(level) \"\(String(repeating: "&a\(level - 1);", count: 10))\">")
        }
        lines += [
            "<!ENTITY file SYSTEM \"file:///etc/hostname\"> <!ENTITY % p SYSTEM \"http://localhost:1/x.dtd\"> %p;",
            "]>",
        ]
        lines += ["<tv>", Self.good.replacingOccurrences(of: "Good", with: "&a9;|&file;"), Self.good, "</tv>"]
        let guide = try Guide(lines.joined(separator: "\n"))
        #expect(guide.titles == ["&a9;|&file;", "Good"])
        #expect(guide.programmes.map(\.line) == [16, 17])
        #expect(guide.summary.isComplete)
    }

    @Test
    func `a guide that is cut off keeps what came whole`() throws {
        let text = "<tv><channel id=\"a\"/>" + String(repeating: Self.good, count: 5) + "</tv>"
        for length in [text.utf8.count - 6, text.utf8.count - 20, text.utf8.count - 60] {
            let guide = try Guide(Array(text.utf8.prefix(length)))
            #expect(guide.programmes.count >= 4)
            #expect(!guide.summary.isComplete)
            #expect(guide.summary.isGuide)
        }
    }

    @Test(arguments: [
        ("", true), ("\n", true), ("\r\n  \t\n", true), ("<!-- generated -->\n", true), ("<", false),
        ("</t", false),
        ("and more", false), ("<programme>", false), ("<channel id=\"b\"/>", false),
    ])
    func `a guide that has no end tag is whole when it ends behind a whole programme`(
        _ end: String, _ isComplete: Bool
    ) throws {
        let text = "<tv><channel id=\"a\"/>" + String(repeating: Self.good, count: 5) + end
        for piece in [1, 7, text.utf8.count] {
            let guide = try Guide(Array(text.utf8)) { _ in piece }
            #expect(guide.programmes.count == 5)
            #expect(guide.summary.isComplete == isComplete && guide.summary.lacksEndTag == isComplete)
        }
        #expect(try !Guide(text + "</tv>").summary.lacksEndTag)
        #expect(try !Guide("<tv><channel id=\"a\"/>").summary.isComplete)
    }

    @Test
    func `guides pasted together, and something behind the end`() throws {
        let one = "<?xml version=\"1.0\"?>\n<!DOCTYPE tv SYSTEM \"xmltv.dtd\">\n<tv>\(Self.good)</tv>\n"
        #expect(try Guide(one + one + one).programmes.count == 3)
        #expect(try Guide(one + "garbage </tv></tv></x> more <b>" + one).programmes.count == 2)
        #expect(try Guide("\n  leading " + one).programmes.count == 1)
    }

    @Test
    func `thousands of unclosed elements, and names that are none`() throws {
        let bad = "<programme channel=\"a\" start=\"20240115\"><title>Bad</title><desc>open"
        for count in [1, 30, 39, 40, 41, 100, 1000] {
            let guide = try Guide(
                "<tv>" + String(repeating: bad + "</programme>\n", count: count) + Self.good + "</tv>")
            #expect(guide.programmes.count == 1)
            #expect(guide.refused.count == count)
            #expect(guide.refused.last?.line == count)
        }
        let odd = try Guide("<tv>\n<×x>\n" + Self.good + "\n<a\u{FFFD}=1>\n" + Self.good + "</×x></tv>")
        #expect(odd.titles.count == 2)
        let deep = try Guide("<tv>" + String(repeating: "<a>", count: 5000) + Self.good + "</tv>")
        #expect(deep.titles == ["Good"])
    }

    @Test
    func `too much broken XML ends the reading, with a report`() throws {
        var limits = XMLTVLimits()
        limits.maximumRestarts = 3
        let guide = try Guide("<tv>" + String(repeating: "<×>" + Self.good, count: 50) + "</tv>", limits: limits)
        #expect(guide.refused.contains { $0.reason == .tooManyErrors })
        #expect(guide.programmes.count < 50)
    }

    @Test
    func `a megabyte of text in one element costs no memory`() throws {
        let guide = try Guide(
            inside:
                "<programme channel=\"a\" start=\"20240115\"><title>T</title><desc>\(String(repeating: "x", count: 12_000_000))</desc></programme>"
                + Self.good)
        #expect(guide.titles.last == "Good")
    }

    @Test(arguments: (0..<6).map { UInt64($0) &* 104_729 &+ 7 })
    func `random damage to a real guide: no crash, and the pieces make no difference`(_ seed: UInt64) throws {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let whole = try SharedData.bytes("xmltv/i.mjh.nz/MeTV/epg.xml")
        let original = Array(whole.prefix(20_000))
        let noise: [[UInt8]] = [
            "<", ">", "&", "\"", "</programme>", "<programme ", "]]>", "<![CDATA[", "<!--", "-->", "\u{0}", "<?",
            "<!DOCTYPE [", "&#x", "</tv>", "é",
        ].map { Array($0.utf8) }
        for _ in 0..<25 {
            var bytes = original
            for _ in 0..<Int.random(in: 1...30, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch random.next() % 3 {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.replaceSubrange(place..<place, with: noise.randomElement(using: &random) ?? [])
                default: bytes.removeSubrange(place..<min(place + Int.random(in: 1...40, using: &random), bytes.count))
                }
            }
            let guide = try Guide(bytes)
            #expect(guide.summary.programmes == guide.programmes.count)
            #expect(guide.summary.refused == guide.refused.count)
            var cuts = random
            let pieces = try Guide(bytes, cut: { _ in Int.random(in: 1...700, using: &cuts) })
            #expect(pieces.programmes == guide.programmes)
            #expect(pieces.channels == guide.channels)
        }
    }

    @Test(arguments: (0..<4).map { UInt64($0) &* 31_337 &+ 1 })
    func `random bytes`(_ seed: UInt64) throws {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            var bytes = (0..<Int.random(in: 0...400, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            if random.next() % 2 == 0 {
                bytes = Array("<tv><programme channel='a' start='20240115'><title>".utf8) + bytes
            }
            let guide = try? Guide(bytes)
            let pieces = try? Guide(bytes, cut: { _ in 1 })
            #expect(guide?.programmes == pieces?.programmes)
        }
    }
}
