import CatalogAPI
import Foundation
import HearthModel
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// What became of files that were taken in, as a table: a line a file, and its sums by folder.
///
/// `HEARTH_FILE_TABLE` names a folder where the whole table is written, as Markdown; the sums are printed always.
struct ImportOutcomeTable {
    /// What became of one file.
    struct Row {
        var file: String
        /// What the parser found in it, by the headings of the table.
        var counts: [Int] = []
        /// Why lines were left out, and how many for each reason.
        var reasons: [String: Int] = [:]
        /// Why nothing of it was taken.
        var problem: String?
        var milliseconds = 0

        /// Takes over what the import reports.
        mutating func add(_ job: ImportJob) {
            problem = job.problem
            guard let report = job.report else { return }
            milliseconds = Int(report.milliseconds)
            for line in report.refusedLines { reasons[line.reason, default: 0] += 1 }
            let listed = Int64(report.refusedLines.count)
            if report.refused > listed { reasons["not listed", default: 0] += Int(report.refused - listed) }
        }

        /// The folder whose files are summed up: the first three parts of the path, or fewer.
        var folder: String { file.split(separator: "/").dropLast().prefix(2).joined(separator: "/") }

        fileprivate func line(_ name: String) -> String {
            let reasons = reasons.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($1) \($0)" }
            let text = [reasons.joined(separator: "; "), problem.map { "not taken: \($0)" } ?? ""].filter {
                !$0.isEmpty
            }
            return "| "
                + ([name] + counts.map(String.init) + [text.joined(separator: "; "), "\(milliseconds)"])
                .joined(separator: " | ") + " |"
        }
    }

    let headings: [String]
    var rows: [Row] = []

    /// Where whole tables are written; nil when only a sample of the files is wanted.
    static let folder = ProcessInfo.processInfo.environment["HEARTH_FILE_TABLE"]

    /// Which of the files are taken in: all of them where a table is wanted, or else some of each folder.
    ///
    /// - Parameter largest: bytes; larger files are not in a sample.
    static func sample(
        of files: [String], largest: Int, inEachFolder count: Int, using generator: inout SeededGenerator
    ) -> [String] {
        guard folder == nil else { return files }
        let small = files.filter { file in
            let path = (try? SharedData.folder().appending(path: file).path) ?? ""
            let attributes = try? FileManager.default.attributesOfItem(atPath: path)
            return (attributes?[.size] as? Int ?? .max) <= largest
        }
        let folders = Dictionary(grouping: small) { Row(file: $0).folder }.sorted { $0.key < $1.key }
        return folders.flatMap { $0.value.shuffled(using: &generator).prefix(count) }
    }

    /// The sums of each folder: files, those of which nothing was taken, counts and reasons.
    var folders: [Row] {
        Dictionary(grouping: rows, by: \.folder).sorted { $0.key < $1.key }.map { folder, rows in
            var sum = Row(
                file: folder, counts: headings.indices.map { index in rows.reduce(0) { $0 + $1.counts[index] } })
            for row in rows {
                sum.milliseconds += row.milliseconds
                sum.reasons.merge(row.reasons, uniquingKeysWith: +)
                if let problem = row.problem { sum.reasons["files not taken: \(problem)", default: 0] += 1 }
            }
            return sum
        }
    }

    /// Prints the sums, and writes the whole where it is asked for.
    func show(_ name: String) throws {
        let lines = folders.map { row in row.line("\(row.file), \(rows.count { $0.folder == row.file }) files") }
        print(lines.joined(separator: "\n"))
        guard let folder = Self.folder else { return }
        let head = ["file"] + headings + ["refused", "ms"]
        let rule = "|" + String(repeating: " --- |", count: head.count)
        let text = ["| " + head.joined(separator: " | ") + " |", rule] + lines + rows.map { $0.line($0.file) }
        try Data((text.joined(separator: "\n") + "\n").utf8)
            .write(to: URL(filePath: folder).appending(path: "\(name).md"))
    }
}
