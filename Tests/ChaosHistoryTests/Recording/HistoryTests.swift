import ChaosHistory
import Testing

@Suite struct HistoryTests {
    @Test func `json lines come back as they were`() throws {
        let sketch = Sketch()
        sketch.call(.add("a \"quoted\" <value>\nand a line"), 0, 10)
        sketch.call(
            .compareAndSet(expected: nil, value: "2"), 5, 20, .unknown, by: "ben/tv", on: "register/x", deadline: 30)
        sketch.call(.compareAndSet(expected: "2", value: "3"), 21, by: "ben/tv", on: "register/x")
        sketch.call(
            .read, 22, 23,
            .ok(
                Observation(
                    ["x"], version: 7, usage: .init(used: 1, reserved: 2, limit: 3),
                    intervals: [.init("tuner-1", "news", from: 0, to: 60)])), on: "quota/home", phase: .final)
        for action in [Action.remove("r"), .write("w"), .enqueue("e"), .take, .delete("anna"), .other] {
            sketch.call(action, 30, 31, .failed(code: "INTERNAL", executed: .yes, message: "what & why"))
        }
        sketch.faults = [
            FaultEvent("kill", target: "catalog", begin: 4, end: 9, detail: "SIGKILL"),
            FaultEvent("note", target: "", begin: 40),
        ]
        let text = try sketch.history.jsonLines()
        let back = try History(jsonLines: text)
        #expect(back == sketch.history)
        #expect(try back.jsonLines() == text)
        let lines = text.split(separator: "\n")
        #expect(lines.count == 13)
        #expect(lines[0] == #"{"history":1}"#)
        #expect(lines[2].contains("\"fault\""), "A fault stands where it began.")
    }

    @Test(arguments: [
        ("{\"history\":2}\n", 1), ("{\"history\":1}\nnonsense\n", 2),
        ("{\"history\":1}\n{\"operation\":{}}\n", 2),
    ])
    func `a text that is no history is refused by line`(text: String, line: Int) {
        let error = #expect(throws: HistoryError.self) { try History(jsonLines: text) }
        #expect(error?.line == line)
    }

    @Test func `an unknown action is refused`() {
        let line = #"{"operation":{"action":{"name":"juggle"}}}"#
        let error = #expect(throws: HistoryError.self) { try History(jsonLines: line) }
        #expect(error?.line == 1)
    }

    @Test func `operations stand in the order of their beginning`() {
        let history = Sketch().call(.add("late"), 20, 21).call(.add("early"), 10, 11).history
        #expect(history.operations.map(\.action.value) == ["early", "late"])
        #expect(history.begin == 10)
        #expect(history.end == 21)
        #expect(history.operation(0)?.action == .add("late"), "An id is no place once the order is another.")
        #expect(history.numbered().operations.map(\.id) == [0, 1])
    }

    @Test func `a deletion stands with all that it empties`() {
        let sketch = Sketch()
        sketch.call(.add("1"), 0, 1, on: "set/anna")
        sketch.call(.add("1"), 0, 1, on: "set/ben")
        sketch.call(.delete("anna"), 2, 3, on: "profiles")
        let groups = sketch.history.operationsByObject()
        #expect(groups.map(\.object) == ["set/anna", "set/ben"])
        #expect(groups.map(\.operations.count) == [2, 1])
        #expect(sketch.history.operationsByObject(.under("set/b")).map(\.object) == ["set/ben"])
    }

    @Test func `moments of one nanosecond are ordered by their sequence`() {
        #expect(Moment(5, sequence: 1) < Moment(5, sequence: 2))
        #expect(Moment(4, sequence: 9) < Moment(5, sequence: 0))
        let (left, right): (Moment, Moment) = (5, 5)
        #expect(!(left < right) && !(right < left))
    }

    @Test(arguments: [
        (Outcome.ok(Observation()), Outcome.Effect.happened), (.open, .unknown), (.refused, .none),
        (.unknown, .unknown),
        (.late, .happened), (.failed(code: "NOT_FOUND", executed: .yes), .none),
        (.failed(code: "INTERNAL", executed: .yes), .unknown), (.failed(code: "NOT_FOUND", executed: .maybe), .unknown),
    ])
    func `outcomes say whether there was an effect`(outcome: Outcome, effect: Outcome.Effect) {
        #expect(outcome.effect == effect)
    }
}
