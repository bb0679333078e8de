import ChaosHistory
import Testing

@Suite struct SessionOrderTests {
    private func kinds(_ sketch: Sketch) -> [String] { SessionOrder().check(sketch.history).kinds }

    @Test func `a process sees its own additions and removals`() {
        #expect(kinds(Sketch().call(.add("1"), 0, 1).read(["1"], 2, 3)) == [])
        #expect(kinds(Sketch().call(.add("1"), 0, 1).read([], 2, 3)) == ["own-write-unseen"])
        #expect(kinds(Sketch().call(.add("1"), 0, 1).read([], 2, 3, by: "ben/tv")) == [], "Others may lag.")
        #expect(
            kinds(Sketch().call(.add("1"), 0, 1).call(.remove("1"), 2, 3).read(["1"], 4, 5)) == ["own-write-unseen"])
        #expect(kinds(Sketch().call(.add("1"), 0, 1, .unknown).read([], 2, 3)) == [])
        #expect(kinds(Sketch().call(.add("1"), 0, 1, .late).read([], 2, 3)) == ["own-write-unseen"])
    }

    @Test func `others may undo it`() {
        let added = { Sketch().call(.add("1"), 0, 10) }
        #expect(kinds(added().call(.remove("1"), 5, 12, by: "ben/tv").read([], 20, 21)) == [])
        #expect(kinds(added().call(.remove("1"), 15, nil, by: "ben/tv").read([], 20, 21)) == [])
        #expect(kinds(added().call(.delete("anna"), 15, 16, on: "profiles").read([], 20, 21)) == [])
        #expect(
            kinds(added().call(.remove("1"), 15, 16, .refused, by: "ben/tv").read([], 20, 21)) == ["own-write-unseen"])
        let early = Sketch().call(.remove("1"), 0, 1, by: "ben/tv").call(.add("1"), 2, 3)
        #expect(kinds(early.read([], 4, 5)) == ["own-write-unseen"])
        #expect(kinds(added().read([], 20, 21).call(.remove("1"), 30, 31, by: "ben/tv")) == ["own-write-unseen"])
    }

    @Test func `a register shows the own write or a newer one`() {
        let written = { Sketch().call(.write("1"), 0, 1, by: "ben/tv").call(.write("2"), 2, 3) }
        #expect(kinds(written().read(["2"], 4, 5)) == [])
        #expect(kinds(written().read(["1"], 4, 5)) == ["own-write-unseen"])
        #expect(kinds(written().read([], 4, 5)) == ["own-write-unseen"])
        #expect(kinds(written().call(.write("3"), 2, 9, by: "ben/tv").read(["3"], 4, 5)) == [])
        let concurrent = Sketch().call(.write("1"), 0, 3, by: "ben/tv").call(.write("2"), 2, 4).read(["1"], 5, 6)
        #expect(kinds(concurrent) == [])
    }

    @Test func `what was seen does not go back`() {
        let other = { Sketch().call(.add("1"), 0, 1, by: "ben/tv").read(["1"], 2, 3) }
        #expect(kinds(other().read([], 4, 5)) == ["went-back"])
        #expect(kinds(other().call(.remove("1"), 3, 4, by: "ben/tv").read([], 4, 5)) == [])
        #expect(kinds(other().read([], 4, 5, by: "cleo/tv")) == [])
        let removed = Sketch().call(.add("1"), 0, 1, by: "ben/tv").call(.remove("1"), 2, 3, by: "ben/tv").read([], 4, 5)
        #expect(kinds(removed.read(["1"], 6, 7)) == ["went-back"])
    }

    @Test func `a register does not go back`() {
        let written = { Sketch().call(.write("1"), 0, 1, by: "ben/tv").call(.write("2"), 2, 3, by: "ben/tv") }
        #expect(kinds(written().read(["2"], 4, 5).read(["1"], 6, 7)) == ["went-back"])
        #expect(kinds(written().read(["2"], 4, 5).read([], 6, 7)) == ["went-back"])
        #expect(kinds(written().read(["1"], 1, 2).read(["2"], 4, 5)) == [])
        let before = Sketch().read(["0"], 0, 1).call(.write("1"), 2, 3, by: "ben/tv").read(["1"], 4, 5)
        #expect(kinds(before) == [], "0 is from before the history.")
        let both = Sketch().call(.write("1"), 0, 9, by: "ben/tv").call(.write("2"), 0, 9, by: "cleo/tv")
        #expect(kinds(both.read(["1"], 2, 3).read(["2"], 4, 5)) == [])
        #expect(kinds(both.read(["1"], 6, 7)) == ["went-back"], "1 was replaced by 2 and is back.")
    }

    @Test func `versions do not get smaller`() {
        #expect(kinds(Sketch().read([], 0, 1, version: 3).read([], 2, 3, version: 3)) == [])
        #expect(kinds(Sketch().read([], 0, 1, version: 3).read([], 2, 3, version: 2)) == ["version-went-back"])
        #expect(kinds(Sketch().read([], 0, 1, version: 3).read([], 2, 3, by: "ben/tv", version: 2)) == [])
        #expect(kinds(Sketch().read([], 0, 5, version: 3).read([], 2, 3, version: 2)) == [], "They overlap.")
        let write = Sketch().call(.write("1"), 0, 1, .ok(Observation(version: 9))).read(["1"], 2, 3, version: 8)
        #expect(kinds(write) == ["version-went-back"])
    }

    @Test func `pairs are counted`() {
        let verdict = SessionOrder().check(Sketch().call(.add("1"), 0, 1).read(["1"], 2, 3).read(["1"], 4, 5).history)
        #expect(verdict.examined == 3)
        #expect(verdict.isGood)
    }
}
