/// A week as a problem in whole numbers: which items go into which openings, and how much of each.
///
/// The worth of a choice is the sum over its placements of `minutes * rate - placementCost`, less `varietyCost` for every
/// placement of a genre beyond the first `varietyAllowance` of the week. Whatever order episodes and times have follows
/// from a choice and does not change its worth.
struct WeekModel: Codable, Sendable {
    /// The openings' lengths, in steps of ``Opening/stepSeconds``, by start.
    var rooms: [Int]
    var items: [Item]
    /// Points a minute of each item in each room; nil where a rule forbids it.
    var rates: [[Int?]]
    var placementCost = 100
    var varietyAllowance = 2
    var varietyCost = 120

    struct Item: Codable, Sendable {
        /// Minutes of one unit.
        var unitMinutes: Int
        /// How many there are in all.
        var units: Int
        /// The most units in one room.
        var run: Int
        /// Its main genre's number; nil: it is like nothing else.
        var genre: Int?
    }

    /// So many units of an item in a room.
    struct Placement: Codable, Sendable, Hashable {
        var item: Int
        var room: Int
        var units: Int
    }

    /// A placement's duration in steps.
    func steps(_ item: Int, _ units: Int) -> Int { Opening.steps(minutes: items[item].unitMinutes * units) }

    /// A placement's own score; nil where it is forbidden.
    func worth(_ placement: Placement) -> Int? {
        rates[placement.item][placement.room].map {
            $0 * placement.units * items[placement.item].unitMinutes - placementCost
        }
    }

    /// A choice's total score.
    func worth(_ placements: [Placement]) -> Int {
        placements.reduce(0) { $0 + (worth($1) ?? 0) } - varietyCost
            * genreCounts(placements).reduce(0) {
                $0 + max(0, $1 - varietyAllowance)
            }
    }

    /// How many placements there are of each genre.
    func genreCounts(_ placements: some Sequence<Placement>) -> [Int] {
        var counts = [Int](repeating: 0, count: (items.compactMap(\.genre).max() ?? -1) + 1)
        for placement in placements { if let genre = items[placement.item].genre { counts[genre] += 1 } }
        return counts
    }
}
