internal import CatalogFormats
internal import CatalogRecognition
internal import GRDB
internal import ServiceKit

/// Stages aliases of channels that became links of another one: channels without a guide id whose name matches a
/// channel with one.
///
/// That is a fact about the channels and no passing mistake of a list: nothing is kept as stale for seven days.
struct ChannelAliasStager {
    let context: JobContext
    let generation: Int64

    /// Stages the aliases.
    ///
    /// - Parameter namesakes: the channels, by the ids that their links without a guide id would have by themselves.
    /// - Returns: how many titles were removed that this import would have kept as stale.
    func run(_ namesakes: [DerivedID: DerivedID]) async throws -> Int64 {
        let pairs = namesakes.map { ($0.key.description, $0.value.description) }.sorted { $0.0 < $1.0 }
        return try await context.steps(from: Int64(0), each: pairs) { [generation] db, pair, count in
            // A title of which any source still has a link stays.
            guard let current = try TitleStore.current(pair.0, generation: generation, db),
                current.lost != Generation.never
            else { return }
            let renamed = RenameStager.Pair(old: pair.0, new: pair.1, by: "\(MatchKey.Kind.name)", isTitle: true)
            try RenameStager.stage(renamed, generation: generation, db)
            if current.lost == generation { count += 1 }
        }
    }
}
