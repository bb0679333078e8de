import Foundation
import HearthModel
import PlaybackStateAPI
import RPC
import TestSupport
import Testing

/// Pushes under simulation: links lose and double frames, and the power fails in the middle of a push. A seed is a run.
struct SyncSimulationTests {
    /// What one run came to; two runs of a seed must agree in all of it.
    private struct Outcome: Equatable, Sendable {
        var trace: UInt64 = 0
        var ended = false
        /// Operations that were acknowledged, and pushes that had to be sent again.
        var acknowledged = 0
        var retries = 0
        /// Power cuts while operations waited to be pushed.
        var interruptions = 0
        var history: [String] = []
        var queue: [ContentID] = []
        var watched = 0
    }

    // Unchecked: touched by the simulation's thread alone.
    private final class Ledger: @unchecked Sendable {
        var outcome = Outcome()
        var error: (any Error)?
    }

    private static let devices = 3
    private static let operations = 120
    /// Operations of one push.
    private static let part = 10

    /// A device's operations: plays of its own films, marks of others, and one place in the queue.
    private static func month(of device: Int, since clock: Int64) -> [PlaybackOperation] {
        (1...operations).map { number in
            var operation = PlaybackOperation(
                id: "d\(device)-\(number)", number: Int64(number), clock: clock,
                elapsedMilliseconds: Int64(number) * 1_000)
            let content = ContentID(rawValue: "m\(device * 10 + number % 10)")
            switch number % 3 {
            case 0:
                let report = ProgressReport(
                    session: "", elapsedMilliseconds: 500, position: 30, duration: 100, sequence: 1)
                operation.play = OfflinePlay(
                    session: "s\(number)", content: content, variant: "v", reports: [report], hasEnded: true)
            case 1: operation.mark = OfflineMark(content: content, isWatched: true)
            default:
                operation.enqueue = OfflineEnqueue(content: ContentID(rawValue: "m\(30 + device)"))
            }
            return operation
        }
    }

    @Test(arguments: SimulationTests.seeds.prefix(6))
    func `a push that is interrupted is completed by the same push, and nothing counts twice`(seed: UInt64) throws {
        let (first, second) = (try Self.run(seed), try Self.run(seed))
        let again = "to repeat: HEARTH_SEED=\(seed) scripts/test --filter PlaybackStateTests.SyncSimulationTests"
        #expect(first.ended, "a task waits without end; \(again)")
        #expect(first == second, "the runs differ; \(again)")
        #expect(first.acknowledged == Self.devices * Self.operations, "\(again)")
        #expect(first.history.count == Self.devices * Self.operations / 3, "\(again)")
        #expect(Set(first.history).count == first.history.count, "\(again)")
        #expect(Set(first.queue) == ["m30", "m31", "m32"] && first.queue.count == 3, "\(again)")
        #expect(first.watched == Self.devices * 10, "\(again)")
        #expect(first.interruptions > 0, "no power cut came in the middle; \(again)")
    }

    private static func run(_ seed: UInt64) throws -> Outcome {
        let simulation = Simulation(seed: seed)
        let service = try SimulatedService(simulation)
        let ledger = Ledger()
        let ended = simulation.run {
            do { try await live(service, ledger) } catch { ledger.error = error }
            await service.end()
        }
        if let error = ledger.error { throw error }
        var outcome = ledger.outcome
        (outcome.trace, outcome.ended) = (simulation.trace, ended)
        return outcome
    }

    private static func live(_ service: SimulatedService, _ ledger: Ledger) async throws {
        let simulation = service.simulation
        try await service.start()
        try await service.syncs(TestCaller.adult.profile)
        let client = try await service.playback()
        let clock = try await retrying(simulation, ledger) {
            try await client.send(PlaybackState.GetSyncStatus()).clock
        }
        await withTaskGroup(of: Void.self) { group in
            for device in 0..<devices {
                group.addTask {
                    do { try await push(device, since: clock, client, ledger, simulation) } catch {
                        ledger.error = error
                    }
                }
            }
            group.addTask {
                do { try await cut(service, ledger) } catch { ledger.error = error }
            }
        }
        let history = try await retrying(simulation, ledger) {
            try await client.send(PlaybackState.ListHistory(page: PageRequest(size: 200))).entries
        }
        ledger.outcome.history = history.map { "\($0.content) \($0.device) \($0.started.timeIntervalSince1970)" }
        ledger.outcome.queue = try await retrying(simulation, ledger) {
            try await client.send(PlaybackState.ListQueue()).entries.map(\.content)
        }
        let contents = (0..<30).map { ContentID(rawValue: "m\($0)") }
        let titles = try await retrying(simulation, ledger) {
            try await client.send(PlaybackState.GetProgress(contents: contents)).titles
        }
        ledger.outcome.watched = titles.count { $0.isWatched }
    }

    /// A device pushes in parts, each until it is acknowledged.
    private static func push(
        _ device: Int, since clock: Int64, _ client: Client, _ ledger: Ledger, _ simulation: Simulation
    ) async throws {
        // All of them lie behind: none is limited to a minute ahead.
        let operations = month(of: device, since: clock - Int64(operations) * 1_000)
        for start in stride(from: 0, to: operations.count, by: Self.part) {
            try await simulation.sleep(for: .milliseconds(Int64(simulation.random() % 10)))
            let request = PlaybackState.PushChanges(
                device: "d\(device)",
                operations: Array(operations[start..<min(start + Self.part, operations.count)]))
            let pushed = try await retrying(simulation, ledger) { try await client.send(request) }
            ledger.outcome.acknowledged += pushed.results.count { $0.outcome == .applied }
        }
    }

    private static func cut(_ service: SimulatedService, _ ledger: Ledger) async throws {
        let simulation = service.simulation
        for _ in 0..<4 {
            try await simulation.sleep(for: .milliseconds(Int64(1 + simulation.random() % 20)))
            if ledger.outcome.acknowledged < devices * operations { ledger.outcome.interruptions += 1 }
            try await service.cutPower()
            try await simulation.sleep(for: .milliseconds(Int64(simulation.random() % 40)))
            try await service.start()
        }
    }

    private static func retrying<Value: Sendable>(
        _ simulation: Simulation, _ ledger: Ledger, _ body: () async throws -> Value
    ) async throws -> Value {
        for _ in 0..<40 {
            do { return try await body() } catch {
                simulation.note("again after \(error)")
                ledger.outcome.retries += 1
            }
            try await simulation.sleep(for: .milliseconds(50))
        }
        return try await body()
    }
}
