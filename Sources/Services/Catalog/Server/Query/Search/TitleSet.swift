/// A set of titles by their positions in ``TitleIndex``, a bit each.
struct TitleSet: Sendable {
    private var words: [UInt64]

    /// Makes a set of some of `count` titles.
    init(of count: Int, _ places: some Sequence<UInt32> = []) {
        words = Array(repeating: 0, count: (count + 63) / 64)
        for place in places { insert(place) }
    }

    /// Adds a title.
    mutating func insert(_ place: UInt32) { words[Int(place >> 6)] |= 1 << UInt64(place & 63) }

    /// The titles in the set, ascending.
    var places: [UInt32] {
        var places: [UInt32] = []
        for (index, word) in words.enumerated() {
            var rest = word
            while rest != 0 {
                places.append(UInt32(index * 64 + rest.trailingZeroBitCount))
                rest &= rest - 1
            }
        }
        return places
    }

    /// The memory size in bytes.
    var bytes: Int { words.count * 8 }

    /// Whether a title is in the set.
    func contains(_ place: UInt32) -> Bool { words[Int(place >> 6)] & 1 << UInt64(place & 63) != 0 }
}
