import Foundation
import HearthModel
import ProfilesAPI
import RPC
import Synchronization

/// The profiles service as its contract has it, in memory.
final class FakeProfiles: Sendable {
    private struct State {
        var ownerKey: [UInt8] = []
        var profiles = [
            Profile(id: "p-owner", name: "Olga", kind: .adult, member: "m-1", created: FakeProfiles.date),
            Profile(id: "p-kids", name: "Kids", kind: .kids, member: nil, created: FakeProfiles.date),
        ]
        var household = HouseholdInfo(
            id: "home", name: "Home", timeZone: "UTC", kidsSeeUnrated: true, kidsSeeUnratedChannels: false,
            plan: .premium, hasPIN: false, created: FakeProfiles.date)
        var favourites: [String] = []
        var sessions = 0
        var lifetime: TimeInterval = 900
        var failure: RPCError?
        var pin: String?
        /// The PINs of profiles.
        var pins: [String: String] = [:]
        /// The parental limits of profiles.
        var limits: [String: ParentalLimits] = [:]
        /// Changed settings of profiles.
        var settings: [String: ProfileSettings.Changed] = [:]
        /// The rules of the kids profile.
        var rules: ViewingRules?
    }

    private let state = Mutex(State())
    /// The devices of the household.
    let devices = FakeDevices()
    /// The sync of favourites and settings.
    let sync = FakeSync()
    static let date = Date(timeIntervalSince1970: 1_767_225_600)

    var ownerKey: [UInt8] {
        get { state.withLock { $0.ownerKey } }
        set { state.withLock { $0.ownerKey = newValue } }
    }

    /// How many tokens were answered.
    var sessions: Int { state.withLock { $0.sessions } }

    /// The household's PIN.
    var pin: String? { state.withLock { $0.pin } }

    /// Has every call but sign-in fail from now on.
    func fail(with error: RPCError?) { state.withLock { $0.failure = error } }

    /// Has tokens be renewed from then on.
    func setRenewal(after seconds: TimeInterval) { state.withLock { $0.lifetime = seconds } }

