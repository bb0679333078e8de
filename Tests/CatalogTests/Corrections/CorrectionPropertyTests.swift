import CatalogAPI
import HearthModel
import RPC
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Corrections at random between refreshes: while they hold nothing is lost, and taken back they leave nothing behind.
struct CorrectionPropertyTests {
    private static func list(_ generator: inout SeededGenerator) -> String {
        let token = "t\(Int.random(in: 0..<3, using: &generator))"
        var entries = (0..<8).map { SampleEntry.film("Film \($0 % 5) (200\($0 % 2))", $0, token: token) }
        entries += (0..<6).map { SampleEntry.channel("Station \($0 % 4)", "\($0).m3u8") }
        entries += (0..<8).map { SampleEntry.episode("Show \($0 % 2) S01E0\($0 / 2 + 1)", 100 + $0, token: token) }
        return entries.shuffled(using: &generator).joined()
    }

    @Test(arguments: [UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max), 11, 12])
    func `at random`(_ seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("0.m3u", Self.list(&generator)))
            let (before, links) = (try await catalog.everything(), try await Self.links(catalog))
            var made: [String] = []
            for round in 1...14 {
                if Int.random(in: 0..<4, using: &generator) == 0 {
                    let path = try catalog.file("\(round).m3u", Self.list(&generator))
                    let report = try #require(try await catalog.playlist(path).report)
                    report.checkSums()
                    #expect([report.added, report.removed] == [0, 0], "seed \(seed), round \(round)")
                } else if !made.isEmpty, Int.random(in: 0..<4, using: &generator) == 0 {
                    let index = Int.random(in: made.indices, using: &generator)
                    try await catalog.correct(Catalog.TakeBackCorrection(correction: made.remove(at: index)))
                } else if let id = try await Self.correction(catalog, &generator) {
                    made.append(id)
                }
                // Every link is there once, whatever title has it.
                #expect(try await Self.links(catalog) == links, "seed \(seed), round \(round)")
            }
            for id in made.shuffled(using: &generator) {
                try await catalog.correct(Catalog.TakeBackCorrection(correction: id))
            }
            #expect(try await catalog.everything() == before, "seed \(seed)")
            await catalog.upkeep()
            #expect(try await catalog.leftovers() == 0, "seed \(seed)")
        }
    }

    /// How many links there are of all titles.
    private static func links(_ catalog: CatalogFixture) async throws -> Int {
        try await catalog.everything().values.reduce(0) { $0 + $1.count }
    }

    /// Puts something right.
    ///
    /// - Returns: nil when it cannot be.
    private static func correction(
        _ catalog: CatalogFixture, _ generator: inout SeededGenerator
    ) async throws -> String? {
        let cards = try await catalog.all(Catalog.Search(text: "", kinds: [.movie, .series, .episode, .channel]))
        let card = try #require(cards.randomElement(using: &generator))
        switch Int.random(in: 0..<5, using: &generator) {
        case 0:
            let others = cards.filter { $0.kind == card.kind && $0.id != card.id }
            guard let other = others.randomElement(using: &generator) else { return nil }
            return try await catalog.correct(Catalog.JoinTitles(id: card.id, into: other.id)).correction
        case 1:
            let title = try await catalog.client().send(Catalog.GetTitle(id: card.id))
            guard title.variants.count > 1 else { return nil }
            let request = Catalog.SplitTitle(id: card.id, variants: [title.variants[0].id])
            return try await catalog.correct(request).correction
        case 2: return try await catalog.correct(Catalog.PinTitle(id: card.id)).correction
        case 3:
            guard card.kind == .channel || card.kind == .movie else { return nil }
            let said = catalog.changes { $0.kind = card.kind == .channel ? .movie : .channel }
            return try await catalog.correct(Catalog.CorrectTitle(id: card.id, changes: said)).correction
        default:
            let said = catalog.changes { ($0.title, $0.rating) = ("\(card.title) again", .pg) }
            return try await catalog.correct(Catalog.CorrectTitle(id: card.id, changes: said)).correction
        }
    }
}
