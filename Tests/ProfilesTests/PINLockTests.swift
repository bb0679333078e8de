import Foundation
import GRDB
import RPC
import ServiceKit
import Synchronization
import TestSupport
import Testing

@testable import ProfilesService

/// By which clock a lock counts.
struct PINLockTests {
    /// Runs `body` in virtual time, on a shard with a PIN that was guessed at five times.
    private static func locked(
        seed: UInt64 = 1, _ body: @escaping @Sendable (Simulation, Shard) async throws -> Void
    ) throws {
        let simulation = Simulation(seed: seed)
        let store = try InlineShard(runtime: simulation)
        let finished = simulation.run {
            do {
                let pins = PINGuard(runtime: simulation)
                try await pins.set("1234", in: store.shard)
                for _ in 1...5 { #expect(await pins.guess("0000", in: store.shard) == .wrong) }
                try await body(simulation, store.shard)
            } catch {
                Issue.record(error)
            }
        }
        #expect(finished)
    }

    /// A step of an attack on the lock.
    private enum Step: CaseIterable { case setClock, wait, restart, guess }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `whatever the wall clock says and however often the service is killed, a lock lasts its time`(
        seed: UInt64
    ) throws {
        try Self.locked(seed: seed) { simulation, shard in
            var source = SplitMix64(seed: seed)
            var pins = PINGuard(runtime: simulation)
            var tries = 5
            var opens = simulation.now.advanced(by: .milliseconds(PINLock.wait(after: tries)))
            for _ in 0..<200 {
                switch Step.allCases.randomElement(using: &source) ?? .guess {
                case .setClock:
                    simulation.jumpWallClock(by: .seconds(Int64.random(in: -4_000_000...4_000_000, using: &source)))
                case .wait:
                    let left = max(2, simulation.now.duration(to: opens).wholeMilliseconds)
                    try await simulation.sleep(for: .milliseconds(Int64.random(in: 1...left, using: &source)))
                case .restart: pins = PINGuard(runtime: simulation)
                case .guess:
                    let guess = await pins.guess("0000", in: shard)
                    if simulation.now < opens {
                        let left = simulation.now.duration(to: opens).wholeMilliseconds
                        guard case .locked(let seconds?) = guess, abs(seconds * 1_000 - left) <= 2_000 else {
                            Issue.record("seed \(seed): \(guess) with \(left) ms to go")
                            return
                        }
                    } else {
                        #expect(guess == .wrong, "seed \(seed)")
                        tries += 1
                        opens = simulation.now.advanced(by: .milliseconds(PINLock.wait(after: tries)))
                    }
                }
            }
        }
    }

    @Test func `after a restart of the host a lock counts from the start of the service on`() throws {
        try Self.locked { simulation, shard in
            var pins = PINGuard(runtime: simulation)
            for _ in 6...10 {
                try await simulation.sleep(for: .seconds(1_000))
                #expect(await pins.guess("0000", in: shard) == .wrong)
            }
            // 960 s after the tenth wrong one.
            try await simulation.sleep(for: .seconds(300))
            #expect(await pins.guess("0000", in: shard) == .locked(660))
            let boot = RebootedRuntime(simulation, bootID: "second")
            try await simulation.sleep(for: .seconds(10_000))
            pins = PINGuard(runtime: boot)
            #expect(await pins.guess("0000", in: shard) == .locked(660))
            try await simulation.sleep(for: .seconds(100))
            #expect(await pins.guess("0000", in: shard) == .locked(560))
            // Started again in that boot it goes on, and in a third one it does so from where it was looked at last.
            pins = PINGuard(runtime: boot)
            #expect(await pins.guess("0000", in: shard) == .locked(560))
            pins = PINGuard(runtime: RebootedRuntime(simulation, bootID: "third"))
            #expect(await pins.guess("0000", in: shard) == .locked(560))
            try await simulation.sleep(for: .seconds(560))
            #expect(await pins.guess("1234", in: shard) == .right)
        }
    }

    @Test func `where the boot is not known a lock ends all the same, and no restart shortens it`() throws {
        let simulation = Simulation(seed: 1)
        let store = try InlineShard(runtime: simulation)
        let finished = simulation.run {
            do {
                let unknown = RebootedRuntime(simulation, bootID: "")
                var pins = PINGuard(runtime: unknown)
                try await pins.set("1234", in: store.shard)
                for _ in 1...5 { #expect(await pins.guess("0000", in: store.shard) == .wrong) }
                try await simulation.sleep(for: .seconds(20))
                #expect(await pins.guess("1234", in: store.shard) == .locked(10))
                pins = PINGuard(runtime: unknown)
                #expect(await pins.guess("1234", in: store.shard) == .locked(30))
                try await simulation.sleep(for: .seconds(30))
                #expect(await pins.guess("1234", in: store.shard) == .right)
            } catch {
                Issue.record(error)
            }
        }
        #expect(finished)
    }

    @Test(arguments: [(4, 0), (5, 30_000), (11, 1_920_000), (99, 86_400_000)] as [(Int, Int64)])
    func `a PIN of an earlier release keeps its hash and tries, and its lock once more`(
        tries: Int, wait: Int64
    ) async throws {
        let old = try InlineShard(migrations: Array(ProfilesService.migrations.prefix(6)))
        let hash = try await PINHasher(face: .inline).hash("1234", salt: [1, 2, 3], cost: .cheap)
        try await old.shard.write { db in
            // Locked until a time that the wall clock cannot vouch for.
            try db.execute(
                sql: "INSERT INTO pin VALUES (1, ?, ?, 2, 1, 1, ?, 4102444800000)",
                arguments: [Data(hash.hash), Data(hash.salt), tries])
        }
        let store = try await old.reopened()
        let kept = try #require(try await store.shard.read { try PINTable.find($0) })
        #expect(kept.hash == hash)
        #expect(kept.tries == tries)
        #expect(kept.lock.milliseconds == wait)
        #expect(PINLock.wait(after: tries) == wait)
        let pins = PINGuard(runtime: SystemRuntime.shared)
        if wait == 0 {
            #expect(await pins.guess("1234", in: store.shard) == .right)
        } else {
            guard case .locked(let seconds?) = await pins.guess("1234", in: store.shard) else {
                Issue.record("it should be locked")
                return
            }
            #expect(seconds <= wait / 1_000)
        }
    }
}
