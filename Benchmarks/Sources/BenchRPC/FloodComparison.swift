import EchoControl
import Foundation

/// The latency of a client with one call at a time beside clients with as many open calls as allowed: with no other
/// client, with one such connection, and with twenty, all of one process.
///
/// A control floods another server instead, so that only the processors are shared: it shows the kernel's part of the
/// latency.
struct FloodComparison {
    let contender: Contender
    let folder: String
    let rounds: Int
    /// The duration of one measurement.
    let seconds: Double
    /// The CPU time of a call, in microseconds; 0: calls that are answered on the loop.
    let microseconds: Int

    /// The bystander's calls a second.
    private static let rate = 100.0
    private static let floods = [0, 1, 20]
    private static let warmUpCalls = 10
    /// The flood's duration before its effect is measured.
    private static let warmUp: UInt32 = 1_000_000

    /// The other clients.
    private struct Company: Hashable {
        var connections: Int
        var isElsewhere: Bool

        var name: String { connections == 0 ? "none" : "\(connections)\(isElsewhere ? ", of another server" : "")" }
    }

    /// Measures and prints the figures.
    func run() throws {
        print(
            """
            One call of \(microseconds) us at a time, \(Int(Self.rate)) a second, \(rounds) rounds of \(seconds) s. Medians.

            | connections that flood | p50 ms | p99 ms | p99 to quiet | refused |
            | --- | --- | --- | --- | --- |
            """)
        let companies = Self.floods.flatMap { flood in
            (flood == 0 ? [false] : [false, true]).map { Company(connections: flood, isElsewhere: $0) }
        }
        var reports: [Company: [BystanderReport]] = [:]
        for _ in 0..<rounds {
            for company in companies { reports[company, default: []].append(try measure(company)) }
        }
        let quiet = median(reports[companies[0]] ?? [], \.p99Nanoseconds)
        for company in companies {
            let all = reports[company] ?? []
            let (p50, p99) = (median(all, \.p50Nanoseconds), median(all, \.p99Nanoseconds))
            let (refused, calls) = (all.reduce(0) { $0 + $1.refused }, all.reduce(0) { $0 + $1.calls })
            print(
                String(
                    format: "| \(company.name) | %.2f | %.2f | %.1f | %d of %d |", p50 / 1e6, p99 / 1e6, p99 / quiet,
                    refused, calls))
        }
    }

    private func median(_ reports: [BystanderReport], _ value: KeyPath<BystanderReport, UInt64>) -> Double {
        reports.map { Double($0[keyPath: value]) }.median
    }

    private func measure(_ company: Company) throws -> BystanderReport {
        let server = try startServer(in: folder)
        let bystander = try EchoProcess(contender.path, ["bystander", server.endpoint, "\(microseconds)"])
        guard try bystander.readLine() == "ready" else { throw EchoFailure(reason: "the bystander is not ready") }
        var others: [EchoProcess] = []
        if company.connections > 0 {
            var endpoint = server.endpoint
            if company.isElsewhere {
                let elsewhere = "\(folder)/elsewhere"
                try FileManager.default.createDirectory(
                    atPath: elsewhere, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
                let other = try startServer(in: elsewhere)
                (endpoint, others) = (other.endpoint, [other.process])
            }
            let flood = try EchoProcess(
                contender.path, ["flood", endpoint, "\(company.connections)", "\(microseconds)"])
            _ = try flood.readReady()
            others.insert(flood, at: 0)
            usleep(Self.warmUp)
        }
        // The first calls of a process take longer.
        _ = try bystander.request("calls \(Self.warmUpCalls)", as: BystanderReport.self)
        let report = try bystander.request("calls \(Int(seconds * Self.rate))", as: BystanderReport.self)
        for process in others + [bystander, server.process] { try process.stop() }
        return report
    }

    private func startServer(in folder: String) throws -> (process: EchoProcess, endpoint: String) {
        let server = try EchoProcess(
            contender.path, ["server", contender.endpoint(in: folder), "--calls-per-second=10000"])
        return (server, try server.readReady().endpoint)
    }
}
