import CatalogAPI
import HearthModel
import RPC
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Films with and without their years, refreshed, killed and put right at random.
struct DuplicateTitlePropertyTests {
    private static let names = ["Harbour", "Lantern", "Quarry", "Meadow"]
    private static let known =
        names.enumerated().map { FakeMetadata.Known(id: Int64($0 + 1), name: $1, year: 2000 + $0) }
        // A remake of the last one.
        + [FakeMetadata.Known(id: 99, name: "Meadow", year: 2020)]

    /// Each name with its year, without one, or with that of the remake; by numbers that stay.
    private static func list(_ generator: inout SeededGenerator) -> String {
        (0..<12).filter { _ in Int.random(in: 0..<5, using: &generator) > 0 }.map { number in
            let index = number % names.count
            let year = ["", " (\(2000 + index))", index == 3 ? " (2020)" : ""][number / names.count]
            return SampleEntry.film(names[index] + year, number, token: "t\(Int.random(in: 0..<2, using: &generator))")
        }.shuffled(using: &generator).joined()
    }

    /// The titles of all links, by their numbers.
    private static func places(_ harness: MetadataHarness) async throws -> [String: Set<ContentID>] {
        let cards = try await harness.read { try SnapshotReader.piece(after: nil, limit: .max, $0).cards } ?? []
        return try await harness.read { db in
            var places: [String: Set<ContentID>] = [:]
            for card in cards {
                let links = try VariantReader.links(of: card.id.rawValue, db, ReadScope(db, policy: .everything))
                for link in links where !link.variant.isStale {
                    let file = link.address.split(separator: "/").last.map(String.init) ?? ""
                    places[file, default: []].insert(card.id)
                }
            }
            return places
        } ?? [:]
    }

    @Test(arguments: [UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max), 1, 5, 15])
    func `at random`(_ seed: UInt64) throws {
        let isDone = try MetadataHarness.run(Self.known, seed: seed) { harness in
            var generator = SeededGenerator(seed: seed)
            var seen: Set<ContentID> = []
            var taken: [String: ContentID] = [:]
            for round in 0..<12 {
                let note: Comment = "seed \(seed), round \(round)"
                try await harness.importList(Self.list(&generator))
                if Int.random(in: 0..<3, using: &generator) == 0 {
                    await harness.kill()
                    try harness.start()
                }
                if Bool.random(using: &generator) { #expect(try await harness.settled(), note) }
                if round % 3 == 2, let link = try await Self.split(harness, &generator) {
                    taken[link.file] = link.title
                }
                let places = try await Self.places(harness)
                // Every link is somewhere, and once.
                #expect(places.values.allSatisfy { $0.count == 1 }, note)
                for (file, title) in taken {
                    if let place = places[file] { #expect(!place.contains(title), "\(note) \(file)") }
                }
                // Every id that was ever there leads to a title, while the list has any link of it.
                seen.formUnion(places.values.joined())
            }
            try await harness.importList(Self.all)
            try await harness.simulation.sleep(for: MetadataHarness.interval * 2)
            #expect(try await harness.settled())
            for id in seen { #expect(try await harness.title(id) != nil, "seed \(seed): \(id)") }
            try await Self.check(harness, taken, "seed \(seed)")
        }
        #expect(isDone)
    }

    private static let all = (0..<12).map { number in
        let index = number % names.count
        let year = ["", " (\(2000 + index))", index == 3 ? " (2020)" : ""][number / names.count]
        return SampleEntry.film(names[index] + year, number)
    }.joined()

    /// Takes a link out of a title that has several.
    ///
    /// - Returns: the link, and the title that it is not one of any more.
    private static func split(
        _ harness: MetadataHarness, _ generator: inout SeededGenerator
    ) async throws -> (file: String, title: ContentID)? {
        let cards = try await harness.read { try SnapshotReader.piece(after: nil, limit: .max, $0).cards } ?? []
        for card in cards.shuffled(using: &generator) {
            let links = try await harness.read { db in
                try VariantReader.links(of: card.id.rawValue, db, ReadScope(db, policy: .everything))
            }
            guard let links, links.count > 1, Set(links.map(\.key)).count > 1, let link = links.first else { continue }
            try await harness.correct { try $0.split(Catalog.SplitTitle(id: card.id, variants: [link.variant.id]), $1) }
            return (link.address.split(separator: "/").last.map(String.init) ?? "", card.id)
        }
        return nil
    }

    /// In the end the year is all that keeps films of a name apart, or a person.
    private static func check(_ harness: MetadataHarness, _ taken: [String: ContentID], _ note: Comment) async throws {
        let places = try await Self.places(harness)
        for (index, name) in names.enumerated() where index < 3 {
            let files = [index, index + 4, index + 8].map { "\($0).mkv" }
            // Two titles that were both corrected stay two.
            guard Set(files.compactMap { taken[$0] }).count < 2 else { continue }
            let free = files.filter { taken[$0] == nil }
            #expect(Set(free.compactMap { places[$0]?.first }).count == 1, "\(note) \(name)")
        }
        let (old, remake) = (places["7.mkv"], places["11.mkv"])
        #expect(old != remake && old != nil && remake != nil, note)
    }
}
