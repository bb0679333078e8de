internal import Synchronization

/// How far the upgrade of a shard is.
package enum UpgradeProgress: Sendable, Hashable {
    /// Its copy is being written: bytes so far, and of all.
    case copying(bytes: Int64, of: Int64)
    /// A migration runs: its name, its number among the pending ones, and their number.
    case migrating(name: String, number: Int, of: Int)
}

extension UpgradeProgress: CustomStringConvertible {
    package var description: String {
        switch self {
        case .copying(let bytes, let all):
            "the shard is copied before its upgrade, \(all > 0 ? bytes * 100 / all : 0) % of \(all) bytes"
        case .migrating(let name, let number, let all): "the shard is upgraded: migration \(number) of \(all), \(name)"
        }
    }
}

/// How far the upgrades of a service's shards are, by household.
final class UpgradeBoard: Sendable {
    private struct State {
        var progress: [String: UpgradeProgress] = [:]
        var onChange: (@Sendable (String) -> Void)?
    }

    private let state = Mutex(State())

    /// Calls `onChange` with a text about all upgrades at each step of one; empty when none is under way.
    func observe(_ onChange: @escaping @Sendable (_ text: String) -> Void) {
        state.withLock { $0.onChange = onChange }
    }

    /// Records a step; nil when the upgrade has ended.
    func note(_ progress: UpgradeProgress?, of household: String) {
        let (text, onChange) = state.withLock { state in
            state.progress[household] = progress
            let texts = state.progress.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
            return (texts.joined(separator: "; "), state.onChange)
        }
        onChange?(text)
    }

    /// Records the end of an upgrade, if there was one.
    func end(of household: String) {
        guard state.withLock({ $0.progress[household] != nil }) else { return }
        note(nil, of: household)
    }
}
