import CatalogAPI
import Foundation
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// What panels answer in the wild, one shape at a time.
struct XtreamShapeTests {
    /// The elements of a text that comes in pieces of any size.
    private static func elements(
        _ text: String, pieces: Int = 1, maximum: Int = 1_000
    ) -> (found: [String], JSONElementScanner) {
        var elements = JSONElementScanner(maximumBytes: maximum)
        var found: [String] = []
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: pieces) {
            let piece = Array(bytes[start..<min(start + pieces, bytes.count)])
            elements.consume(piece.span) { name, element in
                found.append((name.map { "\($0)=" } ?? "") + String(decoding: element, as: UTF8.self))
            }
        }
        return (found, elements)
    }

    @Test(
        arguments: [
            ("[{\"a\":1},{\"a\":2}]", ["{\"a\":1}", "{\"a\":2}"], true),
            (
                "\u{feff} [ {\"a\":\"]},{\"} ,\n{\"b\":[1,{\"c\":2}]} ] trailing",
                ["{\"a\":\"]},{\"}", "{\"b\":[1,{\"c\":2}]}"], true
            ),
            ("[{\"a\":\"\\\"}\"}]", ["{\"a\":\"\\\"}\"}"], true),
            ("{\"0\":{\"a\":1},\"2\":{\"a\":2}}", ["0={\"a\":1}", "2={\"a\":2}"], true),
            (
                "<br />\n<b>Warning</b>: Undefined [offset] {x} in /a/b.php on line <b>3</b><br />\n[{\"a\":1}]",
                ["{\"a\":1}"], true
            ),
            ("[[{\"a\":1}],[{\"a\":2}]]", ["[{\"a\":1}]", "[{\"a\":2}]"], true),
            ("[{\"a\":1},{\"a\":", ["{\"a\":1}"], false),
            ("[\"x\",\"y\"]", ["\"x\"", "\"y\""], true),
            ("[null,{\"a\":1},null]", ["null", "{\"a\":1}", "null"], true), ("[ null ]", ["null"], true),
            ("Notice [null pointer] [nu[null]x\n[{\"a\":1}]", ["null"], true), ("[nul", [], false),
            ("[notice] [nullx] [{\"a\":1}]", ["{\"a\":1}"], true),
            ("[]", [], true), ("{}", [], true), ("", [], false), ("false", [], false),
            ("<html><body>Blocked</body></html>", [], false),
        ] as [(String, [String], Bool)])
    func `an answer is cut into its elements, however it is written`(text: String, expected: [String], isComplete: Bool)
    {
        for pieces in [1, 2, 3, 7, 1_000] {
            let (found, elements) = Self.elements(text, pieces: pieces)
            #expect(found == expected, "in pieces of \(pieces)")
            #expect(elements.isComplete == isComplete)
            #expect(elements.count == expected.count)
        }
    }

    @Test
    func `an element beyond all bounds costs itself alone`() {
        let (found, elements) = Self.elements("[{\"a\":\"\(String(repeating: "x", count: 2_000))\"},{\"b\":1}]")
        #expect(found == ["{\"b\":1}"])
        #expect(elements.skipped == 1 && elements.isComplete)
    }

    private static func object(_ text: String) throws -> XtreamObject {
        try #require(XtreamObject(Array(text.utf8)))
    }

    @Test
    func `numbers are read as strings and strings as numbers, and what is not there is nothing`() throws {
        let object = try Self.object(
            """
            {"a":"12","b":12,"c":null,"d":"","e":"N/A","f":true,"g":"1","h":0,"i":["x","y"],"j":"x, y","k":[],
             "l":{"m":"n"},"o":12.0,"p":"7,5"}
            """)
        #expect(object.number("a") == 12 && object.number("b") == 12 && object.number("o") == 12)
        for name in ["c", "d", "e", "k", "l", "p", "none"] { #expect(object.number(name) == nil, "\(name)") }
        #expect(object.text("c", "d", "b") == "12")
        #expect(object.flag("f") && object.flag("g") && !object.flag("h") && !object.flag("none"))
        #expect(object.texts("i") == ["x", "y"] && object.texts("j") == ["x", "y"] && object.texts("k").isEmpty)
        #expect(object.object("l")?.text("m") == "n" && object.object("k") == nil)
        // A name in an old encoding.
        let latin = Array("{\"name\":\"Caf".utf8) + [0xE9] + Array("\"}".utf8)
        #expect(XtreamObject(latin)?.text("name") == "Café")
        #expect(XtreamObject(Array("{\"a\":".utf8)) == nil && XtreamObject(Array("[1]".utf8)) == nil)
    }

    @Test(
        arguments: [
            (#"{"rating":"7,5"}"#, 7.5), (#"{"rating":8}"#, 8), (#"{"rating":"6.84"}"#, 6.8),
            (#"{"rating":"0","rating_5based":"3,6"}"#, 7.2), (#"{"rating":"","rating_5based":4.5}"#, 9),
            (#"{"rating":"N/A"}"#, nil), (#"{"rating":0}"#, nil), (#"{"rating":"75"}"#, nil), (#"{"rating":-1}"#, nil),
            (#"{"rating":"inf"}"#, nil), (#"{"rating_5based":9}"#, nil), (#"{"plot":"x"}"#, nil),
        ] as [(String, Double?)])
    func `what a panel thinks of a title, of ten`(_ text: String, _ score: Double?) throws {
        #expect(SourceDetails(try Self.object(text))?.score == score)
    }

    @Test
    func `when a panel took a title in`() throws {
        for (text, added) in [
            (#"{"added":"1650000000"}"#, 1_650_000_000), (#"{"added":1650000000}"#, 1_650_000_000),
            (#"{"added":"2"}"#, nil),
            (#"{"added":""}"#, nil), (#"{"added":"99999999999999"}"#, nil), (#"{"added":"2022-04-15"}"#, nil),
        ] as [(String, Int64?)] {
            #expect(SourceDetails(try Self.object(text))?.added == added, "\(text)")
        }
    }

    @Test
    func `names that were written for a page`() throws {
        for (text, name) in [
            ("BBC &amp; Co", "BBC & Co"), ("&quot;Heat&quot; &lt;1995&gt;", "\"Heat\" <1995>"),
            ("Ocean&#39;s 8", "Ocean's 8"),
            ("Caf&#xE9; &eacute;t&eacute;", "Café été"), ("Tom & Jerry; AT&T", "Tom & Jerry; AT&T"),
            ("&nope; &", "&nope; &"),
            ("&#0;&#xD800;&#x110000;", "\u{fffd}\u{fffd}\u{fffd}"), ("&amp;amp;", "&amp;"),
        ] {
            let bytes = try JSONEncoder().encode(["name": text, "stream_id": "1"])
            let title = XtreamTitle(try #require(XtreamObject(Array(bytes))), .live)
            #expect(title?.name == name)
        }
    }

    @Test
    func `episodes are found in an object by season, in lists of lists, and in one list`() throws {
        let episode = { (id: Int, more: String) in "{\"id\":\"\(id)\",\"title\":\"T\(id)\"\(more)}" }
        let shapes: [(String, [(Int64, Int64)])] = [
            (
                "{\"1\":[\(episode(1, ",\"episode_num\":1")),\(episode(2, ",\"episode_num\":\"2\""))],\"10\":[\(episode(3, ""))]}",
                [(1, 1), (1, 2), (10, 1)]
            ),
            (
                "[[\(episode(1, ",\"season\":0,\"episode_num\":1"))],[\(episode(2, ",\"season\":1,\"episode_num\":1"))]]",
                [(0, 1), (1, 1)]
            ),
            ("[\(episode(1, ",\"season\":2")),\(episode(2, ",\"season\":2"))]", [(2, 1), (2, 2)]),
            // Under the wrong season: what the episode says is right.
            ("{\"1\":[\(episode(1, ",\"season\":3,\"episode_num\":4"))]}", [(3, 4)]),
            ("[]", []), ("null", []), ("{}", []),
        ]
        for (shape, expected) in shapes {
            let response = "{\"seasons\":[],\"info\":[],\"episodes\":\(shape)}"
            let found = try #require(XtreamEpisode.episodes(response: Array(response.utf8)))
            #expect(found.map(\.season) == expected.map(\.0), "\(shape)")
            #expect(found.map(\.number) == expected.map(\.1), "\(shape)")
        }
        let warned = Array("<b>Notice</b>: x\n{\"episodes\":{\"1\":[{\"id\":7}]}}".utf8)
        #expect(XtreamEpisode.episodes(response: warned)?.map(\.id) == ["7"])
        for bad in ["", "false", "[]", "<html>"] {
            #expect(XtreamEpisode.episodes(response: Array(bad.utf8)) == nil, "\(bad)")
        }
    }

    @Test(arguments: [
        ("Small Town Stories - S01E01 - Monday", "Small Town Stories", "Monday"),
        ("Small Town Stories S01E02", "Small Town Stories", ""), ("Pilot", "Small Town Stories", "Pilot"),
        ("Small Town Stories", "Small Town Stories", ""), ("1x03 The End", "Lost", "The End"),
    ])
    func `an episode's own title has neither series nor number`(title: String, series: String, expected: String) {
        #expect(XtreamEntryBuilder.episodeTitle(title, series: series) == expected)
    }

    @Test
    func `an account is found in whatever people paste, and any password becomes part of an address`() throws {
        for (text, base) in [
            ("http://p.example:8080", "http://p.example:8080"), ("p.example:8080/", "http://p.example:8080"),
            ("http://p.example/get.php?username=u&password=w&type=m3u_plus&output=ts", "http://p.example"),
            ("https://p.example/sub/player_api.php?username=u&password=w", "https://p.example/sub"),
            ("http://p.example:8080/c/", "http://p.example:8080/c"),
        ] {
            let address = try XtreamEndpoint(
                text, username: text.contains("username") ? nil : "u", password: text.contains("password") ? nil : "w")
            #expect(address.base == base, "\(text)")
            #expect(address.api() == "\(base)/player_api.php?username=u&password=w")
        }
        let odd = try XtreamEndpoint("http://p.example", username: "a@b", password: "p/+ &ä")
        #expect(odd.stream("live", id: "5", ending: "ts") == "http://p.example/live/a%40b/p%2F%2B%20%26%C3%A4/5.ts")
        #expect(odd.guide == "http://p.example/xmltv.php?username=a%40b&password=p%2F%2B%20%26%C3%A4")
        for (text, user) in [("http://p.example", nil), ("http://p.example", ""), ("", "u"), ("ftp://p", "u")]
            as [(String, String?)]
        {
            #expect(throws: (any Error).self) { try XtreamEndpoint(text, username: user, password: "w") }
        }
    }

    @Test
    func `an account's answer: what it may, until when, and refusals by their reason`() throws {
        let full = try PanelAccount(
            response: Array(
                """
                {"user_info":{"auth":"1","status":"Active","exp_date":"1550619710","is_trial":"0","active_cons":"1",
                "max_connections":3,"allowed_output_formats":["m3u8","ts","rtmp"]},"server_info":{"timezone":"Europe\\/London"}}
                """.utf8))
        #expect(full.isUsable && full.maximumConnections == 3 && full.activeConnections == 1)
        #expect(full.expires == Date(timeIntervalSince1970: 1_550_619_710) && full.timeZone == "Europe/London")
        #expect(full.liveExtension == "ts")
        let bare = try PanelAccount(
            response: Array("{\"user_info\":{\"exp_date\":null,\"allowed_output_formats\":[\"m3u8\"]}}".utf8))
        #expect(bare.isUsable && bare.expires == nil && bare.liveExtension == "m3u8")
        #expect(try !PanelAccount(response: Array("{\"user_info\":{\"auth\":1,\"status\":\"Expired\"}}".utf8)).isUsable)
        for bad in [
            "{\"user_info\":{\"auth\":0}}", "{\"user_info\":{\"auth\":\"0\"}}", "", "[]", "false", "<html>", "{}",
        ] {
            #expect(throws: JobAbort.self, "\(bad)") { try PanelAccount(response: Array(bad.utf8)) }
        }
    }
}
