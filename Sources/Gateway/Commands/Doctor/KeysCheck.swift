internal import Access
internal import Foundation
internal import ServiceKit

/// Whether keys and secrets can be read, and by this user alone.
struct KeysCheck: DoctorCheck {
    let name = "keys"

    func examine(_ gateway: Gateway) async -> [DoctorFinding] {
        [tokenKeys(gateway), ownerKey(gateway)].compactMap(\.self) + secretFiles(gateway)
    }

    private func tokenKeys(_ gateway: Gateway) -> DoctorFinding {
        let directory = "\(gateway.settings.data.value)/keys"
        let manager = FileManager.default
        guard manager.fileExists(atPath: directory) else {
            return DoctorFinding(name, "", .unknown, "There are none yet.", advice: "The first `hearth up` makes them.")
        }
        let names = ((try? manager.contentsOfDirectory(atPath: directory)) ?? []).filter { $0.hasSuffix(".key") }
        if let open = ([""] + names.sorted()).map({ "\(directory)/\($0)" }).first(where: Self.isOpen) {
            return DoctorFinding(
                name, "", .wrong, "Other users of this machine can read \(open).",
                advice: "chmod go= \(open.shellWord), and `hearth keys rotate` if they may have read it")
        }
        var problems: [String] = []
        let keys = try? KeyStore(directory: directory, runtime: gateway.runtime)
            .publicKeys { problems.append("\($0)") }
        guard let keys, problems.isEmpty else {
            return DoctorFinding(
                name, "", .wrong, problems.first ?? "\(directory) cannot be read.",
                advice: "Restore that file; `hearth keys make SERVICE` makes a missing one.")
        }
        return DoctorFinding(name, "", .ok, "\(keys.count) public, \(names.count) private")
    }

    private func ownerKey(_ gateway: Gateway) -> DoctorFinding? {
        do {
            return try OwnerKey.load(in: gateway.settings.run.value) == nil
                ? nil : DoctorFinding(name, "owner", .ok, "readable by this user alone")
        } catch {
            return DoctorFinding(
                name, "owner", .wrong, "\(error)", advice: "Run this as the services' user, or `hearth down`, and `up`."
            )
        }
    }

    /// The files that settings such as `tmdb-key-file` name.
    private func secretFiles(_ gateway: Gateway) -> [DoctorFinding] {
        SettingCatalog.own.sorted { $0.key < $1.key }.flatMap { service, settings in
            settings.filter { $0.name.hasSuffix("-file") }.compactMap { setting -> DoctorFinding? in
                let layers = try? ServiceSettings(
                    options: gateway.serviceOptions, environment: gateway.environment.variables, service: service
                ).layers
                guard let layers, let path = (try? setting.value(in: layers))?.value else { return nil }
                return look(at: path, "\(service) \(setting.name)")
            }
        }
    }

    private func look(at path: String, _ subject: String) -> DoctorFinding {
        guard FileManager.default.isReadableFile(atPath: path) else {
            return DoctorFinding(
                name, subject, .wrong, "\(path) does not exist, or cannot be read.",
                advice: "Write the key to it: install -m 0600 /dev/null \(path.shellWord), and edit it.")
        }
        guard !Self.isOpen(path) else {
            return DoctorFinding(
                name, subject, .wrong, "Other users of this machine can read \(path).",
                advice: "chmod 600 \(path.shellWord)")
        }
        return DoctorFinding(name, subject, .ok, path)
    }

    private static func isOpen(_ path: String) -> Bool {
        let values = try? FileManager.default.attributesOfItem(atPath: path)
        return ((values?[.posixPermissions] as? NSNumber)?.intValue ?? 0) & 0o077 != 0
    }
}
