internal import Foundation
internal import ServiceKit

/// The record of a rollback that is under way: which shards go back to which copies, so that one that was interrupted is
/// completed and not chosen again.
struct RollbackRecord: UnfinishedRecord, Sendable, Hashable {
    /// A shard that goes back.
    struct Step: Codable, Sendable, Hashable {
        var service: String
        var household: String
        /// The copy's file.
        var copy: String
        /// The copy's schema.
        var schema: Int64
    }

    var steps: [Step]
    /// The name of the directories to which the shards are moved.
    var aside: String

    static let fileName = ".rollback-unfinished"

    /// The record of a data directory; nil when no rollback is under way.
    ///
    /// - Throws: ``GatewayFailure`` when it cannot be read.
    static func read(_ data: String) throws -> RollbackRecord? {
        guard let bytes = bytes(data) else { return nil }
        do { return try JSONDecoder().decode(RollbackRecord.self, from: bytes) } catch {
            throw GatewayFailure(
                "ROLLBACK_UNFINISHED", "A rollback was interrupted, and \(path(data)) does not say which: \(error)",
                advice: "Look at the shards in \(data), and remove the file when they are as they should be.",
                status: .configuration)
        }
    }

    /// Keeps services from starting on shards that are partly rolled back.
    ///
    /// - Throws: ``GatewayFailure``.
    static func refuseUnfinished(in data: String) throws {
        guard let record = try read(data) else { return }
        let services = record.steps.map(\.service).uniqued(by: \.self).joined(separator: ", ")
        throw GatewayFailure(
            "ROLLBACK_UNFINISHED", "A rollback of \(services) was interrupted: \(data) is partly rolled back.",
            advice: "Run `hearth rollback` again, which completes it. Shards that were moved are in \(record.aside).",
            status: .configuration)
    }
}
