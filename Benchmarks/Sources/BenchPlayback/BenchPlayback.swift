import ArgumentParser
import BareReports
import BenchKit
import Foundation
import HearthModel
import PlaybackStateAPI
import PlaybackStateService
import RPC
import ServiceKit

/// What a player and a home screen ask of a profile with years of history, beside SQLite alone on the same shard.
@main struct BenchPlayback: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench-playback",
        abstract: "Measures continue watching, what comes next, pulls of changes and followers, over a long history.")

    @Option(help: "Sessions of the profile.")
    var sessions = 100_000

    @Option(help: "Films, and as many episodes.")
    var films = 5_000

    @Option(help: "Calls of each kind that are measured.")
    var calls = 2_000

    @Option(help: "Changes to pull.")
    var changes = 10_000

    @Option(help: "Followers of live activity.")
    var followers = 500

    @Option(help: "Where to write; on the disk that is to be measured.")
    var directory = FileManager.default.temporaryDirectory.path

    func run() async throws {
        let folder = "\(directory)/bench-playback-\(ProcessInfo.processInfo.processIdentifier)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let fixture = try await ServiceFixture<PlaybackStateService>(
            directory: folder, clients: LibraryServiceClients())
        let client = try await fixture.client(PlaybackState.self, timeout: .seconds(600))
        _ = try await client.send(PlaybackState.ListQueue())
        fixture.startBackground()
        try await waitForSync(client)
        let history = YearsOfHistory(sessions: sessions, films: films, series: films / LibraryServiceClients.episodes)
        let begun = SystemRuntime.shared.now
        try await history.push(client)
        let passed = Double(begun.duration(to: SystemRuntime.shared.now).wholeNanoseconds) / 1e9
        // The figures are the program's output.
        print(
            String(format: "%d sessions, pushed in %.1f s (%.0f a second)", sessions, passed, Double(sessions) / passed)
        )
        print("\n| | p50 ms | p99 ms | highest |\n| --- | --- | --- | --- |")
        let reads = ReadCalls(client: client, count: calls, series: films / LibraryServiceClients.episodes)
        try await reads.run()
        try await Pull(client: client, count: changes).run()
        try await Followers(fixture: fixture, count: followers).run()
        await fixture.end()
        try measureBare("\(folder)/data/home/playback-state.sqlite")
    }

    /// Waits until the service has heard that the profile's devices are kept in step.
    private func waitForSync(_ client: RPCClient<PlaybackState>) async throws {
        for _ in 0..<200 {
            if try await client.send(PlaybackState.GetSyncStatus()).state == .on { return }
            try await SystemRuntime.shared.sleep(for: .milliseconds(50))
        }
        throw ValidationError("The service has not heard of the setting.")
    }

    /// The floor: SQLite alone, one thread, a statement that finds the same.
    private func measureBare(_ shard: String) throws {
        let statements = [
            (
                "SQLite: the 20 sessions that were reported last",
                """
                SELECT s.row, c.card, p.position, p.duration FROM point p JOIN session s ON s.row = p.session
                JOIN content c ON c.row = s.content ORDER BY p.session DESC LIMIT 20
                """
            ),
            (
                "SQLite: 1,000 entries of the log",
                "SELECT sequence, profile, kind, key, at FROM syncLog ORDER BY sequence LIMIT 1000"
            ),
        ]
        for (name, statement) in statements {
            var result = bare_query_result()
            let code = bare_query(shard, statement, Int32(calls), &result)
            guard code == 0 else { throw ValidationError("SQLite says \(code).") }
            Figures.show(name, p50: result.p50_ms, p99: result.p99_ms, highest: result.highest_ms)
        }
    }
}
