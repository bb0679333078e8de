internal import Foundation
internal import ServiceKit

/// Whether each service's shard exists and is a database, by its file header.
struct ShardFilesCheck: DoctorCheck {
    let name = "shard"

    /// The first bytes of an SQLite file (https://www.sqlite.org/fileformat.html#magic_header_string).
    private static let magic = Data("SQLite format 3\u{0}".utf8)

    func examine(_ gateway: Gateway) async -> [DoctorFinding] {
        let data = gateway.settings.data.value
        return DataDirectoryCheck.households(in: data).flatMap { household in
            ServiceSettings.knownServices.sorted().compactMap { service in
                look(at: "\(data)/\(household)/\(service).sqlite", of: service, "\(household)/\(service)")
            }
        }
    }

    /// - Returns: nil for a service that has never stored anything there.
    private func look(at path: String, of service: String, _ subject: String) -> DoctorFinding? {
        let manager = FileManager.default
        let remains = ["-wal", ".opening", ".ballast"].filter { manager.fileExists(atPath: path + $0) }
        let restore = """
            Restore a backup of \(path), or mount its volume, and `hearth restart \(service)`. Without a backup: \
            `hearth household begin-empty \(service)`.
            """
        guard let file = FileHandle(forReadingAtPath: path) else {
            if manager.fileExists(atPath: path) {
                return DoctorFinding(
                    name, subject, .unknown, "\(path) cannot be read.", advice: "Run this as the services' user.")
            }
            guard let remain = remains.first else { return nil }
            return DoctorFinding(
                name, subject, .wrong, "\(path) is missing; \(path)\(remain) is left of it.",
                advice: restore)
        }
        defer { try? file.close() }
        let marker = (path as NSString).deletingPathExtension + ".shard"
        let isBegun = remains.isEmpty && !manager.fileExists(atPath: marker)
        let bytes = (try? file.seekToEnd()) ?? 0
        try? file.seek(toOffset: 0)
        let start = (try? file.read(upToCount: Self.magic.count)) ?? Data()
        // A first opening that failed, as on a full disk: nothing is lost, and nothing is to be restored.
        guard bytes > 0 || !isBegun else {
            return DoctorFinding(
                name, subject, .unknown, "\(path) is empty: it was never filled.",
                advice: "Nothing is lost. \(service) fills it once it can; its line names what hinders it.")
        }
        guard bytes > 0, start == Self.magic else {
            return DoctorFinding(
                name, subject, .wrong, bytes == 0 ? "\(path) is empty." : "\(path) is no database.",
                advice: restore)
        }
        return DoctorFinding(name, subject, .ok, AmountFormatter.bytes(Int64(clamping: bytes)))
    }
}
