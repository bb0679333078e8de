import ArgumentParser
import BenchKit
import HearthModel
import PlaybackStateAPI
import PlaybackStateService
import RPC

/// Many followers of one household's live activity: how long after a player's pause each of them knows.
struct Followers {
    let fixture: ServiceFixture<PlaybackStateService>
    let count: Int

    private static let connections = 16
    private static let events = 200

    /// Measures and prints the figures.
    func run() async throws {
        guard count > 0 else { return }
        var clients: [RPCClient<PlaybackState>] = []
        for _ in 0..<Self.connections { clients.append(try await fixture.client(PlaybackState.self)) }
        let player = clients[0]
        let session = try await player.send(PlaybackState.Play(content: ContentID(rawValue: "m1"), device: "tv"))
            .session
        let (ready, readiness) = AsyncStream<Void>.makeStream()
        let sent = Sent()
        var figures = Figures()
        try await withThrowingTaskGroup(of: [Duration].self) { group in
            for number in 0..<count {
                let client = clients[number % clients.count]
                group.addTask { try await Self.follow(client, session, sent, readiness) }
            }
            var waiting = ready.makeAsyncIterator()
            for _ in 0..<count { await waiting.next() }
            for number in 1...Self.events {
                var report = ProgressReport(
                    session: session, elapsedMilliseconds: Int64(number) * 1_000, position: Double(number),
                    duration: 7_200)
                // A pause and a resumption are told at once.
                report.state = number.isMultiple(of: 2) ? .playing : .paused
                sent.note(number)
                _ = try await player.send(PlaybackState.ReportProgress(reports: [report]))
            }
            for try await waits in group { for wait in waits { figures.record(wait) } }
        }
        figures.show("\(count) followers, from a pause's report to each of them")
    }

    /// - Returns: how long after its report each event came.
    private static func follow(
        _ client: RPCClient<PlaybackState>, _ session: String, _ sent: Sent,
        _ readiness: AsyncStream<Void>.Continuation
    ) async throws -> [Duration] {
        var waits: [Duration] = []
        for try await item in try await client.stream(PlaybackState.FollowActivity()) {
            if item.snapshot != nil { readiness.yield() }
            guard let event = item.event, event.session.session == session else { continue }
            let number = Int(event.session.position.rounded())
            guard let time = sent.time(of: number) else { continue }
            waits.append(time.duration(to: SystemRuntime.shared.now))
            if number == Self.events { return waits }
        }
        throw ValidationError("A follower was cut off.")
    }
}
