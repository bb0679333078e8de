internal import Basics
internal import CatalogAPI
internal import GRDB
internal import RPC
internal import ServiceKit

// What the metrics tell of jobs and sources: kinds, outcomes and ages, and no name.
extension ImportQueue {
    /// The kinds of jobs, by the words of the metrics.
    private static let kinds: [ImportKind: String] = [
        .playlist: "playlist", .guide: "guide", .xtream: "xtream", .undo: "undo", .removal: "removal",
        .correction: "correction", .upkeep: "maintenance", .learning: "metadata", .resettling: "rebuild",
    ]

    /// Announces what the queue counts, and how old the sources are.
    func report(to metrics: ServiceMetrics) {
        metrics.announceJobs(Self.kinds.values.sorted())
        metrics.addReadings { [weak self] in await self?.ages() ?? [] }
    }

    /// Counts the end of a job. An internal job that had nothing to do has ended well.
    func noteEnd(_ state: ImportState, of kind: ImportKind) {
        guard let word = Self.kinds[kind] else { return }
        metrics?.noteJob(word, JobOutcome(rawValue: state.rawValue) ?? .done)
    }

    /// How long ago each published source was last imported or found unchanged, and how often it is refreshed.
    private func ages() async -> [ServiceMetrics.Reading] {
        var all: [ServiceMetrics.Reading] = []
        for (household, shard) in shards.openShards.sorted(by: { $0.key < $1.key }) {
            let now = runtime.wallTime.millisecondsSince1970
            for source in (try? await shard.inspect(SourceAge.all)) ?? [] {
                // A number that says nothing of the source: its name may be a provider's.
                let number = FNV1a.hash("\(household)/\(source.id)".utf8) & 0xffff_ffff
                let labels = ["kind": source.kind, "source": String(number, radix: 16)]
                all.append(ServiceMetrics.Reading("import_age_seconds", labels, source.seconds(at: now)))
                if let interval = source.intervalSeconds {
                    all.append(ServiceMetrics.Reading("import_interval_seconds", labels, interval))
                }
            }
        }
        return all
    }
}

/// When a source was last imported, or found unchanged.
struct SourceAge: Sendable {
    let id: Int64
    let kind: String
    /// Milliseconds since 1970.
    let succeeded: Int64
    /// The interval of its refreshes; nil when it has none.
    let intervalSeconds: Double?

    static func all(_ db: Database) throws -> [SourceAge] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT source.id, source.kind, source.imported, tried, failures, minutes, isDisabled FROM source
                    LEFT JOIN feed ON feed.name = source.name WHERE source.imported > 0 ORDER BY source.id
                """)
        return rows.map { row in
            // Null where the source has no feed.
            let (failures, isDisabled): (Int64?, Bool?) = (row["failures"], row["isDisabled"])
            // The last attempt of a feed succeeded when it has left no failure.
            let tried: Int64 = failures == 0 ? row["tried"] ?? 0 : 0
            let minutes: Int64 = isDisabled == false ? row["minutes"] ?? 0 : 0
            return SourceAge(
                id: row["id"], kind: row["kind"], succeeded: max(row["imported"], tried),
                intervalSeconds: minutes > 0 ? Double(minutes * 60) : nil)
        }
    }

    func seconds(at now: Int64) -> Double { Double(max(0, now - succeeded)) / 1_000 }
}
