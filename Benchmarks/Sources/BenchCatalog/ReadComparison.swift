import BareCatalog
import BenchKit
import CBOR
import CatalogAPI
import EchoControl
import Foundation
import HearthModel
import RPC

/// Queries of a catalog with the playlist and the guide: at rest, and during another import.
struct ReadComparison {
    let files: BenchFiles
    let queries: [String]
    /// Whether the catalog is kept, and reused when it exists.
    let keeps: Bool
    /// Whether only the guide is queried.
    let isLiveAlone: Bool

    private static let gridChannels = 25
    private static let gridHours = 6
    private static let grids = 100
    private static let rounds = 20
    private static let streams = 200

    /// Measures and prints the figures.
    func run() async throws {
        let catalog = try await catalog()
        defer { if !keeps { try? FileManager.default.removeItem(atPath: folder) } }
        print("| | p50 ms | p99 ms | highest |\n| --- | --- | --- | --- |")
        if isLiveAlone {
            try await lookAtGuide(catalog.catalog)
            return await catalog.fixture.end()
        }
        let atRest = try await searches(catalog.catalog)
        show("search with all facets, \(queries.count) queries (aim 25)", atRest)
        try await lookAtGuide(catalog.catalog)
        try await listFilms(catalog.catalog)
        show("bare FTS5, the same queries", try bare(catalog.shard))
        let kid = try await catalog.fixture.client(Catalog.self, policy: .kids(seesUnrated: true))
        show("search, a kid's", try await searches(kid))
        let busy = try await besideImport(catalog)
        show("search, beside an import (aim 2 x)", busy)
        let ratio = Figures.percentile(99, of: busy) / Figures.percentile(99, of: atRest)
        print("\nBeside an import the p99 is \(String(format: "%.2f", ratio)) times that at rest.")
        await catalog.fixture.end()
    }

    private var folder: String { "\(files.directory)/reads-\(files.entries)" }

    /// The catalog with the playlist and the guide; prints their sizes above the table.
    private func catalog() async throws -> CatalogFixture {
        if keeps, FileManager.default.fileExists(atPath: "\(folder)/data") {
            return try await CatalogFixture(directory: folder)
        }
        let catalog = try await CatalogFixture(directory: try files.folder("reads-\(files.entries)"))
        let report = try await catalog.importPlaylist(files.playlist)
        let guide = try await catalog.importGuide(files.guide)
        print("\(report.read) entries and \(guide.read) programmes.\n")
        return catalog
    }

    private func show(_ name: String, _ seconds: [Double]) {
        let values = [50, 99, 100].map { Figures.percentile($0, of: seconds) * 1_000 }
        print("| \(name) | " + values.map { String(format: "%.2f", $0) }.joined(separator: " | ") + " |")
    }

    private func searches(_ catalog: RPCClient<Catalog>) async throws -> [Double] {
        var times: [Double] = []
        for query in queries {
            var request = Catalog.Search(text: query)
            request.facets = SearchFacet.all
            times.append(try await Figures.seconds { _ = try await catalog.send(request) })
        }
        return times
    }

    private func bare(_ shard: String) throws -> [Double] {
        var times = [Double](repeating: 0, count: queries.count)
        let texts = queries.map { UnsafePointer(strdup(QueryGenerator.match($0))) }
        defer { for text in texts { free(UnsafeMutableRawPointer(mutating: text)) } }
        let code = bare_search(shard, texts, Int32(texts.count), &times)
        guard code == 0 else { throw BenchFailure(reason: "SQLite says \(code)") }
        return times
    }

