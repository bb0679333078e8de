internal import ChaosHistory
internal import Foundation

/// The files of a run: its history, and the report as text, JSON and picture.
struct ReportFiles {
    let directory: String

    static let history = "history.jsonl"
    static let json = "report.json"
    static let text = "report.txt"
    static let picture = "timeline.svg"

    /// Writes the files, replacing older ones.
    ///
    /// - Throws: `CocoaError` when they cannot be written.
    func write(_ report: ChaosReport, _ history: History) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
        try write(Self.history, Data(history.jsonLines().utf8))
        try write(Self.json, encoder.encode(report) + Data("\n".utf8))
        try write(Self.text, Data(report.text.utf8))
        try write(Self.picture, Data(chart(report, history).svg.utf8))
    }

    private func chart(_ report: ChaosReport, _ history: History) -> TimelineChart {
        let title = "hearth chaos run \(report.plan), seed \(report.seed): \(report.hasPassed ? "passed" : "failed")"
        let verdicts = report.checks.map { check in
            Verdict(
                check.check.rawValue, examined: check.examined, violations: check.violations,
                undecided: check.undecided)
        }
        return TimelineChart(history, title: title, verdicts: verdicts)
    }

    private func write(_ name: String, _ data: Data) throws {
        try data.write(to: URL(filePath: "\(directory)/\(name)"), options: .atomic)
    }
}
