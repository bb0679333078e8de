import RPC
import ServiceKit
import Synchronization
import TestSupport
import Testing

@testable import ProfilesService

/// Guessing at a PIN, in virtual time.
struct PINGuardTests {
    /// A hash that costs next to nothing, so that it can be guessed at often.
    private static let cheap = PINHash.Cost(rounds: 2, blockSize: 1, parallelism: 1)

    /// What became of a guess.
    private enum Guess: Equatable, Sendable {
        case right, wrong, locked(Int64?), other
    }

    private static func guess(_ pin: String, _ pins: PINGuard, _ shard: Shard) async -> Guess {
        do {
            try await pins.check(pin, in: shard)
            return .right
        } catch ProfilesError.pinWrong {
            return .wrong
        } catch ProfilesError.pinLocked(let seconds) {
            return .locked(seconds)
        } catch {
            return .other
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `five wrong ones lock it for 30 s, then twice as long each time, for a day at most`(seed: UInt64) throws {
        let simulation = Simulation(seed: seed)
        let store = try InlineShard(runtime: simulation)
        let pins = PINGuard(hasher: PINHasher(), runtime: simulation)
        let waits = Mutex<[Int64]>([])
        let finished = simulation.run {
            do {
                let hash = try await pins.hasher.hash("1234", salt: [1, 2, 3], cost: Self.cheap)
                try await store.shard.write { try PINTable.set(hash, $0) }
                for _ in 1...4 { #expect(await Self.guess("0000", pins, store.shard) == .wrong) }
                #expect(await Self.guess("1234", pins, store.shard) == .right)
                for _ in 1...5 { #expect(await Self.guess("0000", pins, store.shard) == .wrong) }
                for _ in 6...20 {
                    // While it is locked even the right one is not looked at.
                    guard case .locked(let seconds?) = await Self.guess("1234", pins, store.shard) else {
                        Issue.record("it should be locked")
                        return
                    }
                    waits.withLock { $0.append(seconds) }
                    try await simulation.sleep(for: .seconds(seconds))
                    #expect(await Self.guess("0000", pins, store.shard) == .wrong)
                }
                try await simulation.sleep(for: .seconds(24 * 60 * 60))
                #expect(await Self.guess("1234", pins, store.shard) == .right)
                #expect(await Self.guess("0000", pins, store.shard) == .wrong)
            } catch {
                Issue.record(error)
            }
        }
        #expect(finished)
        let expected: [Int64] = (0..<15).map { min(30 << $0, 86_400) }
        #expect(waits.withLock { $0 } == expected)
        #expect(simulation.foreignJobs == 0)
    }

    @Test func `a hundred wrong ones in a row end it`() async throws {
        let store = try InlineShard()
        let pins = PINGuard(hasher: PINHasher(), runtime: SystemRuntime.shared)
        let hash = try await pins.hasher.hash("1234", salt: [1, 2, 3], cost: Self.cheap)
        try await store.shard.write { db in
            try PINTable.set(hash, db)
            try PINTable.note(tries: 99, lockedUntil: 0, db)
        }
        #expect(await Self.guess("0000", pins, store.shard) == .wrong)
        try await store.shard.write { try PINTable.note(tries: 100, lockedUntil: 0, $0) }
        #expect(await Self.guess("1234", pins, store.shard) == .locked(nil))
        // The owner sets a new one.
        try await store.shard.write { try PINTable.set(hash, $0) }
        #expect(await Self.guess("1234", pins, store.shard) == .right)
    }

    @Test func `guesses at the same moment are all counted before any is compared`() async throws {
        let store = try InlineShard()
        let pins = PINGuard(hasher: PINHasher(), runtime: SystemRuntime.shared)
        let hash = try await pins.hasher.hash("1234", salt: [1, 2, 3], cost: Self.cheap)
        try await store.shard.write { try PINTable.set(hash, $0) }
        let guesses = await withTaskGroup(of: Guess.self) { group in
            for _ in 0..<50 { group.addTask { await Self.guess("0000", pins, store.shard) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(guesses.count { $0 == .wrong } == 5)
        #expect(guesses.count { $0 != .wrong && $0 != .other } == 45)
    }

    /// RFC 7914, section 12: the second test vector, whose cost is ours but for the rounds.
    @Test func `the hash is scrypt`() async throws {
        let made = try await PINHasher().hash(
            "password", salt: Array("NaCl".utf8), cost: PINHash.Cost(rounds: 1_024, blockSize: 8, parallelism: 16))
        #expect(made.hash.hexadecimal == "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162")
        #expect(PINHash.Cost.standard == PINHash.Cost(rounds: 16_384, blockSize: 8, parallelism: 1))
    }
}
