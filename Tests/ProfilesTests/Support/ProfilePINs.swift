import ProfilesAPI
import RPC
import ServiceKit

@testable import ProfilesService

extension PINGuard {
    /// Sets the PIN of a subject, as the owner does.
    func set(_ pin: String, of subject: PINSubject, in shard: Shard) async throws {
        let hash = try await hasher.hash(pin, salt: [4, 5, 6])
        try await shard.write { try PINTable.set(hash, of: subject, $0) }
    }

    /// Tries a PIN of a subject.
    func guess(_ pin: String, of subject: PINSubject, in shard: Shard) async -> PINGuess {
        do {
            try await check(pin, of: subject, in: shard)
            return .right
        } catch ProfilesError.pinWrong where subject == .household {
            return .wrong
        } catch ProfilesError.profilePINWrong(let id) where subject == .profile(id) {
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

extension InlineShard {
    /// Adds two adult profiles, `anna` and `bob`.
    func addProfiles() async throws {
        try await shard.write { db in
            for id in ["anna", "bob"] {
                try ProfileTable.insert(
                    ProfileRow(id: id, name: id, kind: .adult, hidesAdult: false, member: nil, created: 0), db)
            }
        }
    }
}
