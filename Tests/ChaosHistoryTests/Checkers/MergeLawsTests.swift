import ChaosHistory
import Testing

@Suite struct MergeLawsTests {
    private struct Stamped: Equatable {
        var clock: Int
        var device: String
        var position: Int
    }

    private func laws<Value: Equatable>(
        _ samples: [Value], _ merge: @escaping (Value, Value) -> Value
    ) -> Verdict {
        var generator = Seeded(7)
        return MergeLaws("merge", merge: merge, isSame: ==).check(samples, using: &generator)
    }

    private let positions = [
        Stamped(clock: 1, device: "phone", position: 10), Stamped(clock: 1, device: "tv", position: 20),
        Stamped(clock: 2, device: "phone", position: 5), Stamped(clock: 3, device: "tv", position: 7),
    ]

    @Test func `a last writer by clock and device keeps the laws`() {
        let verdict = laws(positions) { ($0.clock, $0.device) < ($1.clock, $1.device) ? $1 : $0 }
        #expect(verdict.isGood, "\(verdict)")
        #expect(laws([Set([1]), [2], [1, 3]]) { $0.union($1) }.isGood)
    }

    @Test func `a tie that arrival decides is found`() {
        let tied = positions + [Stamped(clock: 3, device: "phone", position: 8)]
        let verdict = laws(tied) { $0.clock <= $1.clock ? $1 : $0 }
        #expect(verdict.kinds.contains("not-commutative"))
        #expect(verdict.kinds.contains("order-matters"))
        #expect(verdict.violations.first { $0.kind == "not-commutative" }?.operations == [0, 1])
    }

    @Test func `counting twice is found`() {
        #expect(laws([1, 2, 3], +).kinds == ["not-idempotent", "order-matters"])
    }

    @Test func `grouping that matters is found`() {
        let verdict = laws([1.0, 5.0, 9.0]) { ($0 + $1) / 2 }
        #expect(verdict.kinds.contains("not-associative"))
        #expect(!verdict.kinds.contains("not-commutative"))
        #expect(verdict.kinds.contains("not-idempotent"), "One that is merged twice weighs more.")
    }

    @Test func `many samples are shuffled`() {
        let numbers = Array(0..<12)
        #expect(laws(numbers, max).isGood)
        let full = laws(numbers.map { Set([$0]) }) { left, right in
            let all = left.union(right)
            return all.count > 8 ? left : all
        }
        #expect(full.kinds == ["order-matters"], "No two or three of them show it.")
        #expect(laws([Int](), max).examined == 0)
    }
}
