import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// How `#EXTINF` lines are taken apart: there is no grammar, so each rule has its case.
struct M3UAttributeTests {
    /// The only entry of a list with this one `#EXTINF` line.
    private func entry(_ info: String) throws -> M3UEntry {
        let list = Playlist("#EXTM3U\n\(info)\nhttp://host/1\n")
        #expect(list.refused.isEmpty)
        return try #require(list.entries.first)
    }

    @Test
    func `attributes in any order, with double, single or no quotes, names in any case`() throws {
        let entry = try entry(
            #"#EXTINF:-1 group-title='News;Local' TVG-ID="a.uk" tvg-shift=3 radio=true tvg-Logo = "l.png" x-y="z",Name"#
        )
        #expect(entry.title == "Name")
        #expect(entry.guideID == "a.uk")
        #expect(entry.logo == "l.png")
        #expect(entry.groups == ["News", "Local"])
        #expect(entry.guideShiftHours == 3)
        #expect(entry.isRadio)
        #expect(entry["x-y"] == "z")
        #expect(entry.duration == -1)
    }

    @Test(arguments: [
        ("-1", -1.0), ("0", 0), (" -1", -1), ("12.5", 12.5), ("-1.0", -1), ("+7", 7), ("3600", 3600),
        ("0.001", 0.001),
    ])
    func `durations: negative, fractional, missing, with spaces`(_ text: String, _ expected: Double) throws {
        let entry = try entry("#EXTINF:\(text),T")
        #expect(abs(try #require(entry.duration) - expected) < 1e-9)
        #expect(entry.title == "T")
    }

    @Test
    func `no duration at all`() throws {
        #expect(try entry("#EXTINF:,T").duration == nil)
        #expect(try entry(#"#EXTINF: tvg-id="a",T"#).guideID == "a")
        #expect(try entry("#EXTINF:T only").title == "T only")
    }

