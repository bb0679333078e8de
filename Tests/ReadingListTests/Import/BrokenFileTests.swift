import Foundation
import RPC
import ReadingListAPI
import TestSupport
import Testing

@testable import ReadingListService

/// Files that others have written badly, cut or damaged: no link is lost in silence.
struct BrokenFileTests {
    private static func bookmarks(_ lines: String...) -> [UInt8] {
        Array(("<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n" + lines.joined(separator: "\n") + "\n</DL><p>\n").utf8)
    }

    private static func entry(_ number: Int, _ title: String) -> String {
        "<DT><A HREF=\"https://t.example/\(number)\" ADD_DATE=\"1700000000\">\(title)</A>"
    }

    @Test(arguments: [
        ("<script>: The Script element - HTML", "<script>: The Script element - HTML"),
        ("The <style> element", "The <style> element"), ("x <!-- hack", "x <!-- hack"),
        ("a <!-- b --> c", "a <!-- b --> c"),
        ("<textarea> and <title>", "<textarea> and <title>"), ("<plaintext>", "<plaintext>"),
        ("<![CDATA[ x", "<![CDATA[ x"),
        ("<?php echo 1", "<?php echo 1"), ("</script>", "</script>"),
        ("<dl>: The Description List element", "<dl>: The Description List element"),
        ("<h1>–<h6> elements", "<h1>–<h6> elements"), ("<noscript", "<noscript"),
        ("Third <b>bold</b> <i>x", "Third bold x"),
        ("5 < 6 & 7 > 3", "5 < 6 & 7 > 3"), ("a <b=\"c", "a <b=\"c"), ("Vec<T>", "Vec<T>"),
        ("<iframe src=\"x\">", "<iframe src=\"x\">"),
        ("&lt;script&gt; &amp;amp;", "<script> &amp;"), ("<dd> and <hr>", "<dd> and <hr>"),
    ])
    func `an unescaped title swallows nothing`(title: String, shown: String) throws {
        let bytes = Self.bookmarks(Self.entry(1, "First"), Self.entry(2, title), Self.entry(3, "Third"))
        for piece in [1, 7, 1 << 16] {
            let (links, problem) = try LinkReaderTests.read(bytes, piece: piece)
            #expect(links.map(\.url) == (1...3).map { "https://t.example/\($0)" })
            #expect(links.map(\.line) == [3, 4, 5] && problem == nil)
            #expect(links.map(\.title).last == "Third")
            if title != "a <b=\"c", title != "<noscript", title != "<![CDATA[ x", title != "<?php echo 1" {
                #expect(links[1].title == shown)
            }
        }
        // The same in a description, and in that of a folder.
        for before in ["", "<DT><H3>Folder</H3>\n"] {
            let described = Self.bookmarks(
                Self.entry(1, "First"), before + "<DD>before \(title)", Self.entry(2, "Second"),
                Self.entry(3, "x --> </script>"))
            let links = try LinkReaderTests.entries(described)
            #expect(links.map(\.url) == (1...3).map { "https://t.example/\($0)" })
            if before.isEmpty { #expect(links[0].description?.hasPrefix("before ") == true) }
        }
    }

    @Test func `descriptions keep what looks like elements, and links in them are a part of them`() throws {
        let links = try LinkReaderTests.entries(
            Self.bookmarks(
                Self.entry(1, "First"), "<DD>The <script> HTML element is used to embed executable code",
                Self.entry(2, "Second"), "<DD>see <a href=\"https://inside.example/\">this link</a> for more",
                "<A HREF=\"https://t.example/3\" ADD_DATE=\"1700000000\">Its DT is missing</A>"))
        #expect(links.map(\.url) == (1...3).map { "https://t.example/\($0)" })
        #expect(links[0].description?.contains("The <script> HTML element is used to embed") == true)
        #expect(links[1].description?.contains("see this link for more") == true)
    }

    @Test(arguments: [
        // A quote, a bracket or an end that is missing, and what it would swallow.
        ("<DT><A HREF=\"https://t.example/2>Second</A>", "https://t.example/2"),
        ("<DT><A HREF=\"https://t.example/2", "https://t.example/2"),
        ("<DT><A HREF='https://t.example/2 ADD_DATE=\"1\">Second</A>", "https://t.example/2 ADD_DATE=\"1\""),
        ("<DT><A HREF=\"https://t.example/2\" ", "https://t.example/2"),
        ("<DT><A HREF=\"https://t.example/2\">Second", "https://t.example/2"),
        ("<DT><A HREF=\"https://t.example/2\">Second</", "https://t.example/2"),
        ("<DT><A HREF=\"https://t.example/2\" ICON=\"data:image/png;base64,xx>Second</A>", "https://t.example/2"),
        ("<!-- <DT><A HREF=\"https://t.example/2\">Second</A>", "https://t.example/2"),
        ("<script>\n<DT><A HREF=\"https://t.example/2\">Second</A>", "https://t.example/2"),
        ("<style>x\n<DT><A HREF=\"https://t.example/2\">Second</A>", "https://t.example/2"),
        ("<DT><A HREF=https://t.example/2>Second</A>", "https://t.example/2"),
    ])
    func `what is not closed swallows nothing`(broken: String, url: String) throws {
        let bytes = Self.bookmarks(
            Self.entry(1, "First"), broken, Self.entry(3, "Third --> </script> </style>"), Self.entry(4, "Fourth"))
        for piece in [1, 1 << 16] {
            let links = try LinkReaderTests.entries(bytes, piece: piece)
            #expect(links.map(\.url) == ["https://t.example/1", url, "https://t.example/3", "https://t.example/4"])
            #expect(links.last?.title == "Fourth")
        }
    }

    @Test func `what HTML leaves out between entries is left out`() throws {
        let page = """
            <html><head><script>var x = '<a href="https://no.example/">';</script><style>a > b {}</style></head>
            <!-- <a href="https://no.example/2">x</a> --><!----><!-->
            <body><ul><li><a href="https://t.example/1">One</a></ul></body></html>
            """
        #expect(try LinkReaderTests.entries(Array(page.utf8)).map(\.url) == ["https://t.example/1"])
        let huge = "<A HREF=\"https://t.example/2\" ICON=\"data:\(String(repeating: "A", count: 2 << 20))\">Big</A>"
        let links = try LinkReaderTests.entries(
            Self.bookmarks(Self.entry(1, "One"), "<DT>" + huge, Self.entry(3, "Three")))
        #expect(links.map(\.title) == ["One", "Big", "Three"])
    }

    /// Damage in one place, and another file behind it: every link that stands outside of the place is there.
    @Test(arguments: [61, 62, 63, 64] as [UInt64])
    func `damage costs what is damaged alone`(seed: UInt64) throws {
        var source = SplitMix64(seed: seed)
        let names = [
            "First", "x &lt;y&gt;", "Third <b>bold</b>", "<script>", "5 < 6", "a --> b", "q \"quoted\" q", "it's", "",
        ]
        let junk = [
            "<!--", "-->", "<script>", "<style>", "\"", "'", "<", ">", "<a", "</a>", "\0", "<![CDATA[", "=\"", "<dd>",
            "\u{e9}",
        ]
        for round in 0..<150 {
            var (text, starts): (String, [Int]) = ("<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<!-- made -->\n<DL><p>\n", [])
            for number in 0..<20 {
                starts.append(text.utf8.count)
                text += Self.entry(number, names[Int.random(in: 0..<names.count, using: &source)]) + "\n"
                if Bool.random(using: &source) { text += "<DD>about \(number) <i>it</i>\n" }
            }
            starts.append(text.utf8.count)
            text += "</DL><p>\n"
            var bytes = Array(text.utf8)
            let place = Int.random(in: starts[0]..<starts[20], using: &source)
            let end = min(bytes.count, place + Int.random(in: 0...60, using: &source))
            let insert = (0..<Int.random(in: 0...3, using: &source)).map { _ in
                junk[Int.random(in: 0..<junk.count, using: &source)]
            }
            bytes.replaceSubrange(place..<end, with: Array(insert.joined().utf8))
            bytes += Self.bookmarks("<DT><A HREF=\"https://other.example/\">Other --> file</A>")
            let found = Set(try LinkReaderTests.entries(bytes).map(\.url))
            let outside = (0..<20).filter { starts[$0 + 1] <= place || starts[$0] >= end }
            let lost = outside.map { "https://t.example/\($0)" }.filter { !found.contains($0) }
            #expect(lost.isEmpty && found.contains("https://other.example/"), "seed \(seed), round \(round): \(lost)")
        }
    }

    @Test(
        arguments: [
            (
                #"[{"url":"https://j.example/1","title":"a"},{"url":"https://j.example/2""#, [1, 2],
                "ends in the middle"
            ),
            (#"[{"url":"https://j.example/1","title":"a"},{"url":"https://j.exa"#, [1], "ends in the middle"),
            (
                #"[{"url":"https://j.example/1","title":"bad},{"url":"https://j.example/2","title":"b"},{"url":"https://j.example/3"}]"#,
                [1, 2, 3], "line 1"
            ),
            (
                "[{\"url\":\"https://j.example/1\",\"title\":\"say \"hi\" x\"},\n{\"url\":\"https://j.example/2\"}]",
                [1, 2], "line 1"
            ),
            (#"[{"url":"https://j.example/1"},{"url":"https://j.example/2"},]"#, [1, 2], nil),
            ("{\"url\":\"https://j.example/1\"}\n{\"url\":\"https://j.example/2\"}\n", [1, 2], nil),
            (#"[{"url":"https://j.example/1"}}"#, [1], "line 1"),
            (#"[{"url":"https://j.example/1","n":nope}]"#, [1], "line 1"),
            (#"[{"title":"no address"},{"url":"https://j.example/2"}]"#, [-1, 2], nil),
            (#"{"name":"package","version":"1.0"}"#, [], "no list of links"), ("[]", [], nil), ("{}", [], nil),
        ] as [(String, [Int], String?)])
    func `JSON that is cut or damaged is read as far as it goes, and said`(
        text: String, numbers: [Int], problem: String?
    ) throws {
        for piece in [1, 1 << 16] {
            let read = try LinkReaderTests.read(Array(text.utf8), piece: piece)
            #expect(read.links.map(\.url) == numbers.map { $0 < 0 ? "" : "https://j.example/\($0)" })
            if let problem {
                #expect(read.problem?.contains(problem) == true)
            } else {
                #expect(read.problem == nil)
            }
        }
    }

    @Test(
        arguments: [
            (
                "title;url;time_added;tags;status\nSemi;https://c.example/1;1700000000;x;archive\n",
                ["https://c.example/1"], nil
            ),
            ("title\turl\nA\thttps://c.example/1\n", ["https://c.example/1"], nil),
            ("sep=;\ntitle;url\nA;https://c.example/1\n", ["https://c.example/1"], nil),
            ("url|title\nhttps://c.example/1|A\n", ["https://c.example/1"], nil),
            ("URL\nhttps://c.example/1\n", ["https://c.example/1"], nil),
            ("\"Title\";\"URL\"\n\"a;b\";\"https://c.example/1\"\n", ["https://c.example/1"], nil),
            // One quote too many: the rows after it are there.
            (
                "title,url\nA,https://c.example/1\n\"bad,https://c.example/2\n\"C\",https://c.example/3\nD,https://c.example/4\n",
                (1...4).map { "https://c.example/\($0)" }, nil
            ),
            (
                "title,url\n\"He said \"hi, you\" twice\",https://c.example/1\nB,https://c.example/2\n",
                ["https://c.example/1", "https://c.example/2"], nil
            ),
            (
                "title,url\nA,https://c.example/1\n\"bad,https://c.example/2\nC,https://c.example/3\n",
                (1...3).map { "https://c.example/\($0)" }, "not closed"
            ),
            ("title,url\n\"two\nlines\" ,https://c.example/1\n", ["https://c.example/1"], nil),
            ("title,url\nnone,\n", [""], nil), ("title,url\n", [], nil),
        ] as [(String, [String], String?)])
    func `tables are read with other separators and broken quotes`(
        text: String, urls: [String], problem: String?
    ) throws {
        for piece in [1, 1 << 16] {
            let read = try LinkReaderTests.read(Array(text.utf8), piece: piece)
            #expect(read.links.map(\.url) == urls)
            if let problem {
                #expect(read.problem?.contains(problem) == true)
            } else {
                #expect(read.problem == nil)
            }
        }
    }

    @Test(arguments: [
        "%PDF-1.7\n", "SQLite format 3\0xxxx", "mozLz40\0abc", "bplist00", "\u{1}\u{2}\0\0binary", "GIF89a",
        "#EXTM3U\nhttps://a.example/",
        "Dear diary,\ntoday I read nothing.\n", "<html><body><p>No links here</p></body></html>", "<w:document/>",
        "<?xml version=\"1.0\"?><tv><channel id=\"x\"/></tv>", "name,age\nKim,7\n", "{\"a\":{\"b\":[\"c\"]}}",
        "body { color: red }",
        "<rss><channel><title>x</title></channel></rss>", "key: value\nother: 2",
    ])
    func `what is no list of links fails by name`(text: String) throws {
        let bytes = Array(text.utf8)
        do {
            #expect(try LinkReaderTests.read(bytes).problem?.isEmpty == false)
        } catch let problem as LinkFile.Problem {
            #expect(problem.text.hasPrefix("This is no list of links: it is "))
        }
    }

    @Test(arguments: [71, 72, 73] as [UInt64], LinkFileFormat.all + [nil])
    func `random bytes break nothing, and pieces do not matter`(seed: UInt64, format: LinkFileFormat?) throws {
        var source = SplitMix64(seed: seed)
        let words = [
            "<a href=\"https://r.example/", "</a>", "<!--", "-->", "<dt>", "\"", "'", "<script>", "</script>",
            "{\"url\":", "[", "]", "}", "{",
            ",", ";", "\n", "\r", "\\u", "url,title\n", "https://r.example/", "=", ">", "PK\u{3}\u{4}", "\u{feff}",
            "<dd>", "é", "[linkding-notes]",
        ]
        for round in 0..<60 {
            var bytes: [UInt8] = format == .zip ? [0x50, 0x4b, 3, 4] : []
            for _ in 0..<Int.random(in: 0...200, using: &source) {
                if Bool.random(using: &source) {
                    bytes += Array(words[Int.random(in: 0..<words.count, using: &source)].utf8)
                } else {
                    bytes.append(UInt8.random(in: 0...255, using: &source))
                }
            }
            guard let whole = try? LinkReaderTests.read(bytes, as: format) else { continue }
            let parts = try LinkReaderTests.read(bytes, piece: 3, as: format)
            #expect(parts.links == whole.links && parts.problem == whole.problem, "seed \(seed), round \(round)")
        }
    }

    /// Openers that are never closed, over and over: what is looked at again is not looked at a third time.
    @Test(arguments: [
        "<!--", "<script>", "<a href=\"", "<a href='<dt ", "<", "\"a,", ",\"", ",\"\"x", "<!--<", "<dt><!--",
        "{\"url\":\"", "[",
        "\"x\"y", "&#",
    ])
    func `endless openers are read in one go`(opener: String) throws {
        let text = String(repeating: opener, count: 200_000 / opener.utf8.count)
        for head in ["<dl>", "url,title\n", "[", "https://a.example/ "] {
            _ = try LinkReaderTests.read(Array((head + text).utf8), piece: 4_096)
        }
    }
}
