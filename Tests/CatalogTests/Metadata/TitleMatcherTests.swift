import Foundation
import HearthModel
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// That a playlist's title finds its film, and no other.
struct TitleMatcherTests {
    @Test(
        arguments: [
            ("Spider-Man", "spiderman", "same"), ("WALL·E", "Wall-E", "same"), ("Amélie", "AMELIE", "same"),
            ("Fast & Furious", "Fast and Furious", "same"), ("Matrix", "The Matrix", "plain"),
            ("Rocky 2", "Rocky II", "plain"), ("The Godfather Part 2", "The Godfather: Part II", "plain"),
            ("Kill Bill Volume 1", "Kill Bill: Vol. 1", "plain"), ("Oceans 11", "Ocean's Eleven", "plain"),
            ("Shawshenk Redemption", "The Shawshank Redemption", "near"), ("Godzila King", "Godzilla King", "near"),
            ("Up", "Step Up", nil), ("Alien", "Aliens", nil), ("Rocky II", "Rocky III", nil),
            ("Toy Story 2", "Toy Story 3", nil), ("Mission: Impossible", "Mission: Impossible - Fallout", nil),
            ("", "A", nil),
            ("It", "It Follows", nil), ("Dune", "Dune: Part Two", nil),
            ("Wrong Turn 2", "Wrong Turn 2: Dead End", "sequel"), ("Saw II", "Saw 3: Dead End", nil),
            ("Ice Age 3 Dawn of the Dinosaurs", "Ice Age: Dawn of the Dinosaurs", "sequel"),
            ("Gremlins: The New Batch", "Gremlins 2: The New Batch", "sequel"),
            ("Batman Returns", "Batman 2 Returns", nil),
            ("Apollo 13", "Apollo 13: The Untold Story", nil), ("Alien", "Alien 3", nil), ("2", "2 Guns at Dawn", nil),
            ("Ice Age 3 Dawn of the Dinosaurs", "Ice Age 4 Dawn of the Dinosaurs", nil),
        ] as [(String, String, String?)])
    func `titles are alike however people write them`(_ written: String, _ name: String, _ expected: String?) {
        let found = NormalizedTitle(written).agreement(with: NormalizedTitle(name)).map { "\($0)" }
        #expect(found == expected, "\(written) and \(name)")
    }

    @Test
    func `titles that a person has labelled find what they are, and nothing else`() throws {
        let index = try MovieIndex()
        var tally = Tally()
        for (written, id) in LabelledTitles.all { tally.note(written, index.find(written), expected: id) }
        #expect(tally.wrong == [])
        #expect(tally.recall >= 0.95, "\(tally.recall); not found: \(tally.missed)")
    }

    /// A thousand films of the index, each written as lists write them.
    @Test(arguments: [UInt64.random(in: 0...UInt64.max), 7])
    func `films in the clothes of playlists`(_ seed: UInt64) throws {
        let index = try MovieIndex()
        var generator = SeededGenerator(seed: seed)
        let films = index.films.filter { $0.year != nil && $0.votes >= 20 }
        var tally = Tally()
        for _ in 0..<1_000 {
            guard let film = films.randomElement(using: &generator), let year = film.year else { continue }
            let quality = ["", " 4K", " [1080p]", " HD", " (FHD)"].randomElement(using: &generator) ?? ""
            let tag = ["", "EN - ", "|DE| ", "[FR] ", "4K-UK - ", "NF: "].randomElement(using: &generator) ?? ""
            let title =
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: film.title.uppercased()
                case 1: film.title.replacing(":", with: "")
                default: film.title
                }
            let written = "\(tag)\(title) (\(year))\(quality)"
            tally.note(written, index.find(written), expected: film.id)
        }
        #expect(tally.precision >= 0.995, "seed \(seed): \(tally.precision), wrong: \(tally.wrong)")
        #expect(tally.recall >= 0.98, "seed \(seed): \(tally.recall), not found: \(tally.missed.prefix(40))")
    }

    @Test
    func `without a year it matches none where several have the name`() throws {
        let index = try MovieIndex()
        for title in ["Dune", "Frozen", "Halloween", "The Lion King", "It", "Up", "Cinderella", "Robin Hood"] {
            #expect(index.find(title) == nil, "\(title)")
        }
        #expect(index.find("Inception") != nil && index.find("Titanic") != nil)
    }

    @Test(
        arguments: [
            ("Quay (2001)", ["Quay 2001 1"], true, "certain"),
            // More was found than is here, and it may be among that.
            ("Quay (2001)", ["Quay 2001 1"], false, "likely"), ("Quay (2001)", ["Quay 2001 100"], false, "certain"),
            // A person's own video may be called so.
            ("Quay", ["Quay 2001 99"], true, "likely"), ("Quay", ["Quay 2001 100"], true, "certain"),
            ("Quay", ["Quay 2001 100"], false, "likely"), ("Quay", ["Quay 2001 99"], false, nil),
            ("Quay (2001)", ["Quay 2001 5000", "Quay 2001 9"], true, "certain"),
            // It is known to some.
            ("Quay (2001)", ["Quay 2001 50000", "Quay 2001 10"], true, "likely"),
            ("Quay (2001)", ["Quay 2001 890", "Quay 2001 9"], true, "likely"),
            ("Quay (2001)", ["Quay 2001 900", "Quay 2001 90"], true, nil),
            ("Quay (2001)", ["Quay 2002 900"], true, "likely"), ("Quay (2001)", ["Quays 2001 900"], true, nil),
        ] as [(String, [String], Bool, String?)])
    func `a match is certain where nothing else can be meant, and only there`(
        _ written: String, _ found: [String], _ isAll: Bool, _ expected: String?
    ) {
        let clean = TitleCleaner.clean(written, style: .video)
        let candidates = found.enumerated().map { number, text in
            let parts = text.split(separator: " ")
            return TitleMatcher.Candidate(
                id: Int64(number), names: [String(parts[0])], year: Int(parts[1]), votes: Int64(parts[2]) ?? 0)
        }
        let verdict = TitleMatcher.match(
            TitleMatcher.Question(title: clean.title, year: clean.year), among: candidates, isAll: isAll)
        let certainty: String? = if case .match(0, let certainty, _) = verdict { certainty.rawValue } else { nil }
        #expect(certainty == expected, "\(written), \(found)")
    }

    /// What came of many.
    private struct Tally {
        var (right, shown, labelled) = (0, 0, 0)
        var wrong: [String] = []
        var missed: [String] = []

        var precision: Double { shown == 0 ? 0 : Double(right) / Double(shown) }
        var recall: Double { labelled == 0 ? 0 : Double(right) / Double(labelled) }

        mutating func note(_ written: String, _ found: Int64?, expected: Int64?) {
            if expected != nil { labelled += 1 }
            if let found {
                shown += 1
                if found == expected { right += 1 } else { wrong.append("\(written): \(found)") }
            } else if expected != nil {
                missed.append(written)
            }
        }
    }
}
