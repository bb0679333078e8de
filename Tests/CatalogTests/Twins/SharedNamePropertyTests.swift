import CatalogAPI
import HearthModel
import RPC
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Two or three sources that are taken in, refreshed and removed in any order come to the same.
struct SharedNamePropertyTests {
    private static let names = ["Kitchen Stories", "Canal 3", "Arte Concert", "Night Radio"]
    private static let ids = ["", "", "kitchen.uk", "canal3.fr", "arte.de", "stories", "17"]
    private static let attributes = [
        "", "", "", #"tvg-country="FR""#, #"group-title="UK""#, #"group-title="Radio""#, #"tvg-language="fr""#,
    ]

    /// What is done with a source: a list that it has then, or nothing where it is removed.
    private struct Step {
        var source: String
        var list: String?
    }

    private static func list(_ source: String, _ generator: inout SeededGenerator) -> String {
        (0..<Int.random(in: 1...6, using: &generator)).map { _ in
            func any(_ all: [String]) -> String { all.randomElement(using: &generator) ?? "" }
            let (name, id, extra) = (any(names), any(ids), any(attributes))
            let prefix = any(["", "", "", "UK: ", "LA: "])
            // What a link is called is part of its address, so that an address says which it is.
            let path = "\(source)/\(prefix)\(name)/\(id)/\(extra.utf8.reduce(0) { $0 &* 31 &+ Int($1) & 0xFFFF })"
            return SampleEntry.channel(
                prefix + name, path.filter { !" :".contains($0) }, extra: #"tvg-id="\#(id)" \#(extra)"#)
        }.joined()
    }

    /// The steps of each source in their order, and those of all in any.
    private static func shuffled(_ steps: [String: [Step]], _ generator: inout SeededGenerator) -> [Step] {
        var left = steps
        return steps.keys.sorted().flatMap { Array(repeating: $0, count: steps[$0]?.count ?? 0) }
            .shuffled(using: &generator).compactMap { left[$0]?.removeFirst() }
    }

    /// The titles of the links that sources have, by their addresses.
    private static func run(
        _ steps: [Step], _ note: Comment
    ) async throws -> [String: Set<ContentID>] {
        var places: [String: Set<ContentID>] = [:]
        try await CatalogFixture.with { catalog in
            for (number, step) in steps.enumerated() {
                let client = try await catalog.client()
                if let list = step.list {
                    let path = try catalog.file("\(number).m3u", list)
                    let job = try await catalog.playlist(path, source: step.source, allowsShrinking: true)
                    #expect(job.state == .done, note)
                    job.report?.checkSums()
                } else {
                    _ = try await catalog.end(of: client.send(Catalog.RemoveSource(source: step.source)), client)
                }
                places = [:]
                for id in try await catalog.ids() {
                    let title = try await client.send(Catalog.GetTitle(id: id))
                    for variant in title.variants where !variant.isStale {
                        let link = try await client.send(Catalog.ResolveStream(id: id, variant: variant.id))
                        places[link.url, default: []].insert(id)
                    }
                }
                #expect(places.values.allSatisfy { $0.count == 1 }, note)
            }
            await catalog.upkeep()
            #expect(try await catalog.leftovers() == 0, note)
        }
        return places
    }

    @Test(arguments: [UInt64.random(in: .min ... .max), 1, 2, 3])
    func `in any order`(_ seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        for round in 0..<3 {
            let note: Comment = "seed \(seed), round \(round)"
            var steps: [String: [Step]] = [:]
            for source in ["a", "b", "c"].prefix(Int.random(in: 2...3, using: &generator)) {
                for _ in 0..<Int.random(in: 1...3, using: &generator) {
                    let goes = Int.random(in: 0..<6, using: &generator) == 0 && steps[source] != nil
                    let list = goes ? nil : Self.list(source, &generator)
                    steps[source, default: []].append(Step(source: source, list: list))
                    if goes { break }
                }
            }
            let once = steps.mapValues { $0.suffix(1).filter { $0.list != nil } }
            let fresh = try await Self.run(Self.shuffled(once, &generator), note)
            for _ in 0..<2 {
                let order = Self.shuffled(steps, &generator)
                let found = try await Self.run(order, note)
                #expect(found == fresh, "\(note): \(order)")
            }
        }
    }
}
