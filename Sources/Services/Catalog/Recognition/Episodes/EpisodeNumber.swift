/// The label of an episode without a title of its own, behind its series.
package enum EpisodeNumber {
    /// "S01E02".
    package static func text(season: Int64, episode: Int64) -> String { "S\(padded(season))E\(padded(episode))" }

    private static func padded(_ number: Int64) -> String { (0..<10).contains(number) ? "0\(number)" : "\(number)" }
}
