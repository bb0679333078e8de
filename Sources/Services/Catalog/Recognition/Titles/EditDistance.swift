internal import CatalogFormats

/// The number of letters to change, insert, delete or swap with their neighbour to turn one word into another (Damerau
/// 1964, Levenshtein 1965; no letter is touched twice).
package enum EditDistance {
    /// The distance, or a value above `most` as soon as that is certain.
    package static func between<Letter: Equatable>(_ left: [Letter], _ right: [Letter], most: Int) -> Int {
        if abs(left.count - right.count) > most { return most + 1 }
        var before: [Int] = []
        var previous = Array(0...right.count)
        for row in 0..<left.count {
            var current = [row + 1]
            current.reserveCapacity(right.count + 1)
            for column in 0..<right.count {
                let isSame = left[row] == right[column]
                var cost = min(previous[column + 1], current[column]) + 1
                cost = min(cost, previous[column] + (isSame ? 0 : 1))
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    cost = min(cost, before[column - 1] + 1)
                }
                current.append(cost)
            }
            if let best = current.min(), best > most { return most + 1 }
            (before, previous) = (previous, current)
        }
        return previous[right.count]
    }
}
