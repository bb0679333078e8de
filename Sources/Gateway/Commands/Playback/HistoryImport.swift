internal import ArgumentParser
internal import Foundation
internal import HearthModel
internal import PlaybackStateAPI

/// `hearth history import`
struct HistoryImport: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import plays of elsewhere into the acting profile's history.",
        discussion: """
            Reads a history or the watched films and shows as Trakt exports them (JSON), JSON with one play a line, or CSV \
            with a heading. Columns and fields: watched_at, id, tmdb, imdb, title, season, episode; of an episode the ids and \
            the title are its series'. A time needs its zone: 2026-11-27T20:15:00Z.

            A play within a title's running time of one that is known is that play: the same file can be imported again.

            Example: hearth history import history.json
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The file.", completion: .file())
    var file: String

    @Flag(help: "Only show what would be imported.")
    var trial = false

    private static let shownProblems = 10

    /// What became of a file.
    struct Report: Encodable {
        var read = 0
        /// By outcome.
        var counts: [String: Int] = [:]
        var problems: [Problem] = []
        var isTrial: Bool
    }

    /// A play that was not imported.
    struct Problem: Encodable {
        /// Its number in the file, from 1.
        var entry: Int
        var outcome: String
        var title: String
        var watched: String
    }

    func run(_ gateway: Gateway) async throws {
        let plays = try PlayFile.read(file)
        var report = Report(read: plays.count, isTrial: trial)
        var start = 0
        while start < plays.count {
            let part = plays[start..<min(start + PlaybackState.ImportPlays.maximumCount, plays.count)]
            let request = PlaybackState.ImportPlays(plays: Array(part), isTrial: trial ? true : nil)
            let results = try await gateway.send(request, see: "hearth history").results
            for (offset, (play, result)) in zip(part, results).enumerated() {
                report.counts[result.outcome.rawValue, default: 0] += 1
                guard result.outcome != .imported, result.outcome != .known else { continue }
                report.problems.append(
                    Problem(
                        entry: start + offset + 1, outcome: result.outcome.rawValue, title: Self.name(play),
                        watched: play.watched))
            }
            start += part.count
        }
        if gateway.output.isJSON { gateway.output.json(report) } else { show(report, gateway.output) }
        guard report.problems.count == report.read else { return }
        throw GatewayFailure(
            "NOTHING_IMPORTED", "None of the plays could be imported.",
            advice: "Import the library's lists first, and see `hearth history import --help` for the forms.")
    }

    private static func name(_ play: ImportedPlay) -> String {
        let name = play.title ?? play.content?.rawValue ?? play.imdbID ?? play.tmdbID.map { "tmdb \($0)" } ?? "no title"
        return play.episode.map { "\(name) S\(play.season ?? 1)E\($0)" } ?? name
    }

    private func show(_ report: Report, _ output: Output) {
        output.line("\(Table.printable(file)): \(AmountFormatter.count(report.read, "play")) read")
        for (outcome, text) in Self.texts {
            let count = report.counts[outcome.rawValue] ?? 0
            if count > 0 || outcome == .imported { output.line("  \(text): \(AmountFormatter.number(count))") }
        }
        for problem in report.problems.prefix(Self.shownProblems) {
            let reason = Self.texts.first { $0.0.rawValue == problem.outcome }?.1 ?? problem.outcome
            output.line(
                "  play \(problem.entry), \(Table.printable(problem.title)), \(Table.printable(problem.watched)): \(reason)"
            )
        }
        let more = report.problems.count - Self.shownProblems
        if more > 0 { output.line("  and \(AmountFormatter.number(more)) more; --json shows all.") }
        if report.isTrial { output.line("Nothing was stored: this was a trial.") }
    }

    private static let texts: [(PlayImportOutcome, String)] = [
        (.imported, "new in the history"), (.known, "in the history already"), (.notFound, "not in the library"),
        (.unsupported, "no film and no episode"), (.noZone, "a time without its zone"), (.badTime, "no time"),
    ]
}
