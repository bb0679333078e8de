internal import Foundation

/// Numbers, sizes and times, for people.
enum AmountFormatter {
    /// A whole number in groups of three.
    static func number(_ value: some BinaryInteger) -> String {
        var (text, rest) = ("", String(value.magnitude))
        while rest.count > 3 {
            text = "," + rest.suffix(3) + text
            rest = String(rest.dropLast(3))
        }
        return (value < 0 ? "-" : "") + rest + text
    }

    /// Bytes in the unit that fits, `5.1 MB`; thousands, not 1024s.
    static func bytes(_ value: Int64) -> String {
        let units = ["B", "kB", "MB", "GB", "TB"]
        var (amount, unit) = (Double(value), 0)
        while amount >= 1_000, unit < units.count - 1 { (amount, unit) = (amount / 1_000, unit + 1) }
        return unit == 0 ? "\(value) B" : "\(decimal(amount)) \(units[unit])"
    }

    /// Microseconds in the unit that fits, `1.2 ms`.
    static func microseconds(_ value: UInt64) -> String {
        switch value {
        case ..<1_000: "\(value) us"
        case ..<1_000_000: "\(decimal(Double(value) / 1_000)) ms"
        default: "\(decimal(Double(value) / 1_000_000)) s"
        }
    }

    /// Seconds in the two units that fit, `3 h 5 min`.
    static func seconds(_ value: Double) -> String {
        let whole = Int(max(0, value))
        switch whole {
        case ..<60: return "\(whole) s"
        case ..<3_600: return "\(whole / 60) min \(whole % 60) s"
        case ..<86_400: return "\(whole / 3_600) h \(whole / 60 % 60) min"
        default: return "\(whole / 86_400) d \(whole / 3_600 % 24) h"
        }
    }

    /// One decimal below 100, none above.
    static func decimal(_ value: Double) -> String {
        String(format: value < 99.95 ? "%.1f" : "%.0f", value)
    }

    /// A count with its noun: `1 title`, `2 titles`.
    static func count(_ value: some BinaryInteger, _ noun: String, plural: String? = nil) -> String {
        "\(number(value)) \(value == 1 ? noun : plural ?? noun + "s")"
    }
}
