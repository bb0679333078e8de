import EchoControl
import Foundation

/// What a client that makes one call at a time feels of others that have as many open as they may: with no other client beside it, with
/// one such connection, and with twenty, all of one process.
struct FloodComparison {
    let contender: Contender
    let folder: String
    let rounds: Int
    /// How long one measurement takes.
    let seconds: Double
    /// The processor's time of a call, in microseconds.
    let microseconds: Int

    /// How many calls a second the bystander makes.
    private static let rate = 100.0
    private static let floods = [0, 1, 20]
    /// How long a flood goes on before its effect is measured.
    private static let warmUp: UInt32 = 1_000_000

    /// Measures and prints.
    func run() throws {
        print(
            """
            One call of \(microseconds) us at a time, \(Int(Self.rate)) a second, \(rounds) rounds of \(seconds) s. Medians.

            | connections that flood | p50 ms | p99 ms | p99 to quiet | refused |
            | --- | --- | --- | --- | --- |
            """)
        var reports: [Int: [BystanderReport]] = [:]
        for _ in 0..<rounds {
            for flood in Self.floods { reports[flood, default: []].append(try measure(flood)) }
        }
        let quiet = (reports[0] ?? []).map { Double($0.p99Nanoseconds) }.median
        for flood in Self.floods {
            let all = reports[flood] ?? []
            let (p50, p99) = (
                all.map { Double($0.p50Nanoseconds) }.median, all.map { Double($0.p99Nanoseconds) }.median
            )
            let (refused, calls) = (all.reduce(0) { $0 + $1.refused }, all.reduce(0) { $0 + $1.calls })
            print(
                String(
                    format: "| %d | %.1f | %.1f | %.1f | %d of %d |", flood, p50 / 1e6, p99 / 1e6, p99 / quiet, refused,
                    calls))
        }
    }

    private func measure(_ connections: Int) throws -> BystanderReport {
        let server = try EchoProcess(
            contender.path, ["server", contender.endpoint(in: folder), "--calls-per-second=10000"])
        let endpoint = try server.readReady().endpoint
        let bystander = try EchoProcess(contender.path, ["bystander", endpoint, "\(microseconds)"])
        guard try bystander.readLine() == "ready" else { throw EchoFailure(reason: "the bystander is not ready") }
        var flood: EchoProcess?
        if connections > 0 {
            flood = try EchoProcess(contender.path, ["flood", endpoint, "\(connections)", "\(microseconds)"])
            _ = try flood?.readReady()
            usleep(Self.warmUp)
        }
        let report = try bystander.ask("calls \(Int(seconds * Self.rate))", as: BystanderReport.self)
        try flood?.stop()
        try bystander.stop()
        try server.stop()
        return report
    }
}
