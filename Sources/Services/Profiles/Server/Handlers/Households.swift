internal import Access
internal import Foundation
internal import HearthModel
internal import ProfilesAPI
internal import RPC
internal import ServiceKit

/// Households: created at the first start and by the owner's command, readable by all of their profiles, changed by
/// their owner.
struct Households: Sendable {
    let shards: ShardDirectory
    private let runtime: any Runtime
    let pins: PINGuard
    private let openStreams: OpenStreams
    /// Decides which plans households have.
    let plans: HouseholdPlans
    /// Order the changes that devices sync.
    let syncClocks: SyncClocks

    init(
        shards: ShardDirectory, runtime: any Runtime, pins: PINGuard, openStreams: OpenStreams, plans: HouseholdPlans
    ) {
        (self.shards, self.runtime, self.pins, self.openStreams) = (shards, runtime, pins, openStreams)
        self.plans = plans
        syncClocks = SyncClocks(runtime: runtime)
    }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<Profiles>) {
        handlers.on(Profiles.GetHousehold.self) { _, call in
            let viewer = try call.viewer
            return info(try await state(for: viewer), id: viewer.household)
        }
        handlers.on(Profiles.SetHouseholdOptions.self) { request, call in
            try await setOptions(request, call, for: call.viewer)
        }
        handlers.on(Profiles.SetPIN.self) { request, call in
            try await setPIN(request, for: call.viewer)
            return Empty()
        }
        handlers.on(Profiles.SetRelock.self) { request, call in
            try await setRelock(request, call, for: call.viewer)
        }
    }

    /// The household of a caller.
    ///
    /// - Throws: ``ProfilesError/profileGone`` when it was deleted.
    func state(for viewer: Viewer) async throws -> HouseholdState {
        guard let state = try await shard(for: viewer).read({ try HouseholdTable.state($0) }) else {
            throw ProfilesError.profileGone
        }
        return state
    }

    /// The shard of a caller's household. A token outlives a deleted household and must not create it again.
    ///
    /// - Throws: ``ProfilesError/profileGone`` when it was deleted; `ShardError` when its shard is missing.
    func shard(for viewer: Viewer) async throws -> Shard {
        do {
            return try await existing(viewer.household)
        } catch ShardError.unknownHousehold {
            throw ProfilesError.profileGone
        }
    }

    /// The shard of a household that there is.
    ///
    /// - Throws: `ShardError`: `unknownHousehold` when there is none, `missing` when there was one.
    func existing(_ name: String) async throws -> Shard {
        guard shards.openShards[name] != nil || shards.knows(name) else { throw ShardError.unknownHousehold(name) }
        return try await shards.shard(for: name)
    }

    /// The household of that name. The default one is created when only keys exist: at the very first start. Any other
    /// is only created by ``create(_:)``, so that neither a lost shard nor a mistyped name passes for a new household.
    ///
    /// - Throws: `ShardError`: `unknownHousehold`, `missing`.
    func open(_ name: String) async throws -> HouseholdState {
        try Self.check(name)
        if name == HouseholdName.standard, shards.isFirstStart(of: name) { return try await found(name).state }
        let shard = try await existing(name)
        if let state = try await shard.read({ try HouseholdTable.state($0) }) { return state }
        // Its founding was cut short: the shard is this household's, and nothing was in it.
        return try await found(name).state
    }

    /// Founds a household of that name.
    ///
    /// - Throws: ALREADY_EXISTS when there is one; `ShardError` `missing` when one was there, and its shard is not.
    func create(_ name: String) async throws -> HouseholdInfo {
        try Self.check(name)
        try await makeRoom(for: name)
        let (state, isNew) = try await found(name)
        try await RevocationLegacy(name, in: shards).move(into: try await shards.shard(for: name))
        guard isNew else { throw RPCError.householdExists(name) }
        return info(state, id: name)
    }

    /// Creates the household unless it exists; of concurrent callers one creates it.
    private func found(_ name: String) async throws -> (state: HouseholdState, isNew: Bool) {
        let shard = try await shards.shard(for: name)
        if let state = try await shard.read({ try HouseholdTable.state($0) }) { return (state, false) }
        // To callers a deleted household is as one that never was.
        if try await shard.read({ try HouseholdDeletionTable.isErased($0) }) { throw ShardError.unknownHousehold(name) }
        let new = NewHousehold(household: name, runtime: runtime)
        return try await shard.write { db in
            let isNew = try HouseholdTable.state(db) == nil
            return (try new.apply(db), isNew)
        }
    }

    /// Removes what tells of a deleted household of that name, once all services of this machine have erased its data.
    /// What is still to be revoked at Apple stays beside it.
    ///
    /// - Throws: ``ProfilesError/householdErasing(_:services:)`` before.
    private func makeRoom(for name: String) async throws {
        guard shards.openShards[name] != nil || shards.households().contains(name) else { return }
        let shard = try await shards.shard(for: name)
        guard try await shard.read({ try HouseholdDeletionTable.isErased($0) }), let identity = shard.identity else {
            return
        }
        let services = shards.servicesWithData(of: name)
        guard services.isEmpty else { throw ProfilesError.householdErasing(name, services: services) }
        try await RevocationLegacy(name, in: shards).store(from: shard)
        try await shards.eraseDeleted(name, identity)
    }

    private static func check(_ name: String) throws {
        guard HouseholdName.isValid(name) else {
            throw RPCError.invalidArgument("household", "must be \(HouseholdName.rule).")
        }
    }

    func info(_ state: HouseholdState, id: String) -> HouseholdInfo {
        let household = state.household
        return HouseholdInfo(
            id: id, name: household.name, timeZone: household.timeZone, kidsSeeUnrated: household.kidsSeeUnrated,
            kidsSeeUnratedChannels: household.kidsSeeUnratedChannels, plan: plans.current(state).plan,
            hasPIN: state.hasPIN,
            created: Date(milliseconds: household.created), region: household.region, relock: state.relock,
            deletion: state.deletion, preferences: household.preferences)
    }

    private func setOptions(
        _ request: Profiles.SetHouseholdOptions, _ call: ServerCall, for viewer: Viewer
    ) async throws -> HouseholdInfo {
        let name = try request.name.map { text throws(RPCError) in try NameRules.checked(text, field: "name") }
        if let zone = request.timeZone, !Self.isTimeZone(zone) {
            throw RPCError.invalidArgument("timeZone", "must be one of IANA's names, such as Europe/Berlin.")
        }
        if let region = request.region, !region.isEmpty, !Self.isRegion(region) {
            throw RPCError.invalidArgument("region", "must be a country by ISO 3166-1, such as DE or GB.")
        }
        if let problem = request.preferences?.problem {
            throw RPCError.invalidArgument("preferences.\(problem.field)", problem.text)
        }
        let shard = try await shard(for: viewer)
        if request.kidsSeeUnrated != nil || request.kidsSeeUnratedChannels != nil {
            try await pins.check(request.pin, in: shard)
        }
        let changed = try await shard.write(onceIfKeyed: call) { [self] db in
            guard var state = try HouseholdTable.state(db) else { throw ProfilesError.profileGone }
            let before = state.household
            state.household.name = name ?? state.household.name
            state.household.timeZone = request.timeZone ?? state.household.timeZone
            state.household.kidsSeeUnrated = request.kidsSeeUnrated ?? state.household.kidsSeeUnrated
            state.household.kidsSeeUnratedChannels =
                request.kidsSeeUnratedChannels ?? state.household.kidsSeeUnratedChannels
            if let region = request.region { state.household.region = region.isEmpty ? nil : region }
            if let change = request.preferences {
                state.household.preferences = state.household.preferences.changed(by: change)
            }
            try HouseholdTable.update(state.household, db)
            // The kids policy changes, for tokens issued from now on.
            let changesPolicy = Permissions.kidsPolicy(in: before) != Permissions.kidsPolicy(in: state.household)
            try shard.outbox.append(
                ProfilesEvent(
                    settingsChanged: HouseholdSettings(state.household),
                    policyGenerations: changesPolicy ? try PolicyGenerationTable.raise(\.kids, db) : nil), db)
            if changesPolicy { try ViewingRulesManager.followOptions(state.household, shard, db) }
            return info(state, id: viewer.household)
        }
        try await endOutdatedTokens(in: shard, of: viewer.household)
        return changed
    }

    /// Rejects tokens of earlier policy generations here from now on; the other services do so when they get the event.
    func endOutdatedTokens(in shard: Shard, of household: String) async throws {
        shards.endOutdatedTokens(
            try await shard.read { try PolicyGenerationTable.read($0) }, of: household, openStreams)
    }

    private func setRelock(
        _ request: Profiles.SetRelock, _ call: ServerCall, for viewer: Viewer
    ) async throws -> HouseholdInfo {
        let settings = RelockSettings(idleMinutes: request.idleMinutes, hour: request.hour)
        try RelockRules.check(settings)
        return try await shard(for: viewer).write(onceIfKeyed: call) { [self] db in
            try RelockTable.put(settings == RelockSettings() ? nil : settings, db)
            guard let state = try HouseholdTable.state(db) else { throw ProfilesError.profileGone }
            return info(state, id: viewer.household)
        }
    }

    private func setPIN(_ request: Profiles.SetPIN, for viewer: Viewer) async throws {
        if let pin = request.pin { try PINGuard.checkForm(pin) }
        let shard = try await shard(for: viewer)
        let subject = try PINRules.settable(request.profile, by: viewer, in: try await state(for: viewer))
        if viewer.role != .owner { try await pins.check(request.current, of: subject, in: shard) }
        guard let pin = request.pin else { return try await shard.write { try PINTable.remove(of: subject, $0) } }
        let hash = try await pins.hasher.withSlot {
            try await pins.hasher.hash(pin, salt: runtime.randomBytes(PINHash.saltBytes))
        }
        try await shard.write { try PINTable.set(hash, of: subject, $0) }
    }

    static func isTimeZone(_ name: String) -> Bool {
        // Foundation's list of names lacks some current ones, such as Asia/Kolkata; and it accepts other zones, such as
        // EST.
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

extension RPCError {
    fileprivate static func householdExists(_ name: String) -> RPCError {
        RPCError(
            .alreadyExists, "There is a household \"\(name)\" already. Choose another name.", executed: .no,
            details: [RPCErrorDetail(HouseholdProblem(.householdExists))])
    }
}
