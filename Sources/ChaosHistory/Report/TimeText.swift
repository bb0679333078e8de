import Foundation

/// Durations and times as text, shared by reports, time lines and charts.
enum TimeText {
    static let second: Int64 = 1_000_000_000

    /// Three digits and a suitable unit: `850 ns`, `12.3 ms`, `4.00 s`, `12 min`, `3.5 h`, `2.0 d`.
    static func duration(_ nanoseconds: Int64) -> String {
        let value = Double(nanoseconds)
        let units: [(size: Double, name: String)] = [
            (1e3, "ns"), (1e6, "µs"), (1e9, "ms"), (120e9, "s"), (7200e9, "min"), (172_800e9, "h"), (.infinity, "d"),
        ]
        let scales = [1, 1e3, 1e6, 1e9, 60e9, 3600e9, 86_400e9]
        let index = units.firstIndex { abs(value) < $0.size } ?? units.count - 1
        let scaled = value / scales[index]
        let digits = index == 0 || abs(scaled) >= 100 ? 0 : abs(scaled) >= 10 ? 1 : 2
        return String(format: "%.\(digits)f", scaled) + " " + units[index].name
    }

    /// Like `duration`, without trailing zeros: for the marks of an axis.
    static func mark(_ nanoseconds: Int64) -> String {
        guard nanoseconds > 0 else { return "0" }
        var words = duration(nanoseconds).split(separator: " ").map(String.init)
        if words[0].contains(".") {
            while words[0].hasSuffix("0") { words[0].removeLast() }
            if words[0].hasSuffix(".") { words[0].removeLast() }
        }
        return words.joined(separator: " ")
    }

    /// A point on the time line: seconds to the microsecond, or days and hours when `span` is long.
    static func time(_ nanoseconds: Int64, span: Int64) -> String {
        if span < 60 * second { return String(format: "%.6f", Double(nanoseconds) / Double(second)) }
        let milliseconds = nanoseconds / 1_000_000
        let (seconds, rest) = (milliseconds / 1000, milliseconds % 1000)
        let clock = String(
            format: "%02lld:%02lld:%02lld.%03lld", seconds / 3600 % 24, seconds / 60 % 60, seconds % 60, rest)
        return span < 86_400 * second ? clock : "\(seconds / 86_400) d \(clock)"
    }

    /// A number with thousands separators: `12,345`.
    static func count(_ number: Int) -> String {
        var digits = Array(String(number.magnitude))
        for index in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: index) }
        return (number < 0 ? "-" : "") + String(digits)
    }
}
