/// A history as text, read from top to bottom: one column a process, one line for each beginning or end.
///
///     seconds   anna/phone                         ben/tv
///     0.000000  #0 Add 17 favourites/anna
///     0.002000  │                                  #1 Get favourites/anna
///     0.003000  │                                  #1 ok: nothing (1.00 ms)
///     0.005000  ══ kill lists ═════════════════════════════════════════════
///     0.010000  #0 unknown: DEADLINE_EXCEEDED (10.0 ms)
///
/// Meant for shrunk histories: some tens of operations. Operations of the violation, when one is given, are marked.
public struct Timeline: Sendable {
    /// The maximum width of a column, in characters.
    public static let maximumColumnWidth = 44
    /// The maximum of an answer's values that are shown.
    public static let maximumValues = 6

    private let history: History
    private let violation: Violation?
    private let start: Int64

    /// Creates a time line of a history.
    ///
    /// - Parameters:
    ///   - violation: the violation to mark.
    ///   - start: the origin of its times, in nanoseconds of the history's clock; by default its first moment. Pass
    ///     that of the whole history for a part of it.
    public init(_ history: History, violation: Violation? = nil, start: Int64? = nil) {
        self.history = history
        self.violation = violation
        self.start = start ?? history.begin?.nanoseconds ?? 0
    }

    /// The time line, its lines ended by newlines.
    public var text: String {
        let processes = history.operations.map(\.process).uniqued
        var rows = rows(processes)
        let widths = processes.indices.map { column in
            let cells = rows.map { $0.cells.isEmpty ? "" : $0.cells[column] } + [processes[column]]
            return min(cells.map(\.count).max() ?? 0, Self.maximumColumnWidth)
        }
        let times = rows.map { $0.time.map(time) ?? "" }
        let head = (history.end?.nanoseconds ?? 0) - start < 60 * TimeText.second ? "seconds" : "time"
        let timeWidth = max(times.map(\.count).max() ?? 0, head.count)
        let whole = timeWidth + widths.reduce(0) { $0 + $1 + 2 }
        rows.insert(Row(time: nil, cells: processes), at: 0)
        var lines: [String] = []
        for (row, time) in zip(rows, [head] + times) {
            if let banner = row.banner {
                let sign = row.time == nil ? "─" : "═"
                let left = row.time == nil ? String(repeating: sign, count: timeWidth) : time.padded(to: timeWidth)
                let text = "\(left)  \(sign)\(sign) \(banner) "
                lines.append(text + String(repeating: sign, count: max(3, whole - text.count)))
            } else {
                let cells = zip(row.cells, widths).map { $0.cut(to: $1).padded(to: $1) }
                lines.append(([time.padded(to: timeWidth)] + cells).joined(separator: "  ").withoutTrailingSpaces)
            }
        }
        if let violation { lines += ["", "* \(violation.description.oneLine)"] }
        return lines.joined(separator: "\n") + "\n"
    }

    private struct Row {
        var time: Moment?
        var cells: [String] = []
        /// A line across all columns: a fault, or the beginning of the final reads.
        var banner: String?
    }

    private enum Event {
        case begin(RecordedOperation)
        case end(RecordedOperation)
        case fault(FaultEvent)
        case healed(FaultEvent)
    }

    private func time(_ moment: Moment) -> String {
        let span = (history.end?.nanoseconds ?? 0) - start
        return TimeText.time(moment.nanoseconds - start, span: span)
    }

