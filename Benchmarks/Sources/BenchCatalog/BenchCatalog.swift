import ArgumentParser
import Foundation

/// Measures the catalog at the size of a large household, beside the libraries that it is built on.
@main struct BenchCatalog: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench-catalog",
        abstract: "Measures imports, searches and the guide at the size of a large household.")

    /// The parts to measure.
    enum Part: String, CaseIterable, ExpressibleByArgument {
        case parse, playlist, guide, reads, rules
        /// The guide's part of `reads`.
        case live

        /// The default parts.
        static let usual: [Part] = [.parse, .playlist, .guide, .reads, .rules]
    }

    @Argument(help: "What to measure: \(Part.allCases.map(\.rawValue).joined(separator: ", ")); all but live without.")
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

    @Flag(help: "Leaves the catalog of reads and live there, and reads from the one that is there.")
    var keep = false

    func run() async throws {
        let wanted = parts.isEmpty ? Part.usual : parts
        guard wanted.count == 1 else { return try runEach(wanted) }
        let files = BenchFiles(
            directory: directory, entries: entries, guideBytes: guideMegabytes * 1_000_000, seed: seed)
        try files.make(guide: !wanted.allSatisfy { [.parse, .playlist, .rules].contains($0) })
        let imports = ImportComparison(files: files, rounds: rounds)
        for part in wanted {
            // The figures are the program's output.
            print("")
            switch part {
            case .parse: try await ParseComparison(files: files, rounds: rounds, python: python).run()
            case .playlist: try await imports.playlist()
            case .guide: try await imports.guide()
            case .reads, .live:
                let queries = QueryGenerator(words: try Vocabulary(), seed: seed).queries(queries)
                try await ReadComparison(files: files, queries: queries, keeps: keep, isLiveAlone: part == .live).run()
            case .rules:
                let words = try Vocabulary()
                let queries = QueryGenerator(words: words, seed: seed).queries(queries)
                try await RuleComparison(files: files, queries: queries, words: words, keeps: keep).run()
            }
        }
    }

    /// Measures each part in a process of its own, so that the memory of one does not affect the next.
    private func runEach(_ parts: [Part]) throws {
        let options = CommandLine.arguments.dropFirst().filter { Part(rawValue: $0) == nil }
        for part in parts {
            let process = Process()
            process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            process.arguments = [part.rawValue] + options
            try process.run()
            process.waitUntilExit()
            guard process.terminationStatus == 0 else { throw ExitCode(process.terminationStatus) }
        }
    }
}
