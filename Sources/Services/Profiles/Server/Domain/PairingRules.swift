internal import GRDB
internal import HearthModel
internal import ProfilesAPI
internal import RPC
internal import ServiceKit

/// The rules of pairing codes: how long they live, how often they may be guessed, and who approves them.
struct PairingRules: Sendable {
    /// Codes and locks count by the monotonic clock, as the PIN's lock does: setting the wall clock makes no code live longer.
    let clock: PINClock

    /// Whether a code is still valid.
    func isAlive(_ pairing: PairingRow) -> Bool { clock.remaining(of: pairing.life) > 0 }

    /// The rest of a code's life in whole seconds.
    func secondsLeft(of pairing: PairingRow) -> Int64 { Self.seconds(clock.remaining(of: pairing.life)) }

    /// Removes what has expired, and passes when there is room for one more.
    ///
    /// - Throws: ``ProfilesError/pairingLimitReached(seconds:)``.
    func makeRoom(_ db: Database) throws {
        var living: [PairingRow] = []
        for pairing in try PairingTable.all(db) {
            if isAlive(pairing) { living.append(pairing) } else { try PairingTable.remove(pairing, db) }
        }
        try checkLimit(living)
    }

    /// Passes when there is room for one more than these.
    ///
    /// - Throws: ``ProfilesError/pairingLimitReached(seconds:)``.
    func checkLimit(_ pairings: [PairingRow]) throws {
        let living = pairings.filter(isAlive)
        guard living.count >= ProfilesLimits.pairings else { return }
        throw ProfilesError.pairingLimitReached(seconds: living.map(secondsLeft).min() ?? 1)
    }

    /// The pairing that a member's code means. A guess is counted before the code is compared, and in the same transaction:
    /// no guess is told its result before the count is durable. A right code does not count, and does not forgive wrong ones.
    ///
    /// - Returns: why there is none, as a value: an error would undo the count.
    func find(_ code: UserCode, _ db: Database) throws -> Result<PairingRow, ProfilesError> {
        let whole = ProfilesLimits.pairingGuessLifetime.wholeMilliseconds
        var (tries, lock) = try PairingTable.guesses(db)
        if clock.remaining(of: lock) == 0 { tries = 0 }
        guard tries < ProfilesLimits.pairingGuesses else {
            return .failure(.pairingLocked(seconds: Self.seconds(clock.remaining(of: lock))))
        }
        let known = lock
        // Wrong codes count from the first one on; the last one locks for the whole time.
        if tries == 0 || tries + 1 == ProfilesLimits.pairingGuesses { lock = clock.lock(milliseconds: whole) }
        try PairingTable.note(tries: tries + 1, lock: lock, db)
        guard let found = try PairingTable.all(db).first(where: { try isAlive($0) && code.matches($0) }) else {
            return .failure(.unknownPairing)
        }
        try PairingTable.note(tries: tries, lock: known, db)
        return .success(found)
    }

    /// Approves a pairing.
    ///
    /// - Parameter id: the member to sign in; nil for the caller.
    /// - Throws: ``ProfilesError`` `pairingDecided`, `deviceLimitReached`, `notYours`, `profileGone`, `unknownProfile`,
    ///   `noProfile`.
    static func approve(_ pairing: inout PairingRow, for id: String?, by viewer: Viewer, _ db: Database) throws {
        guard let state = try HouseholdTable.state(db) else { throw ProfilesError.profileGone }
        let id = id ?? viewer.subject
        let isOwn = id == viewer.subject
        guard isOwn || viewer.role == .owner else { throw ProfilesError.notYours(id) }
        guard let member = state.member(id) else { throw isOwn ? ProfilesError.profileGone : .unknownProfile(id) }
        let profile = isOwn ? state.profile(try viewer.actingProfile) : state.profile(of: member)
        guard let profile else { throw ProfilesError.profileGone }
        _ = try Permissions.role(of: member, as: profile, in: state)
        let isRepeated = pairing.state == .approved && pairing.member == id
        guard pairing.state == .pending || isRepeated else {
            throw ProfilesError.pairingDecided(pairing.state.rawValue)
        }
        try DeviceRules.checkLimit(db)
        (pairing.state, pairing.member, pairing.profile) = (.approved, id, profile.id)
        try PairingTable.update(pairing, db)
    }

    /// Denies a pairing, also one that was approved and has not been used.
    ///
    /// - Throws: ``ProfilesError/pairingDecided(_:)`` when the device is signed in.
    static func deny(_ pairing: inout PairingRow, _ db: Database) throws {
        guard pairing.state != .used else { throw ProfilesError.pairingDecided(pairing.state.rawValue) }
        pairing.state = .denied
        try PairingTable.update(pairing, db)
    }

    private static func seconds(_ milliseconds: Int64) -> Int64 { (milliseconds + 999) / 1_000 }
}
