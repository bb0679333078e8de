import CatalogFormats
import CatalogRecognition
@_spi(Measuring) import CatalogService
import EchoControl
import Foundation

/// Parsing alone, in one thread, without storing the result. Beside it, if there is a Python, m3u-ipytv from PyPI,
/// which stores it.
struct ParseComparison {
    let files: BenchFiles
    let rounds: Int
    /// A Python with m3u-ipytv.
    let python: String?

    /// Measures and prints the figures.
    func run() async throws {
        let bytes = Double(try Data(contentsOf: URL(filePath: files.playlist), options: .alwaysMapped).count)
        var (own, ranges, rival) = ([Double](), [Double](), [Double]())
        for _ in 0..<rounds {
            own.append(
                try await Figures.seconds { _ = try CatalogParsers.entries(inPlaylist: files.playlist) })
            if let python { rival.append(try parse(by: python)) }
            ranges.append(bytes / 1e6 / own[own.count - 1])
        }
        print(
            """
            A playlist of \(files.megabytes(files.playlist)) MB is parsed, \(rounds) rounds: median (lowest to highest).

            | | seconds | MB a second | of Hearth's time |
            | --- | --- | --- | --- |
            | Hearth | \(Figures.spread(own)) | \(Figures.spread(ranges, "%.0f")) (aim 200) | 1 |
            """)
        guard !rival.isEmpty else { return }
        let ratio = zip(rival, own).map { $0 / $1 }
        let rates = rival.map { bytes / 1e6 / $0 }
        let columns = [
            Figures.spread(rival), Figures.spread(rates, "%.0f"), Figures.spread(ratio, "%.0f") + " (aim 20)",
        ]
        print("| m3u-ipytv | \(columns.joined(separator: " | ")) |")
    }

    /// The duration of m3u-ipytv in seconds, without its start.
    private func parse(by python: String) throws -> Double {
        let program = """
            import sys, time
            from ipytv import playlist
            begun = time.monotonic()
            playlist.loadf(sys.argv[1])
            print(time.monotonic() - begun)
            """
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: python)
        process.arguments = ["-c", program, files.playlist]
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard let seconds = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw BenchFailure(reason: "m3u-ipytv has not parsed the list")
        }
        return seconds
    }
}
