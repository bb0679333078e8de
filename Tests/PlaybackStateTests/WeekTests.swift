import Foundation
import HearthModel
import PlaybackStateAPI
import RPC
import TestSupport
import Testing

/// A week of five people on eight devices ends in the same state, whatever is killed when: in that of its plan, by the rules
/// that are written down a second time in ``WeekPlan``.
struct WeekTests {
    @Test(arguments: Seeds.make(1)) func `a week without faults ends as its plan says`(seed: UInt64) throws {
        try Self.check(seed, faults: nil)
    }

    @Test(arguments: Seeds.make(2), [UInt64(1), 2])
    func `a week with power cuts ends as its plan says, whenever they come`(seed: UInt64, faults: UInt64) throws {
        try Self.check(seed, faults: faults)
    }

    private static func check(_ seed: UInt64, faults: UInt64?) throws {
        let plan = WeekPlan(seed: seed)
        let ended = try run(plan, faults: faults)
        let again: Comment = "HEARTH_TEST_SEED=\(seed), faults \(faults.map(String.init) ?? "none")"
        for (index, person) in WeekPlan.people.enumerated() {
            let expected = plan.expected(of: index)
            #expect(ended[index].titles == expected.titles, "\(person.caller.member): \(again)")
            #expect(ended[index].queue == expected.queue, "\(person.caller.member): \(again)")
            #expect(ended[index].sessions == expected.sessions, "\(person.caller.member): \(again)")
        }
    }

    // Unchecked: touched by the simulation's thread alone.
    private final class Ledger: @unchecked Sendable {
        var outcomes: [WeekPlan.Outcome] = []
        var isOver = false
        var cuts = 0
        var error: (any Error)?
    }

