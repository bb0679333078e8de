import HearthModel
import RPC
import TestSupport
import Testing

@testable import SchedulerService

/// The rules that no week may break, looked at one by one in what comes out.
@Suite struct HardRulesTests {
    @Test(arguments: Seeds.make(12)) func `every week keeps them`(_ seed: UInt64) throws {
        let week = try RandomWeek(seed: seed)
        let plan = week.generator.plan()
        #expect(!plan.isEmpty, "HEARTH_TEST_SEED=\(seed)")
        let spans = plan.map { TimeSpan(start: week.zone.moment(of: $0.start), minutes: $0.minutes) }
        for (index, proposal) in plan.enumerated() {
            try check(proposal, spans[index], week, "HEARTH_TEST_SEED=\(seed)")
        }
        for (index, one) in spans.enumerated() {
            #expect(
                !spans[(index + 1)...].contains { $0.overlaps(one) }, "HEARTH_TEST_SEED=\(seed): no profile watches two"
            )
        }
        checkOrder(plan, "HEARTH_TEST_SEED=\(seed)")
    }

    private func check(_ proposal: Generator.Proposal, _ span: TimeSpan, _ week: RandomWeek, _ note: String) throws {
        let card = proposal.show.card
        let note = "\(note): \(card.id) at \(proposal.start)"
        let show = try #require(week.candidates.first { $0.card.id == card.series ?? card.id })
        // Inside of a window of those who watch, and of their free time.
        let dates = [proposal.start.date, proposal.start.date - 1]
        let window = proposal.window
        #expect(
            dates.contains { date in
                guard date.weekday == window.weekday, let open = window.span(on: date, week.zone) else { return false }
                return open.start <= span.start && span.end <= open.end
            }, "\(note)")
        #expect(proposal.profiles == window.profiles && window.profiles.contains(RandomWeek.me), "\(note)")
        for slot in week.taken where !slot.profiles.isDisjoint(with: proposal.profiles) {
            let taken = TimeSpan(start: week.zone.moment(of: slot.start), minutes: slot.minutes)
            #expect(!taken.overlaps(span), "\(note): \(slot.id) is there")
        }
        // As long as what is on.
        let runtime = try #require(show.card.runtimeMinutes)
        #expect(proposal.minutes == Int(runtime) * proposal.show.episodes, "\(note)")
        // For the youngest.
        if proposal.profiles.contains("kid") || window.isFamilyFriendly {
            #expect([.g, .pg, .pg13].contains(card.rating) && !card.isAdult, "\(note)")
        }
        // What people have said.
        for profile in proposal.profiles {
            #expect(show.opinion.approvals[profile] != false, "\(note)")
            if let veto = show.opinion.vetoes[profile] { #expect(week.now - veto >= 7 * 86_400, "\(note)") }
        }
        if window.partnerMustLike, proposal.profiles.contains("partner") {
            #expect(show.opinion.approvals["partner"] == true, "\(note)")
        }
        #expect(!proposal.reasons.isEmpty, "\(note): says nothing")
    }

    /// Films once, episodes one after another from the next one on.
    private func checkOrder(_ plan: [Generator.Proposal], _ note: String) {
        let sorted = plan.sorted { $0.start < $1.start }
        var next: [ContentID: Int32] = [:]
        for proposal in sorted {
            let card = proposal.show.card
            guard let series = card.series else {
                #expect(next.updateValue(1, forKey: card.id) == nil, "\(note): \(card.id) twice")
                #expect(proposal.show.episodes == 1)
                continue
            }
            #expect(card.episode == next[series, default: 1], "\(note): \(series) out of order")
            next[series] = next[series, default: 1] + Int32(proposal.show.episodes)
        }
    }

    /// A night in which 02:00 to 03:00 comes twice: the times of its slots, as they are kept, do not meet.
    @Test(arguments: Seeds.make(12)) func `no profile watches two when the clocks are set back`(_ seed: UInt64) throws {
        let week = try RandomWeek(seed: seed)
        let saturday = try CivilDate.day("2027-10-30")
        let window = ViewingWindow(
            id: "night", row: 1, profiles: [RandomWeek.me], weekday: saturday.weekday,
            start: TimeOfDay(minutes: 22 * 60), end: TimeOfDay(minutes: 6 * 60))
        let finder = OpeningFinder(
            zone: week.zone, company: RandomWeek.company, profile: RandomWeek.me,
            now: week.zone.span(of: saturday - 9).start)
        let generator = Generator(
            zone: week.zone, openings: finder.openings(of: [window], first: saturday - 5, taken: []),
            candidates: week.candidates, scoring: Scoring(seed: seed, now: finder.now))
        let spans = generator.plan().map { TimeSpan(start: week.zone.moment(of: $0.start), minutes: $0.minutes) }
        let night = try #require(window.span(on: saturday, week.zone))
        #expect(spans.reduce(0) { $0 + $1.minutes } > 5 * 60, "HEARTH_TEST_SEED=\(seed)")
        for (index, one) in spans.enumerated() {
            #expect(night.start <= one.start && one.end <= night.end, "HEARTH_TEST_SEED=\(seed)")
            #expect(!spans[(index + 1)...].contains { $0.overlaps(one) }, "HEARTH_TEST_SEED=\(seed)")
        }
    }

    @Test func `the same seed gives the same week`() throws {
        #expect(try RandomWeek(seed: 7).generator.plan() == RandomWeek(seed: 7).generator.plan())
        let week = try RandomWeek(seed: 7)
        let other = Generator(
            zone: week.zone, openings: week.generator.openings, candidates: week.candidates,
            scoring: Scoring(seed: 8, now: week.now))
        #expect(other.plan() != week.generator.plan())
    }

    @Test func `alternatives are the best that fit`() throws {
        let week = try RandomWeek(seed: 3)
        let model = week.generator.model
        let room = try #require(week.generator.openings.indices.max { model.rooms[$0] < model.rooms[$1] })
        let found = week.generator.alternatives(in: room, atMost: 5)
        #expect(found.count == 5)
        #expect(found.map(\.points) == found.map(\.points).sorted(by: >))
        for proposal in found {
            let span = TimeSpan(start: week.zone.moment(of: proposal.start), minutes: proposal.minutes)
            try check(proposal, span, week, "alternative")
        }
        let best = week.candidates.indices.flatMap { item in
            (1...week.candidates[item].longestRun).compactMap { units in
                model.steps(item, units) <= model.rooms[room]
                    ? model.worth(WeekModel.Placement(item: item, room: room, units: units)) : nil
            }
        }.max()
        #expect(found[0].points == best)
    }
}
