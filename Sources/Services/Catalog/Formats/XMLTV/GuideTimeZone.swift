internal import Foundation

/// The time zone that a guide's times are in which say none: UTC, as the format has it, or the time of where it was made.
package struct GuideTimeZone: Sendable {
    /// When another offset begins to hold, in seconds since 1970, and how far east of UTC that is; the first holds from ever on.
    private var periods: [(start: Int64, offset: Int64)]

    /// UTC.
    package static let utc = GuideTimeZone(offsetSeconds: 0)

    /// One offset, the whole year.
    package init(offsetSeconds: Int) { periods = [(start: .min, offset: Int64(offsetSeconds))] }

    /// A zone by IANA's name, with its summer times; nil when there is none of that name.
    package init?(named name: String) {
        // Foundation's list of names lacks some of today's, such as Asia/Kolkata; and it takes others for a zone, such as EST.
        guard name == "UTC" || name.contains("/"), let zone = TimeZone(identifier: name) else { return nil }
        var date = Date(timeIntervalSince1970: 0)
        periods = [(start: .min, offset: Int64(zone.secondsFromGMT(for: date)))]
        while let next = zone.nextDaylightSavingTimeTransition(after: date), next > date, next < Self.end {
            date = next
            let offset = Int64(zone.secondsFromGMT(for: date))
            if offset != periods.last?.offset { periods.append((Int64(date.timeIntervalSince1970), offset)) }
        }
    }

    /// The year 2100: what is announced for later is not known.
    private static let end = Date(timeIntervalSince1970: 4_102_444_800)

    /// The seconds since 1970 of a time of day, given as if it were UTC.
    ///
    /// Of an hour that there is twice, in autumn, it is the first; one that there is not, in spring, is counted on from the
    /// time before: half past two is half past three.
    func utc(ofLocal local: Int64) -> Int64 {
        // The first period that has not ended by its own clock.
        var (low, high) = (0, periods.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if local < periods[middle + 1].start + periods[middle].offset { high = middle } else { low = middle + 1 }
        }
        let found = local - periods[low].offset
        guard low > 0, found < periods[low].start else { return found }
        return local - periods[low - 1].offset
    }
}
