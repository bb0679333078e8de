/// A position in a title: the further of two is the greater.
///
/// A position as reported is clamped here: negative positions become 0, positions beyond the end the end, and an
/// unknown or invalid length 0, which leaves the progress 0.
struct PlaybackPosition: Sendable, Hashable, Comparable {
    /// The watched part, 0...1.
    let progress: Double
    /// The position in seconds.
    let position: Double
    /// The length in seconds; 0 when unknown.
    let duration: Double

    /// Nothing yet.
    static let none = PlaybackPosition(checkedPosition: 0, duration: 0)

    /// Creates it from a report's values.
    ///
    /// - Returns: nil when one is not a number.
    init?(position: Double, duration: Double?) {
        let duration = duration ?? 0
        guard position.isFinite, duration.isFinite else { return nil }
        let length = min(max(0, duration), PlaybackLimits.longestSeconds)
        let seconds = min(max(0, position), PlaybackLimits.longestSeconds)
        self.init(checkedPosition: length > 0 ? min(seconds, length) : seconds, duration: length)
    }

    /// Creates it from stored values.
    init(progress: Double, position: Double, duration: Double) {
        self.progress = progress
        self.position = position
        self.duration = duration
    }

    private init(checkedPosition position: Double, duration: Double) {
        self.position = position
        self.duration = duration
        progress = duration > 0 ? position / duration : 0
    }

    /// The same with the time only, for streams without an end.
    var timeOnly: PlaybackPosition { PlaybackPosition(progress: 0, position: position, duration: 0) }

    static func < (left: PlaybackPosition, right: PlaybackPosition) -> Bool {
        (left.progress, left.position, left.duration) < (right.progress, right.position, right.duration)
    }
}
