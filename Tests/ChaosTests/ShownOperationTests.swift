import ChaosHistory
import Foundation
import TestSupport
import Testing

@testable import Chaos

struct ShownOperationTests {
    private static let millisecond: Int64 = 1_000_000

    private var history: History {
        var operations = (0..<20).map { number in
            let begin = Int64(number) * 100 * Self.millisecond
            return RecordedOperation(
                id: number, process: "owner/links", service: "reading-list", method: "SaveLink",
                object: number % 2 == 0 ? "links/owner" : "links/kid", action: .add("link-\(number)"),
                invoked: Moment(begin, sequence: number), ended: Moment(begin + 5 * Self.millisecond),
                deadline: begin + 5_000 * Self.millisecond, outcome: .ok(Observation()))
        }
        operations[10].outcome = .failed(code: "DEADLINE_EXCEEDED", executed: .maybe, message: "No answer came.")
        operations[10].details = CallDetails(
            request: "{\"url\":\"https://example.org\"}", errorDetails: ["rpc.InvalidField {\"field\": \"url\"}"],
            attempts: [
                RecordedAttempt(begin: 1_000 * Self.millisecond, end: 1_002 * Self.millisecond, failure: "UNAVAILABLE"),
                RecordedAttempt(begin: 1_003 * Self.millisecond, end: 1_005 * Self.millisecond, failure: "too late"),
            ])
        let faults = [
            FaultEvent("stop", target: "reading-list", begin: 900_000_000, end: 1_500_000_000, detail: "for 0.6 s"),
            FaultEvent("kill", target: "catalog", begin: 950_000_000),
            FaultEvent("kill", target: "profiles", begin: 1_900_000_000),
        ]
        return History(operations, faults: faults)
    }

    @Test
    func `shows what was called, each attempt, the faults meanwhile, the error and the neighbours`() throws {
        let lost = Violation(
            checker: "set-full", kind: "lost", object: "links/owner", sentence: "link-10 is missing", operations: [10])
        let checks = [CheckResult(.acknowledged, [Verdict("set-full", examined: 1, violations: [lost])])]
        let text = try ShownOperation(10, of: history, checks: checks).text
        #expect(
            text == """
                #10 SaveLink of reading-list: unknown; it may have had its effect
                  caller    owner/links
                  object    links/owner
                  action    add link-10
                  request   {"url":"https://example.org"}
                  began     1.000 s in the run, in the workload
                  ended     1.005 s, after 5.0 ms
                  deadline  6.000 s
                  error     DEADLINE_EXCEEDED, executed: maybe
                  message   No answer came.
                  detail    rpc.InvalidField {"field": "url"}

                Attempts
                  1. at 1.000 s, 2.0 ms: UNAVAILABLE
                  2. at 1.003 s, 2.0 ms: too late

                Faults meanwhile, and within 5 s before
                  stop reading-list (for 0.6 s): 0.900 s to 1.500 s
                  kill catalog: at 0.950 s

                Broken promises that it proves
                  acknowledged (set-full lost): link-10 is missing

                On the same object, links/owner
                  #0 at 0.000 s, owner/links: add link-0: ok
                  #2 at 0.200 s, owner/links: add link-2: ok
                  #4 at 0.400 s, owner/links: add link-4: ok
                  #6 at 0.600 s, owner/links: add link-6: ok
                  #8 at 0.800 s, owner/links: add link-8: ok
                > #10 at 1.000 s, owner/links: add link-10: unknown; it may have had its effect: DEADLINE_EXCEEDED
                  #12 at 1.200 s, owner/links: add link-12: ok
                  #14 at 1.400 s, owner/links: add link-14: ok
                  #16 at 1.600 s, owner/links: add link-16: ok
                  #18 at 1.800 s, owner/links: add link-18: ok

                """)
    }

    @Test
    func `is read from a report's directory, and from its history; what is not there is said`() async throws {
        try await TemporaryDirectory.with { directory in
            let path = try directory.write(try history.jsonLines(), to: "history.jsonl")
            #expect(try ShownOperation(10, inReport: directory.path).operation == history.operations[10])
            #expect(try ShownOperation(3, inReport: path).onSameObject.count == 7)
            let none = #expect(throws: ReportError.self) { try ShownOperation(20, inReport: directory.path) }
            #expect(none?.description == "The report has no operation 20; its operations are 0 to 19.")
            #expect(throws: ReportError.self) { try ShownOperation(1, inReport: directory.path("elsewhere")) }
            _ = try directory.write("not json\n", to: "history.jsonl")
            #expect(throws: HistoryError.self) { try ShownOperation(1, inReport: directory.path) }
        }
    }
}
