import ChaosHistory
import Testing

/// The checkers that look at one answer at a time.
@Suite struct LimitCheckerTests {
    private func usage(_ used: Int64, _ reserved: Int64, _ limit: Int64) -> History {
        Sketch().call(.read, 0, 1, .ok(Observation(usage: .init(used: used, reserved: reserved, limit: limit)))).history
    }

    @Test func `a quota is never exceeded`() {
        let checker = QuotaNeverExceeded()
        #expect(checker.check(usage(6, 4, 10)).isGood)
        #expect(checker.check(usage(7, 4, 10)).kinds == ["exceeded"])
        #expect(checker.check(usage(-1, 4, 10)).kinds == ["negative"])
        #expect(checker.check(usage(4, -1, 10)).kinds == ["negative"])
        #expect(checker.check(usage(.max, 1, .max)).kinds == ["exceeded"], "The sum is beyond every limit.")
        #expect(checker.check(Sketch().read([], 0, 1).history).examined == 0)
        #expect(QuotaNeverExceeded(.under("other/")).check(usage(7, 4, 10)).violations.isEmpty)
    }

    private func booked(_ intervals: Observation.Interval...) -> History {
        Sketch().call(.read, 0, 1, .ok(Observation(intervals: intervals))).history
    }

    @Test func `nothing is booked twice`() {
        let (news, film) = (
            Observation.Interval("tuner", "news", from: 0, to: 10),
            Observation.Interval("tuner", "film", from: 10, to: 20)
        )
        let live = Observation.Interval("tuner", "live", from: 9, to: 11)
        #expect(NoOverlap().check(booked(film, news)).isGood, "One may begin when another ends.")
        #expect(NoOverlap().check(booked(film, news, live)).kinds == ["overlap"])
        #expect(NoOverlap { _ in 2 }.check(booked(film, news, live)).isGood)
        #expect(NoOverlap { _ in 2 }.check(booked(film, news, live, live)).kinds == ["overlap"])
        let other = Observation.Interval("screen", "live", from: 9, to: 11)
        #expect(NoOverlap().check(booked(film, news, other)).isGood, "Another resource.")
        let inside = Observation.Interval("tuner", "short", from: 3, to: 4)
        #expect(NoOverlap().check(booked(news, inside)).kinds == ["overlap"])
        let empty = Observation.Interval("tuner", "none", from: 5, to: 5)
        #expect(NoOverlap().check(booked(news, empty)).isGood)
        #expect(NoOverlap().check(booked(.init("tuner", "odd", from: 5, to: 4))).kinds == ["backwards"])
        #expect(NoOverlap().check(Sketch().read([], 0, 1).history).examined == 0)
    }

    @Test func `no profile is shown what is forbidden or another's`() {
        let canaries = ["anna": ["canary-anna"], "ben": ["canary-ben"]]
        let checker = NoForbiddenReads(canaries: canaries, forbidden: { $0.process.hasPrefix("kid") ? ["horror"] : [] })
        #expect(checker.check(Sketch().read(["film", "canary-anna 1"], 0, 1).history).isGood)
        #expect(checker.check(Sketch().read(["horror"], 0, 1).history).isGood)
        #expect(checker.check(Sketch().read(["horror"], 0, 1, by: "kid/tablet").history).kinds == ["forbidden"])
        #expect(checker.check(Sketch().read(["x canary-ben-7"], 0, 1).history).kinds == ["foreign"])
        #expect(checker.check(Sketch().read(["canary-benjamin"], 0, 1).history).isGood, "Another word.")
        #expect(checker.check(Sketch().read(["scanary-ben"], 0, 1).history).isGood, "Another word.")
        let error = Outcome.failed(code: "NOT_FOUND", executed: .no, message: "No such list: canary-ben")
        #expect(checker.check(Sketch().call(.read, 0, 1, error).history).kinds == ["foreign"], "Errors speak, too.")
        let booking = Observation(intervals: [.init("tuner", "canary-ben", from: 0, to: 1)])
        #expect(checker.check(Sketch().call(.read, 0, 1, .ok(booking)).history).kinds == ["foreign"])
        let mother = NoForbiddenReads(canaries: canaries, viewer: { _ in "ben" })
        #expect(mother.check(Sketch().read(["canary-ben"], 0, 1).history).isGood)
    }

    @Test func `a deletion reaches everything`() {
        let deleted = { Sketch().call(.add("x"), 0, 1).call(.delete("anna"), 2, 3, by: "ben/tv", on: "profiles") }
        let checker = DeletionPropagation()
        #expect(
            checker.check(deleted().finally([]).finally(["ben-1", "annabel"], on: "files/scheduler").history).isGood)
        #expect(checker.check(deleted().finally(["x"]).history).kinds == ["remains"], "Its own object has something.")
        #expect(checker.check(deleted().finally(["anna-7"], on: "files/scheduler").history).kinds == ["remains"])
        let booking = Observation(intervals: [.init("tuner", "for anna", from: 0, to: 1)])
        let scheduled = deleted().call(.read, 9, 10, .ok(booking), on: "schedule", phase: .final)
        #expect(checker.check(scheduled.history).kinds == ["remains"])
        #expect(checker.check(deleted().read(["x"], 5, 6).finally([]).history).isGood, "It has the time to catch up.")
        let unseen = checker.check(deleted().history)
        #expect(unseen.violations.isEmpty && unseen.undecided.count == 1)
        let unknown = Sketch().call(.delete("anna"), 2, 3, .unknown, on: "profiles").finally(["x"])
        #expect(checker.check(unknown.history).violations.isEmpty)
        let late = Sketch().call(.delete("anna"), 2, 3, .late, on: "profiles").finally(["x"])
        #expect(checker.check(late.history).kinds == ["remains"])
    }

    @Test func `calls end by their deadline`() {
        let ended = { (end: Int64) in Sketch().call(.read, 0, end, .unknown, deadline: 100).history }
        #expect(Deadlines().check(ended(100)).isGood)
        #expect(Deadlines().check(ended(101)).kinds == ["late"])
        #expect(Deadlines(allowanceNanoseconds: 1).check(ended(101)).isGood)
        #expect(Deadlines().check(Sketch().call(.read, 0, 500).history).examined == 0, "It has none.")
        let open = { Sketch().call(.read, 0, nil, deadline: 100) }
        #expect(Deadlines().check(open().read([], 99, 100).history).violations.isEmpty)
        #expect(Deadlines().check(open().read([], 100, 101).history).kinds == ["never-ended"])
        let killed = open().read([], 100, 101)
        killed.faults = [FaultEvent("kill", target: "anna/phone", begin: 50)]
        #expect(Deadlines().check(killed.history).violations.isEmpty, "Callers that die leave calls open.")
        let late = Sketch().call(.read, 0, 101, deadline: 100)
        late.faults = killed.faults
        #expect(Deadlines().check(late.history).kinds == ["late"], "It has ended, late.")
        killed.faults = [FaultEvent("kill", target: "catalog", begin: 50)]
        #expect(Deadlines().check(killed.history).kinds == ["never-ended"])
    }
}
