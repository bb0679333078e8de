internal import ChaosHistory

extension ChaosReport {
    /// The report for people.
    public var text: String {
        var lines = [
            "hearth chaos run \(plan): \(hasPassed ? "PASSED" : "FAILED"), seed \(seed)",
            "\(services.count) services, \(Self.seconds(workMilliseconds)) of work, \(Self.seconds(milliseconds)) in all",
        ]
        lines += ["", "Outcomes"] + outcomeLines
        lines += ["", "Calls"] + callLines
        lines += ["", "Faults"] + faultLines
        lines += ["", "Checks"] + checkLines
        let problems = violationLines
        if !problems.isEmpty { lines += ["", "Broken promises"] + problems }
        let open = checks.flatMap { check in check.undecided.map { "  \(check.check.rawValue): \($0)" } }
        if !open.isEmpty { lines += ["", "Undecided checks"] + Self.shortened(open) }
        if !missing.isEmpty { lines += ["", "Not serving at the end: \(missing.joined(separator: ", "))"] }
        if let directory { lines += ["", "History, report and picture: \(directory)"] }
        if !hasPassed { lines += ["", "Repeat it: \(command)"] }
        return lines.joined(separator: "\n") + "\n"
    }

    // MARK: Parts

    /// What services decided by their rules, and below it what is damage.
    private var outcomeLines: [String] {
        let rows = [
            ["refused by rule, no damage", "\(refusals.values.reduce(0, +))", Self.codes(refusals)],
            ["unavailable, no effect", "\(unavailable.values.reduce(0, +))", Self.codes(unavailable)],
            ["unknown, may have happened", "\(unknown.values.reduce(0, +))", Self.codes(unknown)],
            ["lost", "\(damage.lost)", ""], ["doubled", "\(damage.doubled)", ""],
            ["other broken promises", "\(damage.other)", ""],
        ]
        let (width, digits) = (rows.map { $0[0].count }.max() ?? 0, rows.map { $0[1].count }.max() ?? 0)
        return rows.map { row in
            let number = String(repeating: " ", count: digits - row[1].count) + row[1]
            let name = row[0] + String(repeating: " ", count: width - row[0].count)
            return "  \(name)  \(number)" + (row[2].isEmpty ? "" : "  \(row[2])")
        }
    }

    private static func codes(_ counts: [String: Int]) -> String {
        counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) \($0.value)" }
            .joined(separator: ", ")
    }

    private var callLines: [String] {
        let parts = [\CallCount.succeeded, \.refused, \.unavailable, \.unknown]
        var rows = [["SERVICE", "METHOD", "OK", "REFUSED", "UNAVAILABLE", "UNKNOWN"]]
        for call in calls {
            rows.append([call.service, call.method] + parts.map { "\(call[keyPath: $0])" })
        }
        let sums = parts.map { part in "\(calls.reduce(0) { $0 + $1[keyPath: part] })" }
        return Self.table(rows + [["all", ""] + sums], numbers: 2)
    }

    private var faultLines: [String] {
        guard !faults.isEmpty else { return ["  none"] }
        var rows = [["KIND", "DONE", "MISSED", "SKIPPED", "RECOVERY p50", "p95", "max"]]
        for kind in FaultKind.allCases {
            let own = faults.filter { $0.fault.kind == kind }
            guard !own.isEmpty else { continue }
            let times = own.flatMap(\.recoveryMilliseconds.values).sorted()
            let fates = [FaultRecord.Fate.done, .missed, .skipped].map { fate in "\(own.count { $0.fate == fate })" }
            rows.append(
                [kind.rawValue] + fates + [0.5, 0.95, 1].map { share in Self.quantile(share, of: times) })
        }
        return Self.table(rows, numbers: 1) + notes
    }

    /// Why faults were not injected, each reason once.
    private var notes: [String] {
        var counts: [String: Int] = [:]
        for record in faults where record.fate != .done {
            counts["\(record.fate.rawValue): \(record.fault.kind.rawValue), \(record.note ?? "")", default: 0] += 1
        }
        return counts.sorted { $0.key < $1.key }.map { "  \($0.key)" + ($0.value > 1 ? " (\($0.value) times)" : "") }
    }

    private var checkLines: [String] {
        var rows = [["CHECK", "VERDICT", "COMPARED", "BROKEN"]]
        for check in checks {
            rows.append([check.check.rawValue, check.verdict.rawValue, "\(check.examined)", "\(check.broken)"])
        }
        return Self.table(rows, numbers: 2)
    }

    private var violationLines: [String] {
        checks.flatMap { check -> [String] in
            let lines = check.violations.prefix(Self.shownViolations).map { violation in
                "  \(check.check.rawValue) (\(violation.checker) \(violation.kind)): \(violation.sentence)"
            }
            let rest = check.broken - lines.count
            return rest > 0 ? lines + ["  \(check.check.rawValue): and \(rest) more"] : lines
        }
    }

    // MARK: Formatting

    private static let longestList = 12
    /// Per check; the report as JSON has more.
    private static let shownViolations = 5

    private static func shortened(_ lines: [String]) -> [String] {
        let rest = lines.count - longestList
        return rest > 0 ? lines.prefix(longestList) + ["  and \(rest) more"] : lines
    }

    private static func seconds(_ milliseconds: Int64) -> String { "\(Double(milliseconds / 100) / 10) s" }

    private static func quantile(_ share: Double, of sorted: [Int64]) -> String {
        guard !sorted.isEmpty else { return "" }
        let index = min(sorted.count - 1, Int((Double(sorted.count) * share).rounded(.up)) - 1)
        return "\(sorted[max(0, index)]) ms"
    }

    /// Rows in columns; the first row is the header, and columns from `numbers` on are right-aligned.
    private static func table(_ rows: [[String]], numbers: Int) -> [String] {
        let columns = rows.first?.count ?? 0
        let widths = (0..<columns).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = row.enumerated().map { column, cell in
                let space = String(repeating: " ", count: widths[column] - cell.count)
                return column < numbers ? cell + space : space + cell
            }
            let line = "  " + cells.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }
}
