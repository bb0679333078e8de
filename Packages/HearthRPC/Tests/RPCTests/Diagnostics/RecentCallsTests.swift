import Testing

@testable import RPC
@testable import RPCDiagnostics

@Suite struct RecentCallsTests {
    @Test(arguments: Seeds.some(20)) func `a ring has the last so many, the latest first`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let capacity = Int.random(in: 0...6, using: &random)
        var ring = RecentCalls.Ring(capacity: capacity)
        var all: [UInt64] = []
        for number in 0..<UInt64.random(in: 0...30, using: &random) {
            all.append(number)
            ring.put(ended(number))
            let kept = ring.latestFirst.map(\.ended.nanoseconds)
            #expect(kept == all.suffix(capacity).reversed(), "seed \(seed), capacity \(capacity)")
        }
    }

    private func ended(_ number: UInt64) -> EndedCall {
        EndedCall(
            method: MethodDescriptor.of(Sys.Ping.self), peer: "",
            trace: TraceContext(traceID: (1, 2), spanID: 3, isSampled: false),
            criticality: .critical, code: .ok, executed: .yes, timing: CallTiming(),
            ended: MonotonicInstant(nanoseconds: number))
    }
}

@Suite struct NamePatternTests {
    /// Against the definition of a star, on names that nearly fit.
    @Test(arguments: Seeds.some(20)) func `agrees with what a star means`(seed: UInt64) {
        func fits(_ pattern: Substring, _ name: Substring) -> Bool {
            guard let first = pattern.first else { return name.isEmpty }
            if first == "*" {
                return fits(pattern.dropFirst(), name) || !name.isEmpty && fits(pattern, name.dropFirst())
            }
            return first == name.first && fits(pattern.dropFirst(), name.dropFirst())
        }
        var random = SplitMix64(seed: seed)
        func text(_ letters: String) -> String {
            String(
                (0..<Int.random(in: 0...8, using: &random)).compactMap { _ in letters.randomElement(using: &random) })
        }
        for _ in 0..<2_000 {
            let (pattern, name) = (text("ab**/"), text("ab/"))
            #expect(
                NamePattern(pattern).matches(name) == fits(pattern[...], name[...]), "seed \(seed): \(pattern) \(name)")
        }
    }
}
