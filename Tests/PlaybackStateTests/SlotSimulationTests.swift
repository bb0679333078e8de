import HearthModel
import PlaybackStateAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import PlaybackStateService

/// Connection slots under simulation: devices of several people play from one account, over a link that loses and doubles
/// frames, while the power fails again and again. A seed is a run.
struct SlotSimulationTests {
    private static let maximum = 2

    /// What a run came to.
    struct Outcome: Equatable, Sendable {
        var trace: UInt64 = 0
        var hasEnded = false
        var opened = 0
        var refused = 0
        var lost = 0
        /// More streams than the account opens, by what the service lists or devices were told.
        var excesses: [String] = []
    }

    /// The devices that play: told that they may, and not yet that they may not.
    // Unchecked: touched by the simulation's thread alone.
    private final class Ledger: @unchecked Sendable {
        var outcome = Outcome()
        var playing: [String: (stream: String, heard: MonotonicInstant)] = [:]
        var rule = SlotRule.refuse
        var error: (any Error)?
    }

    @Test(arguments: SimulationTests.seeds)
    func `never more streams than allowed, and nothing else ends a session`(seed: UInt64) throws {
        print("seed \(seed)")
        for rule in SlotRule.all {
            let (first, second) = (try Self.run(seed, rule), try Self.run(seed, rule))
            #expect(first == second, "the runs differ, seed \(seed), \(rule)")
            #expect(first.hasEnded && first.excesses.isEmpty, "seed \(seed), \(rule)")
            #expect(first.opened > 5, "seed \(seed), \(rule)")
            if rule == .refuse { #expect(first.refused > 0 && first.lost == 0, "seed \(seed)") }
            if rule != .refuse { #expect(first.refused == 0, "seed \(seed), \(rule)") }
        }
    }

    private static func run(_ seed: UInt64, _ rule: SlotRule) throws -> Outcome {
        let simulation = Simulation(seed: seed)
        let service = try SimulatedService(simulation)
        service.catalog.setAccount("panel", maximum: Int32(maximum))
        let ledger = Ledger()
        ledger.rule = rule
        let hasEnded = simulation.run {
            do { try await live(service, ledger) } catch { ledger.error = error }
            await service.end()
        }
        if let error = ledger.error { throw error }
        var outcome = ledger.outcome
        (outcome.trace, outcome.hasEnded) = (simulation.trace, hasEnded)
        return outcome
    }

    private static func live(_ service: SimulatedService, _ ledger: Ledger) async throws {
        let simulation = service.simulation
        try await service.start()
        try await service.setSlotRule(ledger.rule)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<4 {
                group.addTask {
                    do { try await play(number, service, ledger) } catch { ledger.error = error }
                }
            }
            group.addTask {
                do {
                    for _ in 0..<3 {
                        try await simulation.sleep(for: .milliseconds(Int64(5 + simulation.random() % 80)))
                        try await service.cutPower()
                        try await simulation.sleep(for: .milliseconds(Int64(simulation.random() % 40)))
                        try await service.start()
                    }
                } catch { ledger.error = error }
            }
        }
    }

    /// A device of one person: opens titles, reports, and ends or disappears.
    private static func play(_ number: Int, _ service: SimulatedService, _ ledger: Ledger) async throws {
        let simulation = service.simulation
        let person = TestCaller(member: "adult\(number)", role: .adult, policy: .everything)
        let client = try await service.playback(person)
        let device = "device\(number)"
        for _ in 0..<6 {
            // A device that plays something else has closed what it played before.
            ledger.playing[device] = nil
            let content = ContentID(rawValue: "m\(simulation.random() % 4)")
            do {
                let opened = try await client.send(PlaybackState.Play(content: content, device: device))
                ledger.outcome.opened += 1
                ledger.playing[device] = ("\(content) v1", simulation.now)
                check(ledger, simulation)
                try await watch(opened.session, as: device, client, ledger, simulation)
            } catch {
                if error.problem == .noFreeSlot { ledger.outcome.refused += 1 }
                simulation.note("\(device): \(error)")
            }
            try await simulation.sleep(for: .milliseconds(Int64(simulation.random() % 30)))
        }
        ledger.playing[device] = nil
    }

    private static func watch(
        _ session: String, as device: String, _ client: Client, _ ledger: Ledger, _ simulation: Simulation
    ) async throws(RPCError) {
        for step in 1...4 {
            try? await simulation.sleep(for: .milliseconds(Int64(simulation.random() % 20)))
            let report = ProgressReport(
                session: session, elapsedMilliseconds: Int64(step * 10), position: Double(step), sequence: Int64(step))
            let taken = try? await client.send(PlaybackState.ReportProgress(reports: [report]))
            if let slots = try? await client.send(PlaybackState.ListSlots()).accounts.first,
                slots.used > Int32(maximum)
            {
                ledger.outcome.excesses.append("listed: \(slots.used)")
            }
            if let refused = taken?.refused.first {
                if refused.problem == .slotLost { ledger.outcome.lost += 1 }
                ledger.playing[device] = nil
                return
            }
            if taken != nil { ledger.playing[device]?.heard = simulation.now }
        }
        // One in four disappears without a word.
        guard simulation.random() % 4 != 0 else { return }
        ledger.playing[device] = nil
        _ = try await client.send(PlaybackState.EndSession(session: session))
    }

    /// Where nothing may be ended, devices that were told to play hold no more streams than there are.
    private static func check(_ ledger: Ledger, _ simulation: Simulation) {
        guard ledger.rule == .refuse else { return }
        // What has been silent for as long as a slot takes to free itself may have lost it; with a margin, as a response
        // takes its time.
        let longest = Duration.milliseconds(PlaybackLimits.slotTimeoutMilliseconds) - .seconds(5)
        let live = ledger.playing.values.filter { $0.heard.duration(to: simulation.now) < longest }
        let streams = Set(live.map(\.stream))
        if streams.count > maximum { ledger.outcome.excesses.append("told: \(streams.sorted())") }
    }
}

extension SimulatedService {
    /// Sets the household's rule, as an event of profiles does.
    func setSlotRule(_ rule: SlotRule) async throws {
        guard let shard = try await shards?.shard(for: "home") else { return }
        try await shard.write { try SlotTable.set(rule, $0) }
    }
}
