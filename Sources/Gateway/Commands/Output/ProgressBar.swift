/// A progress as one line of text.
struct ProgressBar {
    /// The current activity.
    let label: String
    /// How much of it is done.
    let done: Int64
    /// The total amount of work; 0 when unknown.
    let total: Int64
    /// The rate per second; nil when unknown.
    var rate: Double?
    /// Writes an amount; nil where there is none.
    let unit: ((Int64) -> String)?

    private static let cells = 24

    init(
        _ label: String, done: Int64 = 0, total: Int64 = 0, rate: Double? = nil, unit: ((Int64) -> String)? = nil
    ) {
        (self.label, self.done, self.total, self.rate, self.unit) = (label, done, total, rate, unit)
    }

    /// For a terminal: `reading [########----------------]  33 %  5.1 MB of 15.2 MB, 3.0 MB/s`.
    var line: String {
        guard let share else { return label + amounts }
        let full = Int(share * Double(Self.cells))
        let bar = String(repeating: "#", count: full) + String(repeating: "-", count: Self.cells - full)
        return "\(label) [\(bar)] \(percent(share))\(amounts)"
    }

    /// For a log: `reading  33 %  5.1 MB of 15.2 MB, 3.0 MB/s`.
    var plainLine: String { share.map { "\(label) \(percent($0))\(amounts)" } ?? label + amounts }

    private var share: Double? { total > 0 ? min(1, Double(done) / Double(total)) : nil }

    private func percent(_ share: Double) -> String {
        let number = String(Int(share * 100))
        return String(repeating: " ", count: max(0, 3 - number.count)) + number + " %"
    }

    private var amounts: String {
        guard let unit else { return "" }
        let amount = total > 0 ? "  \(unit(done)) of \(unit(total))" : "  \(unit(done))"
        return rate.map { "\(amount), \(unit(Int64($0)))/s" } ?? amount
    }
}