    private func lookAtGuide(_ catalog: RPCClient<Catalog>) async throws {
        var (all, codec, grids) = ([Double](), [Double](), [Double]())
        var channels: [ContentID] = []
        for round in 0..<Self.rounds {
            var pages: [NowNextPage] = []
            all.append(
                try await Figures.seconds {
                    var cursor: String?
                    repeat {
                        let page = PageRequest(size: PageRequest.maximumSize, cursor: cursor)
                        let found = try await catalog.send(Catalog.NowNext(onlyWithGuide: true, page: page))
                        pages.append(found)
                        cursor = found.cursor
                    } while cursor != nil
                })
            codec.append(
                try await Figures.seconds { [pages] in
                    for page in pages {
                        _ = try CBORDecoder().decode(NowNextPage.self, from: CBOREncoder().encode(page))
                    }
                })
            if round == 0 { channels = pages.flatMap(\.channels).map(\.channel.id) }
        }
        let now = Date(timeIntervalSince1970: (Date().timeIntervalSince1970 / 1_800).rounded(.down) * 1_800)
        for number in 0..<Self.grids where channels.count >= Self.gridChannels {
            let first = number * Self.gridChannels % (channels.count - Self.gridChannels + 1)
            let request = Catalog.GuideGrid(
                channels: Array(channels[first..<first + Self.gridChannels]), from: now,
                until: now.addingTimeInterval(Double(Self.gridHours) * 3_600))
            grids.append(try await Figures.seconds { _ = try await catalog.send(request) })
        }
        show("now and next of \(channels.count) channels, in pages (aim 50)", all)
        show("their CBOR alone, written and read", codec)
        try await listOnAir(catalog)
        show("a grid of \(Self.gridChannels) channels and \(Self.gridHours) hours (aim 15)", grids)
    }

    /// The current programmes of all channels, as a stream.
    private func listOnAir(_ catalog: RPCClient<Catalog>) async throws {
        var (first, all, codec) = ([Double](), [Double](), [Double]())
        var count = 0
        for _ in 0..<Self.streams {
            var batches: [OnAirBatch] = []
            let begun = ProcessClock.nowNanoseconds
            for try await batch in try await catalog.stream(Catalog.ListOnAir(onlyWithGuide: true)) {
                if batches.isEmpty { first.append(Double(ProcessClock.nowNanoseconds - begun) / 1e9) }
                batches.append(batch)
            }
            all.append(Double(ProcessClock.nowNanoseconds - begun) / 1e9)
            codec.append(
                try await Figures.seconds { [batches] in
                    for batch in batches {
                        _ = try CBORDecoder().decode(OnAirBatch.self, from: CBOREncoder().encode(batch))
                    }
                })
            count = batches.reduce(0) { $0 + $1.channels.count }
        }
        show("what is on on \(count) channels, as a stream (aim 50)", all)
        show("the first of them", first)
        show("their CBOR alone, written and read", codec)
    }

    /// All films as a stream.
    private func listFilms(_ catalog: RPCClient<Catalog>) async throws {
        var (first, all, count) = ([Double](), [Double](), 0)
        for _ in 0..<Self.rounds {
            let begun = ProcessClock.nowNanoseconds
            count = 0
            for try await batch in try await catalog.stream(Catalog.ListTitles(kinds: [.movie])) {
                if count == 0 { first.append(Double(ProcessClock.nowNanoseconds - begun) / 1e9) }
                count += batch.cards.count
            }
            all.append(Double(ProcessClock.nowNanoseconds - begun) / 1e9)
        }
        show("the first of \(count) films listed as a stream (aim 50)", first)
        show("all of them (aim 1,500)", all)
    }

    /// Searches during the import of another playlist of the same size.
    private func besideImport(_ catalog: CatalogFixture) async throws -> [Double] {
        let other = BenchFiles(
            directory: files.directory, entries: files.entries, guideBytes: files.guideBytes, seed: files.seed + 1)
        try other.make()
        let job = try await catalog.send(
            Catalog.ImportPlaylist(source: "other", file: other.playlist), other.playlist)
        var times: [Double] = []
        repeat {
            times += try await searches(catalog.catalog)
        } while try await !catalog.catalog.send(Catalog.GetImport(job: job.job)).state.isEnd
        _ = try await catalog.finish(job)
        return times
    }
}
