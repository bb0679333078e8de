import Foundation
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Times, as guides write them.
struct XMLTVTimeTests {
    /// 2024-01-15 20:30:00 UTC.
    private static let evening: Int64 = 1_705_350_600

    @Test(arguments: [
        "20240115203000 +0000", "20240115203000+0000", "20240115203000", "20240115203000 Z", "20240115203000Z",
        "20240115223000 +0200",
        "20240115223000 +02:00", "20240115223000+02", "20240115153000 -0500", "20240115153000 EST",
        "20240115213000 CET",
        "20240115203000 GMT", "20240116021500 +0545", "202401152030", "202401152030 UTC", "2024-01-15T20:30:00Z",
        "2024-01-15 20:30:00 +0000",
        "2024-01-15T22:30:00+02:00", "20240115203000.000 +0000", "  20240115203000 +0000  ",
    ])
    func `zones, with and without a space, and what stands in their place`(_ text: String) {
        let found = XMLTVTime.parse(text)
        #expect(found?.seconds == Self.evening && found?.hasUnknownZone == false)
    }

    @Test
    func `shortened times mean the beginning of what they name`() {
        #expect(XMLTVTime.parse("1970")?.seconds == 0)
        #expect(XMLTVTime.parse("200209")?.seconds == 1_030_838_400)
        #expect(XMLTVTime.parse("20080715")?.seconds == 1_216_080_000)
        #expect(XMLTVTime.parse("2008071500")?.seconds == 1_216_080_000)
        #expect(XMLTVTime.parse("20080715003000 -0600")?.seconds == 1_216_103_400)
    }

    @Test
    func `24:00 is the next midnight; leap days and leap seconds`() {
        #expect(XMLTVTime.parse("20240228240000") == XMLTVTime.parse("20240229000000"))
        #expect(XMLTVTime.parse("20240229000000") != nil)
        #expect(XMLTVTime.parse("20230229000000") == nil)
        #expect(XMLTVTime.parse("21000229000000") == nil)
        #expect(XMLTVTime.parse("20161231235960") == XMLTVTime.parse("20161231235959"))
    }

    @Test(arguments: [
        "", "now", "2024011", "20241301", "20240100", "20240115250000", "20240115206000", "202401152030001",
        "18990101000000", "20240115203000 +9900",
        "20240115203000 +", "20240115203000 ?", "99999999999999", "-20240115", "20240115241000",
    ])
    func `what is no time`(_ text: String) {
        #expect(XMLTVTime.parse(text) == nil)
    }

    @Test
    func `another zone than UTC holds where none is given, and where its name is not known`() {
        let zone = GuideTimeZone(offsetSeconds: 3600)
        let without = XMLTVTime.parse("20240115213000", zone: zone)
        #expect(without == XMLTVTime.Found(seconds: Self.evening, lacksZone: true))
        let given = XMLTVTime.parse("20240115203000 +0000", zone: zone)
        #expect(given == XMLTVTime.Found(seconds: Self.evening))
        let unknown = XMLTVTime.parse("20240115213000 IST", zone: zone)
        #expect(unknown == XMLTVTime.Found(seconds: Self.evening, hasUnknownZone: true))
    }

    @Test(arguments: [
        ("Europe/Berlin", "20240115213000", "20240115203000"),
        ("Europe/Berlin", "20240715213000", "20240715193000"),
        ("Europe/Berlin", "20240331015959", "20240331005959"),
        ("Europe/Berlin", "20240331023000", "20240331013000"),
        ("Europe/Berlin", "20240331030000", "20240331010000"),
        ("Europe/Berlin", "20241027015959", "20241026235959"),
        ("Europe/Berlin", "20241027023000", "20241027003000"),
        ("Europe/Berlin", "20241027030000", "20241027020000"),
        ("America/New_York", "20240310013000", "20240310063000"),
        ("America/New_York", "20240310033000", "20240310073000"),
        ("Australia/Lord_Howe", "20240407020000", "20240406153000"),
        ("Asia/Kolkata", "20240715213000", "20240715160000"),
        ("UTC", "20240715213000", "20240715213000"),
    ])
    func
        `a named zone has its summer times: an hour that there is twice is the first, one that there is not comes after`(
            _ name: String, _ local: String, _ utc: String
        ) throws
    {
        let zone = try #require(GuideTimeZone(named: name))
        #expect(XMLTVTime.parse(local, zone: zone)?.seconds == XMLTVTime.parse(utc)?.seconds)
        #expect(GuideTimeZone(named: "Europe/Atlantis") == nil && GuideTimeZone(named: "") == nil)
    }

    @Test
    func `a zone's times are those of Foundation, hour by hour over years with their changes`() throws {
        for name in ["Europe/Dublin", "America/Sao_Paulo", "Pacific/Apia", "Africa/Casablanca"] {
            let zone = try #require(GuideTimeZone(named: name))
            let reference = try #require(TimeZone(identifier: name))
            // Two years around Samoa's lost day, and the end of Brazil's summer times.
            for start in [1_300_000_000, 1_540_000_000] as [Int64] {
                for hour in 0..<17_520 {
                    let moment = start + Int64(hour) * 3_600
                    func offset(_ at: Int64) -> Int64 {
                        Int64(reference.secondsFromGMT(for: Date(timeIntervalSince1970: Double(at))))
                    }
                    let local = moment + offset(moment)
                    let found = zone.utc(ofLocal: local)
                    // The very moment, or where the clock shows it twice, the first of both.
                    guard found == moment || found < moment && found + offset(found) == local else {
                        Issue.record("\(name) \(moment): \(found)")
                        return
                    }
                }
            }
        }
    }

    @Test
    func `every day of four centuries follows the one before`() {
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
