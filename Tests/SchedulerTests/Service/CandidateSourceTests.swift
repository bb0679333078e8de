import HearthModel
import Logging
import RPC
import TestSupport
import Testing

@testable import SchedulerService

/// What a plan asks other services, in virtual time.
struct CandidateSourceTests {
    /// Forty series of a catalog that is slow to list episodes, but not so slow that it would be given up.
    @Test func `a slow neighbour makes a plan poorer, not late`() {
        let simulation = Simulation(seed: 1)
        let outcome = Outcome()
        let isDone = simulation.run {
            let clients = TestServiceClients(runtime: simulation)
            let titles = CandidateSource(
                catalog: RPCClient(clients.channel(to: "catalog")),
                playback: RPCClient(clients.channel(to: "playback-state")),
                profiles: RPCClient(clients.channel(to: "profiles")),
                metadata: RPCClient(clients.channel(to: "metadata-gateway")), runtime: simulation,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            let series = (1...SchedulerLimits.series).map {
                Card(id: ContentID(rawValue: "s\($0)"), kind: .series, title: "Series \($0)", rating: .g)
            }
            do {
                try clients.play(
                    "catalog",
                    FakeServiceClients.catalog(series: series) { id in
                        try await simulation.sleep(for: .milliseconds(1_400))
                        var card = Card(id: ContentID(rawValue: "\(id)e1"), kind: .episode, title: "Part 1", rating: .g)
                        (card.series, card.season, card.episode, card.runtimeMinutes) = (id, 1, 1, 45)
                        return [card]
                    })
                try clients.play("playback-state", FakeServiceClients.playback)
                try clients.play("profiles", FakeServiceClients.profiles)
                try clients.play("metadata-gateway", FakeServiceClients.metadata())
                try await FakeServiceClients.connect(clients)
            } catch { Issue.record(error) }
            let viewer = Viewer(
                household: "home", subject: "olga", profile: "olga", role: .owner, policy: .everything)
            let begun = simulation.now
            outcome.found = await titles.candidates([:], without: [], for: viewer)
            outcome.took = begun.duration(to: simulation.now)
        }
        #expect(isDone)
        #expect(outcome.took < .seconds(7), "one after another they would take most of a minute")
        // Lengths are asked for outside in the end, when no time is left.
        #expect(outcome.found.missing == ["catalog", "metadata-gateway"])
        let listed = outcome.found.candidates.count { $0.card.kind == .series }
        #expect((12...20).contains(listed), "\(listed): four at once, four times over")
        #expect(outcome.found.candidates.contains { $0.card.kind == .movie })
    }

    /// What came of it.
    // Unchecked: touched by the simulation's thread alone.
    private final class Outcome: @unchecked Sendable {
        var found = CandidateSource.Found()
        var took = Duration.zero
    }
}
