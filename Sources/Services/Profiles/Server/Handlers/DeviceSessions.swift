internal import Access
internal import Foundation
internal import GRDB
internal import HearthModel
internal import Logging
internal import ProfilesAPI
internal import RPC
internal import ServiceKit

/// Issues the sessions of devices, and their refresh tokens, each of which is good for one successor (RFC 9700, section
/// 4.14.2).
struct DeviceSessions: Sendable {
    private let households: Households
    private let signIn: SignIn
    private let logger: Logger
    private let runtime: any Runtime
    let clock: RotationClock

    init(households: Households, signIn: SignIn, logger: Logger, runtime: any Runtime) {
        (self.households, self.signIn, self.logger, self.runtime) = (households, signIn, logger, runtime)
        clock = RotationClock(runtime: runtime)
    }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<Profiles>) {
        handlers.on(Profiles.RefreshSession.self) { request, _ in try await refresh(request) }
    }

    /// The session of a device that may sign in or go on.
    ///
    /// - Parameter lastActive: when a person was last active on it; nil for now.
    func session(for grant: DeviceGrant, lastActive: Date? = nil) async throws -> Session {
        let shared = SharedDevice(isShared: grant.device.description.isShared, lastActive: lastActive)
        var session = try await signIn.session(
            of: grant.member, as: grant.profile, in: grant.state, household: grant.token.household, shared,
            device: grant.device)
        session.refreshToken = grant.token.text
        session.refreshExpires = Date(
            milliseconds: grant.device.refreshed + ProfilesLimits.refreshLifetime.wholeMilliseconds)
        return session
    }

    private func refresh(_ request: Profiles.RefreshSession) async throws -> Session {
        guard let token = RefreshToken(request.refreshToken),
            let shard = try await households.shardIfAny(token.household)
        else {
            throw ProfilesError.signedOut
        }
        // Read first: callers without a token must not keep the disk busy.
        let known = try await shard.read { try DeviceTable.find(token.device, $0) }
        guard let known else { throw ProfilesError.signedOut }
        let judged = try known.family.judge(token, by: clock)
        guard judged != .unknown else { throw ProfilesError.signedOut }
        // The bearer of a token that was used before tries no PINs.
        let chosen = judged == .reused ? nil : try await choose(request, for: known, of: token.household, in: shard)
        let lastActive = chosen == nil ? request.lastActive : nil
        let (nonce, now) = (runtime.randomBytes(RefreshFamily.nonceBytes), runtime.wallTime.millisecondsSince1970)
        let grant = try await shard.write { [clock] db in
            try Self.grant(
                token, choosing: chosen, lastActive: lastActive, nonce: nonce, at: now, by: clock, shard, db)
        }
        guard let grant else {
            logger.warning(
                "A refresh token was used a second time; its device is signed out.",
                metadata: ["household": "\(token.household)", "device": "\(token.device)"])
            try await households.endOutdatedTokens(in: shard, of: token.household)
            throw ProfilesError.refreshTokenReused
        }
        return try await session(for: grant, lastActive: lastActive)
    }

    /// The profile that a person has chosen, after its PIN; nil when none is named.
    private func choose(
        _ request: Profiles.RefreshSession, for device: DeviceRow, of household: String, in shard: Shard
    ) async throws -> String? {
        guard let name = request.profile else { return nil }
        // A device that gets no session tries no PINs either.
        guard device.signedOut == nil, let state = try await shard.read({ try HouseholdTable.state($0) }),
            let member = state.member(device.member)
        else { throw ProfilesError.signedOut }
        guard !device.isDisabled else { throw ProfilesError.deviceDisabled }
        guard let profile = state.profile(idOrName: name) else { throw ProfilesError.unknownProfile(name) }
        // A relocked adult profile is entered again, which asks for its PIN; a kids profile is left.
        let left = state.profile(device.profile).flatMap { $0.kind == .adult ? nil : $0.id }
        let viewer = Viewer(
            household: household, subject: member.id, profile: left, role: left == nil ? member.role : .child,
            policy: Permissions.policy(of: profile, in: state.household))
        try await signIn.checkPIN(request.pin, toEnter: profile, of: member, by: viewer, in: state, shard)
        return profile.id
    }

    /// Rotates a device's token, in one transaction, so that of two simultaneous calls the second one gets the first one's
    /// successor.
    ///
    /// - Returns: nil when it was used before, for which the device has been signed out: an error would undo that.
    private static func grant(
        _ token: RefreshToken, choosing chosen: String?, lastActive: Date?, nonce: [UInt8], at now: Int64,
        by clock: RotationClock, _ shard: Shard, _ db: Database
    ) throws -> DeviceGrant? {
        guard var device = try DeviceTable.find(token.device, db), device.signedOut == nil,
            let state = try HouseholdTable.state(db)
        else { throw ProfilesError.signedOut }
        let presented = try device.family.judge(token, by: clock)
        switch presented {
        case .unknown:
            throw ProfilesError.signedOut
        case .reused:
            device.signedOut = now
            try DeviceTable.put(device, db)
            try DeviceRules.endAccessTokens(shard, db)
            return nil
        case .current, .retried:
            // Nothing is removed for its age: a wall clock that is set back again finds the device as it was.
            guard now - device.refreshed <= ProfilesLimits.refreshLifetime.wholeMilliseconds else {
                throw ProfilesError.signedOut
            }
            if let chosen { device.profile = chosen }
            // Before the rotation: a refused token stays valid for the time when it is no longer refused.
            let (_, profile) = try DeviceRules.bearer(of: device, in: state)
            let shared = SharedDevice(isShared: device.description.isShared, lastActive: lastActive)
            if profile.kind == .adult { _ = try shared?.relocks(in: state, at: now / 1_000) }
            let next =
                presented == .current
                ? try device.family.rotate(token, nonce: nonce, at: clock.now) : try device.family.successor(of: token)
            device.refreshed = now
            try DeviceTable.put(device, db)
            return try DeviceGrant(device, next, in: state)
        }
    }
}

/// What a device is given: its next refresh token, for the member and profile with which it goes on.
struct DeviceGrant: Sendable {
    let device: DeviceRow
    let token: RefreshToken
    let member: MemberRow
    let profile: ProfileRow
    let state: HouseholdState

    /// - Throws: as ``DeviceRules/bearer(of:in:)``.
    init(_ device: DeviceRow, _ token: RefreshToken, in state: HouseholdState) throws(ProfilesError) {
        (member, profile) = try DeviceRules.bearer(of: device, in: state)
        (self.device, self.token, self.state) = (device, token, state)
    }
}

extension Households {
    /// The shard of a household that is named by a caller without a token.
    ///
    /// - Throws: INVALID_ARGUMENT for what is no name; `ShardError`: `unknownHousehold`, `missing`.
    func shard(named name: String) async throws -> Shard {
        guard HouseholdName.isValid(name) else {
            throw RPCError.invalidArgument("household", "must be \(HouseholdName.rule).")
        }
        guard let shard = try await shardIfAny(name) else { throw ShardError.unknownHousehold(name) }
        return shard
    }

    /// The shard of a household; nil when there is none. Creates none.
    func shardIfAny(_ name: String) async throws -> Shard? {
        guard shards.openShards[name] != nil || shards.knows(name) else { return nil }
        return try await shards.shard(for: name)
    }
}
