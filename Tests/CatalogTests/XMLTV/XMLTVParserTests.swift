import HearthModel
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Channels and programmes, one rule each.
struct XMLTVParserTests {
    @Test
    func `a channel with everything, and without an id`() throws {
        let guide = try Guide(
            inside: """
                <channel id=" a.uk "><display-name lang="en"> A  One </display-name><display-name>1</display-name>
                <icon src="http://i/a.png" width="1"/><lcn>7</lcn><url>http://a</url></channel>
                <channel><display-name>B</display-name></channel>
                <channel id="c"/>
                """)
        #expect(guide.channels.map(\.id) == ["a.uk", "c"])
        #expect(guide.channels[0].names == [XMLTVText("A One", language: "en"), XMLTVText("1")])
        #expect(guide.channels[0].icon == "http://i/a.png")
        #expect(guide.channels[0].number == "7")
        #expect(guide.refused == [RefusedGuideItem(line: 5, reason: .missingChannelID)])
        #expect(guide.summary.isComplete)
    }

    @Test
    func `a programme with everything`() throws {
        let guide = try Guide(
            inside: """
                <programme start="20240115200000 +0000" stop="20240115210000 +0000" channel="a" catchup-id="c9">
                <title lang="de">Der Titel</title><title lang="en">The Title</title><sub-title>Sub</sub-title>
                <desc>Two
                    lines &amp; more</desc><category lang="en">Drama</category><keyword>k</keyword><date>20080711</date><language>de</language>
                <orig-language>fr</orig-language><country>US</country><length units="hours">1.5</length><url>http://p</url>
                <episode-num system="xmltv_ns">1 . 11/13 . 0/2</episode-num><episode-num>S02E12</episode-num>
                <video><present>yes</present><quality>HDTV</quality></video><previously-shown start="20080711000000"/><premiere/><new/>
                <last-chance/><live/><subtitles type="teletext"/><rating system="FSK"><value>12</value><icon src="x"/></rating>
                <star-rating system="IMDB"><value>8/10</value></star-rating><image>http://i/2.jpg</image><icon src="http://i/1.jpg"/>
                <credits><director>D</director><actor role="R">A <image>http://a.jpg</image></actor><actor></actor><presenter>P</presenter></credits>
                </programme>
                """)
        let programme = try #require(guide.programmes.first)
        #expect(programme.channel == "a")
        #expect(programme.start == 1_705_348_800)
        #expect(programme.stop == 1_705_352_400)
        #expect(programme.line == 3)
        #expect(XMLTVProgramme.text(of: programme.titles, in: "en-GB") == "The Title")
        #expect(XMLTVProgramme.text(of: programme.titles) == "Der Titel")
        #expect(programme.subTitles == [XMLTVText("Sub")])
        #expect(programme.descriptions == [XMLTVText("Two lines & more")])
        #expect(programme.categories == [XMLTVText("Drama", language: "en")])
        #expect(programme.year == 2008)
        #expect((programme.language, programme.originalLanguage, programme.country) == ("de", "fr", "US"))
        #expect(programme.lengthSeconds == 5400)
        let numbers = try #require(XMLTVEpisodeNumber.numbers(of: programme.episodeNumbers))
        #expect(numbers == XMLTVEpisodeNumber.Numbers(season: 2, episode: 12, episodes: 13, part: 1, parts: 2))
        #expect(
            programme.isNew && programme.isPremiere && programme.isLive && programme.isLastChance && programme.isRepeat)
        #expect(programme.previousStart == 1_215_734_400)
        #expect(programme.isHighDefinition && programme.hasSubtitles)
        #expect(programme.ratings == [XMLTVRating(text: "12", system: "FSK")])
        #expect(programme.starRatings.map(\.score) == [8])
        #expect(programme.icon == "http://i/2.jpg")
        #expect(
            programme.credits == [
                XMLTVCredit(role: "director", name: "D"), XMLTVCredit(role: "actor", name: "A", character: "R"),
                XMLTVCredit(role: "presenter", name: "P"),
            ])
        #expect(programme.catchupID == "c9")
    }

    @Test(arguments: [
        ("<programme start=\"20240115\"><title>X</title></programme>", RefusedGuideItem.Reason.missingChannel),
        ("<programme channel=\"a\"><title>X</title></programme>", .missingStart),
        ("<programme channel=\"a\" start=\"soon\"><title>X</title></programme>", .badStart),
        ("<programme channel=\"a\" start=\"20240115\"></programme>", .missingTitle),
        ("<programme channel=\"a\" start=\"20240115\"><title>  </title></programme>", .missingTitle),
        ("<programme channel=\"a\" start=\"20240115\"><title>X</title><desc>open</programme>", .malformed),
        ("<programme channel=\"a\" start=\"20240115\"><title>X</title><desc>open", .unclosed),
    ])
    func `a bad programme costs that programme alone`(_ bad: String, _ reason: RefusedGuideItem.Reason) throws {
        let good = "<programme channel=\"a\" start=\"20240115\"><title>Good</title></programme>"
        let guide = try Guide(inside: good + "\n" + bad + "\n" + good + "\n" + good)
        #expect(guide.titles == ["Good", "Good", "Good"])
        #expect(guide.refused.map(\.reason) == [reason])
        #expect(guide.refused.first?.line == 4)
    }

    @Test
    func `an attribute that comes twice is reported, and the first one counts`() throws {
        let guide = try Guide(
            inside: "<programme channel=\"a\" channel=\"b\" start=\"20240115\"><title>X</title></programme>")
        #expect(guide.programmes.map(\.channel) == ["a"])
        #expect(guide.refused.map(\.reason) == [.malformed])
    }

    @Test
    func `ends before the start, at the start, and absurdly late are dropped and counted`() throws {
        func programme(_ stop: String) -> String {
            "<programme channel=\"a\" start=\"20240115100000\" stop=\"\(stop)\"><title>X</title></programme>"
        }
        let guide = try Guide(
            inside: ["20240115090000", "20240115100000", "20250101", "junk", "20240115110000"].map(programme).joined())
        #expect(guide.programmes.map(\.stop) == [nil, nil, nil, nil, 1_705_316_400])
        #expect(guide.summary.stopsDropped == 4)
        #expect(guide.refused.isEmpty)
    }

    @Test
    func `programmes before their channel, channels that come twice, unknown elements, case of ids as given`() throws {
        let guide = try Guide(
            inside: """
                <x-random><programme-like/></x-random><programme channel="A" start="20240115"><x-extra><title>no</title></x-extra><title>T</title></programme>
                <channel id="a"/><channel id="a"><display-name>A</display-name></channel>
                """)
        #expect(guide.titles == ["T"])
        #expect(guide.channels.map(\.id) == ["a", "a"])
    }

    @Test
    func `limits: long titles and descriptions are cut, too many values dropped`() throws {
        let title = String(repeating: "ä", count: 600)
        let text = String(repeating: "word ", count: 20_000)
        let categories = (0..<100).map { "<category>c\($0)</category>" }.joined()
        let guide = try Guide(
            inside:
                "<programme channel=\"a\" start=\"20240115\"><title>\(title)</title><desc>\(text)</desc>\(categories)</programme>"
        )
        let programme = try #require(guide.programmes.first)
        #expect(programme.titles.first?.text.count == 500)
        #expect(programme.descriptions.first?.text.count == 10_000)
        #expect(programme.categories.count == XMLTVLimits().maximumValues)
        #expect(guide.summary.textsCut >= 2)
    }

    @Test(
        arguments: [
            ("xmltv_ns", "0.4.", XMLTVEpisodeNumber.Numbers(season: 1, episode: 5)),
            ("xmltv_ns", "..3", .init(part: 4)), ("xmltv_ns", ".7/12.", .init(episode: 8, episodes: 12)),
            ("xmltv_ns", " 2 . 3 . 0 / 1 ", .init(season: 3, episode: 4, part: 1, parts: 1)), ("xmltv_ns", "..", nil),
            ("xmltv_ns", "x.y.z", nil),
            ("xmltv_ns", "-1.0.", .init(episode: 1)), ("onscreen", "S05E06", .init(season: 5, episode: 6)),
            ("", "1x02", .init(season: 1, episode: 2)),
            ("onscreen", "427", .init(episode: 427)), ("onscreen", "Folge 3", .init(episode: 3)),
            ("onscreen", "(pilot)", nil), ("dd_progid", "EP01006886.0028", nil),
            ("imdb.com", "tt123", nil),
        ] as [(String, String, XMLTVEpisodeNumber.Numbers?)])
    func `episode numbers`(_ system: String, _ text: String, _ expected: XMLTVEpisodeNumber.Numbers?) {
        #expect(XMLTVEpisodeNumber(system: system, text: text).numbers == expected)
    }

    @Test(arguments: [("8/10", 8.0), ("4/5", 8), ("3,5 / 5", 7), ("0/10", 0), ("10/10", 10)])
    func `star ratings`(_ text: String, _ score: Double) {
        #expect(XMLTVStarRating(text, system: "")?.score == score)
    }

    @Test(arguments: ["", "8", "11/10", "-1/10", "8/0", "a/b", "***"])
    func `no star ratings`(_ text: String) {
        #expect(XMLTVStarRating(text, system: "") == nil)
    }

    @Test(arguments: [
        "", "<html><body>Blocked</body></html>", "{\"error\":1}", "#EXTM3U\n", "\u{0}\u{1}\u{2}",
        "<!DOCTYPE html><p>x",
    ])
    func `what is no guide is seen as such`(_ text: String) throws {
        let guide = try Guide(text)
        #expect(!guide.summary.isGuide)
        #expect(guide.channels.isEmpty && guide.programmes.isEmpty)
    }

    @Test
    func `schedules: missing ends, overlaps, doubles, gaps`() {
        let day = GuideSchedule.settle([
            (0, nil), (3600, 9000), (7200, 10_800), (20_000, nil), (7200, 11_000), (100_000, nil),
        ])
        #expect(day.map(\.index) == [0, 1, 4, 3, 5])
        #expect(day.map(\.slot.stop) == [3600, 7200, 11_000, 41_600, 121_600])
        #expect(day.map(\.slot.isGuessed) == [true, false, false, true, true])
        #expect(GuideSchedule.settle([]).isEmpty)
    }
}
