import RPC

@testable import FaultMatrixPeer

/// Holds what callers were told against the ledger: the same rules for every fault, shape, safety and transport.
enum OutcomeChecker {
    /// Everything that is not as promised, in words.
    static func problems(with calls: [MatrixCall], _ fixture: MatrixFixture) async -> [String] {
        var problems: [String] = []
        for call in calls {
            guard let end = await call.ended() else {
                problems.append("\(call.plan.call) has no end")
                continue
            }
            let entry = fixture.ledger[call.plan.call]
            problems += (time(call, end, fixture) + truth(call, end, entry) + runs(call, entry, fixture)).map {
                problem in
                """
                \(call.plan.call) \(problem) (\(end.verdict), \(entry.runs.count) runs, \(entry.effects) effects, \
                \(end.error.map { "\($0)" } ?? "no error"))
                """
            }
        }
        return problems
    }

    /// It ended by its deadline: in virtual time to the nanosecond, else within a stated grace.
    private static func time(_ call: MatrixCall, _ end: MatrixCall.End, _ fixture: MatrixFixture) -> [String] {
        let late = call.deadline.duration(to: end.at)
        return late <= fixture.tempo.grace ? [] : ["ended \(late) after its deadline"]
    }

    /// `executed` told the truth, for now and for ever, and an answer is the call's own.
    private static func truth(_ call: MatrixCall, _ end: MatrixCall.End, _ entry: EffectLedger.Entry) -> [String] {
        if end.error is MatrixCall.Wrong { return ["got what is not its own: \(end.error.map { "\($0)" } ?? "")"] }
        var problems: [String] = []
        var expected = call.terms.expected
        // Of what only reads a server says "no" where of others it can say no more than "maybe".
        if call.kind.safety == .readOnly, expected.contains(.maybe) { expected.insert(.no) }
        if !expected.isEmpty, !expected.contains(end.verdict) {
            problems.append("should have ended as \(expected.map(\.rawValue).sorted())")
        }
        // A call that only reads has no effects, whatever is said of it.
        guard call.kind.safety != .readOnly else {
            if end.verdict == .succeeded, entry.runs.isEmpty { problems.append("succeeded without a run") }
            return problems
        }
        let most = call.kind.shape == .unary && call.kind.safety == .idempotent ? MatrixCall.attempts : 1
        let allowed =
            switch end.verdict {
            case .no: 0...0
            case .succeeded, .yes: 1...most
            case .maybe: (call.terms.mustCommit ? 1 : 0)...most
            }
        if !allowed.contains(entry.effects) { problems.append("has another number of effects than \(allowed)") }
        return problems
    }

    /// Nothing was run too often, too late, or at all where it could not be.
    private static func runs(_ call: MatrixCall, _ entry: EffectLedger.Entry, _ fixture: MatrixFixture) -> [String] {
        var problems: [String] = []
        let mayRepeat = call.kind.shape == .unary && call.kind.safety != .unsafe
        if entry.runs.count > (mayRepeat ? MatrixCall.attempts : 1) { problems.append("was run too often") }
        if call.terms.mustNotRun, !entry.runs.isEmpty { problems.append("was run") }
        if fixture.tempo.isExact, entry.runs.contains(where: { $0 >= call.deadline }) {
            problems.append("was begun after its deadline")
        }
        return problems
    }
}
