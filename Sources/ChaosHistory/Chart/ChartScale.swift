import Foundation

/// Maps times and durations to chart coordinates, and chooses the axis marks. Idle stretches are folded.
struct ChartScale {
    /// The first and last nanosecond of the history.
    let (start, end): (Int64, Int64)
    /// The powers of ten, in nanoseconds, between which latencies lie.
    let (lowest, highest): (Double, Double)
    /// The plot's edges, in pixels.
    let (left, right, top, bottom): (Double, Double, Double, Double)
    /// The idle stretches.
    let time: TimeFolds

    /// The width of a folded stretch, in pixels.
    static let foldWidth = 22.0

    init(_ history: History, left: Double, right: Double, top: Double, bottom: Double) {
        start = history.begin?.nanoseconds ?? 0
        end = max(history.end?.nanoseconds ?? 0, start + 1)
        let times = history.operations.compactMap(\.nanoseconds).filter { $0 > 0 }
        let low = log10(Double(times.min() ?? 100_000)).rounded(.down)
        lowest = low
        highest = max(log10(Double(times.max() ?? 1)).rounded(.up), low + 2)
        (self.left, self.right, self.top, self.bottom) = (left, right, top, bottom)
        time = TimeFolds(history, from: start, to: end)
    }

    func x(_ nanoseconds: Int64) -> Double {
        let place = time.visible(nanoseconds)
        return x(visible: place.time, folds: place.folds)
    }

    /// The coordinate of a visible time: where an interval of several begins or ends.
    func x(visible: Int64) -> Double { x(visible: visible, folds: time.count(before: visible)) }

    private func x(visible: Int64, folds: Int) -> Double {
        let share = Double(visible) / Double(time.visibleLength)
        let room = right - left - Double(time.folds.count) * Self.foldWidth
        return left + min(max(share, 0), 1) * room + Double(folds) * Self.foldWidth
    }

    /// A duration of zero is drawn on the lower edge.
    func y(_ nanoseconds: Int64) -> Double {
        let share = (log10(Double(max(nanoseconds, 1))) - lowest) / (highest - lowest)
        return bottom - min(max(share, 0), 1) * (bottom - top)
    }

    /// The length of the intervals that divide the visible time into at most `most`: a round number.
    func step(most: Int64) -> Int64 {
        let span = time.visibleLength
        return Self.steps.first { span / $0 < most } ?? span
    }

    /// The number of intervals of a length.
    func parts(of step: Int64) -> Int { Int(time.visibleLength / step) + 1 }

    /// The interval that contains a moment.
    func part(_ nanoseconds: Int64, of step: Int64) -> Int {
        min(max(Int(time.visible(nanoseconds).time / step), 0), parts(of: step) - 1)
    }

    /// Powers of ten, in nanoseconds, from the lowest to the highest.
    var latencyMarks: [Int64] { stride(from: lowest, through: highest, by: 1).map { Int64(pow(10, $0)) } }

    /// Offsets from the start, in nanoseconds: round ones, no more than a dozen, and one after each fold.
    var timeMarks: [Int64] {
        let step = step(most: 13)
        return time.stretches.flatMap { stretch -> [Int64] in
            let first = (stretch.lowerBound - start + step - 1) / step * step
            return Array(stride(from: first, through: stretch.upperBound - start, by: Int(step)))
        }
    }

    /// 1, 2 and 5 times powers of ten up to a minute; above it the divisions of clocks and calendars.
    private static let steps: [Int64] = {
        let decimal = (0...10).flatMap { power in
            [1, 2, 5].map { $0 * Int64(pow(10, Double(power))) }
        }
        let minutes: [Int64] = [1, 2, 5, 10, 20, 60, 120, 240, 360, 720, 1440, 2880, 7200, 14_400, 43_200]
        return decimal.filter { $0 <= 20 * TimeText.second } + minutes.map { $0 * 60 * TimeText.second }
    }()
}
