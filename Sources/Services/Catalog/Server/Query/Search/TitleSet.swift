/// A set of titles by their positions in ``TitleIndex``, a bit each.
struct TitleSet: Sendable {
    private var words: [UInt64]

    /// Makes a set of some of `count` titles.
    init(of count: Int, _ positions: some Sequence<UInt32> = []) {
        words = Array(repeating: 0, count: (count + 63) / 64)
        for position in positions { insert(position) }
    }

    /// Adds a title.
    mutating func insert(_ position: UInt32) { words[Int(position >> 6)] |= 1 << UInt64(position & 63) }

    /// The titles in the set, ascending.
    var positions: [UInt32] {
        var positions: [UInt32] = []
        for (index, word) in words.enumerated() {
            var rest = word
            while rest != 0 {
                positions.append(UInt32(index * 64 + rest.trailingZeroBitCount))
                rest &= rest - 1
            }
        }
        return positions
    }

    /// The memory size in bytes.
    var bytes: Int { words.count * 8 }

    /// Whether a title is in the set.
    func contains(_ position: UInt32) -> Bool { words[Int(position >> 6)] & 1 << UInt64(position & 63) != 0 }
}
