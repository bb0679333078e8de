import Chaos
import RPC
import TestSupport
import Testing

struct FaultScheduleTests {
    private func plan(_ faults: String, duration: String = "60s") throws -> ChaosPlan {
        try ChaosPlan(yaml: "duration: \(duration)\nfaults:\n" + faults, name: "test")
    }

    private static let everything = FaultKind.allCases.map { "  - every 2s \($0.rawValue)\n" }.joined()

    @Test
    func `is the same for the same seed, and another for another`() throws {
        let plan = try plan(Self.everything)
        for seed in Seeds.make(5) {
            let faults = FaultSchedule.make(plan, seed: seed)
            #expect(faults == FaultSchedule.make(plan, seed: seed), "seed \(seed)")
            #expect(faults != FaultSchedule.make(plan, seed: seed &+ 1), "seed \(seed)")
            #expect(faults.map(\.number) == Array(1...faults.count))
            #expect(faults.map(\.atMilliseconds) == faults.map(\.atMilliseconds).sorted())
            #expect(Set(faults.map(\.kind)) == Set(FaultKind.allCases))
        }
    }

    @Test
    func `of seed 1 is this one, on every machine and in every version`() throws {
        let plan = try plan("  - every 10s kill\n  - at 5s stop catalog for 1s-9s\n", duration: "30s")
        let lines = FaultSchedule.make(plan, seed: 1).map { fault in
            "\(fault.number) \(fault.atMilliseconds) \(fault.kind) \(fault.targets) \(fault.detail ?? "")"
        }
        #expect(
            lines == [
                "1 5000 stop [\"catalog\"] for 4.4 s", "2 9670 kill [\"metadata-gateway\"] ",
                "3 15013 kill [\"reading-list\"] ", "4 20472 kill [\"metadata-gateway\"] ",
            ])
    }

    @Test
    func `keeps within the time, the services and the ranges of its plan`() throws {
        let plan = try plan(
            """
              - every 1s stop catalog,profiles for 2s-3s
              - kind: restore
                every: 2s
                age: 1s-4s
              - kind: crash
                every: 1s
                points: event-sent
            """, duration: "40s")
        for seed in Seeds.make(5) {
            for fault in FaultSchedule.make(plan, seed: seed) {
                #expect((1_000..<40_000).contains(fault.atMilliseconds), "seed \(seed)")
                #expect(!fault.targets.isEmpty && Set(fault.targets).isSubset(of: plan.services))
                switch fault.kind {
                case .stop:
                    #expect(["catalog", "profiles"].contains(fault.targets[0]) && fault.targets.count == 1)
                    #expect((2_000...3_000).contains(fault.spanMilliseconds ?? 0))
                case .restore:
                    let ages = try #require(fault.agesMilliseconds)
                    #expect(Set(ages.keys) == Set(fault.targets))
                    #expect(ages.values.allSatisfy { (0...4_000).contains($0) && $0 < fault.atMilliseconds })
                default: #expect(fault.point == "event-sent")
                }
            }
        }
    }

    @Test
    func `lets services crash where they come to: those who hear nothing at no place of those who hear`() throws {
        let faults = FaultSchedule.make(try plan("  - every 200ms crash\n"), seed: 3)
        let points = Dictionary(grouping: faults, by: { $0.targets[0] }).mapValues { Set($0.compactMap(\.point)) }
        #expect(points["metadata-gateway"] == nil)
        #expect(points["catalog"]?.contains("event-received") == false && points["catalog"]?.isEmpty == false)
        #expect(points["scheduler"] == ["event-received", "event-applied", "cursor-moved", "event-taken"])
    }

    @Test
    func `of one rule is not changed by the rules after it`() throws {
        let alone = try plan("  - every 2s kill\n")
        let together = try plan("  - every 2s kill\n  - every 1s stop\n")
        func kills(_ plan: ChaosPlan) -> [String] {
            FaultSchedule.make(plan, seed: 7).filter { $0.kind == .kill }.map { "\($0.atMilliseconds) \($0.targets)" }
        }
        #expect(!kills(alone).isEmpty && kills(alone) == kills(together))
    }

    @Test(arguments: FaultKind.allCases)
    func `of a rule with firstN has its first times alone, whatever the kind`(kind: FaultKind) throws {
        func faults(_ more: String) throws -> [PlannedFault] {
            FaultSchedule.make(try plan("  - kind: \(kind.rawValue)\n    every: 2s\n" + more), seed: 5)
        }
        let (all, first) = (try faults(""), try faults("    firstN: 3\n"))
        #expect(all.count > 3)
        #expect(first == Array(all.prefix(3)))
        #expect(try faults("    firstN: 10000\n") == all)
        let sentence = FaultSchedule.make(try plan("  - every 2s \(kind.rawValue) first 3\n"), seed: 5)
        #expect(sentence == first)
    }

    @Test
    func `has the faults of fixed times at these, but for those that come too late`() throws {
        let plan = try plan("  - kind: kill\n    at: [500ms, 7s, 70s]\n")
        #expect(FaultSchedule.make(plan, seed: 1).map(\.atMilliseconds) == [500, 7_000])
    }
}
