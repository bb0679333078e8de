import BareCatalog
import BenchKit
import CatalogAPI
import Foundation

/// Imports beside their lower bounds: the same rows inserted by SQLite alone, the same XML parsed by libxml2 alone.
struct ImportComparison {
    let files: BenchFiles
    let rounds: Int

    /// The cost of one operation in each round.
    private struct Costs {
        var seconds: [Double] = []
        var processor: [Double] = []

        mutating func add(_ cost: (seconds: Double, processor: Double)) {
            seconds.append(cost.seconds)
            processor.append(cost.processor)
        }

        /// Columns: seconds, CPU seconds.
        var columns: String { "\(Figures.spread(seconds)) | \(Figures.spread(processor))" }

        /// The ratios of duration and CPU time to another operation's.
        func times(_ other: Costs) -> String {
            let ratios = [(seconds, other.seconds), (processor, other.processor)].map { own, others in
                Figures.spread(zip(own, others).map { $0 / $1 })
            }
            return ratios.joined(separator: "; ")
        }
    }

    /// The tables of a guide, and the index of its titles.
    private static let guideTables = ",programme,guideChannel,guideTitle,guideSearch,"

    private static let head = """
        | | seconds | of the processor | times the floor: seconds; processor | peak MB (before) |
        | --- | --- | --- | --- | --- |
        """

    /// Measures the playlist and prints the figures.
    func playlist() async throws {
        var (first, again, bare) = (Costs(), Costs(), Costs())
        var (memory, before) = ([Double](), [Double]())
        var report = ImportReport()
        for round in 0..<rounds {
            let folder = try files.folder("playlist-\(round)")
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let catalog = try await CatalogFixture(directory: folder)
            ProcessMemory.resetPeak()
            before.append(ProcessMemory.peakMegabytes)
            first.add(try await Figures.cost { report = try await catalog.importPlaylist(files.playlist) })
            memory.append(ProcessMemory.peakMegabytes)
            again.add(
                try await Figures.cost {
                    let unchanged = try await catalog.importPlaylist(files.playlist)
                    guard unchanged.added == 0, unchanged.removed == 0 else {
                        throw BenchFailure(reason: "the same list is not the same")
                    }
                })
            await catalog.fixture.end()
            bare.add(try await insert(catalog.shard, into: "\(folder)/bare.sqlite", only: nil))
        }
        print(
            """
            A playlist of \(report.read) entries, \(files.megabytes(files.playlist)) MB, \(rounds) rounds: median (lowest to highest).

            \(Self.head)
            | first import | \(first.columns) | \(first.times(bare)) (aim 3) | \
            \(Figures.spread(memory, "%.0f")) (\(Figures.spread(before, "%.0f"))) (aim 300) |
            | unchanged again | \(again.columns) | of the first: \(again.times(first)) (aim 0.33) | |
            | the same rows, bare SQLite | \(bare.columns) | 1 | |
            """)
    }

    /// Measures the guide and prints the figures.
    func guide() async throws {
        var (all, sax, inserts, floor) = (Costs(), Costs(), Costs(), Costs())
        var (memory, before) = ([Double](), [Double]())
        var report = ImportReport()
        for round in 0..<rounds {
            let folder = try files.folder("guide-\(round)")
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let catalog = try await CatalogFixture(directory: folder)
            ProcessMemory.resetPeak()
            before.append(ProcessMemory.peakMegabytes)
            all.add(try await Figures.cost { report = try await catalog.importGuide(files.guide) })
            memory.append(ProcessMemory.peakMegabytes)
            await catalog.fixture.end()
            var parsed = bare_result()
            sax.add(
                try await Figures.cost {
                    guard bare_sax(files.guide, &parsed) == 0 else {
                        throw BenchFailure(reason: "the guide is not XML")
                    }
                })
            inserts.add(
                try await insert(catalog.shard, into: "\(folder)/bare.sqlite", only: Self.guideTables))
            floor.add(
                (sax.seconds[round] + inserts.seconds[round], sax.processor[round] + inserts.processor[round]))
        }
        print(
            """
            A guide of \(report.read) programmes, \(files.megabytes(files.guide)) MB, \(rounds) rounds: median (lowest to highest).

            \(Self.head)
            | import | \(all.columns) | \(all.times(floor)) (aim 2) | \
            \(Figures.spread(memory, "%.0f")) (\(Figures.spread(before, "%.0f"))) (aim 100) |
            | libxml2's SAX pass | \(sax.columns) | | |
            | the same rows, bare SQLite | \(inserts.columns) | | |
            | both | \(floor.columns) | 1 | |
            """)
    }

    private func insert(
        _ shard: String, into target: String, only: String?
    ) async throws -> (seconds: Double, processor: Double) {
        var result = bare_result()
        let cost = try await Figures.cost {
            let code = bare_insert(shard, target, only, &result)
            guard code == 0 else { throw BenchFailure(reason: "SQLite says \(code)") }
        }
        // Creating the tables does not count.
        return (result.seconds, cost.processor)
    }
}
