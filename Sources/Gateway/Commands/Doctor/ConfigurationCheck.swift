internal import Foundation
internal import ServiceKit

/// Whether every service would take its settings, and variables are settings.
struct ConfigurationCheck: DoctorCheck {
    let name = "settings"

    func examine(_ gateway: Gateway) async -> [DoctorFinding] {
        var findings: [DoctorFinding] = []
        for service in ServiceSettings.knownServices.sorted() {
            do {
                let layers = try ServiceSettings(
                    options: gateway.serviceOptions, environment: gateway.environment.variables, service: service
                ).layers
                for setting in SettingCatalog.own[service] ?? [] { _ = try setting.value(in: layers) }
            } catch {
                findings.append(
                    DoctorFinding(
                        name, service, .wrong, "\(error)",
                        advice: "Correct it; `hearth config --sample` shows each setting."))
            }
        }
        findings += UnknownVariables.notes(gateway.environment.variables).map {
            DoctorFinding(name, "environment", .unknown, $0, advice: "Unset it, or correct its name.")
        }
        if let secret = readableSecret(gateway) { findings.append(secret) }
        guard findings.isEmpty else { return findings }
        return [DoctorFinding(name, "", .ok, gateway.settings.file ?? "no file; all are defaults, flags or variables")]
    }

    /// A secret in a configuration file that others can read.
    private func readableSecret(_ gateway: Gateway) -> DoctorFinding? {
        guard let file = gateway.settings.file,
            let mode = (try? FileManager.default.attributesOfItem(atPath: file))?[.posixPermissions] as? NSNumber,
            mode.intValue & 0o077 != 0
        else { return nil }
        let secrets = SettingCatalog.own.sorted { $0.key < $1.key }.flatMap { service, settings in
            settings.filter(\.isSecret).filter { setting in
                let layers = try? ServiceSettings(
                    options: gateway.serviceOptions, environment: gateway.environment.variables, service: service
                ).layers
                guard let layers, let found = try? setting.value(in: layers), case .file = found.source else {
                    return false
                }
                return true
            }.map(\.name)
        }
        guard let secret = secrets.first else { return nil }
        return DoctorFinding(
            name, "file", .wrong, "Other users of this machine can read \(file), which has \(secret).",
            advice: "chmod 600 \(file.shellWord), or move the secret to a file of its own.")
    }
}
