internal import Foundation

/// The time zone of a guide's times without one: UTC, as the format defines, or the local time of its origin.
package struct GuideTimeZone: Sendable {
    /// The starts of offsets, in seconds since 1970, with the seconds east of UTC; the first applies from the
    /// beginning.
    private var periods: [(start: Int64, offset: Int64)]

    /// UTC.
    package static let utc = GuideTimeZone(offsetSeconds: 0)

    /// One offset, the whole year.
    package init(offsetSeconds: Int) { periods = [(start: .min, offset: Int64(offsetSeconds))] }

    /// A zone by its IANA name, with its summer times; nil for an unknown name.
    package init?(named name: String) {
        // Foundation's list of names lacks some current ones, such as Asia/Kolkata; and it accepts others as zones,
        // such as EST.
        guard name == "UTC" || name.contains("/"), let zone = TimeZone(identifier: name) else { return nil }
        var date = Date(timeIntervalSince1970: 0)
        periods = [(start: .min, offset: Int64(zone.secondsFromGMT(for: date)))]
        while let next = zone.nextDaylightSavingTimeTransition(after: date), next > date, next < Self.end {
            date = next
            let offset = Int64(zone.secondsFromGMT(for: date))
            if offset != periods.last?.offset { periods.append((Int64(date.timeIntervalSince1970), offset)) }
        }
    }

    /// The year 2100: later rules are unknown.
    private static let end = Date(timeIntervalSince1970: 4_102_444_800)

    /// The seconds since 1970 of a local time, given as if it were UTC.
    ///
    /// Of an hour that occurs twice, in autumn, it is the first; one that does not occur, in spring, continues the time
    /// before: half past two is half past three.
    package func utc(ofLocal local: Int64) -> Int64 {
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
