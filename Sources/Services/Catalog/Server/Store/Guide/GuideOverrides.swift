internal import CatalogAPI
internal import CatalogRecognition
internal import GRDB

/// The corrected guide channels of some channels.
struct GuideOverrides: Sendable {
    /// A correction of one channel's guide.
    struct Choice: Sendable {
        /// The guide channel; nil for none, and where no guide has the corrected one: another would not be the choice.
        var channel: Int64?
    }

    /// Why a channel has its guide.
    static let reason = "a person has said so"

    private var choices: [String: Choice] = [:]

    /// Reads the corrections.
    ///
    /// - Parameters:
    ///   - channels: of all guides, older ones first.
    ///   - live: those with future programmes.
    init(_ channels: [GuideStore.Channel], live: Set<Int64>, _ db: Database) throws {
        let said = try CorrectionRules.load(db).guides
        guard !said.isEmpty else { return }
        let names = try SourceStore.names(db)
        let known = Dictionary(grouping: channels, by: \.name)
        choices = said.mapValues { changes in
            let found = (known[changes.guideID ?? ""] ?? []).filter {
                changes.guideSource == nil || names[$0.source] == changes.guideSource
            }
            return Choice(channel: (found.first { live.contains($0.id) } ?? found.first)?.id)
        }
    }

    /// The correction of a channel; nil without one.
    subscript(item: String) -> Choice? { choices[item] }
}
