import ChaosHistory
import Testing

/// A set that executes faithfully, one operation at one instant between call and answer; lies can be planted into it.
private struct FaithfulSet {
    enum Lie: String, CaseIterable {
        case forgetsAnAcknowledged = "lost"
        case bringsBackARemoved = "resurrected"
        case inventsOne = "unexpected"
        case executesARefused = "refused"
        case doublesOne = "duplicated"
    }

    private var generator: Seeded
    private var members: Set<String> = []

    init(seed: UInt64) { generator = Seeded(seed) }

    /// Runs some overlapping operations of three processes, then reads. A lie touches values that nothing else touches, so
    /// that it must be found.
    mutating func run(_ lie: Lie?) -> History {
        let sketch = Sketch()
        var free: [Int64] = [0, 0, 0]
        for number in 0..<Int.random(in: 4...30, using: &generator) {
            let process = number % 3
            let begin = free[process] + Int64.random(in: 1...10, using: &generator)
            let end = begin + Int64.random(in: 1...25, using: &generator)
            free[process] = end
            plan.append(
                Planned(
                    process: process, begin: begin, instant: Int64.random(in: begin...end, using: &generator), end: end,
                    action: action(number)))
        }
        for planned in plan.sorted(by: { $0.instant < $1.instant }) { execute(planned, sketch) }
        let start = (free.max() ?? 0) + 1
        plant(lie, sketch, at: start)
        let values = members.sorted() + (lie == .doublesOne ? ["planted"] : [])
        return sketch.finally(values, start + 1000).history.numbered()
    }

    private struct Planned {
        let process: Int
        let (begin, instant, end): (Int64, Int64, Int64)
        let action: Action
    }
    private var plan: [Planned] = []

    private mutating func action(_ number: Int) -> Action {
        // What is only read may as well be a register, and is no set to the checker: one value comes in any case.
        guard number > 0 else { return .add("u0") }
        let value = "\(Int.random(in: 0..<6, using: &generator))"
        switch Int.random(in: 0..<4, using: &generator) {
        case 0, 1: return .add(generator.chance(50) ? value : "u\(number)")
        case 2: return .remove(value)
        default: return .read
        }
    }

    private mutating func execute(_ planned: Planned, _ sketch: Sketch) {
        var outcome: Outcome?
        switch planned.action {
        case .read: outcome = .ok(Observation(members.sorted()))
        default:
            let fate = Int.random(in: 0..<10, using: &generator)
            if fate > 0, !(fate == 1 && generator.chance(50)) { apply(planned.action) }
            outcome = fate == 0 ? .refused : fate == 1 ? .unknown : fate == 2 ? .late : nil
        }
        sketch.call(planned.action, planned.begin, planned.end, outcome, by: "process-\(planned.process)")
    }

    private mutating func apply(_ action: Action) {
        switch action {
        case .add(let value): members.insert(value)
        case .remove(let value): members.remove(value)
        default: break
        }
    }

    private mutating func plant(_ lie: Lie?, _ sketch: Sketch, at time: Int64) {
        switch lie {
        case .forgetsAnAcknowledged: sketch.call(.add("planted"), time, time + 1)
        case .bringsBackARemoved:
            sketch.call(.add("planted"), time, time + 1).call(.remove("planted"), time + 2, time + 3)
            members.insert("planted")
        case .inventsOne: members.insert("planted")
        case .executesARefused:
            sketch.call(.add("planted"), time, time + 1, .refused)
            members.insert("planted")
        case .doublesOne:
            sketch.call(.add("planted"), time, time + 1)
            members.insert("planted")
        case nil: break
        }
    }
}

@Suite struct SetFullPropertyTests {
    @Test func `faithful execution is never blamed`() {
        let first = Seeded.first
        for seed in first..<(first + 400) {
            var set = FaithfulSet(seed: seed)
            let history = set.run(nil)
            let verdict = SetFull().check(history)
            #expect(verdict.violations.isEmpty, "HEARTH_SEED=\(seed): \(verdict.violations)")
            let honesty = OutcomeAccuracy().check(history)
            #expect(honesty.violations.isEmpty, "HEARTH_SEED=\(seed): \(honesty.violations)")
            let session = SessionOrder().check(history)
            #expect(session.violations.isEmpty, "HEARTH_SEED=\(seed): \(session.violations)")
        }
    }

    @Test(arguments: FaithfulSet.Lie.allCases.map(\.rawValue))
    func `every planted lie is found`(kind: String) throws {
        let lie = try #require(FaithfulSet.Lie(rawValue: kind))
        let first = Seeded.first
        for seed in first..<(first + 100) {
            var set = FaithfulSet(seed: seed)
            let verdict = SetFull().check(set.run(lie))
            #expect(verdict.kinds == [kind], "HEARTH_SEED=\(seed): \(verdict.violations)")
        }
    }
}
