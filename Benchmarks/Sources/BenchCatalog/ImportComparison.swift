import BareCatalog
import BenchKit
import CatalogAPI
import Foundation

/// Imports beside what they cannot be faster than: the same rows inserted by SQLite alone, the same XML read by libxml2 alone.
struct ImportComparison {
    let files: BenchFiles
    let rounds: Int

    /// Measures the playlist and prints.
    func playlist() async throws {
        var (first, again, bare, ratios, memory) = ([Double](), [Double](), [Double](), [Double](), [Double]())
        var report = ImportReport()
        for round in 0..<rounds {
            let folder = try files.folder("playlist-\(round)")
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let catalog = try await CatalogScene(directory: folder)
            ProcessMemory.resetPeak()
            first.append(
                try await Figures.seconds { report = try await catalog.importPlaylist(files.playlist) })
            memory.append(ProcessMemory.peakMegabytes)
            again.append(
                try await Figures.seconds {
                    let unchanged = try await catalog.importPlaylist(files.playlist)
                    guard unchanged.added == 0, unchanged.removed == 0 else {
                        throw BenchFailure(reason: "the same list is not the same")
                    }
                })
            await catalog.scene.end()
            bare.append(try insert(catalog.shard, into: "\(folder)/bare.sqlite", only: nil).seconds)
            ratios.append(first[round] / bare[round])
        }
        print(
            """
            A playlist of \(report.read) entries, \(files.megabytes(files.playlist)) MB, \(rounds) rounds: median (lowest to highest).

            | | seconds | of bare SQLite | of the first import | peak MB |
            | --- | --- | --- | --- | --- |
            | first import | \(Figures.spread(first)) | \(Figures.spread(ratios)) (aim 3) | 1 | \
            \(Figures.spread(memory, "%.0f")) (aim 300) |
            | unchanged again | \(Figures.spread(again)) | | \
            \(Figures.spread(zip(again, first).map { $0 / $1 })) (aim 0.33) | |
            | the same rows, bare SQLite | \(Figures.spread(bare)) | 1 | | |
            """)
    }

    /// Measures the guide and prints.
    func guide() async throws {
        var (times, floors, ratios, memory) = ([Double](), [Double](), [Double](), [Double]())
        var (sax, inserts) = ([Double](), [Double]())
        var report = ImportReport()
        for round in 0..<rounds {
            let folder = try files.folder("guide-\(round)")
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let catalog = try await CatalogScene(directory: folder)
            ProcessMemory.resetPeak()
            times.append(try await Figures.seconds { report = try await catalog.importGuide(files.guide) })
            memory.append(ProcessMemory.peakMegabytes)
            await catalog.scene.end()
            var parsed = bare_result()
            guard bare_sax(files.guide, &parsed) == 0 else { throw BenchFailure(reason: "the guide is not XML") }
            sax.append(parsed.seconds)
            inserts.append(
                try insert(catalog.shard, into: "\(folder)/bare.sqlite", only: ",programme,guideChannel,").seconds)
            floors.append(sax[round] + inserts[round])
            ratios.append(floors[round] / times[round])
        }
        print(
            """
            A guide of \(report.read) programmes, \(files.megabytes(files.guide)) MB, \(rounds) rounds: median (lowest to highest).

            | | seconds | speed, of the floor's | peak MB |
            | --- | --- | --- | --- |
            | import | \(Figures.spread(times)) | \(Figures.spread(ratios)) (aim 0.5) | \
            \(Figures.spread(memory, "%.0f")) (aim 100) |
            | libxml2's SAX pass | \(Figures.spread(sax)) | | |
            | the same rows, bare SQLite | \(Figures.spread(inserts)) | | |
            | both | \(Figures.spread(floors)) | 1 | |
            """)
    }

    private func insert(_ shard: String, into target: String, only: String?) throws -> bare_result {
        var result = bare_result()
        let code = bare_insert(shard, target, only, &result)
        guard code == 0 else { throw BenchFailure(reason: "SQLite says \(code)") }
        return result
    }
}
