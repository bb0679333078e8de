internal import HearthModel
internal import WebAPI

/// Whether data is in quarantine: stored, and not shown.
struct QuarantineCheck: DoctorCheck {
    let name = "quarantine"

    func examine(_ gateway: Gateway) async -> [DoctorFinding] {
        let summary: QuarantineQuery.Summary
        do {
            summary = try await QuarantineQuery(gateway: gateway).fetch()
        } catch {
            let failure = GatewayFailure(error)
            return [DoctorFinding(name, "", .unknown, failure.message, advice: failure.advice)]
        }
        var findings = summary.missing.map { DoctorFinding(name, $0.service, .unknown, $0.message) }
        for service in summary.found.map(\.service).uniqued(by: \.self) {
            let found = summary.found.filter { $0.service == service }
            let counts = [QuarantinedKind.profile, .title].compactMap { kind in
                let count = found.count { $0.entry.kind == kind }
                return count == 0 ? nil : AmountFormatter.count(count, kind.rawValue)
            }
            findings.append(
                DoctorFinding(
                    name, service, .wrong,
                    "\(counts.joined(separator: " and ")) no longer listed, kept hidden for \(Quarantine.keptDays) days",
                    advice: """
                        See `hearth quarantine`. Put back the right copy of the source's shard, or take back with \
                        `hearth quarantine restore`, or erase with `hearth quarantine confirm`.
                        """))
        }
        return findings.isEmpty ? [DoctorFinding(name, "", .ok, "nothing")] : findings
    }
}
