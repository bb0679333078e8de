import HearthModel
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Ids: their hash, their text, and what goes into them.
struct DerivedIDTests {
    /// Vectors of the authors' reference code (vectors.h): key 00…0f, input 00, 01, 02 … of the given length.
    @Test(arguments: [
        (0, "a3817f04ba25a8e66df67214c7550293"), (1, "da87c1d86b99af44347659119b22fc45"),
        (7, "a1f1ebbed8dbc153c0b84aa61ff08239"), (8, "3b62a9ba6258f5610f83e264f31497b4"),
        (15, "5493e99933b0a8117e08ec0f97cfc3d9"), (16, "6ee2a4ca67b054bbfd3315bf85230577"),
        (63, "5150d1772f50834a503e069a973fbd7c"),
    ])
    func `SipHash-2-4-128`(_ length: Int, _ expected: String) {
        var hash = SipHash128(key0: 0x0706_0504_0302_0100, key1: 0x0F0E_0D0C_0B0A_0908)
        hash.add((0..<length).map { UInt8($0) })
        let (first, second) = hash.finish()
        let bytes = [first, second].flatMap { half in
            (0..<8).map { UInt8(truncatingIfNeeded: half >> (8 * UInt64($0))) }
        }
        #expect(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == expected)
    }

    @Test(arguments: 0...17)
    func `in pieces, at once or byte by byte, it is the same`(_ length: Int) {
        let bytes = (0..<40).map { UInt8($0) }
        var (single, pieces) = (SipHash128(key0: 1, key1: 2), SipHash128(key0: 1, key1: 2))
        for byte in bytes { single.add(byte) }
        pieces.add(bytes[..<length])
        pieces.add(bytes[length...])
        #expect(single.finish() == pieces.finish())
    }

    @Test
    func `text form, both ways`() throws {
        let id = ContentIdentity.movie(title: "The Matrix", year: 1999)
        let text = id.description
        #expect(text.hasPrefix("mv_"))
        #expect(text.utf8.count == 27)
        #expect(DerivedID(text) == id)
        #expect(DerivedID(text.uppercased()) == nil)
        #expect(DerivedID("mv_") == nil)
        #expect(DerivedID("xx" + text.dropFirst(2)) == nil)
        #expect(DerivedID(text + "a") == nil)
        #expect(try #require(DerivedID("ch" + text.dropFirst(2))).kind == .channel)
    }

    /// These ids are in households' data: a change of the rules that changes them orphans favourites and history.
    @Test
    func `ids never change`() {
        let matrix = ContentIdentity.movie(title: "The Matrix", year: 1999)
        let flash = ContentIdentity.series(title: "The Flash", year: 2014)
        let golden: [(DerivedID, String)] = [
            (matrix, "mv_cmusuc4imdtn7t3kqkv3mp4g"), (flash, "sr_7is5ldqnvfgpfggfk3ywawym"),
            (ContentIdentity.episode(of: flash, season: 1, episode: 2), "ep_gsq5ljdnaus4spgcq5xdfvuv"),
            (
                ContentIdentity.channel(guideID: GuideID("BBCOne.uk"), name: "BBC One", country: "GB"),
                "ch_gufyetlwmzue62lx5qqxkay2"
            ),
            (ContentIdentity.channel(guideID: nil, name: "BBC One", country: "GB"), "ch_gts25f2girhh6dpo5zns2cp3"),
        ]
        #expect(golden.map(\.0.description) == golden.map(\.1))
    }

