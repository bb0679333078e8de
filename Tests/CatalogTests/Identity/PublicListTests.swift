import Foundation
import HearthModel
import Testing
import TextFolding

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// How well entries of public lists are understood: 516 entries of 52 lists of 28 providers, drawn under a fixed seed and labelled
/// by reading them before any rule was changed (Labels/public.tsv).
///
/// Both halves of it, "seen" and "held", were looked at while rules were mended, so that their sums say how well known lists are
/// read, and not how well others will be; and so were the halves "new", "blind", "fresh", "next", "look" and "last", each of other providers
/// (Labels/public-new.tsv and so on); "final" was not looked at. Each was labelled before the rules ran on it, and is counted and
/// printed apart; docs/catalog.md has what was right when each ran for the first time.
///
/// The lists are no part of the project. `HEARTH_PUBLIC_LISTS` names the folders that have them, with colons between them, each list as
/// `OWNER__PATH.m3u`. Lists come and go: labels of those that no folder has are left out, and their number is printed.
struct PublicListTests {
    /// What a person says of an entry; "?" where it cannot be told.
    private struct Label {
        var list: String
        var line: Int
        var half: String
        /// channel, movie, episode, radio, or series: a link to a panel's answer about one, which cannot be played.
        var kind: String
        /// Of an episode, its series; several where more than one is right.
        var titles: [String]
        var year: String
        var season: String
        var episode: String
        var adult: String

        init(_ line: Substring) throws {
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            try #require(parts.count == 9, "\(line)")
            list = parts[0]
            self.line = try #require(Int(parts[1]))
            (half, kind) = (parts[2], parts[3])
            titles = parts[4].split(separator: "||").map(String.init)
            (year, season, episode, adult) = (parts[5], parts[6], parts[7], parts[8])
        }
    }

    /// Counts of one kind.
    private struct Score {
        var (right, found, labelled) = (0, 0, 0)

        var balanced: Double { found + labelled == 0 ? 1 : 2 * Double(right) / Double(found + labelled) }
    }

    /// The sums of a half.
    private struct Sums {
        var kinds: [String: Score] = [:]
        var titles = Score()
        var numbers = Score()
        var years = Score()
        var adults = Score()

        var line: String {
            let kinds = kinds.sorted { $0.key < $1.key }.map { kind, score in
                "\(kind) F1 \(String(format: "%.3f", score.balanced)) (\(score.right) of \(score.labelled))"
            }
            return kinds.joined(separator: ", ")
                + "; titles \(titles.right) of \(titles.labelled), seasons and episodes \(numbers.right) of \(numbers.labelled), "
                + "years \(years.right) of \(years.labelled), adult \(adults.right) of \(adults.labelled), found \(adults.found)"
        }
    }

    private static let folders = ProcessInfo.processInfo.environment["HEARTH_PUBLIC_LISTS"]

    /// The bytes of a list, from the first folder that has it; nil where none has.
    private static func bytes(of list: String) throws -> [UInt8]? {
        let places = (folders ?? "").split(separator: ":").map { URL(filePath: String($0)).appending(path: list) }
        guard let place = places.first(where: { FileManager.default.fileExists(atPath: $0.path) }) else { return nil }
        return [UInt8](try Data(contentsOf: place))
    }

    /// The labels of a table; none where it does not exist.
    private static func labels(_ name: String) throws -> [Label] {
        let table = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Labels/\(name)")
        guard FileManager.default.fileExists(atPath: table.path) else { return [] }
        return try String(contentsOf: table, encoding: .utf8).split(separator: "\n").dropFirst().map(Label.init)
    }

    /// "owner__folder_radio_m3u.m3u" was "folder/radio.m3u".
    private static func file(of list: String) -> String {
        (list.components(separatedBy: "__").last ?? list).replacing("_", with: "-")
    }

    @Test(.enabled(if: folders != nil))
    func `entries of public lists are what a person says`() throws {
        let labels = try ["", "-new", "-blind", "-fresh", "-next", "-look", "-last", "-final"].map { "public\($0).tsv" }
            .flatMap(Self.labels)
        var sums: [String: Sums] = [:]
        var wrong: [String: [String]] = [:]
        for (list, labels) in Dictionary(grouping: labels, by: \.list).sorted(by: { $0.key < $1.key }) {
            guard let bytes = try Self.bytes(of: list) else {
                print("\(list): not there, \(labels.count) labels left out")
                continue
            }
            let entries = Playlist(bytes).entries
            // Its file's name in its repository, without the owner's.
            var statistics = PlaylistStatistics(list: Self.file(of: list))
            for entry in entries { statistics.note(entry) }
            var reader = EntryRecognizer(source: "list", statistics: statistics)
            let places = Dictionary(entries.map { ($0.line, $0) }) { first, _ in first }
            for label in labels {
                let entry = try #require(places[label.line], "\(list):\(label.line)")
                let faults = Self.note(label, reader.item(for: entry), in: &sums[label.half, default: Sums()])
                if !faults.isEmpty {
                    wrong[label.half, default: []].append(
                        "\(label.kind) \(list):\(label.line) \(entry.title): \(faults.joined(separator: "; "))")
                }
            }
        }
        for (half, sums) in sums.sorted(by: { $0.key < $1.key }) {
            print("\(half): \(sums.line)")
            for line in wrong[half] ?? [] { print("  \(line)") }
        }
    }

    private static func kind(of item: PlaylistItem) -> String {
        item.isHeading || item.refusal != nil ? "series" : item.isRadio ? "radio" : item.kind.rawValue
    }

    /// Counts one entry.
    ///
    /// - Returns: what is wrong with it.
    private static func note(_ label: Label, _ item: PlaylistItem, in sums: inout Sums) -> [String] {
        var faults: [String] = []
        let kind = kind(of: item)
        sums.kinds[label.kind, default: Score()].labelled += 1
        sums.kinds[kind, default: Score()].found += 1
        if kind == label.kind {
            sums.kinds[kind, default: Score()].right += 1
        } else {
            faults.append(kind)
        }
        if !["?", "series"].contains(label.adult), label.kind != "series" {
            if label.adult == "adult" { sums.adults.labelled += 1 }
            if item.adult != nil { sums.adults.found += 1 }
            if item.adult != nil, label.adult == "adult" { sums.adults.right += 1 }
            if (item.adult != nil) != (label.adult == "adult") {
                faults.append("adult \(item.adult?.evidence ?? "not")")
            }
        }
        guard label.kind != "series" else { return faults }
        let title = item.series?.title ?? item.title
        if label.titles != ["?"] {
            sums.titles.labelled += 1
            if label.titles.contains(where: { FoldedText($0).compact == FoldedText(title).compact }) {
                sums.titles.right += 1
            } else {
                faults.append("\"\(title)\"")
            }
        }
        if label.kind == "episode" {
            sums.numbers.labelled += 1
            let isSeason = label.season == "?" || item.series?.season.map(String.init) ?? "" == label.season
            if isSeason, item.series?.episode.map(String.init) ?? "" == label.episode {
                sums.numbers.right += 1
            } else {
                faults.append("S\(item.series?.season ?? -1) E\(item.series?.episode ?? -1)")
            }
        } else if !label.year.isEmpty, label.year != "?" {
            sums.years.labelled += 1
            if item.year.map(String.init) == label.year {
                sums.years.right += 1
            } else {
                faults.append("year \(item.year ?? 0)")
            }
        }
        return faults
    }
}
