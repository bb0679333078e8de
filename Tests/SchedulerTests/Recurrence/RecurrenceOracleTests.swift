import Foundation
import RPC
import TestSupport
import Testing

@testable import SchedulerService

/// Random rules, against python-dateutil.
@Suite struct RecurrenceOracleTests {
    private struct Case: Codable {
        var rule: String
        var first: String
        var last: String
        var days: [String]
    }

    @Test(arguments: Seeds.make(1)) func `rules mean what they mean to others`(_ seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let cases = try (0..<600).map { _ in try makeCase(&random) }
        #expect(cases.count { !$0.days.isEmpty } > 300, "HEARTH_TEST_SEED=\(seed): too many rules without days")
        let scratch = try TemporaryDirectory()
        let file = scratch.path("cases.json")
        try JSONEncoder().encode(cases).write(to: URL(fileURLWithPath: file))
        do {
            let output = try await PythonProcess.run(
                "schedule.recurrences", [file], scratch: URL(fileURLWithPath: scratch.path("")))
            #expect(output.contains("600 rules agree"))
        } catch {
            Issue.record("HEARTH_TEST_SEED=\(seed): \(error)")
        }
    }

    private func makeCase(_ random: inout SplitMix64) throws -> Case {
        let first = CivilDate(dayNumber: Int.random(in: 19_000...22_000, using: &random))
        let last = first + Int.random(in: 50...2_000, using: &random)
        let text = rule(for: first, &random)
        let days = try RecurrenceRule(text).days(from: first, in: first...last).map(\.description)
        return Case(rule: text, first: first.description, last: last.description, days: days)
    }

    /// A rule that both read alike. Two readings of dateutil's are left out: plain days beside numbered ones are days that
    /// must be both, and positions in a week count from the first day on where that is in the middle of one.
    private func rule(for first: CivilDate, _ random: inout SplitMix64) -> String {
        func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
        func some(_ range: ClosedRange<Int>, isSigned: Bool = false) -> String {
            let count = Int.random(in: 1...4, using: &random)
            let numbers = (0..<count).map { _ in
                let number = Int.random(in: range, using: &random)
                return isSigned && chance(40) ? -number : number
            }
            return numbers.map(String.init).joined(separator: ",")
        }
        let frequency = RecurrenceRule.Frequency.allCases[Int.random(in: 0..<4, using: &random)]
        var parts = ["FREQ=\(frequency.rawValue.uppercased())"]
        if chance(50) { parts.append("INTERVAL=\(Int.random(in: 1...5, using: &random))") }
        if chance(30) {
            parts.append("COUNT=\(Int.random(in: 1...60, using: &random))")
        } else if chance(40) {
            parts.append("UNTIL=\((first + Int.random(in: 0...1_500, using: &random)).compact)")
        }
        var week = "MO"
        if chance(30) {
            week = Weekday(number: Int.random(in: 1...7, using: &random)).rfc5545
            parts.append("WKST=\(week)")
        }
        var canChoose = false
        if chance(30) { parts.append("BYMONTH=\(some(1...12))") }
        if frequency != .weekly, chance(35) {
            parts.append("BYMONTHDAY=\(some(1...31, isSigned: true))")
            canChoose = true
        }
        if chance(60) {
            let isNumbered = frequency == .monthly || frequency == .yearly ? chance(50) : false
            let most = frequency == .monthly || parts.contains { $0.hasPrefix("BYMONTH=") } ? 5 : 53
            let days = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                let day = Weekday(number: Int.random(in: 1...7, using: &random)).rfc5545
                let number = Int.random(in: 1...most, using: &random)
                return isNumbered ? "\(chance(40) ? -number : number)\(day)" : day
            }
            parts.append("BYDAY=\(days.joined(separator: ","))")
            canChoose = true
        }
        if canChoose, frequency != .weekly || first.weekday.rfc5545 == week, chance(35) {
            parts.append("BYSETPOS=\(some(1...4, isSigned: true))")
        }
        return parts.joined(separator: ";")
    }
}
