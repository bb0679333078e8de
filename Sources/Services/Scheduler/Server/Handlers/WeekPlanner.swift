internal import Access
internal import HearthModel
internal import ProfilesAPI
internal import RPC
internal import SchedulerAPI

/// Plans weeks.
struct WeekPlanner: Sendable {
    private let store: SchedulerStore
    private let people: ProfilesClient
    private let titles: CandidateSource

    init(store: SchedulerStore, people: ProfilesClient, titles: CandidateSource) {
        (self.store, self.people, self.titles) = (store, people, titles)
    }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<Scheduler>) {
        handlers.on(Scheduler.GenerateWeek.self) { request, call in
            try await generate(request, call, for: call.viewer)
        }
    }

    private func generate(
        _ request: Scheduler.GenerateWeek, _ call: ServerCall, for viewer: Viewer
    ) async throws -> GeneratedWeek {
        let isTrial = request.isTrial == true
        let plan = try await plan(request, for: viewer) { isTrial ? "" : store.makeID("s") }
        if isTrial { return plan.response(for: viewer) }
        return try await store.write(call, for: viewer) { db, facts in
            try plan.stored(facts.zone, db).response(for: viewer)
        }
    }

    private func plan(
        _ request: Scheduler.GenerateWeek, for viewer: Viewer, makeID: () -> String
    ) async throws -> WeekPlan {
        let before = try await PlanningContext.read(store, for: viewer) { household, now in
            try RequestValidation.week(request.first, in: household, now: now)
        }
        let replaced = try before.replaceable(for: viewer)
        let ground = before.without(replaced)
        let (company, isComplete) = await people.company(for: viewer, ground.facts)
        let profile = try viewer.actingProfile
        let finder = OpeningFinder(zone: ground.facts.zone, company: company, profile: profile, now: ground.now)
        let openings = finder.openings(
            of: ground.windows.filter { viewer.mayChange($0.profiles) }, first: ground.first, taken: ground.occurrences)
        let found = await titles.candidates(ground.shows, without: ground.gone, for: viewer)
        let seed = request.seed ?? Int64(store.runtime.random() >> 33)
        let generator = Generator(
            zone: ground.facts.zone, openings: openings, candidates: ground.left(of: found.candidates),
            scoring: Scoring(seed: UInt64(bitPattern: seed), now: ground.now))
        let model = generator.model
        let slots = generator.proposals(of: WeekSolver(model: model).solve(), model).map {
            WeekPlan.PlannedSlot(
                slot: $0.slot(makeID(), for: profile), placement: $0.placement,
                opinion: generator.candidates[$0.placement.item].opinion)
        }
        return WeekPlan(
            seed: seed, model: model, span: PlanningContext.span(ground.first, ground.facts.zone),
            freeMinutes: openings.reduce(0) { $0 + $1.span.minutes }, slots: slots,
            parts: WeekPlan.parts(of: ground.occurrences), replaced: replaced,
            withoutLength: found.withoutLength, missing: found.missing.union(isComplete ? [] : [Profiles.serviceName]))
    }
}