    private static func run(_ plan: WeekPlan, faults: UInt64?) throws -> [WeekPlan.Outcome] {
        let simulation = Simulation(seed: faults ?? 1)
        let service = try SimulatedService(simulation)
        let ledger = Ledger()
        let ended = simulation.run {
            do { try await live(plan, service, ledger, isFaulty: faults != nil) } catch { ledger.error = error }
            await service.end()
        }
        if let error = ledger.error { throw error }
        #expect(ended, "a task waits without end")
        if faults != nil { #expect(ledger.cuts > 5) }
        return ledger.outcomes
    }

    private static func live(
        _ plan: WeekPlan, _ service: SimulatedService, _ ledger: Ledger, isFaulty: Bool
    ) async throws {
        try await service.start()
        await withTaskGroup(of: Void.self) { group in
            if isFaulty {
                group.addTask {
                    do { try await cutNowAndThen(service, ledger) } catch { ledger.error = error }
                }
            }
            group.addTask {
                do {
                    for day in plan.steps {
                        try await spend(day, service)
                        service.simulation.jumpWallClock(by: .seconds(20 * 3_600))
                    }
                } catch { ledger.error = error }
                ledger.isOver = true
            }
        }
        for person in WeekPlan.people { ledger.outcomes.append(try await outcome(of: person, service)) }
    }

    private static func cutNowAndThen(_ service: SimulatedService, _ ledger: Ledger) async throws {
        let simulation = service.simulation
        while !ledger.isOver {
            try await simulation.sleep(for: .milliseconds(Int64(2_000 + simulation.random() % 60_000)))
            try await service.cutPower()
            try await simulation.sleep(for: .milliseconds(Int64(simulation.random() % 3_000)))
            try await service.start()
            ledger.cuts += 1
        }
    }

    private static func spend(_ day: [[WeekPlan.Step]], _ service: SimulatedService) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (person, steps) in zip(WeekPlan.people, day) {
                group.addTask { for step in steps { try await take(step, person.caller, service) } }
            }
            try await group.waitForAll()
        }
    }

    private static func take(_ step: WeekPlan.Step, _ person: TestCaller, _ service: SimulatedService) async throws {
        switch step {
        case .watch(let title, let device, let positions):
            try await watch(title, device, positions, nil, person, service)
        case .watchOffline(let title, let device, let positions, let order):
            try await watch(title, device, positions, order, person, service)
        case .mark(let title, let isWatched):
            _ = try await insist(person, service) { client, options in
                isWatched
                    ? try await client.send(PlaybackState.MarkWatched(contents: [title]), options: options)
                    : try await client.send(PlaybackState.MarkUnwatched(contents: [title]), options: options)
            }
        case .queue(let title):
            _ = try await insist(person, service) { client, options in
                do { _ = try await client.send(PlaybackState.AddToQueue(content: title), options: options) } catch {
                    guard (error as? RPCError)?.problem == .alreadyQueued else { throw error }
                }
            }
        case .dequeue(let title):
            _ = try await insist(person, service) { client, options in
                try await client.send(PlaybackState.RemoveFromQueue(content: title), options: options)
            }
        case .remove(let title):
            _ = try await insist(person, service) { client, options in
                try await client.send(PlaybackState.RemoveHistory(content: title), options: options)
            }
        }
    }

    /// - Parameter order: of the reports of a device that is offline while it plays; nil while it is online.
    private static func watch(
        _ title: ContentID, _ device: String, _ positions: [Double], _ order: [Int]?, _ person: TestCaller,
        _ service: SimulatedService
    ) async throws {
        let played = try await insist(person, service) { client, options in
            try await client.send(PlaybackState.Play(content: title, device: device), options: options)
        }
        let reports = positions.enumerated().map { index, position in
            ProgressReport(
                session: played.session, elapsedMilliseconds: Int64(index + 1) * 10_000, position: position,
                duration: WeekPlan.length, state: index == positions.count - 1 ? .ended : .playing,
                sequence: Int64(index + 1))
        }
        for report in reports {
            try await service.simulation.sleep(for: .seconds(10))
            if order == nil { try await send([report], person, service) }
        }
        if let order { for index in order { try await send([reports[index]], person, service) } }
    }

    private static func send(
        _ reports: [ProgressReport], _ person: TestCaller, _ service: SimulatedService
    ) async throws {
        let taken = try await insist(person, service) { client, options in
            try await client.send(PlaybackState.ReportProgress(reports: reports), options: options)
        }
        guard taken.refused.isEmpty else { throw RPCError(.internal, "A report was refused.") }
    }

    /// Calls until it succeeds, with one key: as often as the link and the power fail.
    private static func insist<Value: Sendable>(
        _ person: TestCaller, _ service: SimulatedService,
        _ body: (Client, CallOptions) async throws -> Value
    ) async throws -> Value {
        let key = IdempotencyKey(runtime: service.simulation)
        var last: (any Error)?
        for _ in 0..<60 {
            let client = try await service.playback(person)
            var options = client.defaults
            options.idempotencyKey = key
            do { return try await body(client, options) } catch { last = error }
            try await service.simulation.sleep(for: .milliseconds(500))
        }
        throw last ?? RPCError(.internal, "It was never called.")
    }

    private static func outcome(
        of person: WeekPlan.Person, _ service: SimulatedService
    ) async throws -> WeekPlan.Outcome {
        var outcome = WeekPlan.Outcome()
        let contents = (0..<40).map { ContentID(rawValue: "m\($0)") }
        let titles = try await insist(person.caller, service) { client, _ in
            try await client.send(PlaybackState.GetProgress(contents: contents)).titles
        }
        for title in titles where title.position > 0 || title.isWatched {
            outcome.titles[title.content] = .init(position: title.position, isWatched: title.isWatched)
        }
        outcome.queue = try await insist(person.caller, service) { client, _ in
            try await client.send(PlaybackState.ListQueue()).entries.map(\.content)
        }
        let history = try await insist(person.caller, service) { client, _ in
            try await client.send(PlaybackState.ListHistory(page: PageRequest(size: 200))).entries
        }
        for entry in history { outcome.sessions[entry.content, default: 0] += 1 }
        return outcome
    }
}
