/// Whether every service answers, and its health.
struct ServicesCheck: DoctorCheck {
    let name = "service"

    func examine(_ gateway: Gateway) async -> [DoctorFinding] {
        let report: StatusReport
        do {
            report = try await StatusQuery(gateway: gateway).fetch([])
        } catch {
            let failure = GatewayFailure(error)
            return [DoctorFinding(name, "", .wrong, failure.message, advice: failure.advice)]
        }
        return report.services.map { service in
            if let lacks = service.lacks, service.note == lacks {
                return DoctorFinding(
                    name, service.service, .unknown, "\(lacks): titles stay without details and pictures",
                    advice: "`hearth setup --tmdb-key-file FILE` gives it one; without it the rest works.")
            }
            return switch service.state {
            case "serving": DoctorFinding(name, service.service, .ok, "serving")
            case "degraded":
                DoctorFinding(
                    name, service.service, .wrong, service.note ?? "degraded",
                    advice: service.hidesReason
                        ? "`hearth logs \(service.service) --level error` has the reason."
                        : "The parts it names are missing; everything else works.")
            default:
                DoctorFinding(
                    name, service.service, .wrong, service.note ?? service.state,
                    advice: startAdvice(service.service, report))
            }
        }
    }

    private func startAdvice(_ service: String, _ report: StatusReport) -> String {
        guard report.supervisorProcessID == nil, report.services.contains(where: \.serves) else {
            return "Start it with `hearth restart \(service)` or `hearth up`; `hearth logs \(service)` says why."
        }
        return """
            Start it by its service manager, whose log says why: systemctl restart hearth@\(service); journalctl --unit \
            hearth@\(service)
            """
    }
}
