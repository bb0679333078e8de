/// The popularity as one stored number: thousandths of TMDB's popularity, or without one, of a hundredth of the votes.
enum Popularity {
    /// The highest: 30 bits, so that it fits into a sort key.
    static let maximum: Int64 = (1 << 30) - 1
    private static let votesPerPoint = 100.0

    /// The number to store; 0 for a title without votes.
    static func stored(_ popularity: Double?, votes: Int64) -> Int64 {
        let points = popularity.flatMap { $0 > 0 ? $0 : nil } ?? Double(max(0, votes)) / votesPerPoint
        return points.isFinite ? Int64(min(points * 1_000, Double(maximum))) : 0
    }

    /// The popularity for callers; nil when unknown.
    static func value(_ stored: Int64) -> Double? { stored == 0 ? nil : Double(stored) / 1_000 }
}
