import ArgumentParser
import Foundation

/// The catalog at the size of a large household, beside what it is built on.
@main struct BenchCatalog: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench-catalog",
        abstract: "Measures imports, searches and the guide at the size of a large household.")

    /// What is measured.
    enum Part: String, CaseIterable, ExpressibleByArgument {
        case parse, playlist, guide, reads
    }

    @Argument(help: "What to measure: \(Part.allCases.map(\.rawValue).joined(separator: ", ")); all without.")
    var parts: [Part] = []

    @Option(help: "Entries of the playlist.")
    var entries = 500_000

    @Option(help: "Megabytes of the guide.")
    var guideMegabytes = 100

    @Option(help: "Queries.")
    var queries = 1_000

    @Option(help: "How often imports are measured.")
    var rounds = 3

    @Option(help: "Seed of what is made up.")
    var seed: UInt64 = 1

    @Option(help: "Where to write; on the disk that is to be measured.")
    var directory = "\(FileManager.default.temporaryDirectory.path)/bench-catalog"

    @Option(help: "A Python with m3u-ipytv, to compare the parser with.")
    var python: String?

    func run() async throws {
        let wanted = parts.isEmpty ? Part.allCases : parts
        let files = BenchFiles(
            directory: directory, entries: entries, guideBytes: guideMegabytes * 1_000_000, seed: seed)
        try files.make(guide: wanted.contains(.guide) || wanted.contains(.reads))
        let imports = ImportComparison(files: files, rounds: rounds)
        for part in wanted {
            // Its figures are what the program is for: they go to standard output.
            print("")
            switch part {
            case .parse: try await ParseComparison(files: files, rounds: rounds, python: python).run()
            case .playlist: try await imports.playlist()
            case .guide: try await imports.guide()
            case .reads:
                let queries = QueryMaker(words: try Vocabulary(), seed: seed).queries(queries)
                try await ReadComparison(files: files, queries: queries).run()
            }
        }
    }
}
