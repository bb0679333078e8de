internal import Foundation
internal import PlaybackStateAPI
internal import ProfilesAPI
internal import RPC

/// What parental limits allow at a moment: pure, of what was watched and the time.
struct ScreenTimeRules: Sendable {
    let limits: ParentalLimits
    let calendar: HouseholdCalendar
    /// What adults have granted beyond them.
    var grants: [ScreenTimeGrant] = []

    /// What the limits allow at a moment.
    struct Verdict: Sendable, Hashable {
        /// Milliseconds that may still be watched without a pause; nil when no limit ends them, 0 when nothing may.
        var remaining: Int64?
        /// The limit that ends the time, or has ended it.
        var limit: LimitKind?
        /// When it may begin again, in milliseconds since 1970; nil when it may now, and when no day of the next week
        /// allows it.
        var blockedUntil: Int64?
        /// Milliseconds of the day that remain by its minutes alone; nil without such a limit.
        var remainingOfDay: Int64?

        /// Whether nothing may be begun.
        var isBlocked: Bool { remaining == 0 }
    }

    /// Days that are looked ahead.
    private static let days: Int64 = 8
    private static let minute: Int64 = 60_000

    /// The minutes of a day, with those that were granted; nil for any.
    func minutes(on day: Int64) -> Int32? {
        let usual = HouseholdCalendar.isWeekend(day) ? limits.weekendMinutes : limits.weekdayMinutes
        return usual.map { $0 + granted(on: day) }
    }

    /// What is allowed at a time, after so much was watched on its day, both in milliseconds.
    func verdict(at now: Int64, watched: Int64) -> Verdict {
        let day = calendar.day(at: now)
        let spans = spans(around: day)
        let span = spans.first { $0.contains(now) }
        let ofDay = minutes(on: day).map { max(0, Int64($0) * Self.minute - watched) }
        // The last span is cut off where nothing is looked at any more: it ends by no limit.
        let ofHours: Int64? = span.flatMap { $0.upperBound < spans.last?.upperBound ?? 0 ? $0.upperBound - now : nil }
        guard span != nil, ofDay != 0 else {
            return Verdict(
                remaining: 0, limit: span == nil ? .hours : .minutes,
                blockedUntil: next(after: now, on: day, spans, hasMinutes: ofDay != 0), remainingOfDay: ofDay)
        }
        let remaining = [ofDay, ofHours].compactMap(\.self).min()
        return Verdict(
            remaining: remaining, limit: remaining.map { $0 == ofDay ? .minutes : .hours }, remainingOfDay: ofDay)
    }

    /// When something may be begun next.
    private func next(after now: Int64, on today: Int64, _ spans: [Range<Int64>], hasMinutes: Bool) -> Int64? {
        for day in today...(today + Self.days) {
            guard day == today ? hasMinutes : minutes(on: day) != 0 else { continue }
            let begin = max(now, calendar.time(on: day, minute: 0))
            let end = calendar.time(on: day, minute: 1_440)
            for span in spans where span.upperBound > begin && span.lowerBound < end {
                return max(begin, span.lowerBound)
            }
        }
        return nil
    }

    /// The allowed spans around a day, in order, those that touch joined.
    private func spans(around day: Int64) -> [Range<Int64>] {
        var spans: [Range<Int64>] = []
        // One more than `next` looks at, so that the cut-off end is behind all of it.
        for day in (day - 1)...(day + Self.days + 1) {
            let hours = HouseholdCalendar.isWeekend(day) ? limits.weekendHours : limits.weekdayHours
            for span in hours ?? [AllowedHours(0, until: 1_440)] {
                let begin = calendar.time(on: day, minute: span.from)
                let end = calendar.time(on: span.until > span.from ? day : day + 1, minute: span.until)
                if begin < end { spans.append(begin..<end) }
            }
        }
        return extended(Self.joined(spans))
    }
}

extension ScreenTimeRules.Verdict {
    /// The remaining minutes, rounded up; nil when no limit ends the time.
    var remainingMinutes: Int32? { remaining.map { Int32(clamping: ($0 + 59_999) / 60_000) } }

    /// The last of the warnings at 15, 5 and 1 minutes that applies; nil for none yet.
    var warning: Int32? {
        guard let remainingMinutes else { return nil }
        return PlaybackLimits.warningMinutes.last { remainingMinutes <= $0 }
    }
}

extension LimitReached {
    /// The limit that allows nothing now; nil when something may be begun.
    init?(_ verdict: ScreenTimeRules.Verdict) {
        guard verdict.isBlocked, let limit = verdict.limit else { return nil }
        self.init(
            limit: limit, until: verdict.blockedUntil.map { Date(milliseconds: $0) },
            remainingMinutes: verdict.remainingOfDay.map { Int32(clamping: $0 / 60_000) })
    }
}
