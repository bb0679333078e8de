import Chaos
import Foundation
import TestSupport
import Testing

struct PlanTests {
    @Test(arguments: ["", "# nothing\n", "{}", "name: mine"])
    func `an empty plan is a good plan`(yaml: String) throws {
        var expected = ChaosPlan()
        expected.name = "mine"
        #expect(try ChaosPlan(yaml: yaml, name: "mine") == expected)
    }

    @Test
    func `every key is read`() throws {
        let plan = try ChaosPlan(
            yaml: """
                name: everything
                about: All keys.
                seed: 18446744073709551615
                duration: 2m
                services: [profiles, catalog, reading-list]
                workload:
                  adults: 2
                  kids: 2
                  library: 50
                  rates:
                    links: 2.5
                    search: 0
                faults:
                  - kind: kill
                    targets: catalog
                    at: [5s, 1500ms]
                  - kind: stop
                    every: 3s
                    for: 1s-10s
                  - kind: storm
                    rounds: 2
                  - kind: crash
                    points: [event-committed, cursor-moved]
                  - kind: memory
                    for: 2s
                    room-mib: 4
                  - kind: restore
                    targets: [profiles, catalog]
                    age: 500ms-2s
                heal: 30s
                quiet: 0s
                limits:
                  recovery: 9s
                  late: 250ms
                  call: 3s
                checks: [deadlines, acknowledged]
                """, name: "file")
        #expect(plan.name == "everything" && plan.about == "All keys." && plan.seed == .max)
        #expect(plan.duration == .seconds(120) && plan.heal == .seconds(30) && plan.quiet == .zero)
        #expect(plan.services == ["catalog", "profiles", "reading-list"])
        #expect((plan.workload.adults, plan.workload.kids, plan.workload.library) == (2, 2, 50))
        #expect(plan.workload.rates[.links] == 2.5 && plan.workload.rates[.search] == 0)
        #expect(plan.workload.rates[.queue] == WorkKind.standardRates[.queue])
        let (kill, stop, storm, crash) = (plan.faults[0], plan.faults[1], plan.faults[2], plan.faults[3])
        #expect(kill.targets == ["catalog"] && kill.moments == .at([1_500, 5_000]) && kill.span == nil)
        #expect(stop.moments == .every(3_000) && stop.span == SpanRange(least: .seconds(1), most: .seconds(10)))
        #expect(storm.rounds == 2 && crash.points.sorted() == ["cursor-moved", "event-committed"])
        #expect(plan.faults[4].roomMiB == 4 && plan.faults[4].span == SpanRange(least: .seconds(2), most: .seconds(2)))
        #expect(plan.faults[5].age == SpanRange(least: .milliseconds(500), most: .seconds(2)))
        #expect(plan.limits.recoveryMilliseconds == 9_000 && plan.limits.lateMilliseconds == 250)
        #expect(plan.limits.callMilliseconds == 3_000)
        #expect(plan.checks == [.acknowledged, .deadlines])
    }

    @Test
    func `a fault reads as a sentence`() throws {
        let plan = try ChaosPlan(
            yaml: """
                faults:
                  - at 5s kill catalog
                  - every 10s stop profiles,catalog for 1s-3s
                  - every 2s restart
                  - every 5s stop catalog for 2s first 3
                """, name: "x")
        #expect(plan.faults[3].firstN == 3 && plan.faults[3].targets == ["catalog"] && plan.faults[2].firstN == nil)
        #expect(plan.faults[0].kind == .kill && plan.faults[0].moments == .at([5_000]))
        #expect(plan.faults[0].targets == ["catalog"])
        #expect(plan.faults[1].targets == ["profiles", "catalog"])
        #expect(plan.faults[1].span == SpanRange(least: .seconds(1), most: .seconds(3)))
        #expect(plan.faults[2].targets.isEmpty && plan.faults[2].moments == .every(2_000))
    }

    /// A plan that is refused: the line, and words that the reason must have.
    struct Bad: Sendable, CustomTestStringConvertible {
        var yaml: String
        var line: Int?
        var words: [String]
        var testDescription: String { words.joined(separator: " ") }

        init(_ yaml: String, _ line: Int?, _ words: String...) {
            (self.yaml, self.line, self.words) = (yaml, line, words)
        }
    }