    var handlers: RPCHandlers<Profiles> {
        var handlers = RPCHandlers<Profiles>()
        sync.add(to: &handlers)
        handlers.on(Profiles.LocalOwner.self) { request, _ in try self.session(request) }
        handlers.on(Profiles.CreateHousehold.self) { request, _ in
            try self.check { state in
                guard [UInt8](request.proof) == state.ownerKey else { throw Self.unused }
                var household = state.household
                household.id = request.household
                return household
            }
        }
        handlers.on(Profiles.GetKeys.self) { _, _ in KeySet(keys: []) }
        handlers.on(Profiles.GetHousehold.self) { _, _ in try self.check { $0.household } }
        handlers.on(Profiles.SetHouseholdOptions.self) { request, _ in
            try self.check { state in
                if request.kidsSeeUnrated != nil || request.kidsSeeUnratedChannels != nil {
                    try Self.check(request.pin, state)
                }
                state.household.kidsSeeUnrated = request.kidsSeeUnrated ?? state.household.kidsSeeUnrated
                state.household.kidsSeeUnratedChannels =
                    request.kidsSeeUnratedChannels ?? state.household.kidsSeeUnratedChannels
                state.household.name = request.name ?? state.household.name
                state.household.timeZone = request.timeZone ?? state.household.timeZone
                if let change = request.preferences {
                    state.household.preferences = (state.household.preferences ?? HouseholdPreferences())
                        .changed(by: change)
                }
                if let region = request.region { state.household.region = region.isEmpty ? nil : region }
                return state.household
            }
        }
        handlers.on(Profiles.SetPIN.self) { request, _ in
            try self.check { state in
                if let profile = request.profile { return try Self.setPIN(request, of: profile, &state) }
                state.pin = request.pin
                state.household.hasPIN = request.pin != nil
                return Empty()
            }
        }
        handlers.on(Profiles.ListProfiles.self) { _, _ in
            try self.check { ProfileList(profiles: $0.profiles, limit: 10) }
        }
        handlers.on(Profiles.CreateProfile.self) { request, _ in
            try self.check { state in
                let profile = Profile(
                    id: "p-\(state.profiles.count)", name: request.name, kind: request.kind, member: nil,
                    created: Self.date)
                state.profiles.append(profile)
                return profile
            }
        }
        handlers.on(Profiles.RenameProfile.self) { request, _ in
            try self.check { state in
                guard let index = state.profiles.firstIndex(where: { $0.id == request.profile }) else {
                    throw Self.unused
                }
                state.profiles[index].name = request.name
                return state.profiles[index]
            }
        }
        handlers.on(Profiles.RestoreProfile.self) { request, _ in
            try self.check { state in
                let profile = Profile(
                    id: request.profile, name: request.name, kind: request.kind ?? .kids, member: nil,
                    created: Self.date)
                state.profiles.append(profile)
                return profile
            }
        }
        handlers.on(Profiles.DeleteProfile.self) { request, _ in
            try self.check { state in
                state.profiles.removeAll { $0.id == request.profile }
                return Empty()
            }
        }
        handlers.on(Profiles.AnswerAdultPrompt.self) { request, _ in
            try self.check { state in
                for index in state.profiles.indices where state.profiles[index].kind == .adult {
                    guard request.profiles?.contains(state.profiles[index].id) ?? true else { continue }
                    state.profiles[index].hidesAdult = request.hide ? true : nil
                }
                return ProfileList(profiles: state.profiles, limit: 10)
            }
        }
        addLimits(to: &handlers)
        handlers.on(Profiles.DescribeSettings.self) { _, _ in SettingDefinitions(settings: SettingDefinition.all) }
        handlers.on(Profiles.GetSettings.self) { request, _ in
            try self.check { state in
                let profile = request.profile ?? "p-owner"
                return ProfileSettings(profile: profile, changed: state.settings[profile] ?? [:])
            }
        }
        handlers.on(Profiles.ChangeSettings.self) { request, _ in
            try self.check { state in
                let profile = request.profile ?? "p-owner"
                if profile == "p-kids" { try Self.check(request.pin, state) }
                var changed = state.settings[profile] ?? [:]
                for change in request.changes {
                    guard let definition = SettingDefinition.of(change.name) else {
                        throw Self.refusal(.notFound, .unknownSetting)
                    }
                    guard definition.changedBy != .services else {
                        throw Self.refusal(.permissionDenied, .settingOfServices)
                    }
                    if profile == "p-kids", change.name == .hideAdultContent {
                        throw Self.refusal(.invalidArgument, .notAnAdults)
                    }
                    if let problem = change.value.flatMap(definition.problem(of:)) {
                        throw RPCError.invalidArgument(change.name.rawValue, problem)
                    }
                    changed.updateValue(change.value ?? definition.defaultValue, forKey: change.name)
                }
                if request.changes.contains(where: { $0.unmetRequirement(in: changed) != nil }) {
                    throw Self.refusal(.failedPrecondition, .settingNeedsAnother)
                }
                state.settings[profile] = changed
                return ProfileSettings(profile: profile, changed: changed)
            }
        }
        addRules(to: &handlers)
        handlers.on(Profiles.AddFavourite.self) { request, call in
            try self.check { state in
                let isNew = !state.favourites.contains(request.content.rawValue)
                if isNew { state.favourites.append(request.content.rawValue) }
                return FavouriteChange(content: request.content, isFavourite: true, hasChanged: isNew)
            }
        }
        handlers.on(Profiles.RemoveFavourite.self) { request, _ in
            try self.check { state in
                let wasThere = state.favourites.contains(request.content.rawValue)
                state.favourites.removeAll { $0 == request.content.rawValue }
                return FavouriteChange(content: request.content, isFavourite: false, hasChanged: wasThere)
            }
        }
        handlers.on(Profiles.ListFavourites.self) { request, _ in
            try self.check { state in
                let all = state.favourites.map(ContentID.init(rawValue:))
                    .filter { request.contents?.contains($0) ?? true }.map { id in
                        Favourite(
                            content: id, card: Card(id: id, kind: .channel, title: "Title of \(id)"), added: Self.date)
                    }
                return FavouriteList(favourites: all, total: Int64(all.count))
            }
        }
        members.register(on: &handlers)
        devices.add(to: &handlers)
        Self.addPlan(to: &handlers)
        handlers.on(Profiles.DeleteHousehold.self) { request, _ in
            try self.check { state in
                try Self.check(request.pin, state)
                state.household.deletion = HouseholdDeletion(requested: Self.date, secondsLeft: 7 * 86_400)
                return state.household
            }
        }
        handlers.on(Profiles.KeepHousehold.self) { _, _ in
            try self.check { state in
                state.household.deletion = nil
                return state.household
            }
        }
        return handlers
    }

    private func addLimits(to handlers: inout RPCHandlers<Profiles>) {
        handlers.on(Profiles.SetRelock.self) { request, _ in
            try self.check { state in
                let settings = RelockSettings(idleMinutes: request.idleMinutes, hour: request.hour)
                state.household.relock = settings == RelockSettings() ? nil : settings
                return state.household
            }
        }
        handlers.on(Profiles.GetLimits.self) { request, _ in
            try self.check { state in
                let profile = request.profile ?? "p-owner"
                return ProfileLimits(profile: profile, limits: state.limits[profile])
            }
        }
        handlers.on(Profiles.ConfirmPIN.self) { request, _ in
            try self.check { state in
                try Self.check(request.pin, state)
                return Empty()
            }
        }
        handlers.on(Profiles.SetLimits.self) { request, _ in
            try self.check { state in
                try Self.check(request.pin, state)
                state.limits[request.profile] = request.limits
                return ProfileLimits(profile: request.profile, limits: request.limits)
            }
        }
    }

