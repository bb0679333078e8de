import Foundation
import HearthModel
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Entries after the manner of many providers, made up by a person who wrote down what each is before anything here was run
/// (Labels/unseen.tsv): events, loops, radio, words of many languages, films and episodes in every spelling.
struct UnseenEntryTests {
    /// One line of the table: its first three columns are the entry, the others what it is.
    private struct Label {
        var columns: [String]
        var number: Int

        subscript(_ name: Column) -> String { name.rawValue < columns.count ? columns[name.rawValue] : "" }
    }

    private enum Column: Int {
        case info, title, address, kind, shown, year, season, episode, last, own, adult
    }

    private static func labels() throws -> [Label] {
        let table = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Labels/unseen.tsv")
        return try String(contentsOf: table, encoding: .utf8).split(separator: "\n").dropFirst().enumerated().map {
            Label(columns: $1.split(separator: "\t", omittingEmptySubsequences: false).map(String.init), number: $0 + 2)
        }
    }

    /// Addresses as they are in such lists: those of a panel, old and new, streams that say nothing, and files.
    private static func address(_ label: Label) throws -> String {
        let forms = [
            "live": "http://line.example:8080/live/u/p/\(label.number).ts",
            "old": "http://line.example:8080/u/p/\(label.number)",
            "movie": "http://line.example:8080/movie/u/p/\(label.number).mkv",
            "series": "http://line.example:8080/series/u/p/\(label.number).mkv",
            "hls": "https://cdn.example/x/\(label.number)/index.m3u8",
            "file": "https://files.example/v/\(label.number).mp4",
            "audio": "http://radio.example/\(label.number).mp3",
        ]
        return try #require(forms[label[.address]], "line \(label.number)")
    }

    /// What comes out, in the table's words.
    private static func found(_ item: PlaylistItem) -> [Column: String] {
        let kind = item.isHeading ? "heading" : item.isRadio ? "radio" : item.kind.rawValue
        var found: [Column: String] = [.kind: kind, .adult: item.adult == nil ? "" : "adult"]
        guard !item.isHeading else { return found }
        let series = item.series
        found[.shown] = series?.title ?? item.title
        found[.year] = (series?.year ?? item.year).map(String.init) ?? ""
        found[.season] = series?.season.map(String.init) ?? ""
        found[.episode] = series?.episode.map(String.init) ?? ""
        found[.last] = series?.airDate ?? series?.lastEpisode.map(String.init) ?? ""
        found[.own] = series == nil ? "" : item.title
        return found
    }

    @Test
    func `entries of unseen lists are what a person says`() throws {
        let labels = try Self.labels()
        #expect(labels.count >= 460)
        var reader = EntryRecognizer(source: "labels")
        var (right, all): ([String: Int], [String: Int]) = ([:], [:])
        for label in labels {
            let text = "#EXTINF:\(label[.info]),\(label[.title])\n\(try Self.address(label))\n"
            let entry = try #require(Playlist(text).entries.first, "line \(label.number)")
            let wrong = Self.found(reader.item(for: entry)).filter { $1 != label[$0] }
                .map { "\($0): \"\($1)\", not \"\(label[$0])\"" }
            all[label[.kind], default: 0] += 1
            if wrong.isEmpty { right[label[.kind], default: 0] += 1 }
            #expect(wrong.isEmpty, "line \(label.number), \(label[.title]): \(wrong.sorted().joined(separator: "; "))")
        }
        print("unseen entries: \(all.keys.sorted().map { "\($0) \(right[$0] ?? 0)/\(all[$0] ?? 0)" })")
    }
}
