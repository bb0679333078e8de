import HearthModel
import RPC

@testable import SchedulerService

/// A household's week as a seed makes it: two adults and a child, their windows, what is booked, and what there is to watch.
struct RandomWeek {
    let zone: HouseholdTimeZone
    let first: CivilDate
    let windows: [ViewingWindow]
    let taken: [Slot]
    let candidates: [Candidate]
    let generator: Generator

    static let me = "me"
    static let company = ViewerGroup(
        policy: .everything, kidsPolicy: .kids(seesUnrated: false), adults: ["me", "partner"], kids: ["kid"])
    /// When the week is planned: before it begins.
    let now: Int

    init(seed: UInt64, shows: Int = 80) throws {
        var random = SplitMix64(seed: seed)
        zone = try .named("Europe/Berlin")
        // Every third week has a change of the clocks in it.
        let mondays = try ["2027-01-04", "2027-03-22", "2027-10-25"].map(CivilDate.day)
        first = mondays[Int.random(in: 0..<3, using: &random)]
        now = zone.span(of: first - 1).start
        windows = (1...14).map { Self.window($0, &random) }
        let (first, now) = (first, now)
        taken = Self.slots(first, zone, &random)
        candidates = (0..<shows).compactMap { Self.candidate($0, now: now, &random) }
        let week = TimeSpan(start: zone.span(of: first).start, end: zone.span(of: first + 8).end)
        let finder = OpeningFinder(zone: zone, company: Self.company, profile: Self.me, now: now)
        let openings = finder.openings(
            of: windows, first: first, taken: Timetable(zone: zone, slots: taken).resolution(for: week).occurrences)
        generator = Generator(
            zone: zone, openings: openings, candidates: candidates, scoring: Scoring(seed: seed, now: now))
    }

    private static func window(_ number: Int, _ random: inout SplitMix64) -> ViewingWindow {
        let others = ["partner", "kid"].filter { _ in Bool.random(using: &random) }
        let start = Int.random(in: 28...44, using: &random) * 30
        let length = Int.random(in: 2...9, using: &random) * 30
        var window = ViewingWindow(
            id: "w\(number)", row: Int64(number), profiles: Set(others + (number % 7 == 0 ? [] : [me])),
            weekday: Weekday(number: Int.random(in: 1...7, using: &random)), start: TimeOfDay(minutes: start),
            end: TimeOfDay(minutes: (start + length) % TimeOfDay.minutesPerDay))
        if window.profiles.isEmpty { window.profiles = [me] }
        window.isFamilyFriendly = Int.random(in: 0..<5, using: &random) == 0
        window.partnerMustLike = Int.random(in: 0..<5, using: &random) == 0
        return window
    }

    /// Some slots; no two of a profile overlap, as in every timetable.
    private static func slots(
        _ first: CivilDate, _ zone: HouseholdTimeZone, _ random: inout SplitMix64
    ) -> [Slot] {
        func span(_ slot: Slot) -> TimeSpan { TimeSpan(start: zone.moment(of: slot.start), minutes: slot.minutes) }
        return (1...6).reduce(into: []) { slots, number in
            let slot = slot(number, first, &random)
            let isFree = slots.allSatisfy {
                $0.profiles.isDisjoint(with: slot.profiles) || !span($0).overlaps(span(slot))
            }
            if isFree { slots.append(slot) }
        }
    }

    private static func slot(_ number: Int, _ first: CivilDate, _ random: inout SplitMix64) -> Slot {
        let start = CivilDateTime(
            first + Int.random(in: 0..<7, using: &random),
            TimeOfDay(minutes: Int.random(in: 900...1_380, using: &random)))
        return Slot(
            id: "t\(number)", row: Int64(number), profiles: [["me", "partner", "kid"][number % 3]], start: start,
            minutes: Int.random(in: 20...120, using: &random), origin: .booked)
    }

    private static func candidate(_ number: Int, now: Int, _ random: inout SplitMix64) -> Candidate? {
        func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
        let ratings = ContentRating.all
        let genres = ["Drama", "Comedy", "Action", "Family", "Crime", "Documentary"]
        let isSeries = chance(50)
        var card = Card(
            id: ContentID(rawValue: "c\(number)"), kind: isSeries ? .series : .movie, title: "Title \(number)",
            rating: ratings[Int.random(in: ratings.indices, using: &random)], isAdult: chance(4),
            genres: chance(90) ? [genres[Int.random(in: genres.indices, using: &random)]] : [])
        card.runtimeMinutes = Int32(
            isSeries ? Int.random(in: 18...62, using: &random) : Int.random(in: 75...190, using: &random))
        let units =
            !isSeries
            ? [card]
            : (1...Int.random(in: 1...12, using: &random)).map { episode in
                var unit = card
                (unit.id, unit.kind, unit.series) = (ContentID(rawValue: "c\(number)e\(episode)"), .episode, card.id)
                (unit.season, unit.episode) = (1, Int32(episode))
                return unit
            }
        let source = Candidate.Source.allCases[min(3, Int.random(in: 0..<8, using: &random))]
        var candidate = Candidate(card, units: units, source: source)
        candidate?.opinion.isBingeable = chance(30)
        candidate?.opinion.isMaybe = chance(20)
        for profile in ["me", "partner", "kid"] {
            if chance(40) { candidate?.opinion.approvals[profile] = chance(75) }
            if chance(10) {
                candidate?.opinion.vetoes[profile] = now - Int.random(in: 0...60, using: &random) * 86_400
            }
        }
        return candidate
    }
}
