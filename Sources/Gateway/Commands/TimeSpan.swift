internal import ArgumentParser

/// A time span on a command line: `200ms`, `90s`, `10m`, `2h`; a bare number is seconds. At most a year.
struct TimeSpan: ExpressibleByArgument, Sendable, Hashable {
    /// The time in seconds, more than 0 and no more than ``longestSeconds``.
    let seconds: Double

    /// Limits spans to a year, so that arithmetic with them cannot overflow.
    static let longestSeconds = 365.0 * 86_400

    private static let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3_600.0)]

    init(seconds: Double) { self.seconds = seconds }

    init?(argument: String) {
        let digits = argument.prefix { $0.isNumber || $0 == "." }
        let unit = argument.dropFirst(digits.count)
        guard let number = Double(digits),
            let factor = unit.isEmpty ? 1 : Self.units.first(where: { $0.0 == unit })?.1
        else { return nil }
        seconds = number * factor
        guard seconds > 0, seconds <= Self.longestSeconds else { return nil }
    }

    var defaultValueDescription: String { "\(seconds) s" }
}
