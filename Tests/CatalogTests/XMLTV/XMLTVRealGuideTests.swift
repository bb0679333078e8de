import Foundation
import HearthModel
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Real guides: counts, other projects' samples, and the lists whose channels they are for.
struct XMLTVRealGuideTests {
    /// Read in the test of lists and guides; the largest ones.
    private static let readElsewhere: Set<String> = ["xmltv/i.mjh.nz/Roku/all.xml.gz", "xmltv/i.mjh.nz/Plex/us.xml.gz"]

    @Test
    func `the public guides: every channel and programme; one programme without a title is refused`() throws {
        let files = try SharedData.files(under: "xmltv/i.mjh.nz", endings: ["xml", "gz"]).filter { file in
            !file.contains(".json") && !Self.readElsewhere.contains(file)
        }
        var (channels, programmes, refused) = (0, 0, 0)
        for file in files {
            let guide = try Guide(SharedData.bytes(file))
            print(
                "\(file): \(guide.channels.count) channels, \(guide.programmes.count) programmes, \(guide.refused.count) refused, "
                    + "\(guide.summary.xmlBytes) bytes of XML, \(guide.summary.xmlErrors) XML errors, \(guide.summary.stopsDropped) ends dropped"
            )
            #expect(guide.summary.isGuide && guide.summary.isComplete)
            #expect(guide.refused.allSatisfy { $0.reason == .missingTitle })
            #expect(guide.summary.xmlErrors == 0)
            channels += guide.channels.count
            programmes += guide.programmes.count
            refused += guide.refused.count
        }
        print("together \(channels) channels, \(programmes) programmes, \(refused) refused")
        #expect(channels == 5311 - 701 - 687)
        #expect(programmes + refused == 199_614 - 64_697 - 29_205)
        #expect(refused == 1)
    }

    @Test
    func `plain and compressed give the same`() throws {
        let plain = try Guide(SharedData.bytes("xmltv/i.mjh.nz/SamsungTVPlus/de.xml"))
        let gzip = try SharedData.bytes("xmltv/i.mjh.nz/SamsungTVPlus/de.xml.gz")
        let packed = try Guide(gzip)
        #expect(packed.programmes == plain.programmes)
        #expect(try Guide(gzip, cut: { _ in 777 }).programmes == plain.programmes)
    }

