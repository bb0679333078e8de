import ChaosHistory
import Testing

@Suite struct HistoryReportTests {
    private var history: History {
        let sketch = Sketch()
        for number in 0..<100 { sketch.call(.add("\(number)"), Int64(number), Int64(number + (number + 1) * 1000)) }
        sketch.call(.add("x"), 200, 300, .refused).call(.add("y"), 200, 300, .unknown, by: "ben/tv").call(.take, 200)
        sketch.faults = [
            FaultEvent("kill", target: "lists", begin: 5), FaultEvent("kill", target: "lists", begin: 6),
            FaultEvent("power cut", target: "", begin: 7),
        ]
        return sketch.finally((0..<99).map { "\($0)" }, 200_000).history
    }

    @Test func `counts endings codes and faults`() {
        let report = HistoryReport(history)
        #expect(report.endings.calls == 104 && report.endings.ok == 101)
        #expect(report.endings.failed == 1 && report.endings.unknown == 1 && report.endings.open == 1)
        #expect(report.codes == ["UNAVAILABLE": 1, "DEADLINE_EXCEEDED": 1])
        #expect(report.faults == ["kill lists": 2, "power cut": 1])
        #expect(report.processes == 2)
        #expect(report.nanoseconds == 200_001)
    }

    @Test func `percentiles are exact`() throws {
        let sketch = Sketch()
        for number in 0..<100 { sketch.call(.read, 0, Int64((number * 37) % 100 + 1)) }
        sketch.call(.read, 0, 9999, .unknown)
        let latency = try #require(HistoryReport(sketch.history).methods.first?.latency)
        #expect(latency.p50 == 50 && latency.p90 == 90 && latency.p99 == 99 && latency.highest == 100)
        #expect(HistoryReport(Sketch().call(.read, 0, 1, .refused).history).methods.first?.latency == nil)
        let one = try #require(HistoryReport(Sketch().call(.read, 0, 7).history).methods.first?.latency)
        #expect(one.p50 == 7 && one.p99 == 7)
    }

    @Test func `says what was kept broken unclear and unseen`() throws {
        let sketch = Sketch().call(.add("1"), 0, 1_500_000, deadline: 2_000_000).finally([], 3_000_000)
        sketch.call(.enqueue("a"), 0, 5, on: "queue")
        let checkers: [any Checker] = [SetFull(), Deadlines(), TotalQueue(), NoOverlap()]
        let report = HistoryReport(sketch.history, verdicts: sketch.history.check(checkers))
        #expect(!report.isGood)
        #expect(report.violations.map(\.kind) == ["lost"])
        #expect(
            report.text == """
                3 calls of 1 processes in 3.00 ms: 3 ok, 0 refused, 0 failed, 0 unknown, 0 open

                method          calls  ok  refused  failed  unknown  open   p50      p90      p99  longest
                service Method      3   3        0       0        0     0  5 ns  1.50 ms  1.50 ms  1.50 ms

                BROKEN  set-full          1 examined  An acknowledged write is there until it is removed, and nothing else is.
                        lost: 1 of set/anna was acknowledged and is missing in operation 1
                kept    deadlines         1 examined  Every call ends by its deadline, with an answer, a failure or as unknown.
                unclear total-queue       1 examined  Work that was accepted is done exactly once, and no other work is.
                        undecided: no final read shows whether a of queue is pending or done
                unseen  no-overlap        0 examined  Nothing is booked twice for the same time.

                """)
    }

    @Test func `lists are cut and faults are named`() {
        let sketch = Sketch()
        for number in 0..<30 { sketch.call(.add("\(number)"), 0, 1) }
        sketch.finally([])
        sketch.faults = [FaultEvent("kill", target: "lists", begin: 5), FaultEvent("kill", target: "lists", begin: 6)]
        let text = HistoryReport(sketch.history, verdicts: sketch.history.check([SetFull()])).text
        #expect(text.contains("        and 20 more\n"))
        #expect(text.contains("faults: kill lists ×2\n"))
    }

    @Test func `json is stable and holds everything`() throws {
        let report = HistoryReport(history, verdicts: history.check([SetFull()]))
        let json = try report.json()
        #expect(try json == HistoryReport(history, verdicts: history.check([SetFull()])).json())
        #expect(json.contains("\"kind\" : \"lost\""))
        #expect(json.contains("\"p99\" : 99000"))
    }
}
