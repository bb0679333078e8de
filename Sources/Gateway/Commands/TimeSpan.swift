internal import ArgumentParser

/// A time as it is written on a command line: `200ms`, `90s`, `10m`, `2h`; a number alone is seconds.
struct TimeSpan: ExpressibleByArgument, Sendable, Hashable {
    /// The time in seconds, more than 0.
    let seconds: Double

    private static let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3_600.0)]

    init?(argument: String) {
        let digits = argument.prefix { $0.isNumber || $0 == "." }
        let unit = argument.dropFirst(digits.count)
        guard let number = Double(digits),
            let factor = unit.isEmpty ? 1 : Self.units.first(where: { $0.0 == unit })?.1, number * factor > 0
        else { return nil }
        seconds = number * factor
    }

    var defaultValueDescription: String { "\(seconds) s" }
}
