import CatalogAPI
import HearthModel
import RPC
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Corrections whose service dies, whose calls are repeated, and whose imports fail.
struct CorrectionFailureTests {
    @Test
    func `killed at any moment: what was acknowledged is to be seen once the service is up again`() async throws {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        try await CatalogFixture.with(faults: true) { catalog in
            let films = (0..<40).map { SampleEntry.film("Film \($0) (2001)", $0) }.joined()
            try await catalog.playlist(catalog.file("a.m3u", films))
            for round in 0..<6 {
                let film = try await catalog.title("Film \(round)")
                let request = Catalog.CorrectTitle(
                    id: film.card.id, changes: catalog.changes { $0.title = "Said \(round)" })
                let made = try await catalog.client().send(request)
                for _ in 0..<Int.random(in: 0...20, using: &generator) { await Task.yield() }
                await catalog.service.kill()
                try await catalog.service.start()
                // Its own job may have been cut off; what the service does at its start comes before this one.
                let catcher = try await catalog.correct(
                    Catalog.CorrectTitle(id: film.card.id, changes: catalog.changes { $0.year = 1999 }))
                #expect(catcher.title == made.title)
                let card = try await catalog.title("Said \(round)").card
                #expect(card.id == film.card.id && card.year == 1999, "seed \(seed), round \(round)")
            }
            let all = try await catalog.client().send(Catalog.ListCorrections()).corrections
            #expect(all.count == 12 && all.allSatisfy(\.isApplied), "seed \(seed)")
            await catalog.upkeep()
            #expect(try await catalog.leftovers() == 0, "seed \(seed)")
        }
    }

    @Test
    func `a repeated call puts right once, and a later correction is not undone by it`() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", SampleEntry.film("Dune", 1)))
            let dune = try await catalog.title("Dune").card.id
            let client = try await catalog.client()
            var options = client.defaults
            options.idempotencyKey = IdempotencyKey(runtime: catalog.service.runtime)
            let first = Catalog.CorrectTitle(id: dune, changes: catalog.changes { $0.year = 1984 })
            let made = try await client.send(first, options: options)
            try await catalog.correct(Catalog.CorrectTitle(id: dune, changes: catalog.changes { $0.year = 2021 }))
            #expect(try await client.send(first, options: options) == made)
            #expect(try await catalog.title("Dune").card.year == 2021)
            #expect(try await client.send(Catalog.ListCorrections()).corrections.count == 2)
        }
    }

    @Test
    func `an import that fails leaves corrections as they are`() async throws {
        try await CatalogFixture.with { catalog in
            let list = SampleEntry.film("Dune", 1) + SampleEntry.film("Dune Part One", 2) + SampleEntry.film("Heat", 3)
            try await catalog.playlist(catalog.file("a.m3u", list))
            let (dune, other) = (try await catalog.title("Dune"), try await catalog.title("Dune Part One"))
            try await catalog.correct(Catalog.JoinTitles(id: other.card.id, into: dune.card.id))
            let before = try await catalog.everything()
            for broken in ["", "<html>blocked</html>", "#EXTM3U\n", String(list.prefix(90))] {
                let job = try await catalog.playlist(catalog.file("b.m3u", broken))
                #expect(job.state != .done)
                #expect(try await catalog.everything() == before)
            }
            try await catalog.playlist(catalog.file("c.m3u", list))
            #expect(try await catalog.everything() == before)
        }
    }

    @Test
    func `a correction that waits behind an import holds for what the import brings`() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", SampleEntry.film("Dune", 1)))
            let dune = try await catalog.title("Dune").card.id
            let client = try await catalog.client()
            let many =
                SampleEntry.film("Dune 4K", 9) + (0..<2_000).map { SampleEntry.film("Film \($0)", 10 + $0) }.joined()
            let path = try catalog.file("b.m3u", SampleEntry.film("Dune", 1) + many)
            let started = try await client.upload(Catalog.ImportPlaylist(source: "list", file: path), from: path)
            let said = catalog.changes { $0.title = "Der Wüstenplanet" }
            try await catalog.correct(Catalog.CorrectTitle(id: dune, changes: said))
            #expect(try await catalog.end(of: started, client).state == .done)
            #expect(try await catalog.title("Der Wüstenplanet").variants.count == 2)
        }
    }
}