    @Test
    func `what makes no difference`() {
        let movie = ContentIdentity.movie(title: "Amélie", year: 2001)
        #expect(ContentIdentity.movie(title: "AMELIE", year: 2001) == movie)
        #expect(
            ContentIdentity.movie(title: "Spider-Man", year: nil)
                == ContentIdentity.movie(title: "Spider Man", year: nil))
        func channel(_ id: String, _ name: String, _ country: String? = nil) -> DerivedID {
            ContentIdentity.channel(guideID: GuideID(id), name: name, country: country)
        }
        #expect(channel("3sat.de", "3sat") == channel("3sat.de@SD", "3sat"))
        #expect(channel("3sat.de@HD", "3sat HD") == channel("3SAT.de", "whatever", "DE"))
        #expect(channel("BBCTwo.uk@NorthernIrelandHD", "x") == channel("BBCTwo.uk@NorthernIreland", "x"))
        let series = ContentIdentity.series(title: "Dark", year: nil)
        #expect(
            ContentIdentity.episode(of: series, season: nil, episode: 3)
                == ContentIdentity.episode(of: series, season: 1, episode: 3))
    }

    @Test
    func `what makes one`() {
        func channel(
            _ id: String, _ name: String, _ country: String? = nil, radio: Bool = false, shared: Bool = false
        ) -> DerivedID {
            ContentIdentity.channel(
                guideID: GuideID(id), name: name, country: country, isRadio: radio, isSharedGuideID: shared)
        }
        let series = ContentIdentity.series(title: "Dark", year: nil)
        let ids = [
            ContentIdentity.movie(title: "Dune", year: 1984), ContentIdentity.movie(title: "Dune", year: 2021),
            ContentIdentity.movie(title: "Dune", year: nil), ContentIdentity.movie(title: "Dune 2", year: nil), series,
            ContentIdentity.series(title: "Dark", year: 2017), ContentIdentity.movie(title: "Dark", year: nil),
            ContentIdentity.episode(of: series, season: 1, episode: 1),
            ContentIdentity.episode(of: series, season: 1, episode: 11),
            ContentIdentity.episode(of: series, season: 11, episode: 1),
            ContentIdentity.episode(of: series, season: 0, episode: 1),
            ContentIdentity.episode(of: series, season: 1, episode: 1, last: 2),
            ContentIdentity.episode(of: series, year: 2024, month: 1, day: 15),
            channel("BBCNews.uk", "BBC News"), channel("BBCNews.uk@Africa", "BBC News"),
            channel("BBCNews.uk@Europe", "BBC News"),
            channel("ITV1.uk", "ITV1"), channel("ITV1.uk", "ITV1 +1"), channel("", "Channel 5", "GB"),
            channel("", "Channel 5", "US"),
            channel("", "Channel 5"), channel("n/a", "Channel 6"), channel("", "RTL"), channel("", "RTL", radio: true),
            channel("12", "Das Erste"), channel("12", "CNN"), channel("news18.com", "CNN-News18", shared: true),
            channel("news18.com", "News18 Kannada", shared: true), channel("", "Canal"), channel("", "Canal+"),
            channel("", "+++"),
            channel("", "###"), channel("", ""),
        ]
        #expect(Set(ids).count == ids.count)
    }

    @Test
    func `a title cannot be written so that its parts meet another's`() {
        #expect(
            ContentIdentity.movie(title: "Dune 1984", year: nil) != ContentIdentity.movie(title: "Dune", year: 1984))
        #expect(
            ContentIdentity.movie(title: "Dune\u{1F}1984", year: nil)
                != ContentIdentity.movie(title: "Dune", year: 1984))
        #expect(
            ContentIdentity.channel(guideID: nil, name: "Five GB", country: nil)
                != ContentIdentity.channel(guideID: nil, name: "Five", country: "GB"))
    }

    @Test(arguments: ["", " ", "n/a", "None", "null", "0", "-", "noEPG", "undefined", "dummy"])
    func `guide ids that say nothing`(_ text: String) {
        #expect(GuideID(text) == nil)
    }

    @Test
    func `a million ids, no two alike`() {
        var seen: Set<UInt64> = []
        seen.reserveCapacity(200_000)
        for number in 0..<200_000 { seen.insert(ContentIdentity.movie(title: "Film \(number)", year: 2000).high) }
        #expect(seen.count == 200_000)
    }

    @Test
    func `addresses without accounts and tokens`() {
        func stable(_ address: String) -> String { String(decoding: AddressParts(address).stableKey, as: UTF8.self) }
        #expect(
            stable("http://h:8080/live/user/pass/5.ts") == stable("http://h/live/other/word/5.m3u8"))
        #expect(stable("http://h:8080/user/pass/5") == "h/5")
        #expect(stable("https://h/a/b.m3u8?token=1") == stable("https://h/a/b.m3u8?token=2"))
        #expect(stable("https://h/a/b.m3u8") != stable("https://h/a/c.m3u8"))
        #expect(stable("") == "")
    }
}
