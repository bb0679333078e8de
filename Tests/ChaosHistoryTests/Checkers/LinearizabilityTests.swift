import ChaosHistory
import Testing

@Suite struct LinearizabilityTests {
    private func register(_ sketch: Sketch) -> [String] {
        Linearizability { _ in RegisterModel() }.check(sketch.history).kinds
    }
    private func queue(_ sketch: Sketch) -> [String] {
        Linearizability { _ in QueueModel() }.check(sketch.history).kinds
    }
    private func set(_ sketch: Sketch) -> [String] {
        Linearizability { _ in SetModel() }.check(sketch.history).kinds
    }
    private let bad = ["not-linearizable"]

    @Test func `a register holds the last value`() {
        let written = { Sketch().call(.write("1"), 0, 10).call(.write("2"), 20, 30, by: "ben/tv") }
        #expect(register(written().read(["2"], 40, 50)) == [])
        #expect(register(written().read(["1"], 40, 50)) == bad)
        #expect(register(written().read([], 40, 50)) == bad)
        #expect(register(written().read(["1"], 5, 25, by: "cleo/tablet")) == [])
        #expect(register(Sketch().read([], 0, 1)) == [])
    }

    @Test func `two readers agree on the order`() {
        let sketch = Sketch().call(.write("1"), 0, 100).call(.write("2"), 0, 100, by: "ben/tv")
            .read(["1"], 10, 20, by: "a").read(["2"], 30, 40, by: "a").read(["2"], 10, 20, by: "b")
        #expect(register(sketch.read(["2"], 50, 60, by: "b")) == [])
        #expect(register(sketch.read(["1"], 70, 80, by: "b")) == bad, "2 was seen after 1, and 1 after 2.")
    }

    @Test func `what is unknown may have happened late or never`() {
        let sketch = Sketch().call(.write("1"), 0, 10).call(.write("2"), 11, 20, .unknown)
        #expect(register(sketch.read(["1"], 30, 31).read(["2"], 40, 41)) == [])
        #expect(register(sketch.read(["1"], 50, 51)) == bad, "It happens once.")
        #expect(register(Sketch().call(.write("1"), 0, 10, .late).read([], 20, 30)) == bad)
        #expect(register(Sketch().call(.write("1"), 0, 10, .refused).read(["1"], 20, 30)) == bad)
        #expect(register(Sketch().call(.write("1"), 0).read(["1"], 20, 30)) == [])
    }

    @Test func `compare and set compares and sets`() {
        let swap = Action.compareAndSet(expected: "1", value: "2")
        #expect(register(Sketch().call(.write("1"), 0, 1).call(swap, 2, 3).read(["2"], 4, 5)) == [])
        #expect(register(Sketch().call(.write("0"), 0, 1).call(swap, 2, 3)) == bad)
        #expect(register(Sketch().call(.write("0"), 0, 1).call(swap, 2, 3, .unknown).read(["0"], 4, 5)) == [])
        let both = Sketch().call(.write("1"), 0, 1).call(swap, 2, 9)
            .call(.compareAndSet(expected: "1", value: "3"), 2, 9, by: "ben/tv")
        #expect(register(both) == bad, "Only one of two can win.")
    }

    @Test func `a queue keeps its order`() {
        let queued = { Sketch().call(.enqueue("1"), 0, 1).call(.enqueue("2"), 2, 3) }
        let (one, two) = (Outcome.ok(Observation(["1"])), Outcome.ok(Observation(["2"])))
        #expect(queue(queued().call(.take, 4, 5, one).call(.take, 6, 7, two).read([], 8, 9)) == [])
        #expect(queue(queued().call(.take, 4, 5, two)) == bad)
        #expect(queue(queued().call(.take, 4, 5, .ok(Observation()))) == bad, "It is not empty.")
        #expect(queue(queued().call(.take, 4, 5, one).call(.take, 6, 7, one)) == bad)
        #expect(queue(queued().call(.remove("1"), 4, 5).read(["2"], 6, 7)) == [])
        #expect(queue(queued().read(["2", "1"], 6, 7)) == bad)
        #expect(queue(queued().call(.take, 4, 5, .unknown).call(.take, 6, 7, two)) == [])
        #expect(queue(queued().call(.enqueue("1"), 4, 5).read(["1", "2"], 6, 7)) == [])
        #expect(queue(queued().call(.delete("anna"), 4, 5, on: "profiles").read([], 6, 7)) == [])
    }

    @Test func `reads of a set agree`() {
        let sketch = Sketch().call(.add("1"), 0, 100).call(.add("2"), 0, 100, by: "ben/tv")
        #expect(set(sketch.read(["1"], 10, 20, by: "a")) == [])
        #expect(set(sketch.read(["2"], 30, 40, by: "b")) == bad, "SetFull alone cannot see that.")
        #expect(SetFull().check(sketch.finally(["1", "2"]).history).violations.isEmpty)
    }

    @Test func `objects are judged apart`() {
        let sketch = Sketch().call(.write("1"), 0, 1, on: "r/1").call(.write("2"), 0, 1, on: "r/2")
        let verdict = Linearizability { _ in RegisterModel() }
            .check(sketch.read(["2"], 2, 3, on: "r/1").read(["2"], 2, 3, on: "r/2").history)
        #expect(verdict.kinds == bad)
        #expect(verdict.violations.first?.object == "r/1")
        #expect(verdict.violations.first?.operations == [0, 2])
        #expect(verdict.examined == 4)
    }

    @Test func `beyond its bound it says that it does not know`() {
        let sketch = Sketch()
        for value in 0..<12 { sketch.call(.add("\(value)"), 0, 100, by: "p\(value)") }
        sketch.read(["never added"], 101, 102)
        let bounded = Linearizability(maximumConfigurations: 1000) { _ in SetModel() }.check(sketch.history)
        #expect(bounded.violations.isEmpty)
        #expect(bounded.undecided.count == 1)
        #expect(!bounded.isGood)
        let whole = Linearizability { _ in SetModel() }.check(sketch.history)
        #expect(whole.kinds == bad)
        #expect(whole.undecided.isEmpty)
    }

    /// As after a shard was put back: of a hundred writes it is not known whether they stayed, and most were never read.
    @Test(arguments: [true, false]) func `many unknown writes are decided`(isGood: Bool) {
        let sketch = Sketch().call(.write("before"), 0, 1)
        for value in 0..<100 { sketch.call(.write("\(value)"), 10 + Int64(value), 20 + Int64(value), .unknown) }
        // Every tenth was seen, in this order; then all is as it was before.
        for value in stride(from: 0, to: 100, by: 10) {
            sketch.read(["\(value)"], 200 + Int64(value), 201 + Int64(value))
        }
        sketch.read([isGood ? "90" : "before"], 400, 401)
        let verdict = Linearizability(maximumConfigurations: 1000) { _ in RegisterModel() }.check(sketch.history)
        #expect(verdict.undecided.isEmpty)
        #expect(verdict.kinds == (isGood ? [] : bad))
    }

    @Test func `long histories with little overlap are quick`() {
        let sketch = Sketch()
        for value in 0..<2000 {
            let time = Int64(value) * 10
            sketch.call(.write("\(value)"), time, time + 12, by: "p\(value % 2)")
            sketch.read(["\(value)"], time + 4, time + 8, by: "reader")
        }
        let verdict = Linearizability(maximumConfigurations: 20_000) { _ in RegisterModel() }.check(sketch.history)
        #expect(verdict.isGood, "\(verdict)")
    }
}
