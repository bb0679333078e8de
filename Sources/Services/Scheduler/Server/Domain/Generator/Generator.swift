internal import HearthModel

/// Fills the openings of a week with candidates: greedy, and deterministic for a seed.
struct Generator: Sendable {
    let zone: HouseholdTimeZone
    let openings: [Opening]
    let candidates: [Candidate]
    let scoring: Scoring

    /// A slot that the generator proposes for the week.
    struct Proposal: Hashable, Sendable {
        var show: SlotShow
        /// The series' title, or the film's.
        var title: String
        var profiles: Set<String>
        var start: CivilDateTime
        var minutes: Int
        var window: ViewingWindow
        /// Reasons that every profile may see, the weightiest first.
        var reasons: [String]
        /// The reason that only the caller may see.
        var privateReason: String?
        /// The choice in ``WeekModel`` that it is.
        var placement: WeekModel.Placement
        /// Its score.
        var points: Int
    }

    /// The week as numbers.
    var model: WeekModel {
        let genres = Dictionary(
            candidates.compactMap(\.card.genres.first).enumerated().map { ($1, $0) }, uniquingKeysWith: min)
        return WeekModel(
            rooms: openings.map(\.steps),
            items: candidates.map {
                WeekModel.Item(
                    unitMinutes: $0.unitMinutes, units: $0.units.count, run: $0.longestRun,
                    genre: $0.card.genres.first.flatMap { genres[$0] })
            },
            rates: candidates.map { candidate in
                openings.map { scoring.terms(candidate, in: $0)?.reduce(0) { $0 + $1.points } }
            })
    }

    /// Places the candidates.
    func plan() -> [Proposal] {
        let model = model
        return proposals(of: WeekSolver(model: model).solve(), model)
    }

    /// Schedules a choice: room by room, started titles first in each; episodes continue after the last ones.
    func proposals(of placements: [WeekModel.Placement], _ model: WeekModel) -> [Proposal] {
        var next = [Int](repeating: 0, count: candidates.count)
        var proposals: [Proposal] = []
        for (room, opening) in openings.enumerated() {
            var moment = opening.span.start
            let here = placements.filter { $0.room == room }
                .sorted { (candidates[$0.item].source, $0.item) < (candidates[$1.item].source, $1.item) }
            for placement in here {
                let index = placement.item
                let first = candidates[index].units[next[index]]
                proposals.append(
                    proposal(placement, first, at: moment, points: model.worth(placement) ?? 0))
                next[index] += placement.units
                moment += model.steps(index, placement.units) * Opening.stepSeconds
            }
        }
        return proposals
    }

    /// The alternatives for one opening from its start, the best first.
    func alternatives(in room: Int, atMost count: Int) -> [Proposal] {
        let model = model
        let choices = candidates.indices.compactMap { item -> WeekModel.Placement? in
            (1...candidates[item].longestRun).map { WeekModel.Placement(item: item, room: room, units: $0) }
                .filter { model.steps(item, $0.units) <= model.rooms[room] && model.worth($0) != nil }
                .max { (model.worth($0) ?? 0) < (model.worth($1) ?? 0) }
        }
        let best = choices.sorted { one, other in
            (model.worth(other) ?? 0, one.item) < (model.worth(one) ?? 0, other.item)
        }
        return best.prefix(count).map {
            proposal($0, candidates[$0.item].units[0], at: openings[room].span.start, points: model.worth($0) ?? 0)
        }
    }

    private func proposal(
        _ placement: WeekModel.Placement, _ first: Card, at moment: Int, points: Int
    ) -> Proposal {
        let (candidate, opening) = (candidates[placement.item], openings[placement.room])
        let minutes = candidate.unitMinutes * placement.units
        let terms = (scoring.terms(candidate, in: opening) ?? []).sorted { $0.points > $1.points }
        var reasons = terms.filter { !$0.isPrivate }.compactMap(\.text)
        let left = opening.steps - Opening.steps(minutes: minutes)
        reasons.append(left < 3 ? "it fills the time" : "it fits the time")
        return Proposal(
            show: SlotShow(card: first, episodes: placement.units), title: candidate.card.title,
            profiles: opening.window.profiles, start: zone.wall(at: moment), minutes: minutes, window: opening.window,
            reasons: reasons, privateReason: terms.first(where: \.isPrivate)?.text, placement: placement, points: points
        )
    }
}
