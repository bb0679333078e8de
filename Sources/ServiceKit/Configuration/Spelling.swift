/// Suggests corrections for misspelt names.
public enum Spelling {
    /// The name closest to a misspelt one, nil when none is close: at most a third of the letters differ.
    public static func closest(to name: String, among names: some Sequence<String>) -> String? {
        let nearest = names.map { (name: $0, distance: distance(name.lowercased(), $0)) }
            .min { ($0.distance, $0.name) < ($1.distance, $1.name) }
        guard let nearest, nearest.distance <= max(1, nearest.name.count / 3) else { return nil }
        return nearest.name
    }

    /// The number of letters to insert, delete, substitute or swap with their neighbour (optimal string alignment).
    static func distance(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        guard left.count <= longestBytes, right.count <= longestBytes else { return .max }
        var (before, last) = ([Int](), Array(0...right.count))
        for i in left.indices {
            var row = [i + 1]
            for j in right.indices {
                var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (left[i] == right[j] ? 0 : 1))
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    best = min(best, before[j - 1] + 1)
                }
                row.append(best)
            }
            (before, last) = (last, row)
        }
        return last[right.count]
    }

    /// The maximum length of a name to correct; longer ones are no misspelling.
    private static let longestBytes = 200
}
