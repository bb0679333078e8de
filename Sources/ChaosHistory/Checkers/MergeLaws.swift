/// Checks that a merge gives the same result whatever the order, grouping and duplicates of the changes (I3).
///
/// **Source.** The laws of a join semilattice, which make a state-based replicated type converge: Shapiro et al.,
/// "Conflict-free replicated data types" (2011).
///
/// **Algorithm.** Over samples: `a + b = b + a` for all pairs, `(a + b) + c = a + (b + c)` for all triples, `a + a = a` for
/// all, and one outcome for every order of all samples with doubles among them: every permutation while there are at most
/// `maximumPermuted`, else as many shuffles as asked for.
///
/// Kinds of violations: `not-commutative`, `not-associative`, `not-idempotent`, `order-matters`. Their operations are the
/// places of the samples.
///
/// **Complexity.** O(s³) merges for s samples, and s × s! or s × shuffles for the orders.
///
/// **Cannot see** values that the samples do not have: make them by a generator, with ties and equal clocks on purpose.
public struct MergeLaws<Value> {
    /// The maximum of samples for which every permutation is tried.
    public static var maximumPermuted: Int { 6 }

    private let name: String
    private let merge: (Value, Value) -> Value
    private let isSame: (Value, Value) -> Bool

    /// Creates the laws for one merge.
    ///
    /// - Parameters:
    ///   - name: its name in reports: `merge of positions`.
    ///   - isSame: whether two results are equal to a person who looks at them.
    public init(
        _ name: String, merge: @escaping (Value, Value) -> Value, isSame: @escaping (Value, Value) -> Bool
    ) {
        self.name = name
        self.merge = merge
        self.isSame = isSame
    }

    /// Checks the laws on samples; each law is reported once, by the first samples that violate it.
    public func check(
        _ samples: [Value], shuffles: Int = 100, using generator: inout some RandomNumberGenerator
    ) -> Verdict {
        var verdict = Verdict(name)
        func report(_ kind: String, _ sentence: String, _ indices: [Int]) {
            guard !verdict.violations.contains(where: { $0.kind == kind }) else { return }
            verdict.violations.append(
                Violation(checker: name, kind: kind, object: "", sentence: sentence, operations: indices))
        }
        for (i, a) in samples.enumerated() {
            if !isSame(merge(a, a), a) { report("not-idempotent", "\(a) merged with itself is \(merge(a, a))", [i]) }
            for (j, b) in samples.enumerated() {
                let (ab, ba) = (merge(a, b), merge(b, a))
                verdict.examined += 1
                if !isSame(ab, ba) { report("not-commutative", "\(a) and \(b) give \(ab) or \(ba)", [i, j]) }
                if !isSame(merge(ab, b), ab) { report("not-idempotent", "\(b) merged twice into \(a)", [i, j]) }
                for (k, c) in samples.enumerated() {
                    let (left, right) = (merge(ab, c), merge(a, merge(b, c)))
                    if !isSame(left, right) {
                        report("not-associative", "\(a), \(b), \(c) give \(left) or \(right)", [i, j, k])
                    }
                }
            }
        }
        guard let expected = fold(samples, Array(samples.indices)) else { return verdict }
        for order in orders(samples.count, shuffles: shuffles, using: &generator) {
            verdict.examined += 1
            guard let outcome = fold(samples, order), !isSame(outcome, expected) else { continue }
            report("order-matters", "in the order \(order) they give \(outcome), not \(expected)", order)
        }
        return verdict
    }

    private func fold(_ samples: [Value], _ order: [Int]) -> Value? {
        guard let first = order.first else { return nil }
        return order.dropFirst().reduce(samples[first]) { merge($0, samples[$1]) }
    }

    /// Orders of all samples, each with duplicates.
    private func orders(_ count: Int, shuffles: Int, using generator: inout some RandomNumberGenerator) -> [[Int]] {
        let all = Array(0..<count)
        let plain =
            count <= Self.maximumPermuted
            ? permutations(all) : (0..<shuffles).map { _ in all.shuffled(using: &generator) }
        return plain.map { order in
            var order = order
            for index in all where Bool.random(using: &generator) {
                order.insert(index, at: Int.random(in: 0...order.count, using: &generator))
            }
            return order
        }
    }

    private func permutations(_ indices: [Int]) -> [[Int]] {
        guard indices.count > 1 else { return [indices] }
        return indices.flatMap { first in
            permutations(indices.filter { $0 != first }).map { [first] + $0 }
        }
    }
}
