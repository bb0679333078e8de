import Foundation
import HearthModel
import PlaybackStateAPI
import RPC
import ServiceKit
import TestSupport
import Testing

/// The whole service under simulation: power cuts, lost, doubled and delayed messages. A seed is a run.
struct SimulationTests {
    /// What one run came to; two runs of a seed must agree in all of it.
    struct Outcome: Equatable, Sendable {
        var trace: UInt64 = 0
        var jobs = 0
        var foreignJobs = 0
        var ended = false
        var acknowledged = 0
        var unknown = 0
        /// Acknowledged reports, marks and entries that are not there.
        var lost = 0
        /// What is there twice, or was never asked for.
        var strange = 0
    }

    /// What clients were told, for the end to be held against.
    // Unchecked: touched by the simulation's thread alone.
    private final class Ledger: @unchecked Sendable {
        var outcome = Outcome()
        var sessions: Set<String> = []
        /// The positions of each title that were told, by their reports' numbers, and the last number that was acknowledged.
        var positions: [ContentID: (acknowledged: Int64, reported: [Int64: Double])] = [:]
        var marked: Set<ContentID> = []
        var queued: Set<ContentID> = []
        var requested: Set<ContentID> = []
        /// Titles whose completion was acknowledged, and those of which it may have come to pass.
        var completed: Set<ContentID> = []
        var completing: Set<ContentID> = []
        var error: (any Error)?
    }

    /// How many seeds a run takes; `HEARTH_SEEDS` asks for more, and `HEARTH_SEED` for a certain one.
    static var seeds: [UInt64] {
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["HEARTH_SEED"].flatMap(UInt64.init) { return [seed] }
        return Array(1...max(1, environment["HEARTH_SEEDS"].flatMap(UInt64.init) ?? 12))
    }

    @Test(arguments: seeds)
    func `a seed repeats its run, and nothing acknowledged is lost or doubled`(seed: UInt64) throws {
        let (first, second) = (try Self.run(seed), try Self.run(seed))
        let again = "to repeat: HEARTH_SEED=\(seed) scripts/test --filter PlaybackStateTests.SimulationTests"
        #expect(first.ended, "a task waits without end; \(again)")
        #expect(first == second, "the runs differ; \(again)")
        #expect(first.foreignJobs == 0, "\(again)")
        #expect(first.lost == 0, "\(again)")
        #expect(first.strange == 0, "\(again)")
        #expect(first.acknowledged > 20, "\(again)")
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
        (outcome.trace, outcome.jobs, outcome.ended) = (simulation.trace, simulation.steps, ended)
        outcome.foreignJobs = simulation.foreignJobs
        return outcome
    }

    private static func live(_ service: SimulatedService, _ ledger: Ledger) async throws {
        let simulation = service.simulation
        try await service.start()
        let client = try await service.playback()
        await withTaskGroup(of: Void.self) { group in
            for player in 0..<3 { group.addTask { await play(player, client, ledger, simulation) } }
            group.addTask { await mark(client, ledger, simulation) }
            group.addTask { await queue(client, ledger, simulation) }
            group.addTask { await complete(client, ledger, simulation) }
            group.addTask {
                do { try await planFaults(service) } catch { ledger.error = error }
            }
        }
        try await check(client, ledger, simulation)
    }

    /// A player: sessions with reports that go forward, and now and then back.
    private static func play(
        _ player: Int, _ client: Client, _ ledger: Ledger, _ simulation: Simulation
    ) async {
        for round in 0..<3 {
            let content = ContentID(rawValue: "m\(player * 3 + round)")
            let opened = await attempt(ledger, simulation) {
                try await client.send(PlaybackState.Play(content: content, device: "tv\(player)"))
            }
            guard let opened else { continue }
            ledger.sessions.insert(opened.session)
            let begun = simulation.now
            for step in 1...8 {
                await pause(simulation, 20)
                let position = Double(step * 10 - (step == 5 ? 30 : 0))
                let report = ProgressReport(
                    session: opened.session, elapsedMilliseconds: begun.duration(to: simulation.now).wholeMilliseconds,
                    position: position, duration: 100, sequence: Int64(step))
                ledger.positions[content, default: (0, [0: 0])].reported[Int64(step)] = position
                let taken = await attempt(ledger, simulation) {
                    try await client.send(PlaybackState.ReportProgress(reports: [report]))
                }
                guard let taken else { continue }
                if !taken.refused.isEmpty { ledger.outcome.lost += 1 }
                ledger.positions[content]?.acknowledged = Int64(step)
            }
        }
    }

    private static func mark(_ client: Client, _ ledger: Ledger, _ simulation: Simulation) async {
        for number in 20..<28 {
            let content = ContentID(rawValue: "m\(number)")
            let response = await attempt(ledger, simulation) {
                try await client.send(PlaybackState.MarkWatched(contents: [content]))
            }
            if let response {
                ledger.marked.insert(content)
                // It was never marked before, so an answer that says otherwise is a doubled call's.
                if response.changed != 1 { ledger.outcome.strange += 1 }
            }
            await pause(simulation, 20)
        }
    }