    @Test
    func `commas, equals signs and quotes inside values and titles`() throws {
        let commas = try entry(
            #"#EXTINF:-1 tvg-name="The Good, the Bad" tvg-logo="http://x/a,b=c.png",The Good, "the" Bad"#)
        #expect(commas.guideName == "The Good, the Bad")
        #expect(commas.logo == "http://x/a,b=c.png")
        #expect(commas.title == #"The Good, "the" Bad"#)
        let quotes = try entry(#"#EXTINF:-1 tvg-name="The "Best" Show" group-title="G",T"#)
        #expect(quotes.guideName == #"The "Best" Show"#)
        #expect(quotes.groups == ["G"])
        let quotesThenComma = try entry(#"#EXTINF:-1 tvg-name="Say "Hi", Bob" group-title="G",T"#)
        #expect(quotesThenComma.guideName == #"Say "Hi", Bob"#)
        #expect(quotesThenComma.title == "T")
        let escaped = try entry(#"#EXTINF:-1 tvg-name="5\" disc \"x\", y" group-title="G",T"#)
        #expect(escaped.guideName == #"5" disc "x", y"#)
        #expect(escaped.groups == ["G"])
        #expect(try entry("#EXTINF:-1 tvg-name='Bob's Burgers' group-title='G',T").guideName == "Bob's Burgers")
        #expect(try entry("#EXTINF:-1,name,with comma").title == "name,with comma")
    }

    @Test
    func `forgotten quotes, at the end and in the middle`() throws {
        let end = try entry(#"#EXTINF:-1 tvg-id="a" group-title="News,Name"#)
        #expect(end.groupText == "News")
        #expect(end.title == "Name")
        let middle = try entry(#"#EXTINF:-1 tvg-logo="http://x/l.png tvg-id="a",Name"#)
        #expect(middle.logo == "http://x/l.png")
        #expect(middle.guideID == "a")
        #expect(middle.title == "Name")
        let header = Playlist(#"#EXTM3U x-tvg-url="http://g/guide.xml catchup-correction="-2.5""#).headers.first
        #expect(header?["x-tvg-url"] == "http://g/guide.xml")
        #expect(header?["catchup-correction"] == "-2.5")
    }

    @Test
    func `pairs separated by commas, or not at all; no comma before the title`() throws {
        let commas = try entry(#"#EXTINF:-1,tvg-id="a", group-title="G",Name"#)
        #expect(commas.guideID == "a")
        #expect(commas.groups == ["G"])
        #expect(commas.title == "Name")
        let none = try entry(#"#EXTINF:-1 tvg-id="a"tvg-name="n",Name"#)
        #expect(none.guideID == "a")
        #expect(none.guideName == "n")
        #expect(try entry(#"#EXTINF:-1 tvg-id="a" Just a Name"#).title == "Just a Name")
        #expect(try entry(#"#EXTINF:-1 tvg-chno= tvg-id="a",Name"#).guideID == "a")
    }

    @Test
    func `a title that is missing comes from the other names, then from the address`() throws {
        #expect(try entry(#"#EXTINF:-1 tvg-name="Guide Name","#).title == "Guide Name")
        #expect(try entry(#"#EXTINF:-1 tvc-guide-title="Better" tvg-name="Guide Name","#).title == "Better")
        #expect(Playlist("http://host/path/My%20Film.mkv?token=1").entries.first?.title == "My Film")
    }

    @Test(
        arguments: [
            (
                #"catchup="default" catchup-source="http://s/{utc}" catchup-days="3""#, M3UCatchup.Mode.standard,
                "http://s/{utc}", 3
            ),
            (#"catchup="fs""#, .flussonic, "", nil),
            (#"catchup-type="flussonic-ts" tvg-rec="5""#, .flussonic, "", 5),
            (#"timeshift="7""#, .shift, "", 7),
            (#"catchup="append" catchup-source="?s={utc}""#, .append, "?s={utc}", nil),
            (#"catchup="xc""#, .xc, "", nil),
        ] as [(String, M3UCatchup.Mode, String, Int?)])
    func `catch-up in its dialects`(
        _ attributes: String, _ mode: M3UCatchup.Mode, _ source: String, _ days: Int?
    ) throws {
        let found = try #require(try entry("#EXTINF:-1 \(attributes),T").catchup)
        #expect(found.mode == mode)
        #expect(found.source == source)
        #expect(found.days == days)
    }

    @Test
    func `no catch-up where none is offered`() throws {
        #expect(try entry("#EXTINF:-1,T").catchup == nil)
        #expect(try entry(#"#EXTINF:-1 catchup="none" catchup-days="3",T"#).catchup == nil)
    }

    @Test
    func `the header's catch-up and shift hold for entries without their own`() throws {
        let list = Playlist(
            """
            #EXTM3U tvg-shift="-4.5" catchup="shift" catchup-days="2"
            #EXTINF:0,A
            http://host/a
            #EXTINF:0 tvg-shift="1" catchup="none",B
            http://host/b
            """)
        #expect(list.entries.map(\.guideShiftHours) == [-4.5, 1])
        #expect(list.entries.map { $0.catchup?.days } == [2, nil])
    }

    @Test(
        arguments: [
            (#"tvg-rec="5""#, M3UCatchup.Mode.standard, 5), (#"timeshift="9""#, .standard, 9),
            (#"catchup-type="shift""#, .shift, 3), (#"catchup-type="shift" tvg-rec="4""#, .shift, 4),
            (#"catchup-days="2""#, .standard, 2), (#"tvg-rec="0""#, .standard, 3), (#"timeshift="""#, .standard, 3),
        ] as [(String, M3UCatchup.Mode, Int)])
    func `what an entry says of catch-up in any word counts before the header`(
        _ attributes: String, _ mode: M3UCatchup.Mode, _ days: Int
    ) throws {
        let list = """
            #EXTM3U catchup="default" catchup-days="3" catchup-source="http://s/{utc}"
            #EXTINF:-1 \(attributes),A
            http://host/a
            """
        let catchup = try #require(Playlist(list).entries.first?.catchup)
        #expect(catchup.mode == mode)
        #expect(catchup.days == days)
        #expect(catchup.source == "http://s/{utc}")
    }

    @Test
    func `too many attributes are dropped, the title stays`() throws {
        let many = (0..<1000).map { "k\($0)=\"v\"" }.joined(separator: " ")
        let entry = try entry("#EXTINF:-1 \(many),Title")
        #expect(entry.attributes.count == M3ULimits().maximumAttributes)
        #expect(entry.title == "Title")
    }

    /// Lines that made each of their quotes search the rest of the line: at two thousand such lines that is minutes.
    @Test
    func `lines of nothing but quotes and commas are read once`() {
        let hostile = [
            "#EXTINF:-1 a=\"" + String(repeating: "\",", count: 30_000) + "b=\"c\",T",
            "#EXTINF:-1 " + String(repeating: "a=\"", count: 20_000) + ",T",
            "#EXTINF:-1 " + String(repeating: "'\\\"", count: 20_000),
            "#EXTINF:-1 a=\"" + String(repeating: "\" ", count: 30_000),
            "#EXTINF:-1" + String(repeating: ",", count: 60_000), "http://h/" + String(repeating: "|a", count: 30_000),
            "http://h/|a=" + String(repeating: "&b", count: 30_000),
        ]
        for line in hostile {
            let list = Playlist(String(repeating: line + "\nhttp://host/1\n", count: 4))
            #expect(list.summary.lines == 8)
        }
    }

    @Test
    func `a group may be an attribute of its own name, where there is no other`() {
        func groups(_ attributes: String) -> [[String]] {
            Playlist("#EXTM3U\n#EXTINF:-1 \(attributes),Low Tide\nhttp://h.example/a\n").entries.map(\.groups)
        }
        #expect(groups("group=\"Low\"") == [["Low"]])
        #expect(groups("group=\"Low\" group-title=\"Ebb\"") == [["Ebb"]])
    }
}
