internal import Foundation
internal import GRDB
internal import HearthModel

/// The similarity of titles to one of them: by their genres, of which rare ones weigh more, by related names, and a
/// little by year, rating and language. It does not depend on a viewer's taste.
struct Similarity: Sendable {
    /// The title to compare with.
    let position: UInt32
    private let title: TitleAttributes
    /// The weight of each genre's bit: the rarer, the more.
    private let weights: [Double]
    private let own: Double
    /// Titles that start with the same words.
    private let kin: TitleSet

    /// The highest similarity.
    static let maximum: UInt32 = 1_000

    private enum Worth {
        static let genres = 600.0
        static let kin = 200.0
        static let year = 100.0
        static let rating = 50.0
        static let language = 50.0
        static let years = 20.0
    }

    /// Compares with a title.
    ///
    /// - Parameter name: its name.
    init(to position: UInt32, name: String, in titles: TitleIndex, _ db: Database) throws {
        self.position = position
        title = titles.facts[Int(position)]
        weights = Self.weights(in: titles, kind: titles.facts[Int(position)].kind)
        own = Self.sum(title.genres, weights)
        kin = try Self.kin(of: name, in: titles, db)
    }

    /// Whether a title is similar at all: of the same kind, with a common genre or beginning of the name.
    func admits(_ other: TitleAttributes, _ position: UInt32) -> Bool {
        position != self.position && other.kind == title.kind
            && (other.genres & title.genres != 0 || kin.contains(position))
    }

    /// A title's similarity, up to ``maximum``.
    func likeness(_ other: TitleAttributes, _ position: UInt32) -> UInt32 {
        var points = 0.0
        let shared = Self.sum(other.genres & title.genres, weights)
        let either = own + Self.sum(other.genres & ~title.genres, weights)
        if either > 0 { points += Worth.genres * shared / either }
        if kin.contains(position) { points += Worth.kin }
        if title.year != 0, other.year != 0 {
            let apart = abs(Double(title.year) - Double(other.year))
            points += Worth.year * max(0, 1 - apart / Worth.years)
        }
        if other.audience == title.audience { points += Worth.rating }
        if other.languages == title.languages { points += Worth.language }
        return min(Self.maximum, UInt32(points))
    }

    private static func sum(_ genres: UInt32, _ weights: [Double]) -> Double {
        var (sum, rest) = (0.0, genres)
        while rest != 0 {
            let bit = rest.trailingZeroBitCount
            if bit < weights.count { sum += weights[bit] }
            rest &= rest - 1
        }
        return sum
    }

    /// The logarithm of all titles per title with the genre; never 0.
    private static func weights(in titles: TitleIndex, kind: UInt8) -> [Double] {
        var (counts, total) = (Array(repeating: 0, count: GenreBits.all.count), 0)
        for title in titles.facts where title.kind == kind {
            total += 1
            var rest = title.genres
            while rest != 0 {
                let bit = rest.trailingZeroBitCount
                if bit < counts.count { counts[bit] += 1 }
                rest &= rest - 1
            }
        }
        return counts.map { log(Double(total + 2) / Double($0 + 1)) }
    }

    /// Titles that start with the words before a number or a colon: "Toy Story 2", "Alien: Covenant" and "Alien" are
    /// related.
    private static func kin(of name: String, in titles: TitleIndex, _ db: Database) throws -> TitleSet {
        let stem = name.prefix { $0 != ":" && !$0.isNumber }
        let words = SearchText(stem.isEmpty ? name : String(stem)).words
        // Too many unrelated titles start with one short word.
        guard words.joined().count >= minimumStem else { return TitleSet(of: titles.rows.count) }
        let match = words.map { SearchText.match(word: $0, isPrefix: false) }.joined(separator: " + ")
        let found = try titles.matches.titles(matching: "{title} : ^ \(match)", of: titles, db)
        return TitleSet(of: titles.rows.count, found)
    }

    private static let minimumStem = 4
}
