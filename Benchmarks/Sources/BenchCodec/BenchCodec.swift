import ArgumentParser
import Foundation

/// Compares CBOR with JSON, property lists and Protocol Buffers on messages of the suite, both ways.
@main
struct BenchCodec: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench-codec", abstract: "Compares codecs on messages of the catalog, encoding and decoding.")

    @Option(help: "How often each codec is measured.")
    var rounds = 9

    @Option(help: "About how many seconds one measurement takes.")
    var seconds = 0.1

    @Option(help: "Writes the figures to this file.")
    var json: String?

    func validate() throws {
        guard (1...1000).contains(rounds), (0.001...10).contains(seconds) else {
            throw ValidationError("rounds: 1 to 1000, seconds: 0.001 to 10")
        }
    }

    func run() throws {
        let messages = [
            try Candidates.all(for: "a small request", Samples.search, as: ProtoSearch.self),
            try Candidates.all(for: "50 search results", Samples.results, as: ProtoSearchResults.self),
            try Candidates.all(for: "a guide grid, 10 x 24", Samples.grid, as: ProtoGrid.self),
        ]
        let report = CodecReport(messages: messages.map { $0.measured(rounds: rounds, seconds: seconds) })
        print(report.table)
        if let json {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            try encoder.encode(report).write(to: URL(filePath: json))
        }
    }
}
