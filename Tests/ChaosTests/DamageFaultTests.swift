import Foundation
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import Chaos

/// Flipped bits, failing syncs and shifted clocks in plans and schedules, and what does them.
struct DamageFaultTests {
    private static let yaml = """
        duration: 60s
        faults:
          - {kind: bit-flip, targets: catalog, at: 5s, for: 2s, pages: 1}
          - at 6s sync-error profiles for 1s
          - {kind: clock, at: 7s, for: 3s, by: 90s}
          - {kind: clock, targets: scheduler, at: 8s, for: 1s, by: 2s}
        """

    @Test
    func `have their own keys, and a schedule carries them`() throws {
        let plan = try ChaosPlan(yaml: Self.yaml, name: "x")
        let faults = FaultSchedule.make(plan, seed: 1)
        #expect(faults.map(\.kind) == [.bitFlip, .syncError, .clock, .clock])
        #expect(faults[0].detail == "for 2.0 s, in 1 page" && faults[1].detail == "for 1.0 s")
        #expect(faults[2].targets == plan.services.sorted() && faults[3].targets == ["scheduler"])
        #expect(faults[2].shiftMilliseconds?.magnitude == 90_000)
        let back = FaultSchedule.make(plan, seed: 1).compactMap(\.shiftMilliseconds)
        let details = zip(faults[2...], back).map { "\($0.detail ?? "")" == expected($0, $1) }
        #expect(details == [true, true])
        let directions = Set((0..<20).map { FaultSchedule.make(plan, seed: $0)[2].shiftMilliseconds })
        #expect(directions == [90_000, -90_000])
        let again = try JSONDecoder().decode([PlannedFault].self, from: JSONEncoder().encode(faults))
        #expect(again == faults)
    }

    private func expected(_ fault: PlannedFault, _ shift: Int64) -> String {
        let (span, amount) = (Double(fault.spanMilliseconds ?? 0) / 1000, Double(abs(shift)) / 1000)
        return "for \(span) s, \(amount) s \(shift < 0 ? "back" : "ahead")"
    }

    @Test(arguments: [
        ("{kind: bit-flip, pages: 0}", "pages of a bit-flip fault takes a whole number from 1"),
        ("{kind: sync-error, by: 2s}", "\"by\" is no key of a sync-error fault"),
        ("{kind: clock, by: yes}", "by of a clock fault takes a time"),
        ("{kind: clock, pages: 2}", "\"pages\" is no key of a clock fault"),
    ])
    func `with other keys or values are rejected`(fault: String, reason: String) throws {
        let error = try #require(throws: PlanError.self) {
            try ChaosPlan(yaml: "faults:\n  - \(fault)\n", name: "x")
        }
        #expect("\(error)".contains(reason), "\(error)")
    }

    /// A file that begins as a database with pages of 512 bytes does.
    private func file(_ directory: TemporaryDirectory, pages: Int) throws -> String {
        var bytes = (0..<pages * 512).map { UInt8(truncatingIfNeeded: $0 / 512) }
        (bytes[16], bytes[17]) = (2, 0)
        let path = directory.path("shard.sqlite")
        try Data(bytes).write(to: URL(filePath: path))
        return path
    }

    private func bits(_ left: Data, _ right: Data) -> Int {
        zip(left, right).reduce(0) { $0 + ($1.0 ^ $1.1).nonzeroBitCount }
    }

    @Test(arguments: Seeds.make(5))
    func `a bit is flipped in each page, and flipped back`(seed: UInt64) throws {
        let directory = try TemporaryDirectory()
        let path = try file(directory, pages: 9)
        let before = try Data(contentsOf: URL(filePath: path))
        var generator = SplitMix64(seed: seed)
        let damage = try PageDamage(of: path, pages: 4, using: &generator)
        let after = try Data(contentsOf: URL(filePath: path))
        #expect(damage.total == 9 && Set(damage.numbers).count == 4 && bits(before, after) == 4, "seed \(seed)")
        #expect(try damage.revert() == 4)
        #expect(try Data(contentsOf: URL(filePath: path)) == before, "seed \(seed)")
        #expect(try damage.revert() == 0)
    }

    @Test
    func `a page that was written meanwhile stays as it is`() throws {
        let directory = try TemporaryDirectory()
        let path = try file(directory, pages: 3)
        var generator = SplitMix64(seed: 1)
        let damage = try PageDamage(of: path, pages: 3, using: &generator)
        var bytes = try Data(contentsOf: URL(filePath: path))
        bytes.replaceSubrange(512..<1024, with: Data(repeating: 7, count: 512))
        try bytes.write(to: URL(filePath: path))
        #expect(try damage.revert() == 2)
        #expect(try Data(contentsOf: URL(filePath: path))[512..<1024].allSatisfy { $0 == 7 })
    }

    @Test
    func `what is no database is left alone`() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write("no database", to: "shard.sqlite")
        var generator = SplitMix64(seed: 1)
        #expect(throws: FaultSkipped.self) { try PageDamage(of: path, pages: 1, using: &generator) }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "no database")
    }
}
