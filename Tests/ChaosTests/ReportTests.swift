import ChaosHistory
import Foundation
import Testing

@testable import Chaos

struct ReportTests {
    /// A run in which something was lost, one fault was not possible and another came to nothing.
    private var report: ChaosReport {
        var report = ChaosReport(
            plan: "mine", seed: 7, command: "hearth chaos run mine.yaml --seed 7", services: ["catalog", "profiles"])
        (report.workMilliseconds, report.milliseconds) = (30_049, 34_512)
        var save = CallCount(service: "reading-list", method: "SaveLink")
        (save.succeeded, save.refused, save.unavailable, save.unknown) = (1_234, 40, 5, 6)
        var search = CallCount(service: "catalog", method: "Search")
        search.succeeded = 17
        report.calls = [search, save]
        report.faults = [
            record(.kill, "catalog", ["catalog": 431]), record(.kill, "profiles", ["profiles": 1_210]),
            FaultRecord(
                PlannedFault(.crash, targets: ["catalog"], atMilliseconds: 4_000), fate: .missed, at: 4_000,
                note: "catalog did not reach event-sent"),
            FaultRecord(
                PlannedFault(.memory, targets: ["catalog"], atMilliseconds: 5_000), fate: .skipped, at: 5_000,
                note: "limits: prlimit: Operation not permitted"),
        ]
        let lost = (1...7).map { number in
            Violation(
                checker: "set-full", kind: "lost", object: "links/owner",
                sentence: "link \(number) of links/owner was acknowledged and is missing in operation 9",
                operations: [number, 9])
        }
        report.checks = [
            CheckResult(.acknowledged, [Verdict("set-full", examined: 99, violations: lost)]),
            CheckResult(.deadlines, [Verdict("deadlines", examined: 1_262)]),
            CheckResult(.deletion, [Verdict("deletion", examined: 0, undecided: ["no reads"])]),
        ]
        (report.refusals, report.unavailable) = (["ALREADY_EXISTS": 8, "NOT_FOUND": 32], ["UNAVAILABLE": 5])
        report.unknown = ["DEADLINE_EXCEEDED": 6]
        report.directory = "/tmp/report"
        return report
    }

    private func record(_ kind: FaultKind, _ service: String, _ recovery: [String: Int64]) -> FaultRecord {
        var record = FaultRecord(PlannedFault(kind, targets: [service], atMilliseconds: 1_000), at: 1_000)
        record.recoveryMilliseconds = recovery
        return record
    }

    @Test
    func `tells a person everything, and how to see it again`() {
        #expect(
            report.text == """
                hearth chaos run mine: FAILED, seed 7
                2 services, 30.0 s of work, 34.5 s in all

                Outcomes
                  refused by rule, no damage  40  NOT_FOUND 32, ALREADY_EXISTS 8
                  unavailable, no effect       5  UNAVAILABLE 5
                  unknown, may have happened   6  DEADLINE_EXCEEDED 6
                  lost                         7
                  doubled                      0
                  other broken promises        0

                Calls
                  SERVICE       METHOD      OK  REFUSED  UNAVAILABLE  UNKNOWN
                  catalog       Search      17        0            0        0
                  reading-list  SaveLink  1234       40            5        6
                  all                     1251       40            5        6

                Faults
                  KIND    DONE  MISSED  SKIPPED  RECOVERY p50      p95      max
                  kill       2       0        0        431 ms  1210 ms  1210 ms
                  crash      0       1        0
                  memory     0       0        1
                  missed: crash, catalog did not reach event-sent
                  skipped: memory, limits: prlimit: Operation not permitted

                Checks
                  CHECK         VERDICT    COMPARED  BROKEN
                  acknowledged  failed           99       7
                  deadlines     passed         1262       0
                  deletion      undecided         0       0

                Broken promises
                  acknowledged (set-full lost): link 1 of links/owner was acknowledged and is missing in operation 9
                  acknowledged (set-full lost): link 2 of links/owner was acknowledged and is missing in operation 9
                  acknowledged (set-full lost): link 3 of links/owner was acknowledged and is missing in operation 9
                  acknowledged (set-full lost): link 4 of links/owner was acknowledged and is missing in operation 9
                  acknowledged (set-full lost): link 5 of links/owner was acknowledged and is missing in operation 9
                  acknowledged: and 2 more

                Undecided checks
                  deletion: no reads

                History, report and picture: /tmp/report

                Repeat it: hearth chaos run mine.yaml --seed 7

                """)
    }

    @Test
    func `passes when nothing was broken and everybody is there, and only then`() {
        var report = report
        #expect(!report.hasPassed)
        report.checks.removeFirst()
        #expect(report.hasPassed && report.text.hasPrefix("hearth chaos run mine: PASSED"))
        #expect(!report.text.contains("Repeat it"))
        report.missing = ["catalog"]
        #expect(!report.hasPassed && report.text.contains("Not serving at the end: catalog"))
    }

    @Test
    func `a rejection by a rule is no damage, a service without its data and a lost answer are`() {
        func call(_ code: String, _ executed: Outcome.Executed, isRefusal: Bool = false) -> RecordedOperation {
            let outcome = Outcome.failed(code: code, executed: executed, isRefusal: isRefusal)
            return RecordedOperation(
                process: "p", object: "links/owner", action: .read, invoked: 1, ended: 2, outcome: outcome)
        }
        var report = ChaosReport(plan: "p", seed: 1, command: "", services: [])
        report.count(
            History([
                call("NOT_FOUND", .yes), call("FAILED_PRECONDITION", .yes),
                call("RESOURCE_EXHAUSTED", .yes, isRefusal: true), call("INVALID_ARGUMENT", .no),
                call("FAILED_PRECONDITION", .no), call("UNAVAILABLE", .no), call("RESOURCE_EXHAUSTED", .no),
                call("DEADLINE_EXCEEDED", .maybe), call("INTERNAL", .yes), call("DEADLINE_EXCEEDED", .yes),
            ]))
        #expect(
            report.refusals == [
                "NOT_FOUND": 1, "FAILED_PRECONDITION": 1, "RESOURCE_EXHAUSTED": 1, "INVALID_ARGUMENT": 1,
            ])
        #expect(
            report.unavailable == [
                "FAILED_PRECONDITION": 1, "UNAVAILABLE": 1, "RESOURCE_EXHAUSTED": 1, "DEADLINE_EXCEEDED": 1,
            ])
        #expect(report.unknown == ["DEADLINE_EXCEEDED": 1, "INTERNAL": 1])
    }

    @Test
    func `what was doubled is counted apart from what was lost`() {
        var report = report
        #expect((report.damage.lost, report.damage.doubled, report.damage.other) == (7, 0, 0))
        let violations = ["duplicated", "lost", "yes-had-none", "late"].map {
            Violation(checker: "c", kind: $0, object: "", sentence: "", operations: [])
        }
        report.checks.append(CheckResult(.once, [Verdict("c", examined: 3, violations: violations)]))
        #expect((report.damage.lost, report.damage.doubled, report.damage.other) == (8, 1, 2))
    }

    @Test
    func `is read back from JSON as it was`() throws {
        let data = try JSONEncoder().encode(report)
        #expect(try JSONDecoder().decode(ChaosReport.self, from: data) == report)
    }
}