    @Test(arguments: [
        ("plutotv_us", "PlutoTV/us.xml.gz", 421, 421), ("plutotv_de", "PlutoTV/de.xml.gz", 196, 196),
        ("plex_us", "Plex/us.xml.gz", 687, 687),
        ("samsungtvplus_us", "SamsungTVPlus/us.xml.gz", 578, 578), ("roku_all", "Roku/all.xml.gz", 287, 290),
    ])
    func `lists and the guides that are made for them`(
        _ list: String, _ guide: String, _ matched: Int, _ of: Int
    ) throws {
        let entries = try Playlist(SharedData.bytes("m3u/fast-channels/\(list).m3u")).entries
        var matcher = GuideMatcher()
        let read = try Guide(SharedData.bytes("xmltv/i.mjh.nz/\(guide)"))
        for channel in read.channels { matcher.add(channel) }
        if guide.hasPrefix("Roku") { #expect((read.channels.count, read.programmes.count) == (701, 64_697)) }
        if guide.hasPrefix("Plex") { #expect((read.channels.count, read.programmes.count) == (687, 29_205)) }
        #expect(read.refused.isEmpty)
        var rules: [GuideMatch.Rule: Int] = [:]
        var ids: Set<String> = []
        var byID: Set<String> = []
        for entry in entries where ids.insert(entry.guideID).inserted {
            guard let match = matcher.match(guideID: entry.guideID, names: [entry.guideName, entry.title]) else {
                continue
            }
            rules[match.rule, default: 0] += 1
            if match.rule == .exactID { byID.insert(entry.guideID) }
        }
        print("\(list) in \(guide): \(byID.count) of \(ids.count) by id, all rules \(rules)")
        #expect(byID.count == matched)
        #expect(ids.count == of)
    }

    @Test
    func `a list's channels without ids, by name`() throws {
        let entries = try Playlist(SharedData.bytes("m3u/fast-channels/plutotv_us.m3u")).entries
        var matcher = GuideMatcher()
        for channel in try Guide(SharedData.bytes("xmltv/i.mjh.nz/PlutoTV/us.xml.gz")).channels { matcher.add(channel) }
        var (found, right) = (0, 0)
        for entry in entries {
            guard let match = matcher.match(guideID: "", names: [entry.title + " HD"]) else { continue }
            found += 1
            if match.channel == entry.guideID { right += 1 }
        }
        print("by name alone: \(found) of \(entries.count) found, \(right) right")
        #expect(found == right)
        #expect(found >= 415)
    }

    @Test
    func `the format's own samples`() throws {
        let files = try SharedData.files(under: "xmltv/xmltv-project/t", endings: ["xml"])
        var counts = (files: 0, programmes: 0, refused: 0)
        for file in files {
            let guide = try Guide(SharedData.bytes(file))
            counts = (
                counts.files + 1, counts.programmes + guide.programmes.count, counts.refused + guide.refused.count
            )
            for refusal in guide.refused {
                print("\(file): line \(refusal.line): \(refusal.reason.rawValue) \(refusal.detail)")
            }
        }
        print("xmltv-project: \(counts.files) files, \(counts.programmes) programmes, \(counts.refused) refused")
        let amp = try Guide(SharedData.bytes("xmltv/xmltv-project/t/data/amp.xml")).programmes[0]
        #expect(amp.titles.map(\.text) == ["Ampersand Land", "&"])
        #expect(amp.descriptions.map(\.text) == ["& hello && there &amp; everyone < &< <amp;"])
        #expect(amp.start == 999_039_900)
        let white = try Guide(SharedData.bytes("xmltv/xmltv-project/t/data/whitespace.xml")).programmes
        let texts: [String] = white.map { programme in "\(programme.titles)\(programme.descriptions)\(programme.start)"
        }
        #expect(Set(texts).count == 1)
        #expect(white.count == 5)
        let extra = try Guide(SharedData.bytes("xmltv/xmltv-project/t/data/x-whatever.xml")).programmes
        #expect(extra.map { $0.titles.map(\.text) } == [["The Phil Silvers Show"], ["King of the Hill"]])
        #expect(extra[1].isRepeat)
        #expect(extra[1].credits.map(\.name) == ["Mike Judge", "Lane Smith"])
        let length = try Guide(SharedData.bytes("xmltv/xmltv-project/t/data/length.xml")).programmes[0]
        #expect(length.lengthSeconds == 1800)
        #expect(length.start == 1_014_505_200)
        let clump = try Guide(SharedData.bytes("xmltv/xmltv-project/t/data/clump.xml")).programmes
        #expect(clump.map(\.start) == [1_019_323_500, 1_019_323_500])
    }

    /// What that parser's test expects of its one sample, which has a programme without a title: theirs hands it out, ours
    /// refuses it, as there is nothing to show.
    @Test
    func `freearhey/epg-parser`() throws {
        let guide = try Guide(SharedData.bytes("xmltv/epg-parser-testdata/basic.xml"))
        #expect(guide.channels.map(\.id) == ["I10436.labs.zap2it.com", "I10759.labs.zap2it.com"])
        #expect(guide.channels[0].names == [XMLTVText("13 KERA", language: "fr"), XMLTVText("13", language: "ar")])
        #expect(guide.channels[0].icon == "https://example.com/channel_one_icon.jpg")
        #expect(guide.channels[0].number == "36")
        #expect(
            guide.refused == [RefusedGuideItem(line: 87, reason: .missingTitle, detail: "I10759.labs.zap2it.com")])
        let programme = try #require(guide.programmes.first)
        #expect(guide.programmes.count == 1)
        #expect(programme.start == 1_216_103_400)
        #expect(programme.stop == 1_216_105_200)
        #expect(programme.titles == [XMLTVText("NOW on PBS", language: "en")])
        #expect(programme.subTitles == [XMLTVText("Pilot", language: "en")])
        #expect(programme.date == "20080711")
        #expect(programme.categories.map(\.text) == ["Newsmagazine", "Interview"])
        #expect(programme.keywords.map(\.text) == ["physical-comedy", "romantic"])
        #expect((programme.language, programme.originalLanguage, programme.country) == ("English", "French", "US"))
        #expect(programme.lengthSeconds == 3600)
        #expect(programme.episodeNumbers.map(\.system) == ["dd_progid", "onscreen"])
        #expect(XMLTVEpisodeNumber.numbers(of: programme.episodeNumbers)?.episode == 427)
        #expect(
            programme.isHighDefinition && programme.isRepeat && programme.isPremiere && programme.isNew
                && programme.isLastChance)
        #expect(programme.previousStart == 1_215_734_400)
        #expect(programme.ratings.map(\.text) == ["15", "NC-17"])
        #expect(programme.ratings.map { Certification($0.text, system: $0.system).rating } == [.r, .nc17])
        #expect(programme.starRatings.map(\.score) == [8, 8])
        // The sample's <actor> without a name is left out.
        #expect(
            programme.credits.map(\.name) == [
                "David Thompson", "Ryan Lee", "Bart Eskander", "Roger Dobkowitz", "Drew Carey",
            ])
        #expect(programme.credits[0].character == "Walter Johnson")
        // The first picture counts, whether it is an image or an icon.
        #expect(programme.icon == "https://tvdb.com/programme_one_poster_1.jpg")
        #expect(programme.url == "https://example.com/programme_one")
    }

    private struct Grabbed: Decodable {
        struct Channel: Decodable {
            var id, name: String
            var logo: String?

            enum CodingKeys: String, CodingKey {
                case id = "xmltv_id"
                case name, logo
            }
        }
        struct Programme: Decodable {
            struct Text: Decodable {
                var value, lang: String
            }
            var start, stop: Int64
            var channel: String
            var titles: [Text]
        }
        var channels: [Channel]
        var programs: [Programme]
    }

    @Test
    func `iptv-org/epg: the guide, its compressed form and its JSON are one`() throws {
        let folder = "xmltv/iptv-org-epg-testdata/tests/__data__/expected/epg_grab"
        let expected: Grabbed = try SharedData.json("\(folder)/json/guide.json")
        let guide = try Guide(SharedData.bytes("\(folder)/json/guide.xml"))
        #expect(guide.channels.map(\.id) == expected.channels.map(\.id))
        #expect(guide.channels.map { $0.names.map(\.text) } == expected.channels.map { [$0.name] })
        #expect(guide.channels.map(\.icon) == expected.channels.map { $0.logo ?? "" })
        #expect(guide.programmes.map(\.channel) == expected.programs.map(\.channel))
        #expect(guide.programmes.map(\.start) == expected.programs.map { $0.start / 1000 })
        #expect(guide.programmes.map(\.stop) == expected.programs.map { $0.stop / 1000 })
        #expect(guide.programmes.map { $0.titles.map(\.text) } == expected.programs.map { $0.titles.map(\.value) })
        let gzip = try Guide(SharedData.bytes("\(folder)/gzip/guide.xml.gz"))
        #expect(gzip.programmes == (try Guide(SharedData.bytes("\(folder)/gzip/guide.xml"))).programmes)
        for file in try SharedData.files(under: "xmltv/iptv-org-epg-testdata", endings: ["xml"]) {
            _ = try Guide(SharedData.bytes(file))
        }
    }
}
