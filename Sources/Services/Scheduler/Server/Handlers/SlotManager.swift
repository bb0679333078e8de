internal import Access
internal import GRDB
internal import HearthModel
internal import RPC
internal import SchedulerAPI
internal import ServiceKit

/// Manages the household's slots. After every change, no profile has two slots at the same time.
struct SlotManager: Sendable {
    private let store: SchedulerStore
    private let people: ProfilesClient
    private let titles: CandidateSource

    init(store: SchedulerStore, people: ProfilesClient, titles: CandidateSource) {
        (self.store, self.people, self.titles) = (store, people, titles)
    }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<Scheduler>) {
        handlers.on(Scheduler.BookSlot.self) { request, call in try await book(request, call, for: call.viewer) }
        handlers.on(Scheduler.EditSlot.self) { request, call in try await edit(request, call, for: call.viewer) }
        handlers.on(Scheduler.RemoveSlot.self) { request, call in try await remove(request, call, for: call.viewer) }
        handlers.on(Scheduler.GetSlot.self) { request, call in try await get(request.id, for: call.viewer) }
    }

    private func get(_ id: String, for viewer: Viewer) async throws -> ProgrammeSlot {
        try await store.read(for: viewer) { db, _ in
            guard let slot = try SlotTable.find(id, db)?.shown(without: try QuarantineTable.profiles(db)) else {
                throw SchedulerError.unknownSlot
            }
            return slot.response(for: viewer)
        }
    }

    private func book(
        _ request: Scheduler.BookSlot, _ call: ServerCall, for viewer: Viewer
    ) async throws -> ProgrammeSlot {
        let card = try await card(request.content)
        let episodes = try RequestValidation.number(request.episodes ?? 1, 1...SchedulerLimits.episodes, "episodes")
        var length = request.minutes
        if length == nil, let card { length = await titles.minutes(of: card).map { $0 * Int32(episodes) } }
        guard let length else {
            throw RPCError.invalidArgument("minutes", "is required: the title's length is unknown.")
        }
        var slot = Slot(
            id: store.makeID("s"), row: .max,
            profiles: try RequestValidation.profiles(request.profiles, for: viewer),
            start: try RequestValidation.wall(request.start, "start"),
            minutes: try RequestValidation.number(length, 1...Slot.maximumMinutes, "minutes"),
            origin: card == nil ? .placeholder : .booked)
        slot.rule = try RequestValidation.rule(request.rule)
        slot.show = card.map { SlotShow(card: $0, episodes: episodes) }
        slot.label = try RequestValidation.label(request.label)
        slot.isFamilyFriendly = request.isFamilyFriendly ?? false
        slot.partnerMustLike = request.partnerMustLike ?? false
        try await people.checkExist(slot.profiles, for: viewer)
        let company = try await company(for: viewer)
        let now = store.now
        return try await store.write(call, for: viewer) { [slot] db, facts in
            let slot = try Self.checked(slot, company, viewer, facts, now: now, db)
            try Self.checkNotPast(slot, facts.zone, now: now)
            return try SlotTable.insert(slot, db).response(for: viewer)
        }
    }

    private func edit(
        _ request: Scheduler.EditSlot, _ call: ServerCall, for viewer: Viewer
    ) async throws -> ProgrammeSlot {
        let card = try await card(request.content)
        if let profiles = request.profiles {
            try await people.checkExist(try RequestValidation.profiles(profiles, for: viewer), for: viewer)
        }
        let company = try await company(for: viewer)
        let now = store.now
        return try await store.write(call, for: viewer) { db, facts in
            guard let old = try SlotTable.find(request.id, db) else { throw SchedulerError.unknownSlot }
            try Self.check(old, version: request.version, for: viewer)
            let slot = try Self.checked(
                try Self.edited(old, request, card, viewer), company, viewer, facts, now: now, db)
            // A slot that has ended can be renamed, but not moved to another past time.
            let isMoved = (slot.start, slot.minutes, slot.rule) != (old.start, old.minutes, old.rule)
            if isMoved { try Self.checkNotPast(slot, facts.zone, now: now) }
            return try SlotTable.update(slot, from: old, db).response(for: viewer)
        }
    }

    private func remove(
        _ request: Scheduler.RemoveSlot, _ call: ServerCall, for viewer: Viewer
    ) async throws -> SlotRemoved {
        let day = try request.day.map { try RequestValidation.date($0, "day") }
        return try await store.write(call, for: viewer, releasingBallast: true) { db, _ in
            guard let slot = try SlotTable.find(request.id, db) else { throw SchedulerError.unknownSlot }
            try Self.check(slot, version: request.version, for: viewer)
            return SlotRemoved(slot: try Self.free(slot, on: day, db)?.response(for: viewer))
        }
    }

    /// Removes a slot, or one of its days.
    ///
    /// - Returns: the slot after the change; nil when it was removed.
    static func free(_ slot: Slot, on day: CivilDate?, _ db: Database) throws -> Slot? {
        guard let day, let rule = slot.rule else {
            if let day, slot.start.date != day { throw SchedulerError.notThatDay(day) }
            try SlotTable.remove(slot, db)
            return nil
        }
        guard !slot.exceptions.contains(day), !rule.days(from: slot.start.date, in: day...day).isEmpty else {
            throw SchedulerError.notThatDay(day)
        }
        var next = slot
        next.exceptions.insert(day)
        next.version += 1
        try SlotTable.update(next, from: slot, db)
        return next
    }

    /// - Throws: ``SchedulerError`` when the caller may not change it, or another has changed it since.
    private static func check(_ slot: Slot, version: Int64, for viewer: Viewer) throws {
        try viewer.checkMayChange(slot.profiles)
        guard slot.version == version else { throw SchedulerError.slotChanged(yours: version, slot, viewer) }
    }

    private static func edited(
        _ old: Slot, _ request: Scheduler.EditSlot, _ card: Card?, _ viewer: Viewer
    ) throws -> Slot {
        var slot = old
        slot.profiles = try request.profiles.map { try RequestValidation.profiles($0, for: viewer) } ?? slot.profiles
        slot.start = try request.start.map { try RequestValidation.wall($0, "start") } ?? slot.start
        slot.minutes =
            try request.minutes.map { try RequestValidation.number($0, 1...Slot.maximumMinutes, "minutes") }
            ?? slot.minutes
        if request.rule != nil {
            slot.rule = try RequestValidation.rule(request.rule)
            slot.exceptions = []
        }
        // Another title has another name.
        if let card { (slot.show, slot.label) = (SlotShow(card: card), nil) }
        if let episodes = request.episodes {
            slot.show?.episodes = try RequestValidation.number(episodes, 1...SchedulerLimits.episodes, "episodes")
        }
        if request.label != nil { slot.label = try RequestValidation.label(request.label) }
        slot.isFamilyFriendly = request.isFamilyFriendly ?? slot.isFamilyFriendly
        slot.partnerMustLike = request.partnerMustLike ?? slot.partnerMustLike
        slot.origin = slot.show == nil ? .placeholder : .booked
        (slot.reasons, slot.privateReasons) = ([], [:])
        slot.version += 1
        return slot
    }

    /// A validated slot: its start matches its rule, its profiles exist, may see the title, and have no other slot
    /// then.
    private static func checked(
        _ slot: Slot, _ company: ViewerGroup, _ viewer: Viewer, _ facts: HouseholdContext, now: Int, _ db: Database
    ) throws -> Slot {
        let slot = try begun(slot)
        try ProfileTable.checkThere(slot.profiles, db)
        if let show = slot.show { try check(show, slot, company, viewer, db) }
        try SlotTable.check(slot, for: viewer, today: facts.zone.wall(at: now).date, facts.zone, db)
        return slot
    }

    /// A slot in progress can be booked, and so can a recurring slot that started long ago and continues.
    ///
    /// - Parameter now: in seconds since 1970.
    /// - Throws: ``SchedulerError/inThePast(_:now:)`` when the slot's last time has ended.
    private static func checkNotPast(_ slot: Slot, _ zone: HouseholdTimeZone, now: Int) throws {
        if let rule = slot.rule, rule.end == nil { return }
        // Far enough ahead for every rule that can be booked: its first time is within the horizon of its start.
        let end = max(now, zone.moment(of: slot.start)) + Timetable.horizonDays * 86_400
        guard slot.occurrences(in: TimeSpan(start: now, end: end), zone).isEmpty else { return }
        let last = zone.moment(of: slot.start) + slot.minutes * 60
        throw SchedulerError.inThePast(zone.wall(at: last), now: zone.wall(at: now))
    }

    /// The slot with its first time where its rule has it: counting and every-second-week rules go by that.
    private static func begun(_ slot: Slot) throws -> Slot {
        guard let rule = slot.rule else { return slot }
        let year = slot.start.date...(slot.start.date + Timetable.horizonDays)
        guard let first = rule.days(from: slot.start.date, in: year).first else {
            throw SchedulerError.badRule("names no day within the \(Timetable.horizonDays) days after the start.")
        }
        var slot = slot
        slot.start = CivilDateTime(first, slot.start.time)
        return slot
    }

    private static func check(
        _ show: SlotShow, _ slot: Slot, _ company: ViewerGroup, _ viewer: Viewer, _ db: Database
    ) throws {
        let audiences = company.audiences(of: slot.profiles, isFamilyFriendly: slot.isFamilyFriendly)
        guard ViewerGroup.admits(show.card.audienceColumn, audiences) else {
            throw SchedulerError.notForEverybody(
                "A participant may not see \"\(slot.response(for: viewer).title)\".")
        }
        guard slot.partnerMustLike else { return }
        let opinion = try ShowTable.find(show.title, db)?.opinion ?? Opinion()
        let profile = try viewer.actingProfile
        let partners = company.partners(of: profile, among: slot.profiles)
        guard opinion.isApproved(by: partners, of: profile, company.matchRule) else {
            throw SchedulerError.notForEverybody(
                "Not every other adult has approved of \"\(slot.response(for: viewer).title)\".")
        }
    }

    private func company(for viewer: Viewer) async throws -> ViewerGroup {
        let facts = try await store.read(for: viewer) { _, facts in facts }
        return await people.company(for: viewer, facts).company
    }

    private func card(_ content: ContentID?) async throws -> Card? {
        guard let content else { return nil }
        guard content.isWellFormed else {
            throw RPCError.invalidArgument(
                "content", "must be between 1 and \(ContentID.maximumBytes) printable ASCII characters.")
        }
        let card = try await titles.card(of: content)
        guard [.movie, .series, .episode].contains(card.kind) else {
            throw RPCError.invalidArgument(
                "content", "can be a film, series or episode. For a channel, book a placeholder with a label.")
        }
        return card
    }
}
