internal import RPC
internal import ServiceKit

/// Asks for the household's PIN, and counts wrong ones.
struct PINGuard: Sendable {
    let hasher: PINHasher
    let runtime: any Runtime

    /// Tries before the first wait.
    private static let freeTries = 5
    /// Tries in a row after which the owner must set a new PIN.
    private static let lastTry = 100
    private static let firstWaitSeconds: Int64 = 30
    private static let longestWaitSeconds: Int64 = 24 * 60 * 60

    /// Passes when no PIN is set, or when `pin` is the one.
    ///
    /// - Throws: ``ProfilesError`` `pinRequired`, `pinWrong` or `pinLocked`; what the shard throws.
    func check(_ pin: String?, in shard: Shard) async throws {
        guard try await shard.read({ try PINTable.find($0) }) != nil else { return }
        guard let pin else { throw ProfilesError.pinRequired }
        // The count is durable before the comparison: whoever pulls the plug in between has used up a try.
        if runtime.hasDefect(.countsTriesLate), let known = try await shard.read({ try PINTable.find($0) }),
            known.lockedUntil <= runtime.wallTime.millisecondsSince1970, try await !hasher.matches(pin, known.hash)
        {
            _ = try? await countTry(in: shard)
            throw ProfilesError.pinWrong
        }
        guard let kept = try await countTry(in: shard) else { return }
        guard try await hasher.matches(pin, kept.hash) else { throw ProfilesError.pinWrong }
        try await shard.write { try PINTable.note(tries: 0, lockedUntil: 0, $0) }
    }

    private func countTry(in shard: Shard) async throws -> PINTable.Kept? {
        let now = runtime.wallTime.millisecondsSince1970
        return try await shard.write { db in
            guard let kept = try PINTable.find(db) else { return nil }
            guard kept.tries < Self.lastTry else { throw ProfilesError.pinLocked(seconds: nil) }
            guard kept.lockedUntil <= now else {
                throw ProfilesError.pinLocked(seconds: max(1, (kept.lockedUntil - now + 999) / 1_000))
            }
            let tries = kept.tries + 1
            try PINTable.note(tries: tries, lockedUntil: now + Self.waitSeconds(after: tries) * 1_000, db)
            return kept
        }
    }

    /// How long no PIN is taken after so many wrong ones in a row.
    static func waitSeconds(after tries: Int) -> Int64 {
        guard tries >= freeTries else { return 0 }
        let doublings = min(tries - freeTries, 20)
        return min(firstWaitSeconds << doublings, longestWaitSeconds)
    }

    /// - Throws: INVALID_ARGUMENT unless it is 4 to 8 digits.
    static func checkForm(_ pin: String) throws(RPCError) {
        let isDigits = pin.utf8.allSatisfy { (0x30...0x39).contains($0) }
        guard isDigits, ProfilesLimits.pinDigits.contains(pin.utf8.count) else {
            throw .invalidArgument("pin", "must be 4 to 8 digits.")
        }
    }
}
