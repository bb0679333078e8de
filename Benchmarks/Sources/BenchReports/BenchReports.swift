import ArgumentParser
import BareReports
import BenchKit
import Foundation
import HearthModel
import Histogram
import PlaybackStateAPI
import PlaybackStateService
import RPC
import ServiceKit

/// Durably acknowledged progress reports: rate and latency, beside SQLite alone with the same batches.
@main struct BenchReports: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench-reports",
        abstract: "Measures how fast progress reports are made durable, beside SQLite alone.")

    @Option(help: "Players at once, each with one report on its way.")
    var sessions = 200

    @Option(help: "Connections that they share.")
    var connections = 8

    @Option(help: "How long each measurement takes.")
    var seconds = 5.0

    @Option(help: "How often all is measured.")
    var rounds = 3

    @Option(help: "Where to write; on the disk that is to be measured.")
    var directory = FileManager.default.temporaryDirectory.path

    func run() async throws {
        // The figures are the program's output.
        print("\(sessions) sessions, \(connections) connections, \(seconds) s each")
        for round in 1...max(1, rounds) {
            let folder = "\(directory)/bench-reports-\(ProcessInfo.processInfo.processIdentifier)-\(round)"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let service = try await measureService(folder)
            let bare = try measureBare("\(folder)/bare.sqlite", batch: service.batch)
            let ratio = String(format: "%.2f", service.rate / bare)
            print("  service / SQLite: \(ratio)")
        }
    }

    /// - Returns: reports a second, and the reports in a commit.
    private func measureService(_ folder: String) async throws -> (rate: Double, batch: Int) {
        let fixture = try await ReportFixture(directory: folder, clients: FilmServiceClients())
        var clients: [RPCClient<PlaybackState>] = []
        for _ in 0..<connections { clients.append(try await fixture.client(PlaybackState.self)) }
        var players: [Player] = []
        for number in 0..<sessions {
            let client = clients[number % connections]
            let playback = try await client.send(
                PlaybackState.Play(content: ContentID(rawValue: "m"), device: "tv\(number)"))
            players.append(Player(client: client, session: playback.session))
        }
        let before = fixture.stats
        let begun = SystemRuntime.shared.now
        let end = begun.advanced(by: .milliseconds(Int64(seconds * 1_000)))
        var waits = Histogram<UInt64>(numberOfSignificantValueDigits: .three)
        try await withThrowingTaskGroup(of: [UInt64].self) { group in
            for player in players { group.addTask { try await player.play(until: end) } }
            for try await nanoseconds in group { for value in nanoseconds { waits.record(value) } }
        }
        let passed = Double(begun.duration(to: SystemRuntime.shared.now).wholeNanoseconds) / 1e9
        let after = fixture.stats
        await fixture.end()
        let (writes, commits) = (after.writes - before.writes, max(1, after.commits - before.commits))
        let rate = Double(waits.totalCount) / passed
        let batch = max(1, Int((Double(writes) / Double(commits)).rounded()))
        report(
            "service", rate: rate, p50: Double(waits.valueAtPercentile(50)) / 1e6,
            p99: Double(waits.valueAtPercentile(99)) / 1e6, note: "\(batch) reports a commit")
        return (rate, batch)
    }

    private func measureBare(_ path: String, batch: Int) throws -> Double {
        var result = bare_reports_result()
        let code = bare_reports(path, Int32(sessions), Int32(batch), seconds, &result)
        guard code == 0 else { throw ValidationError("SQLite says \(code).") }
        let rate = Double(result.reports) / result.seconds
        report("SQLite", rate: rate, p50: result.p50_ms, p99: result.p99_ms, note: "batches of \(batch), one thread")
        return rate
    }

    private func report(_ name: String, rate: Double, p50: Double, p99: Double, note: String) {
        let numbers = String(format: "%8.0f reports/s  p50 %7.2f ms  p99 %7.2f ms", rate, p50, p99)
        print("  \(name.padding(toLength: 8, withPad: " ", startingAt: 0))\(numbers)  (\(note))")
    }
}

/// One player with one report in flight at a time.
private struct Player: Sendable {
    let client: RPCClient<PlaybackState>
    let session: String

    /// Sends reports until then, and returns the latency of each.
    func play(until end: MonotonicInstant) async throws -> [UInt64] {
        let runtime = SystemRuntime.shared
        let begun = runtime.now
        var waits: [UInt64] = []
        while true {
            let sent = runtime.now
            guard sent < end else { return waits }
            let elapsed = begun.duration(to: sent)
            let report = ProgressReport(
                session: session, elapsedMilliseconds: elapsed.wholeMilliseconds,
                position: Double(elapsed.wholeNanoseconds) / 1e9, duration: 7_200)
            let taken = try await client.send(PlaybackState.ReportProgress(reports: [report]))
            guard taken.refused.isEmpty else { throw ValidationError("A report was refused.") }
            waits.append(UInt64(max(0, sent.duration(to: runtime.now).wholeNanoseconds)))
        }
    }
}
