internal import ChaosHistory

/// The damage that the checks of a run found, apart from what services rejected by their rules.
public struct ChaosDamage: Sendable, Hashable, Codable {
    /// Acknowledged changes that are missing.
    public var lost = 0
    /// Effects that happened more than once.
    public var doubled = 0
    /// Other violations of promises.
    public var other = 0

    // Other checks may find the same loss once more, in their own words: it counts once.
    private static let kindsOfLoss: Set<String> = ["lost"]
    private static let kindsOfDoubling: Set<String> = ["duplicated"]

    init(_ checks: [CheckResult] = []) {
        for (kind, count) in checks.flatMap({ Array($0.kinds) }) {
            if Self.kindsOfLoss.contains(kind) {
                lost += count
            } else if Self.kindsOfDoubling.contains(kind) {
                doubled += count
            } else {
                other += count
            }
        }
    }
}

extension ChaosReport {
    /// Counts how the calls of a history ended without success, by code.
    mutating func count(_ history: History) {
        for operation in history.operations {
            guard case .failed(let code, _, _, _) = operation.outcome else { continue }
            switch operation.outcome.ending {
            case .refused: refusals[code, default: 0] += 1
            case .unknown: unknown[code, default: 0] += 1
            default: unavailable[code, default: 0] += 1
            }
        }
    }
}
