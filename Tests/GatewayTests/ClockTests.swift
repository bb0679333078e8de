import Foundation
import ServiceKit
import Testing

@testable import GatewayCommands

struct ClockTests {
    @Test
    func `times are those of the household, and labelled where the machine shows others`() async throws {
        let bench = try GatewayHarness()
        bench.catalog.setGuide(GuideSample.page)
        let same = await bench.run("guide")
        #expect(same.out.contains("12:30") && !same.out.contains("Times are"))
        _ = await bench.run("household", "--time-zone", "Asia/Kolkata")
        let other = await bench.run("guide")
        #expect(other.out.contains("18:00") && !other.out.contains("12:30"))
        #expect(other.out.contains("Times are the household's: Asia/Kolkata.\n"))
        #expect(!(await bench.run("guide", "--json").out.contains("Times are")))
        // What is kept of it goes on when profiles is down.
        bench.stop("profiles")
        #expect(await bench.run("guide").out.contains("18:00"))
    }

    @Test
    func `a zone of another name with the same time needs no label`() throws {
        let now = Date(timeIntervalSince1970: 1_767_268_800)
        let (london, utc) = (try #require(TimeZone(identifier: "Europe/London")), TimeZone.gmt)
        #expect(WallClock(timeZone: london, now: now, machine: utc).label == nil)
        let summer = now.addingTimeInterval(180 * 86_400)
        #expect(WallClock(timeZone: london, now: summer, machine: utc).label != nil)
        #expect(WallClock(timeZone: london, now: summer).label == nil)
    }
}
