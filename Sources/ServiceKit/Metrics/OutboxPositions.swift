internal import GRDB
internal import RPC

/// The positions of a service's outboxes, and its cursors in those of others, from which `hearth metrics` computes how
/// far each follower is behind: neither side knows it alone.
///
/// The age of a follower's oldest unapplied event is found by a grid of ages: of each household's outbox the service
/// tells how far it had come by then. Household names are labels here, for operators; the exporter adds households up.
package struct OutboxPositions: Sendable {
    /// The name of an outbox's positions. Its labels are the household, the log's generation and an age in seconds, at
    /// which the position is the last one written by then; or the age `oldest`, the oldest entry that is kept.
    package static let outboxName = "outbox_sequence"
    /// The name of a cursor. Its labels are the household, the source, and the generation of its log.
    package static let inboxName = "inbox_sequence"
    /// The ages, in seconds, about three to a decade.
    static let ages: [Int64] = [0, 1, 5, 15, 60, 300, 900, 3_600, 21_600, 86_400, 604_800, 2_592_000]

    let shards: ShardDirectory

    /// The positions of all open shards. One that cannot be read in time is left out.
    func readings() async -> [ServiceMetrics.Reading] {
        var all: [ServiceMetrics.Reading] = []
        for (household, shard) in shards.openShards.sorted(by: { $0.key < $1.key }) {
            let now = shards.runtime.wallTime.millisecondsSince1970
            all += (try? await shard.inspect { try Self.read(household, at: now, $0) }) ?? []
        }
        return all
    }

    private static func read(_ household: String, at now: Int64, _ db: Database) throws -> [ServiceMetrics.Reading] {
        let extent = try OutboxTable.extent(db)
        func reading(_ age: String, _ sequence: Int64) -> ServiceMetrics.Reading {
            ServiceMetrics.Reading(
                outboxName, ["household": household, "generation": "\(extent.generation)", "age": age],
                Double(sequence))
        }
        var readings = [reading("oldest", extent.oldest)]
        var position = extent.last
        for age in ages {
            if age > 0 {
                position = try OutboxTable.last(by: now - age * 1_000, from: extent.oldest, through: position, db)
            }
            readings.append(reading("\(age)", position))
        }
        for (source, cursor) in try OutboxTable.cursors(db) {
            readings.append(
                ServiceMetrics.Reading(
                    inboxName, ["household": household, "source": source, "generation": "\(cursor.generation)"],
                    Double(cursor.sequence)))
        }
        return readings
    }
}
