internal import Foundation
internal import ServiceKit

/// The record of a restore that is under way: while it exists the data directory is partly replaced.
struct RestoreRecord: UnfinishedRecord, Sendable, Hashable {
    /// The backup's path.
    var backup: String
    /// When the backup was made.
    var created: Date
    /// Where the replaced files are.
    var replaced: String

    static let fileName = ".restore-unfinished"

    /// The record of a data directory; nil when no restore is under way.
    static func read(_ data: String) -> RestoreRecord? {
        guard let bytes = bytes(data) else { return nil }
        let unknown = RestoreRecord(backup: "a backup", created: .distantPast, replaced: data)
        return (try? JSONDecoder().decode(RestoreRecord.self, from: bytes)) ?? unknown
    }

    /// Keeps services from starting on data that is partly replaced.
    ///
    /// - Throws: ``GatewayFailure``.
    static func refuseUnfinished(in data: String) throws {
        guard let record = read(data) else { return }
        throw GatewayFailure(
            "RESTORE_UNFINISHED", "A restore of \(record.backup) was interrupted: \(data) is partly replaced.",
            advice: "Run the same `hearth restore` again. Replaced files are in \(record.replaced).",
            status: .configuration)
    }
}
