import CBOR

/// What stands today for the ids, tokens and paths of a recording: learned from the answers of both times, which say the
/// same of different things.
struct Renaming {
    private var today: [CBORValue: CBORValue] = [:]

    /// Makes one side stand for the other.
    mutating func add(_ recorded: CBORValue, _ now: CBORValue) {
        if recorded != now, today[recorded] == nil { today[recorded] = now }
    }

    /// Lets something stand for another thing from the next answer on.
    mutating func forget(_ recorded: CBORValue) { today[recorded] = nil }

    /// Learns from an answer as it was and as it is.
    mutating func learn(_ recorded: CBORValue, _ now: CBORValue) {
        switch (recorded, now) {
        case (.text, .text), (.bytes, .bytes): add(recorded, now)
        case (.array(let old), .array(let new)): for (old, new) in zip(old, new) { learn(old, new) }
        case (.tagged(_, let old), .tagged(_, let new)): learn(old, new)
        case (.map(let old), .map(let new)):
            for pair in old {
                if let match = new.first(where: { $0.key == pair.key }) { learn(pair.value, match.value) }
            }
        default: break
        }
    }

    /// The same with everything named as it is today.
    func callAsFunction(_ value: CBORValue) -> CBORValue {
        if let known = today[value] { return known }
        return switch value {
        case .array(let items): .array(items.map { self($0) })
        case .map(let pairs): .map(pairs.map { CBORValue.Pair($0.key, self($0.value)) })
        case .tagged(let tag, let item): .tagged(tag, self(item))
        default: value
        }
    }
}
