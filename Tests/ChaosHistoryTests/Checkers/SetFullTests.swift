import ChaosHistory
import Testing

@Suite struct SetFullTests {
    private func kinds(_ sketch: Sketch, reads: ReadFilter = .all) -> [String] {
        SetFull(reads: reads).check(sketch.history).kinds
    }

    @Test func `a faithful set is good`() {
        let sketch = Sketch().call(.add("1"), 0, 10).call(.add("2"), 5, 15, by: "ben/tv").read(["1"], 6, 12)
            .call(.remove("1"), 20, 30).read(["2"], 40, 50).finally(["2"])
        let verdict = SetFull().check(sketch.history)
        #expect(verdict.isGood, "\(verdict)")
        #expect(verdict.examined == 2)
    }

    @Test func `an acknowledged value that is missing is lost`() {
        let sketch = Sketch().call(.add("1"), 0, 10).call(.add("2"), 0, 10).read(["1", "2"], 11, 12).finally(["2"])
        let verdict = SetFull().check(sketch.history)
        #expect(verdict.kinds == ["lost"])
        #expect(verdict.violations.first?.operations == [0, 3])
        #expect(verdict.violations.first?.object == "set/anna")
    }

    @Test func `what is missing for a while is stale`() {
        let sketch = Sketch().call(.add("1"), 0, 10).read([], 11, 12).finally(["1"])
        #expect(kinds(sketch) == ["stale"])
        #expect(kinds(sketch, reads: .final) == [], "A copy may lag while faults last.")
    }

    @Test func `what is removed and comes back is resurrected`() {
        let sketch = Sketch().call(.add("1"), 0, 10).call(.remove("1"), 11, 20).finally(["1"])
        #expect(kinds(sketch) == ["resurrected"])
    }

    @Test func `what a deletion emptied and comes back is resurrected`() {
        let sketch = Sketch().call(.add("1"), 0, 10).call(.delete("anna"), 11, 20, on: "profiles").finally(["1"])
        #expect(kinds(sketch) == ["resurrected"])
        let gone = Sketch().call(.add("1"), 0, 10).call(.delete("anna"), 11, 20, on: "profiles").finally([])
        #expect(kinds(gone) == [])
        let other = Sketch().call(.add("1"), 0, 10).call(.delete("ann"), 11, 20, on: "profiles").finally([])
        #expect(kinds(other) == ["lost"], "Only its own component counts.")
    }

    @Test func `what no call added is unexpected`() {
        #expect(kinds(Sketch().call(.add("1"), 0, 10).finally(["1", "9"])) == ["unexpected"])
        #expect(kinds(Sketch().read(["1"], 0, 5).call(.add("1"), 6, 10)) == ["unexpected"], "It is there too early.")
    }

    @Test func `what was refused and is there is refused`() {
        #expect(kinds(Sketch().call(.add("1"), 0, 10, .refused).finally(["1"])) == ["refused"])
        #expect(kinds(Sketch().call(.add("1"), 0, 10, .refused).finally([])) == [])
    }

    @Test func `what is there twice is duplicated`() {
        #expect(kinds(Sketch().call(.add("1"), 0, 10).finally(["1", "1"])) == ["duplicated"])
    }

    @Test(arguments: [Outcome.unknown, .open])
    func `an unknown write may be either`(outcome: Outcome) {
        let end: Int64? = outcome == .open ? nil : 10
        for values in [[], ["1"]] {
            #expect(kinds(Sketch().call(.add("1"), 0, end, outcome).finally(values)) == [])
            let removed = Sketch().call(.add("1"), 0, 5).call(.remove("1"), 6, end, outcome).finally(values)
            #expect(kinds(removed) == [])
        }
        let late = Sketch().call(.add("1"), 0, end, outcome).call(.remove("1"), 20, 30).finally(["1"])
        #expect(kinds(late) == [], "An unknown write may take effect later.")
    }

    @Test func `a late yes is acknowledged`() {
        #expect(kinds(Sketch().call(.add("1"), 0, 10, .late).finally([])) == ["lost"])
    }

    @Test func `concurrent operations may be in any order`() {
        for values in [[], ["1"]] {
            let sketch = Sketch().call(.add("1"), 0, 10).call(.remove("1"), 9, 20, by: "ben/tv").finally(values)
            #expect(kinds(sketch) == [])
            #expect(kinds(Sketch().call(.add("1"), 0, 10).read(values, 5, 6).finally(["1"])) == [])
        }
        let touching = Sketch().call(.add("1"), 0, 10).read([], 10, 11).finally(["1"])
        #expect(kinds(touching) == [], "One moment is not before itself.")
    }

    @Test func `added again is there`() {
        let sketch = Sketch().call(.add("1"), 0, 1).call(.remove("1"), 2, 3).call(.add("1"), 4, 5)
        #expect(kinds(sketch.finally(["1"])) == [])
        let lost = Sketch().call(.add("1"), 0, 1).call(.remove("1"), 2, 3).call(.add("1"), 4, 5).finally([])
        #expect(kinds(lost) == ["lost"])
    }

    @Test func `what was there before is kept`() {
        let checker = SetFull { $0 == "set/anna" ? ["0"] : [] }
        #expect(checker.check(Sketch().call(.add("1"), 0, 1).finally(["0", "1"]).history).isGood)
        #expect(checker.check(Sketch().call(.add("1"), 0, 1).finally(["1"]).history).kinds == ["lost"])
    }

    @Test func `what is never read is undecided`() {
        let verdict = SetFull().check(Sketch().read([], 0, 1).call(.add("1"), 2, 3).history)
        #expect(verdict.violations.isEmpty)
        #expect(verdict.undecided.count == 1)
        #expect(!verdict.isGood)
        #expect(!SetFull().check(History()).isGood, "Nothing examined is nothing shown.")
    }

    @Test func `only its objects are judged`() {
        let history = Sketch().call(.add("1"), 0, 1).finally([]).history
        #expect(SetFull(.under("other/")).check(history).violations.isEmpty)
        #expect(SetFull(.under("other/", "set/")).check(history).kinds == ["lost"])
    }
}
