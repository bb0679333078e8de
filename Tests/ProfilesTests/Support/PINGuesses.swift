import RPC
import ServiceKit
import TestSupport

@testable import ProfilesService

/// What became of a guess at the PIN.
enum PINGuess: Equatable, Sendable {
    case right, wrong, locked(Int64?), busy, other
}

extension PINHash.Cost {
    /// A hash that costs next to nothing, so that it can be guessed at often.
    static let cheap = PINHash.Cost(rounds: 2, blockSize: 1, parallelism: 1)
}

extension PINGuard {
    /// A guard whose new hashes cost little.
    init(runtime: any Runtime) { self.init(hasher: PINHasher(cost: .cheap, face: .inline), runtime: runtime) }

    /// Sets a PIN, as the owner does.
    func set(_ pin: String, in shard: Shard) async throws {
        let hash = try await hasher.hash(pin, salt: [1, 2, 3])
        try await shard.write { try PINTable.set(hash, $0) }
    }

    /// Tries a PIN.
    func guess(_ pin: String, in shard: Shard) async -> PINGuess {
        do {
            try await check(pin, in: shard)
            return .right
        } catch ProfilesError.pinWrong {
            return .wrong
        } catch ProfilesError.pinLocked(let seconds) {
            return .locked(seconds)
        } catch let error as RPCError where error.code == .resourceExhausted {
            return .busy
        } catch {
            return .other
        }
    }
}
