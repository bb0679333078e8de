import Foundation

/// What a run came to: how calls ended, how long they took, and what the checkers say.
public struct HistoryReport: Codable, Hashable, Sendable {
    /// How many calls ended in which way.
    public struct Endings: Codable, Hashable, Sendable {
        /// All calls.
        public var calls = 0
        /// Those that succeeded.
        public var ok = 0
        /// Those that failed with a known effect, mostly none.
        public var failed = 0
        /// Those of which nobody knows whether they had an effect.
        public var unknown = 0
        /// Those that never ended.
        public var open = 0

        mutating func count(_ ending: Outcome.Ending) {
            calls += 1
            switch ending {
            case .ok: ok += 1
            case .failed: failed += 1
            case .unknown: unknown += 1
            case .open: open += 1
            }
        }
    }

    /// How long the calls that succeeded took, in nanoseconds; exact, by nearest rank.
    public struct Latency: Codable, Hashable, Sendable {
        /// Half of the calls took no longer.
        public var p50: Int64
        /// Nine of ten took no longer.
        public var p90: Int64
        /// 99 of 100 took no longer.
        public var p99: Int64
        /// The longest.
        public var highest: Int64

        /// Nil without any.
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
        /// How long those that succeeded took; nil when none did.
        public var latency: Latency?
    }

    /// From the first thing recorded to the last, in nanoseconds.
    public var nanoseconds: Int64
    /// How many processes called.
    public var processes: Int
    /// All calls.
    public var endings: Endings
    /// How many calls failed with each code.
    public var codes: [String: Int]
    /// By service and method, sorted.
    public var methods: [Method]
    /// How often each fault was injected: `kill catalog`.
    public var faults: [String: Int]
    /// What the checkers said, in their order.
    public var verdicts: [Verdict]

    /// Sums a history up.
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

    /// True when no promise was broken and nothing was left undecided.
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
