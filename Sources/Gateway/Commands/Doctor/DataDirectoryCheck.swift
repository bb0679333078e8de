internal import Foundation
internal import HearthModel
internal import ServiceKit

/// Whether the data directory exists, is private, and has households.
struct DataDirectoryCheck: DoctorCheck {
    let name = "data"

    func examine(_ gateway: Gateway) async -> [DoctorFinding] {
        let path = gateway.settings.data.value
        let manager = FileManager.default
        var isDirectory: ObjCBool = false
        guard manager.fileExists(atPath: path, isDirectory: &isDirectory), isDirectory.boolValue else {
            return [
                DoctorFinding(
                    name, "", .wrong, "There is no data directory \(path).",
                    advice: "Name the right one with --data or HEARTH_DATA, or start with `hearth up`.")
            ]
        }
        let mode = ((try? manager.attributesOfItem(atPath: path))?[.posixPermissions] as? NSNumber)?.intValue ?? 0
        guard mode & 0o077 == 0 else {
            return [
                DoctorFinding(
                    name, "", .wrong, "Other users of this machine can read \(path).", advice: "chmod 700 \(path)")
            ]
        }
        let households = Self.households(in: path)
        guard !households.isEmpty else {
            return [
                DoctorFinding(
                    name, "", .wrong, "\(path) has no household.",
                    advice:
                        "The first command after `hearth up` creates one; after a loss restore a backup of the directory."
                )
            ]
        }
        return [DoctorFinding(name, "", .ok, path)] + households.map { identity(of: $0, in: path) }
    }

    /// The displayed digits of an identity.
    private static let shownDigits = 8

    private func identity(of household: String, in path: String) -> DoctorFinding {
        let file = "\(path)/\(household)/household.id"
        let text = (try? String(contentsOfFile: file, encoding: .utf8))?.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let text, !text.isEmpty else {
            return DoctorFinding(
                name, household, .unknown, "\(file) is not there or cannot be read.",
                advice: "Profiles writes it when it opens the household's shard.")
        }
        return DoctorFinding(name, household, .ok, "household \(text.prefix(Self.shownDigits))...")
    }

    /// The names of the directories that households have.
    static func households(in path: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.filter { name in
            var isDirectory: ObjCBool = false
            return HouseholdName.isValid(name)
                && FileManager.default.fileExists(atPath: "\(path)/\(name)", isDirectory: &isDirectory)
                && isDirectory.boolValue
        }.sorted()
    }
}
