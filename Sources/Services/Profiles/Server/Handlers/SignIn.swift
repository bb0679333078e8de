internal import Access
internal import Foundation
internal import HearthModel
internal import ProfilesAPI
internal import RPC
internal import ServiceKit

/// Issues tokens for people, and publishes the keys that verify them.
struct SignIn: Sendable {
    private let households: Households
    private let ownerKey: OwnerKey
    private let keys: KeyStore
    let signer: TokenSigner
    private let runtime: any Runtime

    /// The part of a token's lifetime after which it should be renewed.
    private static let renewal = 2.0 / 3.0

    /// Takes the signing key from the keys, which create a missing one.
    init(households: Households, ownerKey: OwnerKey, keys: KeyStore, runtime: any Runtime) throws {
        self.households = households
        self.ownerKey = ownerKey
        self.keys = keys
        signer = TokenSigner(try keys.peopleKey())
        self.runtime = runtime
    }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<Profiles>) {
        handlers.on(Profiles.LocalOwner.self) { request, _ in try await localOwner(request) }
        handlers.on(Profiles.CreateHousehold.self) { request, _ in try await createHousehold(request) }
        handlers.on(Profiles.SwitchProfile.self) { request, call in
            try await switchProfile(request, for: call.viewer)
        }
        handlers.on(Profiles.GetKeys.self) { _, _ in
            KeySet(keys: try keys.publicKeys().map(PublishedKey.init))
        }
    }

    private func localOwner(_ request: Profiles.LocalOwner) async throws -> Session {
        guard ownerKey.matches(request.proof) else { throw ProfilesError.wrongOwnerKey }
        let name = request.household ?? HouseholdName.standard
        let state = try await households.open(name)
        guard let owner = state.owner, let own = state.profile(of: owner) else {
            throw RPCError(.internal, "The household has no owner.", executed: .yes)
        }
        let profile: ProfileRow
        if let requested = request.profile {
            guard let found = state.profile(idOrName: requested) else { throw ProfilesError.unknownProfile(requested) }
            profile = found
        } else {
            profile = own
        }
        let device = SharedDevice(isShared: request.isSharedDevice, lastActive: request.lastActive)
        return try await session(of: owner, as: profile, in: state, household: name, device)
    }

    /// Creates another household.
    private func createHousehold(_ request: Profiles.CreateHousehold) async throws -> HouseholdInfo {
        guard ownerKey.matches(request.proof) else { throw ProfilesError.wrongOwnerKey }
        return try await households.create(request.household)
    }

    private func switchProfile(_ request: Profiles.SwitchProfile, for viewer: Viewer) async throws -> Session {
        let state = try await households.state(for: viewer)
        guard let member = state.member(viewer.subject) else { throw ProfilesError.profileGone }
        guard let profile = state.profile(idOrName: request.profile) else {
            throw ProfilesError.unknownProfile(request.profile)
        }
        let shard = try await households.shard(for: viewer)
        try await checkPIN(request.pin, toEnter: profile, of: member, by: viewer, in: state, shard)
        let known = try await remember(profile, of: viewer)
        // A signed-in device has said whether it is shared; a call cannot take that back.
        let isShared = known?.device.description.isShared ?? request.isSharedDevice ?? (viewer.relocksAt != nil)
        let session = try await session(
            of: member, as: profile, in: known?.state ?? state, household: viewer.household,
            SharedDevice(isShared: isShared), device: known?.device)
        if profile.id != viewer.profile { try await noteSwitch(from: viewer.profile, to: profile.id, for: viewer) }
        return session
    }

    /// Checks the PIN that a switch asks for, if it asks for one.
    ///
    /// - Parameter viewer: the caller, with the profile that is left.
    func checkPIN(
        _ pin: String?, toEnter profile: ProfileRow, of member: MemberRow, by viewer: Viewer,
        in state: HouseholdState, _ shard: Shard
    ) async throws {
        // Permissions first: a PIN gives no access that the caller does not have anyway.
        _ = try Permissions.role(of: member, as: profile, in: state)
        guard let subject = PINRules.asked(toEnter: profile, by: viewer, in: state) else { return }
        try await households.pins.check(pin, of: subject, in: shard)
    }

    /// Notes the profile with which a device goes on.
    ///
    /// - Returns: the household at that moment, and the device; nil for a caller without a device.
    /// - Throws: ``ProfilesError`` `signedOut` or `deviceDisabled`: the caller's token may be older than that.
    private func remember(
        _ profile: ProfileRow, of viewer: Viewer
    ) async throws -> (state: HouseholdState, device: DeviceRow)? {
        guard let id = viewer.device else { return nil }
        return try await households.shard(for: viewer).write { db in
            guard var device = try DeviceTable.find(id, db), device.signedOut == nil,
                let state = try HouseholdTable.state(db)
            else { throw ProfilesError.signedOut }
            device.profile = profile.id
            _ = try DeviceRules.bearer(of: device, in: state)
            try DeviceTable.put(device, db)
            return (state, device)
        }
    }

    /// Publishes the switch for services that clear data of the previous profile.
    private func noteSwitch(from old: String?, to new: String, for viewer: Viewer) async throws {
        guard let old else { return }
        let shard = try await households.shard(for: viewer)
        try await shard.write { db in
            guard let left = try HouseholdTable.state(db)?.profile(old) else { return }
            let clears = ProfileSettings.isOn(.clearQueueOnProfileSwitch, in: try SettingTable.values(of: left, db))
            let change = ProfileSwitched(leaving: old, goingOnAs: new, clearsQueue: clears ? true : nil)
            try shard.outbox.append(ProfilesEvent(profileSwitched: change), db)
        }
    }

    /// The session of a member as a profile.
    ///
    /// - Parameter device: the device that is signed in.
    func session(
        of member: MemberRow, as profile: ProfileRow, in state: HouseholdState, household: String,
        _ shared: SharedDevice? = nil, device: DeviceRow? = nil
    ) async throws -> Session {
        // Kids profiles have no relock: it keeps children from what an adult left open.
        let now = runtime.wallTime.millisecondsSince1970 / 1_000
        let relocks = try profile.kind == .adult ? shared?.relocks(in: state, at: now) : nil
        let role = try Permissions.role(of: member, as: profile, in: state)
        let policy = Permissions.policy(of: profile, in: state.household)
        let plan = households.plans.current(state)
        var claims = TokenClaims(
            household: household, identity: households.shards.identity(of: household), subject: member.id,
            member: member.id, profile: profile.id, role: role,
            policy: policy, policyGeneration: state.policyGenerations.generation(for: role),
            plan: plan.plan.rawValue, device: device?.id, runtime: runtime, relocksAt: relocks)
        claims.planExpires = plan.tokenEnds
        claims.isBeyondFree = plan.limits(profile, in: state) ? true : nil
        claims.hasLimits = profile.kind != .adult && profile.hasLimits ? true : nil
        if device?.description.capabilities?.downloads == false { claims.deviceLacks = [DeviceLack.downloads.rawValue] }
        let token = try await signer.sign(claims)
        let lifetime = Double(claims.expires - claims.issued)
        let issued = Date(timeIntervalSince1970: Double(claims.issued))
        return Session(
            token: String(decoding: token.bytes, as: UTF8.self), expires: issued.addingTimeInterval(lifetime),
            renewAfter: issued.addingTimeInterval(lifetime * Self.renewal), household: household,
            profile: Profile(profile), role: role, policy: policy, device: device?.id,
            relocks: relocks.map { Date(timeIntervalSince1970: Double($0)) })
    }
}

extension Profile {
    /// The profile as callers see it.
    init(_ row: ProfileRow) {
        self.init(
            id: row.id, name: row.name, kind: row.kind, member: row.member, created: Date(milliseconds: row.created))
        if row.kind == .adult, row.hidesAdult { hidesAdult = true }
        if row.kind == .adult, row.hasPIN { hasPIN = true }
    }
}

extension PublishedKey {
    /// The key as callers see it.
    init(_ key: PublicKey) {
        var service: String?
        if case .service(let name) = key.authority { service = name }
        self.init(
            id: key.id, algorithm: "EdDSA", curve: "Ed25519", key: Data(key.bytes), service: service,
            households: key.households?.sorted(),
            retires: key.retires.map { Date(timeIntervalSince1970: Double($0)) })
    }
}
