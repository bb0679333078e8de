internal import Foundation
internal import Household
internal import ProfilesAPI
internal import RPC
internal import ServiceKit

/// Households: made when their owner first asks, read by everybody in them, changed by their owner.
struct Households: Sendable {
    let shards: ShardDirectory
    let runtime: any Runtime
    let pins: PINGuard

    /// The household of a caller.
    ///
    /// - Throws: ``ProfilesError/profileGone`` when there is none any more.
    func state(for viewer: Viewer) async throws -> HouseholdState {
        guard let state = try await shard(for: viewer).read({ try HouseholdTable.state($0) }) else {
            throw ProfilesError.profileGone
        }
        return state
    }

    /// The shard of a caller's household. A token outlives a deleted household and must not make it again.
    ///
    /// - Throws: ``ProfilesError/profileGone`` when there is none any more.
    func shard(for viewer: Viewer) async throws -> Shard {
        let name = viewer.household
        guard shards.openShards[name] != nil || shards.households().contains(name) else {
            throw ProfilesError.profileGone
        }
        return try await shards.shard(for: name)
    }

    /// The household of that name, made if there is none.
    func open(_ name: String) async throws -> HouseholdState {
        guard HouseholdName.isValid(name) else {
            throw RPCError.invalidArgument("household", "must be \(HouseholdName.rule).")
        }
        let shard = try await shards.shard(for: name)
        if let state = try await shard.read({ try HouseholdTable.state($0) }) { return state }
        let new = Founding(household: name, runtime: runtime)
        return try await shard.write { try new.apply($0) }
    }

    func info(_ state: HouseholdState, id: String) -> HouseholdInfo {
        let household = state.household
        return HouseholdInfo(
            id: id, name: household.name, timeZone: household.timeZone, kidsSeeUnrated: household.kidsSeeUnrated,
            kidsSeeUnratedChannels: household.kidsSeeUnratedChannels, plan: household.plan, hasPIN: state.hasPIN,
            created: Date(milliseconds: household.created), region: household.region)
    }

    func setOptions(
        _ request: Profiles.SetHouseholdOptions, _ call: ServerCall, for viewer: Viewer
    ) async throws -> HouseholdInfo {
        let name = try request.name.map { text throws(RPCError) in try Name.checked(text, field: "name") }
        if let zone = request.timeZone, !Self.isTimeZone(zone) {
            throw RPCError.invalidArgument("timeZone", "must be one of IANA's names, such as Europe/Berlin.")
        }
        if let region = request.region, !region.isEmpty, !Self.isRegion(region) {
            throw RPCError.invalidArgument("region", "must be a country by ISO 3166-1, such as DE or GB.")
        }
        let shard = try await shard(for: viewer)
        if request.kidsSeeUnrated != nil || request.kidsSeeUnratedChannels != nil {
            try await pins.check(request.pin, in: shard)
        }
        return try await shard.write(onceIfKeyed: call) { [self] db in
            guard var state = try HouseholdTable.state(db) else { throw ProfilesError.profileGone }
            state.household.name = name ?? state.household.name
            state.household.timeZone = request.timeZone ?? state.household.timeZone
            state.household.kidsSeeUnrated = request.kidsSeeUnrated ?? state.household.kidsSeeUnrated
            state.household.kidsSeeUnratedChannels =
                request.kidsSeeUnratedChannels ?? state.household.kidsSeeUnratedChannels
            if let region = request.region { state.household.region = region.isEmpty ? nil : region }
            try HouseholdTable.update(state.household, db)
            try shard.outbox.append(ProfilesEvent(settingsChanged: HouseholdSettings(state.household)), db)
            return info(state, id: viewer.household)
        }
    }

    func setPIN(_ request: Profiles.SetPIN, for viewer: Viewer) async throws {
        if let pin = request.pin { try PINGuard.checkForm(pin) }
        let shard = try await shard(for: viewer)
        _ = try await state(for: viewer)
        if viewer.role != .owner { try await pins.check(request.current, in: shard) }
        guard let pin = request.pin else { return try await shard.write { try PINTable.remove($0) } }
        let hash = try await pins.hasher.hash(pin, salt: runtime.randomBytes(PINHash.saltBytes))
        try await shard.write { try PINTable.set(hash, $0) }
    }

    static func isTimeZone(_ name: String) -> Bool {
        // Foundation's list of names lacks some of today's, such as Asia/Kolkata; and it takes others for a zone, such as EST.
        name.utf8.count <= 64 && (name == "UTC" || name.contains("/") && TimeZone(identifier: name) != nil)
    }

    /// Whether a text is a country's two letters, and not a continent's three digits, which Foundation counts as well.
    static func isRegion(_ code: String) -> Bool {
        code.utf8.count == 2 && Locale.Region.isoRegions.contains { $0.identifier == code }
    }
}

extension Date {
    /// A time in milliseconds since 1970.
    init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1_000) }
}