    private static func queue(_ client: Client, _ ledger: Ledger, _ simulation: Simulation) async {
        for number in 28..<40 {
            let content = ContentID(rawValue: "m\(number)")
            ledger.requested.insert(content)
            do {
                _ = try await client.send(PlaybackState.AddToQueue(content: content))
                ledger.queued.insert(content)
                ledger.outcome.acknowledged += 1
            } catch {
                if error.problem == .alreadyQueued { ledger.outcome.strange += 1 }
                if error.executed == .maybe { ledger.outcome.unknown += 1 }
            }
            await pause(simulation, 20)
        }
    }

    /// Queues films, and completes them one after the other: each leaves the queue once, and none is passed over.
    private static func complete(_ client: Client, _ ledger: Ledger, _ simulation: Simulation) async {
        let films = (40..<52).map { ContentID(rawValue: "m\($0)") }
        for content in films.reversed() {
            ledger.requested.insert(content)
            let added = await attempt(ledger, simulation) {
                try await client.send(PlaybackState.AddToQueue(content: content, place: .next))
            }
            if added != nil { ledger.queued.insert(content) }
        }
        for (index, content) in films.enumerated() where index < 8 {
            ledger.completing.insert(content)
            let done = await attempt(ledger, simulation) {
                try await client.send(PlaybackState.CompleteTitle(content: content))
            }
            if let done {
                ledger.completed.insert(content)
                if !done.hasChanged { ledger.outcome.strange += 1 }
                // The films are at the front: what is next is the first of them that is not completed.
                let next = films[(index + 1)...].first { ledger.queued.contains($0) }
                let isCertain =
                    films.allSatisfy { ledger.queued.contains($0) }
                    && films[..<index].allSatisfy { ledger.completed.contains($0) }
                if isCertain, done.next?.content != next { ledger.outcome.strange += 1 }
                if done.next?.source != .queue { ledger.outcome.strange += 1 }
            }
            await pause(simulation, 20)
        }
    }

    /// Asks, and notes what came of it.
    private static func attempt<Response: Sendable>(
        _ ledger: Ledger, _ simulation: Simulation, _ body: () async throws -> Response
    ) async -> Response? {
        do {
            let response = try await body()
            ledger.outcome.acknowledged += 1
            return response
        } catch {
            if (error as? RPCError)?.executed == .maybe { ledger.outcome.unknown += 1 }
            simulation.note("\(error)")
            return nil
        }
    }

    private static func pause(_ simulation: Simulation, _ longest: UInt64) async {
        try? await simulation.sleep(for: .milliseconds(Int64(simulation.random() % longest)))
    }

    private static func planFaults(_ service: SimulatedService) async throws {
        let simulation = service.simulation
        for _ in 0..<3 {
            try await simulation.sleep(for: .milliseconds(Int64(5 + simulation.random() % 80)))
            try await service.cutPower()
            try await simulation.sleep(for: .milliseconds(Int64(simulation.random() % 40)))
            try await service.start()
        }
    }

    private static func check(_ client: Client, _ ledger: Ledger, _ simulation: Simulation) async throws {
        let contents = (0..<28).map { ContentID(rawValue: "m\($0)") }
        let titles = try await retrying(simulation) {
            try await client.send(PlaybackState.GetProgress(contents: contents)).titles
        }
        for title in titles {
            let known = ledger.positions[title.content] ?? (0, [0: 0])
            let possible = known.reported.filter { $0.key >= known.acknowledged }.values
            if !known.reported.values.contains(title.position) {
                ledger.outcome.strange += 1
            } else if !possible.contains(title.position) {
                ledger.outcome.lost += 1
            }
            if ledger.marked.contains(title.content), !title.isWatched { ledger.outcome.lost += 1 }
        }
        let history = try await retrying(simulation) {
            try await client.send(PlaybackState.ListHistory(page: PageRequest(size: 200))).entries.map(\.session)
        }
        ledger.outcome.lost += ledger.sessions.subtracting(history).count
        ledger.outcome.strange += history.count - Set(history).count
        let queue = try await retrying(simulation) { try await client.send(PlaybackState.ListQueue()).entries }
        let expected = ledger.queued.subtracting(ledger.completing)
        ledger.outcome.lost += expected.subtracting(queue.map(\.content)).count
        ledger.outcome.strange += ledger.completed.intersection(queue.map(\.content)).count
        let watched = try await retrying(simulation) {
            try await client.send(
                PlaybackState.GetProgress(contents: ledger.completed.sorted { $0.rawValue < $1.rawValue })
            )
            .titles.filter { $0.isWatched && $0.playCount == 1 }.count
        }
        ledger.outcome.lost += ledger.completed.count - watched
        ledger.outcome.strange += queue.count - Set(queue.map(\.content)).intersection(ledger.requested).count
        if queue.map(\.position) != queue.indices.map({ Int32($0) }) { ledger.outcome.strange += 1 }
        simulation.note(titles.map { "\($0.content) \($0.position)" }.joined(separator: ","))
        simulation.note(queue.map(\.content.rawValue).joined(separator: ","))
    }

    /// Tries again what only reads until it succeeds: links lose frames to the end.
    private static func retrying<Value: Sendable>(
        _ simulation: Simulation, _ body: () async throws -> Value
    ) async throws -> Value {
        for _ in 0..<20 {
            do { return try await body() } catch { simulation.note("again after \(error)") }
            try await simulation.sleep(for: .milliseconds(50))
        }
        return try await body()
    }
}
