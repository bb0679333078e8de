internal import RPC
internal import ServiceKit

/// Checks the PINs of the household and of profiles, and counts the wrong tries of each.
struct PINGuard: Sendable {
    let hasher: PINHasher
    private let runtime: any Runtime
    private let clock: PINClock

    /// The interval at which the rest of a lock is stored, so that a restart of the host repeats little of it.
    private static let progressMilliseconds: Int64 = 60_000

    /// Creates the guard, at the start of the service.
    init(hasher: PINHasher, runtime: any Runtime) {
        self.hasher = hasher
        self.runtime = runtime
        clock = PINClock(runtime: runtime)
    }

    /// Passes when no PIN is set, or when `pin` is the one.
    ///
    /// - Throws: ``ProfilesError`` `pinRequired`, `pinWrong` or `pinLocked`; RESOURCE_EXHAUSTED, without counting a
    ///   try, while too many checks are in flight; the shard's errors.
    func check(_ pin: String?, of subject: PINSubject = .household, in shard: Shard) async throws {
        guard let known = try await shard.read({ try PINTable.find(of: subject, $0) }) else { return }
        guard let pin else { throw subject.required }
        try await refuseLocked(known, of: subject, in: shard)
        try await hasher.withSlot {
            // The count is durable before the comparison: a process that is killed in between has used up a try.
            guard let stored = try await countTry(of: subject, in: shard) else { return }
            guard try await hasher.matches(pin, stored.hash) else { throw subject.wrong }
            try await accept(pin, stored.hash, of: subject, in: shard)
        }
    }

    /// Refuses a try at a PIN that is locked, without a write but for the lock's progress now and then.
    private func refuseLocked(
        _ known: PINTable.StoredPIN, of subject: PINSubject, in shard: Shard
    ) async throws {
        guard known.tries < PINLock.lastTry else { throw ProfilesError.pinLocked(seconds: nil) }
        let remaining = clock.remaining(of: known.lock)
        guard remaining > 0 else { return }
        if known.lock.clock != clock.name || known.lock.milliseconds - remaining >= Self.progressMilliseconds {
            let progress = clock.lock(milliseconds: remaining)
            try await shard.write { db in
                // A try counted in the meantime has its own lock.
                guard let stored = try PINTable.find(of: subject, db), stored.lock == known.lock else { return }
                try PINTable.note(tries: stored.tries, lock: progress, of: subject, db)
            }
        }
        throw Self.locked(remaining)
    }

    private func countTry(of subject: PINSubject, in shard: Shard) async throws -> PINTable.StoredPIN? {
        try await shard.write { [clock] db in
            guard let stored = try PINTable.find(of: subject, db) else { return nil }
            guard stored.tries < PINLock.lastTry else { throw ProfilesError.pinLocked(seconds: nil) }
            let remaining = clock.remaining(of: stored.lock)
            guard remaining == 0 else { throw Self.locked(remaining) }
            let tries = stored.tries + 1
            let lock = clock.lock(milliseconds: PINLock.wait(after: tries))
            try PINTable.note(tries: tries, lock: lock, of: subject, db)
            return stored
        }
    }

    /// Forgets the wrong tries before the right one, and replaces a hash that costs less than new ones do.
    private func accept(
        _ pin: String, _ hash: PINHash, of subject: PINSubject, in shard: Shard
    ) async throws {
        var stronger: PINHash?
        if hash.cost.isWeaker(than: hasher.cost) {
            // A box that has no memory for the stronger one keeps the hash that it has.
            stronger = try? await hasher.hash(pin, salt: runtime.randomBytes(PINHash.saltBytes))
        }
        try await shard.write { [stronger] db in
            // Tries at a PIN that was replaced in the meantime stay counted.
            guard let stored = try PINTable.find(of: subject, db), stored.hash == hash else { return }
            if let stronger { return try PINTable.set(stronger, of: subject, db) }
            try PINTable.note(tries: 0, lock: .none, of: subject, db)
        }
    }

    private static func locked(_ milliseconds: Int64) -> ProfilesError {
        .pinLocked(seconds: (milliseconds + 999) / 1_000)
    }

    /// - Throws: INVALID_ARGUMENT unless it is 4 to 8 digits.
    static func checkForm(_ pin: String) throws(RPCError) {
        let isDigits = pin.utf8.allSatisfy { (0x30...0x39).contains($0) }
        guard isDigits, ProfilesLimits.pinDigits.contains(pin.utf8.count) else {
            throw .invalidArgument("pin", "must be between 4 and 8 digits.")
        }
    }
}

extension PINSubject {
    /// The error of a call without this PIN.
    fileprivate var required: ProfilesError {
        switch self {
        case .household: .pinRequired
        case .profile(let id): .profilePINRequired(id)
        }
    }

    /// The error of a call with a wrong PIN.
    fileprivate var wrong: ProfilesError {
        switch self {
        case .household: .pinWrong
        case .profile(let id): .profilePINWrong(id)
        }
    }
}