    /// The PIN of a profile; nil when it has none.
    func pin(of profile: String) -> String? { state.withLock { $0.pins[profile] } }

    /// Sets a profile's own PIN: the current one is asked for, as it is of all but the owner.
    private static func setPIN(_ request: Profiles.SetPIN, of profile: String, _ state: inout State) throws -> Empty {
        guard let index = state.profiles.firstIndex(where: { $0.id == profile }) else { throw unused }
        guard state.profiles[index].kind == .adult else { throw refusal(.invalidArgument, .pinOfKids) }
        if let known = state.pins[profile], request.current != known {
            throw refusal(.permissionDenied, request.current == nil ? .pinRequired : .pinWrong)
        }
        state.pins[profile] = request.pin
        state.profiles[index].hasPIN = request.pin == nil ? nil : true
        return Empty()
    }
    /// The members and invitations.
    let members = FakeMembers()
    private func addRules(to handlers: inout RPCHandlers<Profiles>) {
        handlers.on(Profiles.ListViewingPresets.self) { _, _ in ViewingPresetList(presets: ViewingPreset.all) }
        handlers.on(Profiles.GetViewingRules.self) { request, _ in
            try self.check { state in
                guard request.profile == "p-kids" else { throw Self.refusal(.failedPrecondition, .rulesForKids) }
                return ProfileViewingRules(profile: request.profile, rules: state.rules, isApplied: true)
            }
        }
        handlers.on(Profiles.SetViewingRules.self) { request, _ in
            try self.check { state in
                try Self.check(request.pin, state)
                if request.rules?.rules.contains(where: { $0.rating == .r }) == true {
                    throw RPCError.invalidArgument("rules", "rule 1: the rating must be G, PG, PG-13 or Unrated.")
                }
                state.rules = request.rules
                return ProfileViewingRules(profile: request.profile, rules: request.rules, isApplied: false)
            }
        }
        handlers.on(Profiles.GetEffectivePolicy.self) { request, _ in
            try self.check { state in
                EffectivePolicy(
                    profile: request.profile ?? "p-owner",
                    policy: state.rules == nil ? .kids(seesUnrated: true) : .kids(ruleSet: 0), rules: state.rules,
                    isApplied: true)
            }
        }
    }

    private static func check(_ pin: String?, _ state: State) throws {
        guard let own = state.pin, pin != own else { return }
        throw RPCError(
            .permissionDenied, pin == nil ? "This needs the household's PIN." : "That is not the household's PIN.",
            details: [RPCErrorDetail(ProfilesProblem(pin == nil ? .pinRequired : .pinWrong))])
    }

    private static func refusal(_ code: RPCCode, _ rule: ProfilesProblem.Code) -> RPCError {
        RPCError(code, "Refused by the rule \(rule).", details: [RPCErrorDetail(ProfilesProblem(rule))])
    }

    private static let unused = RPCError(.unimplemented, "This is not played.")

    private func check<Value>(_ body: (inout State) throws -> Value) throws -> Value {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            return try body(&state)
        }
    }

    private func session(_ request: Profiles.LocalOwner) throws -> Session {
        try state.withLock { state in
            guard [UInt8](request.proof) == state.ownerKey else {
                throw RPCError(.unauthenticated, "That is not the owner key.")
            }
            if let household = request.household, household.hasSuffix("-mistyped") {
                throw RPCError(
                    .notFound, "There is no household.", executed: .no,
                    details: [RPCErrorDetail(HouseholdProblem(.unknownHousehold))])
            }
            let requested = request.profile
            let found = state.profiles.first { requested == nil || $0.id == requested || $0.name == requested }
            guard let found else {
                throw RPCError(
                    .notFound, "There is no such profile.", details: [RPCErrorDetail(ProfilesProblem(.unknownProfile))])
            }
            state.sessions += 1
            let now = Date(timeIntervalSince1970: SystemRuntime.shared.wallTime.secondsSince1970)
            return Session(
                token: "token-of-\(found.id)-\(state.sessions)", expires: now.addingTimeInterval(900),
                renewAfter: now.addingTimeInterval(state.lifetime), household: request.household ?? "home",
                profile: found,
                role: .owner, policy: found.kind == .kids ? .kids(seesUnrated: false) : .everything)
        }
    }
}
