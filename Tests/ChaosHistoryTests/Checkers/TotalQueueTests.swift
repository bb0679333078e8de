import ChaosHistory
import Testing

@Suite struct TotalQueueTests {
    private func taken(_ values: String...) -> Outcome { .ok(Observation(values)) }
    private func kinds(_ sketch: Sketch) -> [String] { TotalQueue().check(sketch.history).kinds }

    @Test func `what goes in comes out once`() {
        let sketch = Sketch().call(.enqueue("1"), 0, 1).call(.enqueue("2"), 0, 1).call(.enqueue("3"), 0, 1, .refused)
            .call(.take, 2, 3, taken("1")).finally(["2"])
        let verdict = TotalQueue().check(sketch.history)
        #expect(verdict.isGood, "\(verdict)")
        #expect(verdict.examined == 3)
    }

    @Test func `what does not come out is lost`() {
        #expect(kinds(Sketch().call(.enqueue("1"), 0, 1).finally([])) == ["lost"])
        let drained = Sketch().call(.enqueue("1"), 0, 1).call(.take, 2, 3, taken(), phase: .final)
        #expect(kinds(drained) == ["lost"])
    }

    @Test func `what comes out twice is duplicated`() {
        let enqueued = { Sketch().call(.enqueue("1"), 0, 1) }
        #expect(kinds(enqueued().call(.take, 2, 3, taken("1")).call(.take, 4, 5, taken("1"))) == ["duplicated"])
        #expect(kinds(enqueued().call(.take, 2, 3, taken("1", "1"))) == ["duplicated"])
        #expect(kinds(enqueued().call(.take, 2, 3, taken("1")).finally(["1"])) == ["duplicated"])
        #expect(kinds(enqueued().finally(["1", "1"])) == ["duplicated"])
        #expect(kinds(enqueued().call(.take, 2, 2000, taken("1")).finally(["1"])) == [], "It was not over yet.")
        let retried = enqueued().call(.enqueue("1"), 2, 3)
        #expect(kinds(retried.call(.take, 4, 5, taken("1")).finally([])) == [], "A retry is the same piece of work.")
    }

    @Test func `what no call added is unexpected`() {
        #expect(kinds(Sketch().call(.take, 2, 3, taken("9"))) == ["unexpected"])
        #expect(kinds(Sketch().call(.take, 0, 1, taken("1")).call(.enqueue("1"), 2, 3)) == ["unexpected"])
        #expect(kinds(Sketch().call(.enqueue("1"), 0, 1).finally(["1", "9"])) == ["unexpected"])
    }

    @Test func `what was refused stays out`() {
        #expect(kinds(Sketch().call(.enqueue("1"), 0, 1, .refused).call(.take, 2, 3, taken("1"))) == ["refused"])
        #expect(kinds(Sketch().call(.enqueue("1"), 0, 1, .refused).finally(["1"])) == ["refused"])
    }

    @Test func `unknown ones may be either`() {
        for waiting in [[], ["1"]] {
            #expect(kinds(Sketch().call(.enqueue("1"), 0, 1, .unknown).finally(waiting)) == [])
            #expect(kinds(Sketch().call(.enqueue("1"), 0, nil).finally(waiting)) == [])
        }
    }

    @Test func `what was taken back is not lost`() {
        #expect(kinds(Sketch().call(.enqueue("1"), 0, 1).call(.remove("1"), 2, 3).finally([])) == [])
        #expect(kinds(Sketch().call(.enqueue("1"), 0, 1).call(.remove("1"), 2, 3, .unknown).finally([])) == [])
        #expect(kinds(Sketch().call(.enqueue("1"), 0, 1).call(.remove("1"), 2, 3, .refused).finally([])) == ["lost"])
        let deleted = Sketch().call(.enqueue("1"), 0, 1).call(.delete("anna"), 2, 3, on: "profiles").finally([])
        #expect(kinds(deleted) == [])
        let before = Sketch().call(.remove("1"), 0, 1).call(.enqueue("1"), 2, 3).finally([])
        #expect(kinds(before) == ["lost"])
    }

    @Test func `a take without an answer leaves it undecided`() {
        for blind in [Outcome.unknown, .late] {
            let history = Sketch().call(.enqueue("1"), 0, 1).call(.take, 2, 3, blind).finally([]).history
            let verdict = TotalQueue().check(history)
            #expect(verdict.violations.isEmpty)
            #expect(verdict.undecided.count == 1)
        }
    }

    @Test func `without a look at the end nothing is decided`() {
        let verdict = TotalQueue().check(Sketch().call(.enqueue("1"), 0, 1).read([], 2, 3).history)
        #expect(verdict.violations.isEmpty)
        #expect(verdict.undecided.count == 1)
        let early = Sketch().finally([], 0).call(.enqueue("1"), 5, 6).history
        #expect(TotalQueue().check(early).undecided.count == 1, "That look was before it went in.")
    }
}
