internal import ChaosHistory
internal import Foundation

extension ShownOperation {
    /// The operation for people.
    public var text: String {
        var lines = ["#\(operation.id) \(operation.method) of \(operation.service): \(Self.ending(operation))"]
        lines += rows(calledLines + timeLines + outcomeLines)
        if let attempts = operation.details?.attempts, !attempts.isEmpty {
            lines +=
                ["", "Attempts"]
                + attempts.enumerated().map { index, attempt in
                    "  \(index + 1). at \(time(attempt.begin)), \(Self.length(attempt.end - attempt.begin)): "
                        + (attempt.failure ?? "a response")
                }
        }
        lines += ["", "Faults meanwhile, and within 5 s before"]
        lines += faults.isEmpty ? ["  none"] : faults.map(faultLine)
        if !violations.isEmpty { lines += ["", "Broken promises that it proves"] + violations.map { "  \($0)" } }
        lines += ["", "On the same object, \(operation.object)"]
        lines += onSameObject.map { other in
            let sign = other.id == operation.id ? ">" : " "
            return "\(sign) #\(other.id) at \(time(other.invoked.nanoseconds)), \(other.process): "
                + "\(Self.action(other)): \(Self.result(other))"
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private var calledLines: [(String, String)] {
        var lines = [("caller", operation.process), ("object", operation.object), ("action", Self.action(operation))]
        if let request = operation.details?.request { lines.append(("request", request)) }
        return lines
    }

    private var timeLines: [(String, String)] {
        let phase = operation.phase == .final ? "the final reads" : "the workload"
        var lines = [("began", "\(time(operation.invoked.nanoseconds)) in the run, in \(phase)")]
        if let ended = operation.ended {
            lines.append(("ended", "\(time(ended.nanoseconds)), after \(Self.length(operation.nanoseconds ?? 0))"))
        } else {
            lines.append(("ended", "never"))
        }
        if let deadline = operation.deadline { lines.append(("deadline", time(deadline))) }
        if operation.details?.attempts.isEmpty == true { lines.append(("attempts", "1")) }
        return lines
    }

    private var outcomeLines: [(String, String)] {
        switch operation.outcome {
        case .open: return []
        case .ok: return [("response", Self.result(operation))]
        case .failed(let code, let executed, let message, _):
            var lines = [("error", "\(code), executed: \(executed.rawValue)")]
            if let message { lines.append(("message", message)) }
            return lines + (operation.details?.errorDetails ?? []).map { ("detail", $0) }
        }
    }

    private func faultLine(_ fault: FaultEvent) -> String {
        let span = fault.end.map { "\(time(fault.begin.nanoseconds)) to \(time($0.nanoseconds))" }
        let detail = fault.detail.map { " (\($0))" } ?? ""
        return "  \(fault.kind) \(fault.target)\(detail): \(span ?? "at \(time(fault.begin.nanoseconds))")"
    }

    // MARK: Formatting

    private func rows(_ lines: [(String, String)]) -> [String] {
        let width = lines.map(\.0.count).max() ?? 0
        return lines.map { name, value in
            "  \(name)\(String(repeating: " ", count: width - name.count))  "
                + value.split(separator: "\n").joined(separator: " ")
        }
    }

    private func time(_ nanoseconds: Int64) -> String {
        String(format: "%.3f s", Double(nanoseconds - start) / 1e9)
    }

    private static func length(_ nanoseconds: Int64) -> String { String(format: "%.1f ms", Double(nanoseconds) / 1e6) }

    private static func action(_ operation: RecordedOperation) -> String {
        [operation.action.name, operation.action.value].compactMap(\.self).joined(separator: " ")
    }

    private static func ending(_ operation: RecordedOperation) -> String {
        switch operation.outcome.ending {
        case .ok: "ok"
        case .refused: "refused by rule; nothing is wrong"
        case .failed: operation.effect == .happened ? "failed, and had its effect" : "failed, no effect"
        case .unknown: "unknown; it may have had its effect"
        case .open: "never ended"
        }
    }

    private static func result(_ operation: RecordedOperation) -> String {
        if case .failed(let code, _, _, _) = operation.outcome { return "\(ending(operation)): \(code)" }
        guard let observation = operation.outcome.observation else { return ending(operation) }
        var parts: [String] = []
        if !observation.values.isEmpty {
            let more = observation.values.count - maximumValues
            parts.append(
                observation.values.prefix(maximumValues).joined(separator: ", ") + (more > 0 ? ", \(more) more" : ""))
        }
        if let usage = observation.usage { parts.append("\(usage.used)+\(usage.reserved) of \(usage.limit)") }
        for booking in observation.intervals ?? [] {
            parts.append("\(booking.resource) \(booking.label) \(booking.start)-\(booking.end)")
        }
        if let version = observation.version { parts.append("version \(version)") }
        return parts.isEmpty ? "ok" : "ok: " + parts.joined(separator: "; ")
    }

    private static let maximumValues = 8
}
