internal import Foundation
internal import ServiceKit

/// Whether the run directory is private, and what is in it belongs to running services.
struct RunDirectoryCheck: DoctorCheck {
    let name = "sockets"

    func examine(_ gateway: Gateway) async -> [DoctorFinding] {
        let path = gateway.settings.run.value
        guard FileManager.default.fileExists(atPath: path) else {
            return [DoctorFinding(name, "", .unknown, "\(path) does not exist.", advice: "`hearth up` creates it.")]
        }
        do {
            try RunDirectory.checkIfPresent(path)
        } catch {
            return [DoctorFinding(name, "", .wrong, "\(error)", advice: "chmod 700 \(path.shellWord)")]
        }
        let writable = FileManager.default.isWritableFile(atPath: path)
        guard writable else {
            return [
                DoctorFinding(
                    name, "", .wrong, "\(path) cannot be written to.",
                    advice: "Run this as the services' user, or name another directory with --run.")
            ]
        }
        return [DoctorFinding(name, "", .ok, path)]
            + ServiceSettings.knownServices.sorted().compactMap { look(at: $0, gateway) }
    }

    /// - Returns: nil for a service that is not registered.
    private func look(at service: String, _ gateway: Gateway) -> DoctorFinding? {
        guard let registration = ServiceRegistration.read(at: gateway.paths.notice(of: service)) else {
            guard let holder = gateway.paths.holder(of: service) else { return nil }
            return DoctorFinding(
                name, service, .wrong, "Process \(holder) holds its socket and has not registered.",
                advice: "It is starting, or hangs: see `hearth logs \(service)`, or stop it with: kill \(holder)")
        }
        let process = registration.processID
        guard FileManager.default.fileExists(atPath: "/proc/\(process)") else {
            return DoctorFinding(
                name, service, .unknown, "Process \(process), which registered it, has ended without removing that.",
                advice: "`hearth up` starts it again.")
        }
        return DoctorFinding(name, service, .ok, "process \(process)")
    }
}
