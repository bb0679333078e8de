import RPC
import ServiceKit
import Synchronization
import TestSupport
import Testing

@testable import ProfilesService

/// Guessing at a PIN, in virtual time.
struct PINGuardTests {
    @Test(arguments: [1, 2, 3] as [UInt64])
    func `five wrong ones lock it for 30 s, then twice as long each time, for a day at most`(seed: UInt64) throws {
        let simulation = Simulation(seed: seed)
        let store = try InlineShard(runtime: simulation)
        let pins = PINGuard(runtime: simulation)
        let waits = Mutex<[Int64]>([])
        let finished = simulation.run {
            do {
                try await pins.set("1234", in: store.shard)
                for _ in 1...4 { #expect(await pins.guess("0000", in: store.shard) == .wrong) }
                #expect(await pins.guess("1234", in: store.shard) == .right)
                for _ in 1...5 { #expect(await pins.guess("0000", in: store.shard) == .wrong) }
                for _ in 6...20 {
                    // While it is locked even the right one is not looked at.
                    guard case .locked(let seconds?) = await pins.guess("1234", in: store.shard) else {
                        Issue.record("it should be locked")
                        return
                    }
                    waits.withLock { $0.append(seconds) }
                    try await simulation.sleep(for: .seconds(seconds))
                    #expect(await pins.guess("0000", in: store.shard) == .wrong)
                }
                try await simulation.sleep(for: .seconds(24 * 60 * 60))
                #expect(await pins.guess("1234", in: store.shard) == .right)
                #expect(await pins.guess("0000", in: store.shard) == .wrong)
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
        let pins = PINGuard(runtime: SystemRuntime.shared)
        try await pins.set("1234", in: store.shard)
        try await store.shard.write { try PINTable.note(tries: 99, lock: .none, $0) }
        #expect(await pins.guess("0000", in: store.shard) == .wrong)
        try await store.shard.write { try PINTable.note(tries: 100, lock: .none, $0) }
        #expect(await pins.guess("1234", in: store.shard) == .locked(nil))
        // The owner sets a new one.
        try await pins.set("1234", in: store.shard)
        #expect(await pins.guess("1234", in: store.shard) == .right)
    }

    @Test func `guesses at the same moment are all counted before any is compared`() async throws {
        let store = try InlineShard()
        let pins = PINGuard(runtime: SystemRuntime.shared)
        try await pins.set("1234", in: store.shard)
        let guesses = await withTaskGroup(of: PINGuess.self) { group in
            for _ in 0..<50 { group.addTask { await pins.guess("0000", in: store.shard) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        // Some may find no place, and are not counted.
        #expect(guesses.count { $0 == .wrong } <= 5)
        #expect(!guesses.contains { $0 == .other || $0 == .right })
    }

    @Test func `a guess that finds no place to be compared is not counted`() async throws {
        let store = try InlineShard()
        let pins = PINGuard(runtime: SystemRuntime.shared)
        try await pins.set("1234", in: store.shard)
        for _ in 1...4 { #expect(await pins.guess("0000", in: store.shard) == .wrong) }
        try await Self.holdingPlaces(of: pins.hasher, ProfilesLimits.pinChecksAtOnce) {
            for _ in 1...20 { #expect(await pins.guess("0000", in: store.shard) == .busy) }
        }
        #expect(await pins.guess("1234", in: store.shard) == .right)
    }

    /// Runs `body` while so many places are taken.
    private static func holdingPlaces(
        of hasher: PINHasher, _ count: Int, _ body: () async throws -> Void
    ) async throws {
        guard count > 0 else { return try await body() }
        try await hasher.withSlot { try await holdingPlaces(of: hasher, count - 1, body) }
    }

    @Test func `a right PIN replaces a hash that costs less, and keeps what costs as much`() async throws {
        let store = try InlineShard()
        let weak = PINGuard(runtime: SystemRuntime.shared)
        try await weak.set("1234", in: store.shard)
        let dearer = PINHash.Cost(rounds: 4, blockSize: 1, parallelism: 1)
        let pins = PINGuard(hasher: PINHasher(cost: dearer, face: .inline), runtime: SystemRuntime.shared)
        #expect(await pins.guess("0000", in: store.shard) == .wrong)
        #expect(try await store.shard.read { try PINTable.find($0) }?.hash.cost == .cheap)
        #expect(await pins.guess("1234", in: store.shard) == .right)
        let kept = try #require(try await store.shard.read { try PINTable.find($0) })
        #expect(kept.hash.cost == dearer)
        #expect(kept.hash.salt.count == PINHash.saltBytes)
        #expect(kept.tries == 0)
        #expect(await pins.guess("1234", in: store.shard) == .right)
        #expect(await weak.guess("1234", in: store.shard) == .right)
        #expect(try await store.shard.read { try PINTable.find($0) }?.hash == kept.hash)
    }

    /// RFC 7914, section 12: the second test vector; and one of our own form, as Python's hashlib has it.
    @Test func `the hash is scrypt, of 64 MiB`() async throws {
        let made = try await PINHasher().hash(
            "password", salt: Array("NaCl".utf8), cost: PINHash.Cost(rounds: 1_024, blockSize: 8, parallelism: 16))
        #expect(made.hash.hexadecimal == "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162")
        let own = try await PINHasher().hash(
            "24681357", salt: Array("0123456789abcdef".utf8),
            cost: PINHash.Cost(rounds: 1_024, blockSize: 8, parallelism: 2))
        #expect(own.hash.hexadecimal == "fdeedf14818445c75cf2c254318bdfc5c9b77adcc087d47b41de639776a00002")
        let standard = PINHash.Cost.standard
        #expect(standard == PINHash.Cost(rounds: 1 << 16, blockSize: 8, parallelism: 2))
        #expect(standard.memoryBytes == 64 << 20)
        let earlier = PINHash.Cost(rounds: 1 << 14, blockSize: 8, parallelism: 1)
        #expect(earlier.isWeaker(than: standard) && !standard.isWeaker(than: standard))
        #expect(!standard.isWeaker(than: earlier))
    }
}
