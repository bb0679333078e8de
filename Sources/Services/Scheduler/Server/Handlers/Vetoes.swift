internal import Access
internal import GRDB
internal import HearthModel
internal import ProfilesAPI
internal import RPC
internal import SchedulerAPI

/// Removes vetoed slots from the schedule, and finds alternatives.
struct Vetoes: Sendable {
    private let store: SchedulerStore
    private let people: ProfilesClient
    private let titles: CandidateSource

    init(store: SchedulerStore, people: ProfilesClient, titles: CandidateSource) {
        (self.store, self.people, self.titles) = (store, people, titles)
    }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<Scheduler>) {
        handlers.on(Scheduler.VetoSlot.self) { request, call in try await veto(request, call, for: call.viewer) }
    }

    private func veto(_ request: Scheduler.VetoSlot, _ call: ServerCall, for viewer: Viewer) async throws -> SlotVetoed
    {
        let profile = try viewer.actingProfile
        let day = try request.day.map { try RequestValidation.date($0, "day") }
        let seen = try await store.read(for: viewer) { db, _ in try SlotTable.find(request.id, db) }
        // For a retry the slot is gone and its response is stored: the transaction finds it.
        var (vetoed, response): (Card?, SlotVetoed?) = (nil, nil)
        if let seen, seen.version == request.version {
            try Self.check(seen, on: day, for: viewer)
            vetoed = await title(of: seen)
            response = try await alternatives(to: seen, on: day, vetoed, for: viewer)
        }
        let now = store.now
        return try await store.write(call, for: viewer) { [vetoed, response] db, _ in
            guard let slot = try SlotTable.find(request.id, db) else { throw SchedulerError.unknownSlot }
            try Self.check(slot, on: day, for: viewer)
            guard slot.version == request.version, let response else {
                throw SchedulerError.slotChanged(yours: request.version, slot, viewer)
            }
            _ = try SlotManager.free(slot, on: day, db)
            if let vetoed {
                var show = try ShowTable.find(vetoed.id, db) ?? ShowRow(title: KnownTitle(card: vetoed))
                show.opinion.vetoes[profile] = now
                try ShowTable.put(show, db)
            }
            return response
        }
    }

    /// Every participant may veto, a child too: a veto frees a time, and books nothing.
    private static func check(_ slot: Slot, on day: CivilDate?, for viewer: Viewer) throws {
        let own = try viewer.actingProfile
        guard viewer.role != .child || slot.profiles.contains(own) else { throw SchedulerError.notYours }
        if slot.rule != nil, day == nil { throw RPCError.invalidArgument("day", "is required: the slot recurs.") }
    }

    /// The film or series that a veto of a slot is about; nil for a placeholder.
    private func title(of slot: Slot) async -> Card? {
        guard let show = slot.show, let series = show.card.series else { return slot.show?.card }
        if let card = try? await titles.card(of: series) { return card }
        // Without the catalog, the series is described by its episode's card: the series' name, and the rating.
        let episode = show.card
        return Card(
            id: series, kind: .series, title: slot.label ?? episode.seriesTitle ?? episode.title,
            rating: episode.rating, isAdult: episode.isAdult, genres: episode.genres)
    }

    private func alternatives(
        to slot: Slot, on day: CivilDate?, _ vetoed: Card?, for viewer: Viewer
    ) async throws -> SlotVetoed {
        let start = CivilDateTime(day ?? slot.start.date, slot.start.time)
        let ground = try await PlanningContext.read(store, for: viewer) { _, _ in
            start.date - (start.date.weekday.number - 1)
        }.without([slot.id])
        let zone = ground.facts.zone
        let (company, isComplete) = await people.company(for: viewer, ground.facts)
        let found = await titles.candidates(ground.shows, without: ground.gone, for: viewer)
        let finder = OpeningFinder(
            zone: zone, company: company, profile: try viewer.actingProfile, now: ground.now)
        let begin = zone.moment(of: start)
        let candidates = ground.left(of: found.candidates.filter { $0.card.id != vetoed?.id })
        func generator(until end: Int) -> Generator {
            let opening = finder.opening(in: Self.window(of: slot, start.date), TimeSpan(start: begin, end: end))
            return Generator(
                zone: zone, openings: [opening], candidates: candidates, scoring: Scoring(seed: 0, now: ground.now))
        }
        let ends = Self.ends(of: slot, from: begin, ground)
        var alternatives = generator(until: ends.usual).alternatives
        var shortage: String?
        if alternatives.count < SchedulerLimits.minimumAlternatives {
            // A longer alternative is better than none.
            let longer = generator(until: ends.latest)
            let fitting = Set(alternatives.map(\.show))
            alternatives += longer.alternatives.filter { !fitting.contains($0.show) }.map {
                var alternative = $0
                alternative.reasons.append("it is longer than the free time")
                return alternative
            }
            if alternatives.count < SchedulerLimits.minimumAlternatives {
                shortage = longer.shortage(withoutLength: found.withoutLength)
            }
        }
        return SlotVetoed(
            start: start.description, alternatives: Array(alternatives.prefix(SchedulerLimits.alternatives)),
            shortage: shortage, missing: found.missing.union(isComplete ? [] : [Profiles.serviceName]).sorted())
    }

    /// The viewers, and their rules.
    private static func window(of slot: Slot, _ date: CivilDate) -> ViewingWindow {
        var window = ViewingWindow(
            id: "", row: 0, profiles: slot.profiles, weekday: date.weekday, start: .midnight, end: .midnight)
        (window.isFamilyFriendly, window.partnerMustLike) = (slot.isFamilyFriendly, slot.partnerMustLike)
        return window
    }

    /// When the time that a slot frees ends: with its window, or outside of windows a little after the slot would have
    /// ended; and at the latest at a participant's next slot.
    private static func ends(
        of slot: Slot, from begin: Int, _ ground: PlanningContext
    ) -> (usual: Int, latest: Int) {
        let zone = ground.facts.zone
        let date = zone.wall(at: begin).date
        let around = ground.windows.filter { $0.profiles == slot.profiles }.flatMap { window in
            [date - 1, date].filter { $0.weekday == window.weekday }.compactMap { window.span(on: $0, zone) }
        }.first { $0.contains(begin) }
        let next = ground.occurrences.filter {
            !$0.slot.profiles.isDisjoint(with: slot.profiles) && $0.span.start >= begin
        }
        .map(\.span.start).min()
        let own = TimeSpan(start: begin, minutes: slot.minutes)
        let longest = TimeSpan(start: begin, minutes: Slot.maximumMinutes)
        let usual = around.map { max($0.end, own.end) } ?? own.end + SchedulerLimits.overrunMinutes * 60
        let latest = min(next ?? longest.end, longest.end)
        return (min(usual, latest), latest)
    }
}

extension SlotAlternative {
    /// The film, or the series that the episodes are of.
    fileprivate var show: ContentID { card.series ?? card.id }
}

extension Generator {
    /// The alternatives for its only opening.
    fileprivate var alternatives: [SlotAlternative] {
        alternatives(in: 0, atMost: SchedulerLimits.alternatives).map(\.alternative)
    }

    /// Why there are no more alternatives, as displayed.
    fileprivate func shortage(withoutLength: Int) -> String {
        let opening = openings[0]
        let allowed = candidates.filter { scoring.terms($0, in: opening) != nil }
        let long = allowed.count { Opening.steps(minutes: $0.unitMinutes) > opening.steps }
        return "There are \(candidates.count) titles that are not in the week yet. Of these"
            + " \(candidates.count - allowed.count) are not for every participant, or were rejected, and"
            + " \(long) take longer than the \(opening.span.minutes) minutes until the next slot."
            + " \(withoutLength) more have no known length."
    }
}
