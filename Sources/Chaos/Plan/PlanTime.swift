internal import RPC

/// Times in plans: `200ms`, `5s`, `2m`; ranges as `1s-10s`. A number without a unit is rejected.
enum PlanTime {
    /// The allowed form of a time, for messages.
    static let form = "a time such as 200ms, 5s or 2m"
    /// The allowed form of a range, for messages.
    static let rangeForm = "a time such as 5s, or a range such as 1s-10s"

    private static let units: [(name: Substring, milliseconds: Double)] = [
        ("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000),
    ]

    static func time(_ text: some StringProtocol) -> Duration? {
        let digits = text.prefix { ("0"..."9").contains($0) || $0 == "." }
        let unit = text.dropFirst(digits.count)
        guard let number = Double(digits), let factor = units.first(where: { $0.name == unit })?.milliseconds
        else { return nil }
        let milliseconds = number * factor
        guard milliseconds >= 0, milliseconds <= longestMilliseconds else { return nil }
        return .milliseconds(Int64(milliseconds))
    }

    /// The maximum duration: a day.
    private static let longestMilliseconds = 86_400_000.0

    static func range(_ text: some StringProtocol) -> SpanRange? {
        let parts = text.split(separator: "-", maxSplits: 1)
        switch parts.count {
        case 1: return time(parts[0]).map { SpanRange(least: $0, most: $0) }
        case 2:
            guard let least = time(parts[0]), let most = time(parts[1]), least <= most else { return nil }
            return SpanRange(least: least, most: most)
        default: return nil
        }
    }
}
