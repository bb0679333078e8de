import Foundation
import Testing
import TextFolding

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// TMDB's 10,000 best known films, and a search as TMDB's is: by words, the best known first, a page of twenty.
struct MovieIndex {
    struct Film {
        var id: Int64
        var title: String
        var year: Int?
        var votes: Int64
        var candidate: TitleMatcher.Candidate
    }

    private(set) var films: [Film] = []
    private var byWord: [String: [Int]] = [:]

    init() throws {
        let text = String(decoding: try SharedData.bytes("movies/tmdb_top_10000_movies.csv"), as: UTF8.self)
        let rows = CSV.rows(text)
        let names = try #require(rows.first)
        let column = { (name: String) in try #require(names.firstIndex(of: name)) }
        let (id, title, date, votes) = try (
            column("id"), column("original_title"), column("release_date"), column("vote_count")
        )
        var known: Set<Int64> = []
        for row in rows.dropFirst() where row.count == names.count {
            guard let number = Int64(row[id]), !row[title].isEmpty, known.insert(number).inserted else { continue }
            let (year, count) = (Int(row[date].prefix(4)), Int64(Double(row[votes]) ?? 0))
            let candidate = TitleMatcher.Candidate(id: number, names: [row[title]], year: year, votes: count)
            films.append(Film(id: number, title: row[title], year: year, votes: count, candidate: candidate))
            for word in Self.words(row[title]) { byWord[word, default: []].append(films.count - 1) }
        }
        try #require(films.count > 9_000)
    }

    /// What a playlist's title is taken for.
    func find(_ written: String) -> Int64? {
        let clean = TitleCleaner.clean(written, style: .video)
        return find(title: clean.title, year: clean.year)
    }

    /// What an entry is taken for that is this title: asked as `MetadataClient` asks, with the year and then without.
    func find(title: String, year: Int?) -> Int64? {
        for searched in year == nil ? [nil] : [year, nil] {
            let found = search(title, year: searched)
            let verdict = TitleMatcher.match(
                TitleMatcher.Question(title: title, year: year), among: found.prefix(20).map(\.candidate),
                isAll: found.count <= 20)
            switch verdict {
            case .match(let id, _, _): return id
            case .ambiguous: return nil
            case .unknown: continue
            }
        }
        return nil
    }

    private func search(_ text: String, year: Int?) -> [Film] {
        let words = Self.words(text)
        var counts: [Int: Int] = [:]
        for word in words { for film in byWord[word] ?? [] { counts[film, default: 0] += 1 } }
        return counts.filter { $0.value * 2 >= words.count }.map { films[$0.key] }
            .filter { year == nil || $0.year == year }.sorted { ($0.votes, $0.id) > ($1.votes, $1.id) }
    }

    /// The words of a title, and it as one word: "Spider-Man" is also found as "spiderman".
    private static func words(_ text: String) -> Set<String> {
        let folded = FoldedText(text)
        return Set(folded.words.map { folded.text(of: $0) } + [String(decoding: folded.compact, as: UTF8.self)])
    }
}

/// Comma-separated values with quotes (RFC 4180).
private enum CSV {
    static func rows(_ text: String) -> [[String]] {
        var (rows, row, field, isQuoted): ([[String]], [String], [UInt8], Bool) = ([], [], [], false)
        func end() {
            row.append(String(decoding: field, as: UTF8.self))
            field = []
        }
        var bytes = text.utf8.makeIterator()
        var next = bytes.next()
        while let byte = next {
            next = bytes.next()
            switch byte {
            case UInt8(ascii: "\"") where isQuoted && next == byte:
                field.append(byte)
                next = bytes.next()
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: ",") where !isQuoted: end()
            case UInt8(ascii: "\n") where !isQuoted:
                end()
                rows.append(row)
                row = []
            case UInt8(ascii: "\r") where !isQuoted: continue
            default: field.append(byte)
            }
        }
        return rows
    }
}
