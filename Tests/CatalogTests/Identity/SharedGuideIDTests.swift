import HearthModel
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Guide ids that stand for several channels, and names under an id that are not its own.
struct SharedGuideIDTests {
    private func shared(_ id: String, _ names: [String]) -> SharedGuideIDs {
        var statistics = GuideIDStatistics()
        for name in names { statistics.note(guideID: id, name: name) }
        return statistics.shared()
    }

    @Test
    func `a guide id that stands for many channels is no identity`() throws {
        var statistics = GuideIDStatistics()
        for name in ["Mix A", "Mix B", "Mix C", "Mix D", "Mix E"] { statistics.note(guideID: "mix.cl", name: name) }
        for name in ["Sportitalia", "Sport Italia", "sportitalia HD", "Sports Italia TV", "SPORTITALIA (720p)"] {
            statistics.note(guideID: "si.it@SD", name: name)
        }
        let shared = statistics.shared()
        #expect(shared.contains(try #require(GuideID("MIX.cl")), title: "Mix F"))
        #expect(!shared.contains(try #require(GuideID("si.it")), title: "Sportitalia"))
        #expect((shared.count, shared.multipleNamesCount) == (1, 2))
    }

    @Test(arguments: [
        ("antena3.ro", ["Antena 3 RO"], ["Arena Sport 2"]),
        ("TrueMovies.uk", ["UK: True Movies 1 HD", "True Movies"], ["UK: True Movies 2 HD"]),
        ("OCSMax.fr", ["FR: OCS Max"], ["FR: BeIN Sport 10"]),
        ("LeSports1.int", ["Le Sports 1"], ["NBC Gold 1"]), ("fox.us", ["Fox East"], ["Fox 5", "Fox 50"]),
        ("3e", ["VIP 3e", "3e UK"], ["Irish TV"]), ("cnn.us", ["CNN", "PS CNN"], ["CNN 2"]),
        ("AbuDhabiSports2.ae", ["Abu Dhabi Sports 2"], ["Abu Dhabi Sports 1"]),
        // Nothing is what the id says, and the names are of different channels.
        ("tv.101002210222", [], ["ABC Comedy", "Nick Jr"]), ("efl6", [], ["EPL 06: Fulham", "iFollow 06: Wigan"]),
    ])
    func `names under one id that are not its own`(_ id: String, _ own: [String], _ others: [String]) throws {
        let guideID = try #require(GuideID(id))
        for names in [own + others, (own + others).reversed()] {
            let shared = shared(id, names)
            for name in own { #expect(!shared.contains(guideID, title: name), "\(name)") }
            for name in others { #expect(shared.contains(guideID, title: name), "\(name)") }
            #expect(shared.count == 1)
        }
    }

    @Test(arguments: [
        ("cbbc.uk", ["CBBC", "VIP CBBC"]), ("bbc1.uk", ["BBC One", "BBC 1", "BBC One HD (UK only)"]),
        ("BBCOne.uk@London", ["BBC One", "BBC One London"]), ("Vremya.ru", ["Vremya", "Время"]),
        ("Friday.ru", ["Friday", "Пятница"]), ("47x.cn", ["河南卫视", "河南卫视 电"]),
        ("GameShowNetwork.ca", ["CA Game Show Network", "CA GSN"]), ("rt.ru", ["Russia Today", "RT News"]),
        ("KNTV11.1.us", ["KNTV-DT1", "NBC 11 San Jose CA (KNTV)"]), ("mlb 02", ["MLB 02", "MLB 02 L2"]),
        ("SkyMoviesComedy.uk", ["Sky Movies Comedy", "Sky Cinema Comedy"]),
        ("Nickelodeon.de", ["Nickelodeon", "Nick Germany"]), ("FourMusic.uk", ["Four Music", "4 Music HD"]),
        ("PremierSports.uk", ["Premier Sports", "Premiere Sport"]), ("5usa.uk", ["5 USA", "Five USA"]),
        ("TrueEntertainment.uk", ["True Entertainment", "True Ent 1"]), ("tnt.ru", ["TNT", "TNT +4"]),
        ("EuronewsSpanish.fr", ["Euronews Spanish", "Euronews Español"]),
        // None of them is what the id says, but they are like each other.
        ("hgtv", ["HGTV", "Home and Garden HGTV"]), ("wild.tv", ["Nat Geo Wild", "Nat Geo Wild ES"]),
    ])
    func `one channel's names under one id`(_ id: String, _ names: [String]) throws {
        for names in [names, names.reversed()] {
            let shared = shared(id, names)
            #expect(shared.multipleNamesCount == 1)
            #expect(shared.count == 0)
        }
    }

    @Test
    func `a channel with a wrong id is one of its own, and the id's channel stays what it is`() {
        let text = """
            #EXTINF:-1 tvg-id="antena3.ro",RO: Antena 3
            http://h/1
            #EXTINF:-1 tvg-id="antena3.ro",RO: Arena Sport 2
            http://h/2
            #EXTINF:-1 tvg-id="antena3.ro",RO: Antena 3 HD
            http://h/3
            """
        let items = RecognizedList(Playlist(text).entries).items
        #expect(items[0].id == items[2].id)
        #expect(items[0].id != items[1].id)
        let alone = RecognizedList(Array(Playlist(text).entries.prefix(1))).items
        #expect(items[0].id == alone[0].id)
        // The guide is still found by the id.
        let id = GuideID("antena3.ro")
        #expect(id.map { items[1].rungs.contains(ContentIdentity.rung(guide: $0)) } == true)
    }

    private struct Stream: Decodable {
        var name: String?
        var guideID: String?

        private enum CodingKeys: String, CodingKey {
            case name
            case guideID = "epg_channel_id"
        }
    }

    @Test(arguments: [
        ("iptv-org-2022-02", 37, 3), ("iptv-org-2026-08", 284, 20), ("free-tv/playlist.m3u8", 15, 5),
        ("parser-ipytv/iptv-org.m3u", 7, 1), ("eternal", 57, 5), ("hellraiser", 55, 5), ("iris", 275, 34),
        ("tnt", 36, 2),
    ])
    func `real lists and panels: ids with several names, and those that are shared`(
        _ name: String, _ several: Int, _ expected: Int
    ) throws {
        var statistics = GuideIDStatistics()
        let panel = "xtream/go.xtream-codes/\(name)/get_live_streams.json"
        if let streams = try? SharedData.json(panel, as: [Stream].self) {
            for stream in streams { statistics.note(guideID: stream.guideID ?? "", name: stream.name ?? "") }
        } else {
            for path in try RecognizedList.paths(name) {
                for entry in Playlist(try SharedData.bytes(path)).entries {
                    statistics.note(guideID: entry.guideID, name: entry.title)
                }
            }
        }
        let shared = statistics.shared()
        print("\(name): \(shared.multipleNamesCount) ids with several names, \(shared.count) shared")
        #expect(shared.multipleNamesCount == several)
        #expect(shared.count == expected)
    }
}
