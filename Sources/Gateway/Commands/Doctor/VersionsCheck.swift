internal import Foundation
internal import ServiceKit

/// Whether the running services are of this build.
struct VersionsCheck: DoctorCheck {
    let name = "version"

    func examine(_ gateway: Gateway) async -> [DoctorFinding] {
        // Services that do not run are another check's.
        guard let report = try? await StatusQuery(gateway: gateway).fetch([], hasToken: false) else { return [] }
        return report.services.compactMap { service in
            guard let version = service.version else { return nil }
            if version != HearthVersion.current {
                return DoctorFinding(
                    name, service.service, .unknown, "It is \(version), and this command is \(HearthVersion.current).",
                    advice: "Versions side by side work during an upgrade; `hearth up` brings all to the installed one."
                )
            }
            if let process = service.processID, !gateway.remoteServices.contains(service.service),
                Self.isReplaced(process)
            {
                return DoctorFinding(
                    name, service.service, .unknown, "Its executable was replaced since it was started.",
                    advice: "`hearth up` restarts what runs an older one.")
            }
            return DoctorFinding(name, service.service, .ok, version)
        }
    }

    /// The kernel marks an executable that is no longer there: proc_pid_exe(5).
    private static func isReplaced(_ process: Int32) -> Bool {
        let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe")
        return path?.hasSuffix(" (deleted)") ?? false
    }
}
