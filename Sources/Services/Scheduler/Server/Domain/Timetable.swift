/// Expands the household's slots into occurrences. No profile has two occurrences at the same time in its results.
struct Timetable: Sendable {
    let zone: HouseholdTimeZone
    let slots: [Slot]

    /// How far ahead a booking is compared with all others, in days: past both clock changes, and yearly rules.
    ///
    /// A clash beyond it is not rejected; then the older slot takes place, and the other is listed as displaced.
    static let horizonDays = 400

    /// Two overlapping slots with a common participant.
    struct Clash: Hashable, Sendable {
        let requested: Occurrence
        let inTheWay: Occurrence
    }

    /// The occurrences that overlap a time span, and those displaced by an older slot.
    struct Resolution: Sendable {
        var occurrences: [Occurrence] = []
        var displaced: [Clash] = []

        /// All occurrences: displaced ones would come back when the other is removed.
        var all: [Occurrence] { occurrences + displaced.map(\.requested) }
    }

    /// The occurrences in a time span, by start.
    func resolution(for span: TimeSpan) -> Resolution {
        var resolution = Resolution()
        // A slot that conflicts with one in the span is no further away than the longest slot.
        let margin = Slot.maximumMinutes * 60
        var near = OverlapScanner(raw(in: TimeSpan(start: span.start - margin, end: span.end + margin)))
        for occurrence in raw(in: span) {
            let older = near.around(occurrence).first { other in
                other.slot.row < occurrence.slot.row && !other.slot.profiles.isDisjoint(with: occurrence.slot.profiles)
            }
            if let older {
                resolution.displaced.append(Clash(requested: occurrence, inTheWay: older))
            } else {
                resolution.occurrences.append(occurrence)
            }
        }
        return resolution
    }

    /// The days on which a slot is compared with all others: of a recurring one those from today on, however long ago
    /// it started, because past occurrences conflict with nothing.
    static func horizon(of slot: Slot, today: CivilDate) -> ClosedRange<CivilDate> {
        guard slot.rule != nil else { return slot.start.date...(slot.start.date + 2) }
        let first = max(slot.start.date, today)
        return first...(first + horizonDays)
    }

    /// The earliest clash within the horizon of this slot with another one of a participant; nil when there is none.
    func clash(of slot: Slot, today: CivilDate) -> Clash? {
        let days = Self.horizon(of: slot, today: today)
        let horizon = TimeSpan(start: zone.span(of: days.lowerBound).start, end: zone.span(of: days.upperBound).end)
        let requested = slot.occurrences(in: horizon, zone)
        guard let last = requested.last else { return nil }
        let span = TimeSpan(start: requested[0].span.start, end: last.span.end)
        let others = slots.filter { $0.id != slot.id && !$0.profiles.isDisjoint(with: slot.profiles) }
        var near = OverlapScanner(
            others.flatMap { $0.occurrences(in: span, zone) }.sorted(by: Occurrence.isEarlier))
        for occurrence in requested {
            if let other = near.around(occurrence).first { return Clash(requested: occurrence, inTheWay: other) }
        }
        return nil
    }

    private func raw(in span: TimeSpan) -> [Occurrence] {
        slots.flatMap { $0.occurrences(in: span, zone) }.sorted(by: Occurrence.isEarlier)
    }
}

/// Finds overlaps of occurrences that are queried in order.
private struct OverlapScanner {
    private let occurrences: [Occurrence]
    private var from = 0

    init(_ occurrences: [Occurrence]) { self.occurrences = occurrences }

    /// The occurrences that overlap one, which must not start before the previous query's.
    mutating func around(_ one: Occurrence) -> some Collection<Occurrence> {
        // An occurrence that started longer ago than the longest slot has ended, for this query and all later ones.
        let longest = Slot.maximumMinutes * 60
        while from < occurrences.count, occurrences[from].span.start < one.span.start - longest { from += 1 }
        return occurrences[from...].lazy.prefix { $0.span.start < one.span.end }.filter { $0.span.overlaps(one.span) }
    }
}

extension Slot {
    /// The occurrences that overlap a time span, by start.
    func occurrences(in span: TimeSpan, _ zone: HouseholdTimeZone) -> [Occurrence] {
        days(in: span, zone).compactMap { day in
            let begin = zone.moment(of: CivilDateTime(day, start.time))
            if case .moment(let end) = rule?.end, begin > end { return nil }
            let occurrence = Occurrence(slot: self, day: day, span: TimeSpan(start: begin, minutes: minutes))
            return occurrence.span.overlaps(span) ? occurrence : nil
        }
    }

    private func days(in span: TimeSpan, _ zone: HouseholdTimeZone) -> [CivilDate] {
        guard let rule else { return [start.date] }
        // One more day on either side: for occurrences that started before, and for time zones that skip a whole day.
        let range = (zone.wall(at: span.start).date - 2)...(zone.wall(at: span.end).date + 1)
        return rule.days(from: start.date, in: range).filter { !exceptions.contains($0) }
    }
}

extension Occurrence {
    static func isEarlier(_ one: Occurrence, _ other: Occurrence) -> Bool {
        (one.span.start, one.slot.row) < (other.span.start, other.slot.row)
    }
}
