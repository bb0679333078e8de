import Foundation
import HearthModel
import Testing
import TextFolding

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// How well entries are told apart and titles are cleaned: on entries of real lists and panels that a person has labelled by
/// reading them (Labels/entries.tsv, drawn at random under a fixed seed, before anybody looked at what comes out here).
struct LabelledEntryTests {
    /// What a person says of an entry.
    private struct Label {
        var entry: M3UEntry
        var reference: String
        /// channel, movie, radio or heading.
        var kind: String
        var isAdult: Bool
        var title: String
        var year: Int?
    }

    /// What comes out of it.
    private static func kind(of item: PlaylistItem) -> String {
        if item.isHeading { return "heading" }
        return item.isRadio ? "radio" : item.kind.rawValue
    }

    private static func labels() throws -> [Label] {
        let table = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Labels/entries.tsv")
        var lists: [String: [Int: M3UEntry]] = [:]
        var panels = LabelledXtreamStreams()
        return try String(contentsOf: table, encoding: .utf8).split(separator: "\n").dropFirst().map { line in
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            let reference = parts[0]
            let colon = try #require(reference.lastIndex(of: ":"))
            let (path, number) = (
                String(reference[..<colon]), try #require(Int(reference[reference.index(after: colon)...]))
            )
            let entry: M3UEntry
            if path.hasPrefix("xtream/") {
                entry = try panels.entry(path, number)
            } else {
                if lists[path] == nil {
                    let entries = Playlist(try SharedData.bytes(path)).entries
                    lists[path] = Dictionary(entries.map { ($0.line, $0) }) { first, _ in first }
                }
                entry = try #require(lists[path]?[number], "\(reference)")
            }
            func part(_ index: Int) -> String { index < parts.count ? parts[index] : "" }
            return Label(
                entry: entry, reference: reference, kind: parts[1], isAdult: part(2) == "adult", title: part(3),
                year: Int(part(4)))
        }
    }

    /// Precision and recall of one class.
    private struct Score: CustomStringConvertible {
        var (right, found, labelled) = (0, 0, 0)
        var precision: Double { found == 0 ? 1 : Double(right) / Double(found) }
        var recall: Double { labelled == 0 ? 1 : Double(right) / Double(labelled) }
        var description: String { "precision \(right)/\(found), recall \(right)/\(labelled)" }
    }

    @Test
    func
        `channels, films and radio stations are told apart; titles, years and adult marks come out as a person reads them`()
        throws
    {
        let labels = try Self.labels()
        #expect(labels.count >= 500)
        var statistics = PlaylistStatistics()
        for label in labels { statistics.note(label.entry) }
        var reader = EntryRecognizer(source: "labels", statistics: statistics)
        var scores: [String: Score] = [:]
        var (titles, years, adults) = (Score(), Score(), Score())
        var wrong: [String] = []
        for label in labels {
            let item = reader.item(for: label.entry)
            let kind = Self.kind(of: item)
            scores[label.kind, default: Score()].labelled += 1
            scores[kind, default: Score()].found += 1
            if kind == label.kind {
                scores[kind, default: Score()].right += 1
            } else {
                wrong.append("\(label.reference) \(label.entry.title): \(kind), not \(label.kind)")
            }
            (titles.labelled, titles.found) = (titles.labelled + 1, titles.found + 1)
            if FoldedText(item.title).compact == FoldedText(label.title).compact {
                titles.right += 1
            } else {
                wrong.append("\(label.reference) \(label.entry.title): \(item.title), not \(label.title)")
            }
            if label.year != nil { years.labelled += 1 }
            if item.year != nil { years.found += 1 }
            if let year = item.year, year == label.year {
                years.right += 1
            } else if item.year != label.year {
                wrong.append("\(label.reference) \(label.entry.title): \(item.year ?? 0), not \(label.year ?? 0)")
            }
            if label.isAdult { adults.labelled += 1 }
            if item.adult != nil { adults.found += 1 }
            if item.adult != nil, label.isAdult {
                adults.right += 1
            } else if (item.adult != nil) != label.isAdult {
                wrong.append("\(label.reference) \(label.entry.title): adult \(item.adult != nil)")
            }
        }
        print("\(labels.count) labels; \(scores); titles \(titles), years \(years), adult \(adults)")
        for line in wrong { print("  \(line)") }
        for (kind, score) in scores {
            // Two headings are too few to tell.
            guard kind != "heading" else { continue }
            #expect(score.precision >= 0.97 && score.recall >= 0.97, "\(kind): \(score)")
        }
        #expect(titles.recall >= 0.96, "\(titles)")
        #expect(years.precision >= 0.99 && years.recall >= 0.99, "\(years)")
        #expect(adults.precision >= 0.95 && adults.recall >= 0.95, "\(adults)")
    }
}
