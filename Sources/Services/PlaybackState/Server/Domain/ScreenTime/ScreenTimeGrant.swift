/// Minutes that an adult has granted for a day, beyond the limits.
struct ScreenTimeGrant: Sendable, Hashable {
    /// The day in the household's time zone, from 1970-01-01.
    var day: Int64
    /// When it was granted, in milliseconds since 1970.
    var at: Int64
    var minutes: Int32
}

extension ScreenTimeRules {
    /// The minutes granted for a day.
    func granted(on day: Int64) -> Int32 {
        let sum = grants.filter { $0.day == day }.reduce(Int64(0)) { $0 + Int64($1.minutes) }
        return Int32(clamping: sum)
    }

    /// The allowed spans with those that were granted: each grant opens the time from then on, or lengthens the span that is
    /// open then, and ends with its day at the latest.
    ///
    /// - Parameter spans: in order, those that touch joined; so is the result.
    func extended(_ spans: [Range<Int64>]) -> [Range<Int64>] {
        grants.sorted { $0.at < $1.at }.reduce(spans) { spans, grant in
            let midnight = calendar.time(on: grant.day, minute: 1_440)
            let open = spans.first { $0.contains(grant.at) }
            let end = min((open?.upperBound ?? grant.at) + Int64(grant.minutes) * 60_000, midnight)
            guard end > grant.at else { return spans }
            return Self.joined(spans + [grant.at..<end])
        }
    }

    /// Spans in order, those that touch joined.
    static func joined(_ spans: [Range<Int64>]) -> [Range<Int64>] {
        spans.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { joined, span in
            if let last = joined.last, span.lowerBound <= last.upperBound {
                joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, span.upperBound)
            } else {
                joined.append(span)
            }
        }
    }
}
