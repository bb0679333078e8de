extension HistoryReport {
    /// The maximum of violations, and of undecided sentences, per checker in a text.
    public static let maximumLinesByChecker = 10

    /// The report for a person: counts, a line for each method, a line for each promise, and the violations.
    public var text: String {
        ([summary] + methodLines + [""] + verdicts.flatMap(lines)).joined(separator: "\n") + "\n"
    }

    private var summary: String {
        let failures = codes.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { "\($0.key) \(TimeText.count($0.value))" }
        let faults = faults.sorted { $0.key < $1.key }.map { $0.value == 1 ? $0.key : "\($0.key) ×\($0.value)" }
        var lines = [
            """
            \(TimeText.count(endings.calls)) calls of \(processes) processes in \(TimeText.duration(nanoseconds)): \
            \(TimeText.count(endings.ok)) ok, \(TimeText.count(endings.refused)) refused, \
            \(TimeText.count(endings.failed)) failed, \
            \(TimeText.count(endings.unknown)) unknown, \(TimeText.count(endings.open)) open
            """
        ]
        if !failures.isEmpty { lines.append("failures: " + failures.joined(separator: ", ")) }
        if !faults.isEmpty { lines.append("faults: " + faults.joined(separator: ", ")) }
        return lines.joined(separator: "\n") + "\n"
    }

    private var methodLines: [String] {
        let head = ["method", "calls", "ok", "refused", "failed", "unknown", "open", "p50", "p90", "p99", "longest"]
        let rows = methods.map { row in
            let (counts, latency) = (row.endings, row.latency)
            let name = row.service.isEmpty ? row.method : "\(row.service) \(row.method)"
            let endings = [counts.calls, counts.ok, counts.refused, counts.failed, counts.unknown, counts.open]
            return [name] + endings.map(TimeText.count)
                + [latency?.p50, latency?.p90, latency?.p99, latency?.highest]
                .map { $0.map(TimeText.duration) ?? "-" }
        }
        let widths = head.indices.map { column in ([head] + rows).map { $0[column].count }.max() ?? 0 }
        return ([head] + rows).map { row in
            zip(row, widths).enumerated().map { column, cell in
                column == 0 ? cell.0.padded(to: cell.1) : cell.0.padded(to: cell.1, onTheLeft: true)
            }.joined(separator: "  ").withoutTrailingSpaces
        }
    }

    private func lines(_ verdict: Verdict) -> [String] {
        let mark =
            !verdict.violations.isEmpty
            ? "BROKEN" : !verdict.undecided.isEmpty ? "unclear" : verdict.examined == 0 ? "unseen" : "kept"
        let width = verdicts.map(\.checker.count).max() ?? 0
        let first = """
            \(mark.padded(to: 7)) \(verdict.checker.padded(to: width)) \
            \(TimeText.count(verdict.examined).padded(to: 7, onTheLeft: true)) examined  \(verdict.promise)
            """
        let most = Self.maximumLinesByChecker
        func some(_ lines: [String]) -> [String] {
            lines.count <= most ? lines : lines.prefix(most) + ["and \(TimeText.count(lines.count - most)) more"]
        }
        let broken = verdict.violations.map { "\($0.kind): \($0.sentence)" }
        let rest = some(broken) + some(verdict.undecided.map { "undecided: \($0)" })
        return [first.withoutTrailingSpaces] + rest.map { "        \($0)" }
    }
}

extension String {
    /// Padded to a width, in characters.
    func padded(to width: Int, onTheLeft: Bool = false) -> String {
        let padding = String(repeating: " ", count: max(0, width - count))
        return onTheLeft ? padding + self : self + padding
    }

    /// Truncated to a width, with an ellipsis.
    func cut(to width: Int) -> String { count <= width ? self : prefix(max(0, width - 1)) + "…" }

    /// Lines without trailing spaces.
    var withoutTrailingSpaces: String {
        var text = self
        while text.hasSuffix(" ") { text.removeLast() }
        return text
    }
}
