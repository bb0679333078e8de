import EchoControl
import Foundation

/// Seven servers called in parallel, one after another, and one alone.
struct FanOutComparison {
    let contender: Contender
    let folder: String
    let rounds: Int

    private static let (servers, times) = (7, 500)

    /// Measures and prints the figures.
    func run() throws {
        let servers = try (0..<Self.servers).map { number in
            try EchoProcess(contender.path, ["server", "ipc://\(folder)/fan-out-\(number).sock"])
        }
        let endpoints = try servers.map { try $0.readReady().endpoint }
        let client = try EchoProcess(contender.path, ["fan-out"] + endpoints)
        guard try client.readLine() == "ready" else { throw EchoFailure(reason: "the client is not ready") }
        _ = try client.request("fan-out \(Self.times)", as: FanOutReport.self)
        let reports = try (0..<rounds).map { _ in try client.request("fan-out \(Self.times)", as: FanOutReport.self) }
        try client.stop()
        for server in servers { try server.stop() }
        func line(_ name: String, _ value: (FanOutReport) -> UInt64) -> String {
            let microseconds = reports.map { Double(value($0)) / 1000 }.median
            let ratio = reports.map { Double(value($0)) / Double($0.oneCall) }.median
            return String(format: "| %@ | %.1f | %.2f |", name, microseconds, ratio)
        }
        print(
            """
            Seven servers, 128 bytes, ipc: medians of \(rounds) rounds of \(Self.times) each, in turn.

            | | p50 us | of one call |
            | --- | --- | --- |
            \(line("one call") { $0.oneCall })
            \(line("seven, one after another") { $0.sequential })
            \(line("seven at once (RPCFanOut, all)") { $0.together })
            """)
    }
}