    @Test(arguments: [
        Bad("seed: 1\ndurration: 5s", 2, "\"durration\"", "did you mean \"duration\"?", "Allowed are name, about"),
        Bad("- kill", 1, "a plan has keys and values"),
        Bad("duration: 5", 1, "duration of a plan takes a time such as 200ms", "not \"5\""),
        Bad("duration: 0s", 1, "more than 0"),
        Bad("duration: 25h", 1, "at most 86400s"),
        Bad("seed: -1", 1, "seed of a plan takes a whole number"),
        Bad("name: Not A Name", 1, "name of a plan takes 1 to 40 of a-z"),
        Bad("about: [a]", 1, "about of a plan takes a text"),
        Bad("services:\n  - profiles\n  - catalogue", 3, "not \"catalogue\"", "did you mean \"catalog\"?"),
        Bad("services: [catalog]", 1, "services needs profiles"),
        Bad("workload:\n  adults: 0", 2, "a whole number from 1 to"),
        Bad("workload:\n  adults: 5\n  kids: 5", 2, "8 people at most"),
        Bad("workload:\n  rates:\n    films: 1", 3, "\"films\" is no key of rates", "Allowed are favourites"),
        Bad("workload:\n  rates:\n    links: many", 3, "links of rates takes a number from 0 to 10000"),
        Bad("limits:\n  call: 0s", 2, "call of limits takes", "more than 0"),
        Bad("checks: [everything]", 1, "checks of a plan takes acknowledged"),
        Bad("faults: kill", 1, "faults of a plan takes a list"),
        Bad("faults:\n  - targets: catalog", 2, "a fault needs its kind", "one of kill, stop"),
        Bad("faults:\n  - kind: explode", 2, "not \"explode\""),
        Bad(
            "faults:\n  - kind: kill\n    for: 5s", 3, "\"for\" is no key of a kill fault",
            "kind, targets, at, every, firstN"),
        Bad("faults:\n  - kind: kill\n    at: 1s\n    every: 2s", 2, "at or every, not both"),
        Bad("faults:\n  - kind: kill\n    every: 1ms", 3, "100ms or more"),
        Bad("faults:\n  - kind: kill\n    targets: tuner", 3, "not \"tuner\""),
        Bad("faults:\n  - kind: stop\n    for: 9s-1s", 3, "a range such as 1s-10s"),
        Bad("faults:\n  - kind: crash\n    points: [somewhere]", 3, "points of a crash fault takes event-written"),
        Bad("faults:\n  - kind: storm\n    rounds: 0", 3, "a whole number from 1 to 100"),
        Bad("faults:\n  - at noon kill catalog", 2, "it begins with at or every"),
        Bad("faults:\n  - at 5s explode", 2, "after the time comes one of kill"),
        Bad("faults:\n  - at 5s kill catalogue", 2, "\"catalogue\" is none of the plan's services; \"catalog\"?"),
        Bad("faults:\n  - at 5s kill catalog for 3s", 2, "kill does not last"),
        Bad("faults:\n  - at 5s kill catalog now", 2, "\"now\" is one word too many"),
        Bad("faults:\n  - kind: kill\n    firstN: 0", 3, "firstN of a kill fault takes a whole number from 1"),
        Bad("faults:\n  - at 5s kill first none", 2, "first takes a whole number from 1"),
        Bad("seed: 1\nseed: 2", nil, "seed is there twice"),
        Bad("name: [a", nil, "it is not YAML"),
    ])
    func `what is wrong is refused with its line and what is allowed`(_ bad: Bad) throws {
        let error = try #require(throws: PlanError.self) { try ChaosPlan(yaml: bad.yaml, name: "mine.yaml") }
        if let line = bad.line { #expect(error.line == line, "\(error)") }
        #expect(error.plan == "mine.yaml")
        for words in bad.words { #expect("\(error)".contains(words), "\(error)") }
    }

    @Test
    func `a plan is found as a file, and by name; one that is neither is refused with the names that there are`() throws
    {
        let directory = try TemporaryDirectory()
        let path = try directory.write("duration: 3s", to: "short.yaml")
        let plan = try ChaosPlan.named(path)
        #expect(plan.name == "short" && plan.durationMilliseconds == 3_000)
        #expect(try ChaosPlan.named("kill").faults.map(\.kind) == [.kill])
        let bad = try directory.write("durration: 3s", to: "bad.yaml")
        #expect(try #require(throws: PlanError.self) { try ChaosPlan.named(bad) }.plan == bad)
        let missing = try #require(throws: PlanError.self) { try ChaosPlan.named("nowhere") }
        #expect("\(missing)".contains("Plans are catalog, clock, control"))
    }
}

struct ShippedPlanTests {
    @Test
    func `each can be used, bears its file's name, and says what it is for`() throws {
        for shipped in ChaosPlan.shipped {
            let plan = try ChaosPlan(yaml: shipped.yaml, name: "unnamed")
            #expect(plan.name == shipped.name)
            #expect(plan.about?.isEmpty == false && !plan.faults.isEmpty)
            #expect(plan.isControl == (plan.name == "control"), "a plan that cannot pass: \(plan.name)")
        }
    }

    @Test
    func `every file is part of the program, and there is one for every service, for every kind of fault, and for all`()
        throws
    {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/Chaos/Plans").standardized.path
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
        let names = ChaosPlan.shipped.map(\.name)
        #expect(files.sorted() == names.map { "\($0).yaml" }.sorted())
        #expect(Set(names).isSuperset(of: ChaosPlan().services))
        let household = try ChaosPlan.named("household")
        #expect(Set(household.services) == Set(ChaosPlan().services))
        let kinds = try Set(names.flatMap { try ChaosPlan.named($0).faults.map(\.kind) })
        #expect(kinds == Set(FaultKind.allCases))
    }
}
