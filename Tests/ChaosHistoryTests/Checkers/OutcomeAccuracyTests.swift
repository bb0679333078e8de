import ChaosHistory
import Testing

@Suite struct OutcomeAccuracyTests {
    private func kinds(_ sketch: Sketch) -> [String] { OutcomeAccuracy().check(sketch.history).kinds }
    private let noLie = "no-had-an-effect"

    @Test func `no had no effect`() {
        let notFound = Outcome.failed(code: "NOT_FOUND", executed: .yes)
        let full = Outcome.failed(code: "RESOURCE_EXHAUSTED", executed: .yes, isRefusal: true)
        for refusal in [Outcome.refused, notFound, full] {
            #expect(kinds(Sketch().call(.add("1"), 0, 1, refusal).finally(["1"])) == [noLie])
            #expect(kinds(Sketch().call(.write("1"), 0, 1, refusal).finally(["1"])) == [noLie])
            #expect(kinds(Sketch().call(.enqueue("1"), 0, 1, refusal).finally(["1"])) == [noLie])
            #expect(
                kinds(Sketch().call(.enqueue("1"), 0, 1, refusal).call(.take, 2, 3, .ok(Observation(["1"])))) == [noLie]
            )
            #expect(kinds(Sketch().call(.add("1"), 0, 1, refusal).finally([])) == [])
            let removed = { Sketch().call(.add("1"), 0, 1).call(.remove("1"), 2, 3, refusal) }
            #expect(kinds(removed().finally([])).contains(noLie))
            #expect(kinds(removed().finally(["1"])) == [])
            let deleted = Sketch().call(.add("1"), 0, 1).call(.delete("anna"), 2, 3, refusal, on: "profiles")
            #expect(kinds(deleted.finally([])).contains(noLie))
        }
    }

    @Test func `what another call asked for is no lie`() {
        let retried = { (outcome: Outcome) in
            Sketch().call(.add("1"), 0, 1, .refused).call(.add("1"), 2, 3, outcome).finally(["1"])
        }
        #expect(kinds(retried(.ok(Observation()))) == [])
        #expect(kinds(retried(.unknown)) == [])
        #expect(kinds(retried(.refused)) == [noLie, noLie])
        let removed = Sketch().call(.add("1"), 0, 1).call(.remove("1"), 2, 3, .refused).call(.remove("1"), 4, 5)
        #expect(kinds(removed.finally([])) == [])
    }

    @Test(arguments: [Outcome.ok(Observation()), .late])
    func `what says that it happened did`(outcome: Outcome) {
        let kind = outcome == .late ? "yes-had-none" : "ok-had-none"
        #expect(kinds(Sketch().call(.add("1"), 0, 1, outcome).finally([])) == [kind])
        #expect(kinds(Sketch().call(.add("1"), 0, 1, outcome).finally(["1"])) == [])
        let removed = { Sketch().call(.add("1"), 0, 1).call(.remove("1"), 2, 3, outcome) }
        #expect(kinds(removed().finally(["1"])) == [kind])
        #expect(kinds(removed().finally([])) == [])
        #expect(kinds(Sketch().call(.write("1"), 0, 1, outcome).finally([])) == [kind])
        let written = { Sketch().call(.write("1"), 0, 1).call(.write("2"), 2, 3, outcome) }
        #expect(kinds(written().finally(["1"])) == [kind])
        #expect(
            kinds(written().read(["2"], 4, 5).finally(["1"])) == [], "It was seen: what is wrong is not its outcome.")
        #expect(kinds(written().call(.write("3"), 4, 5).finally(["3"])) == [])
        #expect(kinds(Sketch().call(.enqueue("1"), 0, 1, outcome).finally([])) == [kind])
        #expect(kinds(Sketch().call(.enqueue("1"), 0, 1, outcome).call(.take, 2, 3, .unknown).finally([])) == [])
        #expect(kinds(Sketch().call(.enqueue("1"), 0, 1, outcome).call(.remove("1"), 2, 3).finally([])) == [])
    }

    @Test func `unknown is never a lie`() {
        let tooLong = Outcome.failed(code: "RESOURCE_EXHAUSTED", executed: .yes)
        for outcome in [Outcome.unknown, .failed(code: "INTERNAL", executed: .yes), tooLong] {
            for values in [[], ["1"]] {
                #expect(kinds(Sketch().call(.add("1"), 0, 1, outcome).finally(values)) == [])
                #expect(kinds(Sketch().call(.write("1"), 0, 1, outcome).finally(values)) == [])
                let removed = Sketch().call(.add("1"), 0, 1).call(.remove("1"), 2, 3, outcome).finally(values)
                #expect(kinds(removed) == [])
            }
        }
    }

    @Test func `what no read covers is not examined`() {
        let verdict = OutcomeAccuracy().check(Sketch().call(.add("1"), 0, 1).history)
        #expect(verdict.examined == 0 && !verdict.isGood)
    }
}