    private func rows(_ processes: [String]) -> [Row] {
        let columns = Dictionary(uniqueKeysWithValues: zip(processes, processes.indices))
        var (rows, open): ([Row], [[Int]]) = ([], processes.map { _ in [] })
        var isFinal = false
        for (moment, event) in events {
            var row = Row(time: moment, cells: open.map { $0.isEmpty ? "" : "│" })
            switch event {
            case .begin(let operation):
                guard let column = columns[operation.process] else { continue }
                if operation.phase == .final, !isFinal {
                    isFinal = true
                    rows.append(Row(time: nil, banner: "final reads"))
                }
                row.cells[column] = mark(operation) + requested(operation)
                if operation.ended == nil { row.cells[column] += " … never ended" }
                open[column].append(operation.id)
            case .end(let operation):
                guard let column = columns[operation.process] else { continue }
                row.cells[column] = mark(operation) + ended(operation)
                open[column].removeAll { $0 == operation.id }
            case .fault(let fault): row.banner = words(fault)
            case .healed(let fault): row.banner = "over: \(fault.kind) \(fault.target)".oneLine.trimmed
            }
            rows.append(row)
        }
        return rows
    }

    /// Beginnings and ends, in order; ends precede beginnings of the same moment.
    private var events: [(Moment, Event)] {
        var events: [(moment: Moment, order: Int, event: Event)] = []
        for fault in history.faults {
            events.append((fault.begin, 1, .fault(fault)))
            if let end = fault.end { events.append((end, 0, .healed(fault))) }
        }
        for operation in history.operations {
            events.append((operation.invoked, 2, .begin(operation)))
            // An operation of zero duration must begin before it ends.
            if let ended = operation.ended {
                events.append((ended, ended == operation.invoked ? 3 : 0, .end(operation)))
            }
        }
        return events.stablySorted { ($0.moment, $0.order) < ($1.moment, $1.order) }.map { ($0.moment, $0.event) }
    }

    private func words(_ fault: FaultEvent) -> String {
        let detail = fault.detail.map { " (\($0))" } ?? ""
        return "\(fault.kind) \(fault.target)".oneLine.trimmed + detail.oneLine
    }

    private func mark(_ operation: RecordedOperation) -> String {
        (violation?.operations.contains(operation.id) == true ? "* " : "") + "#\(operation.id) "
    }

    private func requested(_ operation: RecordedOperation) -> String {
        let name = operation.method.isEmpty ? operation.action.name : operation.method
        let expected: String? =
            if case .compareAndSet(let value, _) = operation.action { "\(value ?? "nothing") →" } else { nil }
        return [name, expected, operation.action.value, operation.object].compactMap(\.self)
            .joined(separator: " ").oneLine
    }

    private func ended(_ operation: RecordedOperation) -> String {
        let took = operation.nanoseconds.map { " (\(TimeText.duration($0)))" } ?? ""
        return result(operation).oneLine + took
    }

    private func result(_ operation: RecordedOperation) -> String {
        switch operation.outcome {
        case .open: return "open"
        case .failed(let code, _, _, _):
            switch operation.effect {
            case .unknown: return "unknown: \(code)"
            case .none: return "failed, no effect: \(code)"
            case .happened: return "failed, done: \(code)"
            }
        case .ok(let observation):
            var parts: [String] = []
            if operation.action == .read || operation.action == .take || !observation.values.isEmpty {
                let more = observation.values.count - Self.maximumValues
                let some = observation.values.prefix(Self.maximumValues) + (more > 0 ? ["\(more) more"] : [])
                if !observation.values.isEmpty || observation.usage == nil && observation.intervals == nil {
                    parts.append(some.isEmpty ? "nothing" : some.joined(separator: ", "))
                }
            }
            if let usage = observation.usage { parts.append("\(usage.used)+\(usage.reserved) of \(usage.limit)") }
            for booking in observation.intervals ?? [] {
                parts.append("\(booking.resource) \(booking.label) \(booking.start)-\(booking.end)")
            }
            if let version = observation.version { parts.append("version \(version)") }
            return parts.isEmpty ? "ok" : "ok: " + parts.joined(separator: "; ")
        }
    }
}

extension String {
    /// Without line ends and other characters that would shift the text beside them.
    var oneLine: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7f ? " " : $0 }))
    }
}

extension [String] {
    /// Each element once, in the order of its first occurrence.
    var uniqued: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
