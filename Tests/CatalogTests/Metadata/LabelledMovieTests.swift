import Foundation
import HearthModel
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// How surely the films of real panels find themselves among TMDB's: entries drawn at random under a fixed seed, and traps
/// (numbers, "&", short names, accents) drawn from what was left, each labelled by a person who read it before anything here
/// was run (`Labels/films.tsv`).
///
/// One half may be looked at to mend the matcher. The other is measured and never looked at: it tells what mending is worth.
struct LabelledMovieTests {
    private enum Half: String, CaseIterable {
        case seen, held
    }

    /// What a person says of an entry.
    private enum Film: Equatable {
        case isIn(Int64)
        /// It is none of the index.
        case none
        /// It cannot be told from what is written: so nothing may be said of it.
        case open
    }

    private struct Label {
        var reference: String
        var half: Half
        var film: Film
        var entry: M3UEntry
    }

    private static func labels() throws -> [Label] {
        let table = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Labels/films.tsv")
        var panels = LabelledXtreamStreams()
        return try String(contentsOf: table, encoding: .utf8).split(separator: "\n").dropFirst().map { line in
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            try #require(parts.count >= 3, "\(line)")
            let place = parts[0].split(separator: ":").map(String.init)
            let film: Film =
                switch parts[2] {
                case "none": .none
                case "?": .open
                default: .isIn(try #require(Int64(parts[2]), "\(line)"))
                }
            return Label(
                reference: parts[0], half: try #require(Half(rawValue: parts[1]), "\(line)"), film: film,
                entry: try panels.entry(place[0], try #require(Int(place[1]), "\(line)")))
        }
    }

    private struct Score: CustomStringConvertible {
        var (right, found, labelled) = (0, 0, 0)
        var precision: Double { found == 0 ? 0 : Double(right) / Double(found) }
        var recall: Double { labelled == 0 ? 0 : Double(right) / Double(labelled) }
        var description: String { "precision \(right)/\(found), recall \(right)/\(labelled)" }
    }

    @Test
    func `films of real panels find themselves among TMDB's, and nothing else`() throws {
        let (labels, index) = (try Self.labels(), try MovieIndex())
        var reader = EntryRecognizer(source: "labels")
        var scores: [Half: Score] = [:]
        var wrong: [String] = []
        for label in labels {
            let item = reader.item(for: label.entry)
            let id = index.find(title: item.title, year: item.year)
            if case .isIn = label.film { scores[label.half, default: Score()].labelled += 1 }
            if id != nil { scores[label.half, default: Score()].found += 1 }
            if let id, label.film == .isIn(id) {
                scores[label.half, default: Score()].right += 1
            } else if label.half == .seen, id != nil || label.film != .none && label.film != .open {
                wrong.append("\(label.entry.title) (\(item.title), \(item.year ?? 0)): \(id ?? 0), not \(label.film)")
            }
        }
        // Of the half that is held back only the sums are shown.
        for half in Half.allCases { print("films, \(half): \(scores[half] ?? Score())") }
        print(wrong.joined(separator: "\n"))
        #expect(labels.count >= 350)
        for half in Half.allCases {
            let score = try #require(scores[half])
            #expect(score.labelled >= 100, "\(half)")
            #expect(score.precision >= 0.97, "\(half): \(score)")
            #expect(score.recall >= 0.87, "\(half): \(score)")
        }
    }
}
