/// A bar of what is done, as one line of text.
struct ProgressBar {
    private static let cells = 24

    /// The line: `reading [########----------------]  33 %  5.1 of 15.2 MB`.
    static func line(_ label: String, done: Int64, total: Int64, unit: (Int64) -> String) -> String {
        guard total > 0 else { return "\(label)  \(unit(done))" }
        let share = min(1, Double(done) / Double(total))
        let full = Int(share * Double(cells))
        let bar = String(repeating: "#", count: full) + String(repeating: "-", count: cells - full)
        let percent = String(Int(share * 100))
        let padded = String(repeating: " ", count: max(0, 3 - percent.count)) + percent
        return "\(label) [\(bar)] \(padded) %  \(unit(done)) of \(unit(total))"
    }
}
