internal import ChaosHistory

/// Checks that each service serves again in time after each fault.
struct RecoveryCheck {
    let limitMilliseconds: Int64

    func check(_ records: [FaultRecord]) -> Verdict {
        var verdict = Verdict("recovery")
        for record in records where record.fate == .done {
            let what = "\(record.fault.kind.rawValue) #\(record.fault.number)"
            for (service, time) in record.recoveryMilliseconds.sorted(by: { $0.key < $1.key }) {
                verdict.examined += 1
                guard time > limitMilliseconds else { continue }
                note(
                    "slow", service,
                    "\(service) served again \(time) ms after \(what); \(limitMilliseconds) ms are allowed", &verdict)
            }
            for service in record.unrecovered {
                verdict.examined += 1
                note("never", service, "\(service) did not serve again after \(what)", &verdict)
            }
        }
        return verdict
    }

    private func note(_ kind: String, _ service: String, _ sentence: String, _ verdict: inout Verdict) {
        verdict.violations.append(
            Violation(checker: verdict.checker, kind: kind, object: service, sentence: sentence, operations: []))
    }
}
