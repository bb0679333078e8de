/// Sorts the programmes of one channel: completes missing ends, and resolves overlaps and duplicates.
package enum GuideSchedule {
    /// The longest assumed duration of a programme without an end, which lasts until the next one.
    package static let maximumGuessedSeconds: Int64 = 6 * 3600

    /// A programme's time.
    package struct Slot: Sendable, Equatable {
        package var start: Int64
        package var stop: Int64
        /// Whether the end is guessed.
        package var isGuessed: Bool

        package init(start: Int64, stop: Int64, isGuessed: Bool) {
            (self.start, self.stop, self.isGuessed) = (start, stop, isGuessed)
        }
    }

    /// The times of programmes, each with its index in the input, sorted by start.
    ///
    /// Of several with the same start the last one in the input counts (guides append corrections). One that overlaps
    /// the next ends where that starts. Gaps stay gaps.
    package static func settle(_ programmes: [(start: Int64, stop: Int64?)]) -> [(index: Int, slot: Slot)] {
        var latest: [Int64: Int] = [:]
        for (index, programme) in programmes.enumerated() { latest[programme.start] = index }
        let order = latest.sorted { $0.key < $1.key }
        return order.enumerated().map { index, item in
            let next = index + 1 < order.count ? order[index + 1].key : nil
            let listed = programmes[item.value].stop
            let guess = min(next ?? .max, item.key + maximumGuessedSeconds)
            var stop = listed ?? guess
            if let next, stop > next { stop = next }
            return (item.value, Slot(start: item.key, stop: stop, isGuessed: listed == nil))
        }
    }
}
