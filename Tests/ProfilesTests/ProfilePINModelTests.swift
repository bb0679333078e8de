import RPC
import ServiceKit
import Synchronization
import TestSupport
import Testing

@testable import ProfilesService

/// Guessing at the PINs of a household and of two profiles, against a small model of each.
struct ProfilePINModelTests {
    /// What the model knows of one PIN.
    private struct Model {
        let pin: String
        var tries = 0
        var opens: MonotonicInstant

        /// What a guess comes to, and its effect on the count.
        mutating func guess(_ isRight: Bool, at now: MonotonicInstant) -> PINGuess? {
            guard tries < PINLock.lastTry else { return .locked(nil) }
            // How many seconds are left is told as well; the test compares them apart.
            guard now >= opens else { return nil }
            tries = isRight ? 0 : tries + 1
            opens = now.advanced(by: .milliseconds(isRight ? 0 : PINLock.wait(after: tries)))
            return isRight ? .right : .wrong
        }
    }

    private enum Step: CaseIterable { case guess, guessAgain, wait, setClock, restart }

    @Test(arguments: 1...30 as ClosedRange<UInt64>)
    func `each PIN has its own count and lock, whatever the clock says and however often the service is killed`(
        seed: UInt64
    ) throws {
        let simulation = Simulation(seed: seed)
        let first = try InlineShard(runtime: simulation)
        let finished = simulation.run {
            do { try await Self.run(simulation, first, seed) } catch { Issue.record(error, "seed \(seed)") }
        }
        #expect(finished, "seed \(seed)")
    }

    private static func run(_ simulation: Simulation, _ first: InlineShard, _ seed: UInt64) async throws {
        var (store, source) = (first, SplitMix64(seed: seed))
        try await store.addProfiles()
        var pins = PINGuard(runtime: simulation)
        let subjects: [PINSubject] = [.household, .profile("anna"), .profile("bob")]
        var models: [PINSubject: Model] = [:]
        for (index, subject) in subjects.enumerated() {
            // Those of household and `bob` are the same: neither opens the other.
            let pin = index == 1 ? "1111" : "2222"
            try await pins.set(pin, of: subject, in: store.shard)
            models[subject] = Model(pin: pin, opens: simulation.now)
        }
        for _ in 0..<150 {
            switch Step.allCases.randomElement(using: &source) ?? .guess {
            case .setClock:
                simulation.jumpWallClock(by: .seconds(Int64.random(in: -4_000_000...4_000_000, using: &source)))
            case .wait:
                let longest = models.values.map { simulation.now.duration(to: $0.opens).wholeMilliseconds }.max() ?? 0
                try await simulation.sleep(for: .milliseconds(Int64.random(in: 1...max(2, longest), using: &source)))
            case .restart:
                // As after a kill: another process opens the file.
                store = try await store.reopened()
                pins = PINGuard(runtime: simulation)
            case .guess, .guessAgain:
                let subject = subjects.randomElement(using: &source) ?? .household
                let isRight = Int.random(in: 0..<10, using: &source) == 0
                let pin = isRight ? models[subject]?.pin ?? "" : "0000"
                let left = models[subject].map { simulation.now.duration(to: $0.opens).wholeMilliseconds } ?? 0
                let expected = models[subject]?.guess(isRight, at: simulation.now)
                let guess = await pins.guess(pin, of: subject, in: store.shard)
                if let expected {
                    #expect(guess == expected, "seed \(seed), \(subject)")
                } else {
                    guard case .locked(let seconds?) = guess, abs(seconds * 1_000 - left) <= 2_000 else {
                        Issue.record("seed \(seed), \(subject): \(guess) with \(left) ms to go")
                        return
                    }
                }
            }
            for subject in subjects {
                let tries = try await store.shard.read { try PINTable.find(of: subject, $0)?.tries }
                #expect(tries == models[subject]?.tries, "seed \(seed), \(subject)")
            }
        }
    }

    @Test func `guesses at a profile's PIN at the same moment are all counted before any is compared`() async throws {
        let store = try InlineShard()
        try await store.addProfiles()
        let pins = PINGuard(runtime: SystemRuntime.shared)
        try await pins.set("1234", of: .profile("anna"), in: store.shard)
        let guesses = await withTaskGroup(of: PINGuess.self) { group in
            for _ in 0..<50 { group.addTask { await pins.guess("0000", of: .profile("anna"), in: store.shard) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(guesses.count { $0 == .wrong } <= 5)
        #expect(!guesses.contains { $0 == .other || $0 == .right })
    }

    @Test func `a process that is killed between the count and the comparison has used up a try`() async throws {
        var store = try InlineShard()
        try await store.addProfiles()
        let subject = PINSubject.profile("anna")
        let cheap = PINGuard(runtime: SystemRuntime.shared)
        try await cheap.set("1234", of: subject, in: store.shard)
        // A hash that cannot be computed ends the check at the comparison, as a kill does.
        try await store.shard.write { db in
            var known = try #require(try PINTable.find(of: subject, db)).hash
            known.cost = PINHash.Cost(rounds: 1 << 30, blockSize: 8, parallelism: 1)
            try PINTable.set(known, of: subject, db)
        }
        for tries in 1...4 {
            #expect(await cheap.guess("1234", of: subject, in: store.shard) == .other)
            store = try await store.reopened()
            #expect(try await store.shard.read { try PINTable.find(of: subject, $0)?.tries } == tries)
        }
        #expect(try await store.shard.read { try PINTable.find(of: .profile("bob"), $0) } == nil)
        #expect(try await store.shard.read { try PINTable.find($0) } == nil)
    }

    @Test func `a shard of before has no profile's PIN, and gets the table`() async throws {
        let old = try InlineShard(migrations: Array(ProfilesService.migrations.prefix(9)))
        try await old.addProfiles()
        let store = try await old.reopened()
        let pins = PINGuard(runtime: SystemRuntime.shared)
        #expect(await pins.guess("0000", of: .profile("anna"), in: store.shard) == .right)
        try await pins.set("1234", of: .profile("anna"), in: store.shard)
        #expect(await pins.guess("0000", of: .profile("anna"), in: store.shard) == .wrong)
        #expect(await pins.guess("0000", of: .profile("bob"), in: store.shard) == .right)
    }
}
