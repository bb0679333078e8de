import Testing

@testable import CatalogService

/// Times, as guides write them.
struct XMLTVTimeTests {
    /// 2024-01-15 20:30:00 UTC.
    private static let evening: Int64 = 1_705_350_600

    @Test(
        "zones, with and without a space, and what stands in their place",
        arguments: [
            "20240115203000 +0000", "20240115203000+0000", "20240115203000", "20240115203000 Z", "20240115203000Z",
            "20240115223000 +0200",
            "20240115223000 +02:00", "20240115223000+02", "20240115153000 -0500", "20240115153000 EST",
            "20240115213000 CET",
            "20240115203000 GMT", "20240116021500 +0545", "202401152030", "202401152030 UTC", "2024-01-15T20:30:00Z",
            "2024-01-15 20:30:00 +0000",
            "2024-01-15T22:30:00+02:00", "20240115203000.000 +0000", "  20240115203000 +0000  ",
        ])
    func zones(_ text: String) {
        #expect(XMLTVTime.parse(text) == XMLTVTime.Found(seconds: Self.evening))
    }

    @Test("shortened times mean the beginning of what they name")
    func prefixes() {
        #expect(XMLTVTime.parse("1970")?.seconds == 0)
        #expect(XMLTVTime.parse("200209")?.seconds == 1_030_838_400)
        #expect(XMLTVTime.parse("20080715")?.seconds == 1_216_080_000)
        #expect(XMLTVTime.parse("2008071500")?.seconds == 1_216_080_000)
        #expect(XMLTVTime.parse("20080715003000 -0600")?.seconds == 1_216_103_400)
    }

    @Test("24:00 is the next midnight; leap days and leap seconds")
    func edges() {
        #expect(XMLTVTime.parse("20240228240000") == XMLTVTime.parse("20240229000000"))
        #expect(XMLTVTime.parse("20240229000000") != nil)
        #expect(XMLTVTime.parse("20230229000000") == nil)
        #expect(XMLTVTime.parse("21000229000000") == nil)
        #expect(XMLTVTime.parse("20161231235960") == XMLTVTime.parse("20161231235959"))
    }

    @Test(
        "what is no time",
        arguments: [
            "", "now", "2024011", "20241301", "20240100", "20240115250000", "20240115206000", "202401152030001",
            "18990101000000", "20240115203000 +9900",
            "20240115203000 +", "20240115203000 ?", "99999999999999", "-20240115", "20240115241000",
        ])
    func refused(_ text: String) {
        #expect(XMLTVTime.parse(text) == nil)
    }

    @Test("a default offset holds where no zone is given, and where its name is not known")
    func defaultOffset() {
        #expect(XMLTVTime.parse("20240115213000", defaultOffsetSeconds: 3600)?.seconds == Self.evening)
        #expect(XMLTVTime.parse("20240115203000 +0000", defaultOffsetSeconds: 3600)?.seconds == Self.evening)
        let unknown = XMLTVTime.parse("20240115213000 IST", defaultOffsetSeconds: 3600)
        #expect(unknown == XMLTVTime.Found(seconds: Self.evening, hasUnknownZone: true))
    }

    @Test("every day of four centuries follows the one before")
    func calendar() {
        var expected: Int64 = 0
        for year in 1970...2199 {
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            for (month, days) in [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].enumerated() {
                for day in 1...days {
                    let text = "\(year)\(month < 9 ? "0" : "")\(month + 1)\(day < 10 ? "0" : "")\(day)"
                    guard XMLTVTime.parse(text)?.seconds == expected else {
                        Issue.record("\(text)")
                        return
                    }
                    expected += 86_400
                }
            }
        }
    }
}
