internal import Access
internal import Cryptography
internal import Foundation
internal import GRDB
internal import HearthModel
internal import ProfilesAPI
internal import RPC
internal import ServiceKit

/// Signs devices in by a code that a member approves (RFC 8628).
struct PairingManager: Sendable {
    private let households: Households
    private let sessions: DeviceSessions
    private let rules: PairingRules
    private let pace: PollPace
    private let runtime: any Runtime

    init(households: Households, sessions: DeviceSessions, runtime: any Runtime) {
        (self.households, self.sessions, self.runtime) = (households, sessions, runtime)
        rules = PairingRules(clock: PINClock(runtime: runtime))
        pace = PollPace(runtime: runtime)
    }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<Profiles>) {
        handlers.on(Profiles.StartPairing.self) { request, _ in try await start(request) }
        handlers.on(Profiles.PollPairing.self) { request, _ in try await poll(request) }
        handlers.on(Profiles.GetPairing.self) { request, call in
            try await find(request.code, for: call.viewer) { _, _ in }
        }
        handlers.on(Profiles.ApprovePairing.self) { request, call in
            let viewer = try call.viewer
            return try await find(request.code, for: viewer) { pairing, db in
                try PairingRules.approve(&pairing, for: request.member, by: viewer, db)
            }
        }
        handlers.on(Profiles.DenyPairing.self) { request, call in
            try await find(request.code, for: call.viewer) { pairing, db in try PairingRules.deny(&pairing, db) }
        }
    }

    private func start(_ request: Profiles.StartPairing) async throws -> PairingCodes {
        let household = request.household ?? HouseholdName.standard
        let shard = try await households.shard(named: household)
        let description = try DeviceRules.checked(request.device)
        let (secret, salt) = (
            DeviceCode(household: household, secret: runtime.randomBytes(DeviceCode.secretBytes)),
            runtime.randomBytes(UserCode.saltBytes)
        )
        let code = UserCode(runtime: runtime)
        let pairing = PairingRow(
            deviceCode: try SHA256.digest(of: secret.secret), userCode: try code.hash(salt: salt), salt: salt,
            description: description,
            life: rules.clock.lock(milliseconds: ProfilesLimits.pairingLifetime.wholeMilliseconds))
        // Read first: callers without a token must not keep the disk busy.
        try rules.checkLimit(try await shard.read { try PairingTable.all($0) })
        try await shard.write { [rules] db in
            try rules.makeRoom(db)
            guard try PairingTable.all(db).allSatisfy({ try !code.matches($0) }) else { throw Self.collision }
            try PairingTable.insert(pairing, db)
        }
        return PairingCodes(
            deviceCode: secret.text, userCode: code.text, link: code.link,
            lifetimeSeconds: Int32(ProfilesLimits.pairingLifetime.components.seconds),
            intervalSeconds: Int32(ProfilesLimits.pairingInterval.components.seconds))
    }

    private func poll(_ request: Profiles.PollPairing) async throws -> Session {
        guard let code = DeviceCode(request.deviceCode), let shard = try await households.shardIfAny(code.household)
        else { throw ProfilesError.expiredToken }
        let hash = try SHA256.digest(of: code.secret)
        guard let known = try await shard.read({ try PairingTable.find(deviceCode: hash, $0) }), rules.isAlive(known)
        else { throw ProfilesError.expiredToken }
        switch known.state {
        case .approved, .used:
            return try await signIn(code, hash, shard)
        case .denied:
            throw ProfilesError.accessDenied
        default:
            let (isEarly, interval) = pace.note(hash)
            let seconds = interval.components.seconds
            throw isEarly ? ProfilesError.slowDown(seconds: seconds) : .authorizationPending(seconds: seconds)
        }
    }

    /// Makes the device of an approved code, once; a retry in time gets the same tokens.
    private func signIn(_ code: DeviceCode, _ hash: [UInt8], _ shard: Shard) async throws -> Session {
        let device = NewDevice(by: code, runtime)
        let now = runtime.wallTime.millisecondsSince1970
        let grant = try await shard.write { [rules, sessions] db in
            guard var pairing = try PairingTable.find(deviceCode: hash, db), rules.isAlive(pairing),
                let state = try HouseholdTable.state(db)
            else { throw ProfilesError.expiredToken }
            if pairing.state == .used {
                return try Self.repeated(pairing, code, hash, state, sessions.clock, db)
            }
            guard pairing.state == .approved, let member = pairing.member, let profile = pairing.profile else {
                throw ProfilesError.accessDenied
            }
            let grant = try device.signIn(
                pairing.description, as: member, profile: profile, in: state, at: now, by: sessions.clock, db)
            (pairing.state, pairing.device) = (.used, device.id)
            try PairingTable.update(pairing, db)
            return grant
        }
        return try await sessions.session(for: grant)
    }

    /// The first token of a device once more, unless it has gone on since.
    private static func repeated(
        _ pairing: PairingRow, _ code: DeviceCode, _ hash: [UInt8], _ state: HouseholdState, _ clock: RotationClock,
        _ db: Database
    ) throws -> DeviceGrant {
        guard let id = pairing.device, let device = try DeviceTable.find(id, db), device.signedOut == nil,
            constantTimeEqual(device.family.previous, hash), device.family.isInGrace(by: clock)
        else { throw ProfilesError.expiredToken }
        let token = try RefreshFamily.first(of: code, device: id, nonce: device.family.nonce)
        return try DeviceGrant(device, token, in: state)
    }

    /// Finds the pairing of a user code, and decides about it in the same transaction.
    private func find(
        _ text: String, for viewer: Viewer, _ decide: @escaping @Sendable (inout PairingRow, Database) throws -> Void
    ) async throws -> Pairing {
        guard let code = UserCode(text) else {
            throw RPCError.invalidArgument(
                "code", "must be the eight letters that the device shows, such as WDJB-MJHT.")
        }
        let shard = try await households.shard(for: viewer)
        let outcome = try await shard.write { [rules] db in
            switch try rules.find(code, db) {
            case .success(var pairing):
                try decide(&pairing, db)
                return Result<PairingRow, ProfilesError>.success(pairing)
            case .failure(let error):
                return .failure(error)
            }
        }
        let pairing = try outcome.get()
        return Pairing(
            device: pairing.description, state: pairing.state,
            lifetimeSeconds: Int32(clamping: rules.secondsLeft(of: pairing)))
    }

    private static let collision = RPCError(
        .aborted, "The code is in use already. Begin again.", executed: .no)
}
