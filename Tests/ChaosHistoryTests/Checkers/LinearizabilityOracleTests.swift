import ChaosHistory
import Testing

/// Tries every order of every choice of the operations that may not have happened: slow, and right by the definition.
private func isLinearizableByBruteForce(_ model: some SequentialModel, _ operations: [RecordedOperation]) -> Bool {
    let counted = operations.filter { operation in
        operation.action == .read ? operation.outcome.observation != nil : operation.effect != .none
    }
    func place(_ left: Set<Int>, after states: [Int]) -> Bool {
        if left.allSatisfy({ counted[$0].effect == .unknown }) { return explains(model, states.map { counted[$0] }) }
        return left.contains { next in
            let isEarly = left.allSatisfy { other in
                other == next || counted[other].effect == .unknown
                    || !((counted[other].ended).map { $0 < counted[next].invoked } ?? false)
            }
            return isEarly && place(left.subtracting([next]), after: states + [next])
        }
    }
    return place(Set(counted.indices), after: [])
}

private func explains<Model: SequentialModel>(_ model: Model, _ order: [RecordedOperation]) -> Bool {
    var state = model.initial
    for operation in order {
        guard let next = model.step(state, operation.action, operation.outcome.observation) else { return false }
        state = next
    }
    return true
}

/// Small histories of one object in which values repeat and times collide.
private struct RandomHistory {
    var generator: Seeded

    mutating func make(_ action: (inout Seeded) -> (Action, [String]?)) -> History {
        let sketch = Sketch()
        for process in 0..<Int.random(in: 1...3, using: &generator) {
            var time: Int64 = 0
            for _ in 0..<Int.random(in: 1...2, using: &generator) {
                let begin = time + Int64.random(in: 0...6, using: &generator)
                let end = begin + Int64.random(in: 1...10, using: &generator)
                time = end + 1
                let (action, values) = action(&generator)
                let outcomes: [Outcome] = [
                    .ok(Observation(values ?? [])), .ok(Observation(values ?? [])), .unknown, .late, .refused,
                ]
                let outcome = outcomes.randomElement(using: &generator) ?? .open
                let isOpen = generator.chance(10)
                sketch.call(action, begin, isOpen ? nil : end, isOpen ? .open : outcome, by: "p\(process)")
            }
        }
        return sketch.history.numbered()
    }
}

@Suite struct LinearizabilityOracleTests {
    private static let rounds: UInt64 = 1500

    private func compare<Model: SequentialModel>(
        _ model: Model, _ action: @escaping (inout Seeded) -> (Action, [String]?)
    ) -> (good: Int, bad: Int) {
        let first = Seeded.first
        var (good, bad) = (0, 0)
        for seed in first..<(first + Self.rounds) {
            var random = RandomHistory(generator: Seeded(seed))
            let history = random.make(action)
            let expected = isLinearizableByBruteForce(model, history.operations)
            let verdict = Linearizability { _ in model }.check(history)
            #expect(verdict.violations.isEmpty == expected, "HEARTH_SEED=\(seed): \(history)")
            #expect(verdict.undecided.isEmpty, "HEARTH_SEED=\(seed)")
            if expected { good += 1 } else { bad += 1 }
        }
        return (good, bad)
    }

    @Test func `registers agree with brute force`() {
        let values = ["1", "2"]
        let counts = compare(RegisterModel()) { generator in
            let value = values.randomElement(using: &generator) ?? "1"
            switch Int.random(in: 0..<5, using: &generator) {
            case 0, 1: return (.write(value), nil)
            case 2: return (.compareAndSet(expected: generator.chance(50) ? nil : "1", value: value), nil)
            default: return (.read, generator.chance(30) ? [] : [value])
            }
        }
        #expect(counts.good > 100 && counts.bad > 100, "\(counts): the oracle must see both.")
    }

    /// Where no value is written twice nothing is searched, unless something compares.
    @Test(arguments: [0, 20]) func `registers of unique values agree with brute force`(comparing percent: Int) {
        var written = 0
        let counts = compare(RegisterModel(initial: "0")) { generator in
            // Reads see what was written lately, what may be written next, or nothing.
            let near = String(max(0, written + Int.random(in: -2...1, using: &generator)))
            guard generator.chance(60) else { return (.read, generator.chance(10) ? [] : [near]) }
            written += 1
            return generator.chance(percent)
                ? (.compareAndSet(expected: near, value: "\(written)"), nil) : (.write("\(written)"), nil)
        }
        #expect(counts.good > 100 && counts.bad > 100, "\(counts): the oracle must see both.")
    }

    @Test func `queues agree with brute force`() {
        let values = ["1", "2"]
        let counts = compare(QueueModel()) { generator in
            let value = values.randomElement(using: &generator) ?? "1"
            switch Int.random(in: 0..<6, using: &generator) {
            case 0, 1: return (.enqueue(value), nil)
            case 2, 3: return (.take, generator.chance(30) ? [] : [value])
            case 4: return (.remove(value), nil)
            default: return (.read, generator.chance(50) ? [value] : ["1", "2"])
            }
        }
        #expect(counts.good > 100 && counts.bad > 100, "\(counts): the oracle must see both.")
    }

    @Test func `sets agree with brute force and set full blames none of the good`() {
        let first = Seeded.first
        for seed in first..<(first + Self.rounds) {
            var random = RandomHistory(generator: Seeded(seed))
            let history = random.make { generator in
                let value = generator.chance(50) ? "1" : "2"
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: return (.add(value), nil)
                case 1: return (.remove(value), nil)
                default: return (.read, ["1", "2"].filter { _ in generator.chance(50) })
                }
            }
            let expected = isLinearizableByBruteForce(SetModel(), history.operations)
            let verdict = Linearizability { _ in SetModel() }.check(history)
            #expect(verdict.violations.isEmpty == expected, "HEARTH_SEED=\(seed): \(history)")
            guard expected else { continue }
            for checker in [SetFull(), OutcomeAccuracy(), SessionOrder()] as [any Checker] {
                let blame = checker.check(history).violations
                #expect(blame.isEmpty, "HEARTH_SEED=\(seed): \(blame)")
            }
        }
    }
}
