internal import ArgumentParser
internal import CatalogAPI
internal import HearthModel
internal import RPC

extension CorrectCommand {
    /// `hearth correct list`
    struct List: PagedCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List corrections, the latest first.")

        @OptionGroup var global: GlobalOptions

        @Option(help: ArgumentHelp("Only about this title.", valueName: "title"), completion: .titles)
        var about: String?

        @OptionGroup var page: PageOptions
        @OptionGroup var every: AllPagesOptions

        func run(_ gateway: Gateway) async throws {
            var title: ContentID?
            if let about { title = try await gateway.resolver.title(about) }
            let about = title
            let list = try await every.fetch(page.request) { page in
                try await gateway.send(Catalog.ListCorrections(about: about, page: page))
            }
            let output = gateway.output
            if output.isJSON { return output.json(list) }
            guard !list.corrections.isEmpty else { return output.line("There are no corrections.") }
            var table = Table(
                .text("ID"), .text("WHAT"), .text("TITLE", isFlexible: true), .text("SAID", isFlexible: true),
                .text("SEEN"))
            for correction in list.corrections {
                table.add(
                    correction.id, correction.kind.rawValue, CardFormatter.title(correction.card),
                    Self.said(correction),
                    correction.isApplied ? "yes" : "soon",
                    row: ListedRow([.correction: correction.id, .title: correction.about.rawValue]))
            }
            output.table(table)
            output.more(list.cursor)
        }

        private static func said(_ correction: Correction) -> String {
            let changes = correction.changes
            let parts: [String?] = [
                changes?.kind.map { "is a \($0.rawValue)" }, changes?.title,
                changes?.year.map { $0 == 0 ? "no year" : "\($0)" },
                changes?.rating?.rawValue, changes?.isAdult.map { $0 ? "adult" : "not adult" },
                changes?.tmdbID.map { $0 == 0 ? "none of TMDB's" : "TMDB \($0)" },
                changes?.introEnd.map { "intro \(Int(changes?.introStart ?? 0)) to \(Int($0)) s" },
                changes?.creditStart.map { "credits from \(Int($0)) s" },
                said(changes?.recapPart, "what happened before"), said(changes?.teaserPart, "teaser"),
                said(changes?.previewPart, "preview"),
                changes?.isRecap.map { $0 ? "recap" : "no recap" },
                changes?.isFiller.map { $0 ? "filler" : "no filler" },
                changes?.guideID.map { $0.isEmpty ? "no guide" : "guide \($0)" },
                correction.links.map { AmountFormatter.count($0, "link") },
                correction.into.map { "now \($0.rawValue)" },
            ]
            return parts.compactMap(\.self).joined(separator: ", ")
        }

        private static func said(_ part: PartTimes?, _ name: String) -> String? {
            part.map { part in
                guard let end = part.end else { return "\(name) from \(Int(part.start)) s" }
                return end == 0 ? "no \(name)" : "\(name) \(Int(part.start)) to \(Int(end)) s"
            }
        }
    }
}
