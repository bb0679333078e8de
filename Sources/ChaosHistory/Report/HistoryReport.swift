import Foundation

/// The summary of a run: outcomes and latencies of calls, and the checkers' verdicts.
public struct HistoryReport: Codable, Hashable, Sendable {
    /// The number of calls by outcome.
    public struct Endings: Codable, Hashable, Sendable {
        /// All calls.
        public var calls = 0
        /// Calls that succeeded.
        public var ok = 0
        /// Calls that a service rejected by its rules.
        public var refused = 0
        /// Calls that failed with a known effect, mostly none.
        public var failed = 0
        /// Calls with an unknown effect.
        public var unknown = 0
        /// Calls that never ended.
        public var open = 0

        mutating func count(_ ending: Outcome.Ending) {
            calls += 1
            switch ending {
            case .ok: ok += 1
            case .refused: refused += 1
            case .failed: failed += 1
            case .unknown: unknown += 1
            case .open: open += 1
            }
        }
    }

    /// The latency of successful calls, in nanoseconds; exact, by nearest rank.
    public struct Latency: Codable, Hashable, Sendable {
        /// The median.
        public var p50: Int64
        /// The 90th percentile.
        public var p90: Int64
        /// The 99th percentile.
        public var p99: Int64
        /// The maximum.
        public var highest: Int64

        /// Nil without values.
        init?(_ nanoseconds: [Int64]) {
            let sorted = nanoseconds.sorted()
            guard let last = sorted.last else { return nil }
            func rank(_ percent: Int) -> Int64 { sorted[max((sorted.count * percent + 99) / 100 - 1, 0)] }
            (p50, p90, p99, highest) = (rank(50), rank(90), rank(99), last)
        }
    }

    /// The calls of one method.
    public struct Method: Codable, Hashable, Sendable {
        /// The service that was called.
        public var service: String
        /// The method that was called.
        public var method: String
        /// How its calls ended.
        public var endings: Endings
        /// The latency of successful calls; nil when there were none.
        public var latency: Latency?
    }

    /// The time from the first recorded event to the last, in nanoseconds.
    public var nanoseconds: Int64
    /// The number of calling processes.
    public var processes: Int
    /// All calls.
    public var endings: Endings
    /// The number of failed calls by code.
    public var codes: [String: Int]
    /// By service and method, sorted.
    public var methods: [Method]
    /// The number of injections by fault: `kill catalog`.
    public var faults: [String: Int]
    /// The checkers' verdicts, in their order.
    public var verdicts: [Verdict]

    /// Summarizes a history.
    public init(_ history: History, verdicts: [Verdict] = []) {
        self.verdicts = verdicts
        nanoseconds = (history.end?.nanoseconds ?? 0) - (history.begin?.nanoseconds ?? 0)
        processes = Set(history.operations.map(\.process)).count
        (endings, codes, faults) = (Endings(), [:], [:])
        for fault in history.faults { faults["\(fault.kind) \(fault.target)".trimmed, default: 0] += 1 }
        for operation in history.operations {
            endings.count(operation.outcome.ending)
            if case .failed(let code, _, _, _) = operation.outcome { codes[code, default: 0] += 1 }
        }
        let groups = Dictionary(grouping: history.operations) { [$0.service, $0.method] }
        methods = groups.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { name, operations in
            var endings = Endings()
            for operation in operations { endings.count(operation.outcome.ending) }
            let times = operations.filter { $0.outcome.ending == .ok }.compactMap(\.nanoseconds)
            return Method(service: name[0], method: name[1], endings: endings, latency: Latency(times))
        }
    }

    /// All violations, of all checkers.
    public var violations: [Violation] { verdicts.flatMap(\.violations) }

    /// True when no promise was violated and nothing was left undecided.
    public var isGood: Bool { verdicts.allSatisfy { $0.violations.isEmpty && $0.undecided.isEmpty } }

    /// As JSON, with sorted keys: the same report gives the same bytes.
    public func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }
}

extension String {
    /// Without spaces at both ends.
    var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
