import Foundation

/// Maps times and durations to chart coordinates, and chooses the axis marks.
struct ChartScale {
    /// The first and last nanosecond of the history.
    let (start, end): (Int64, Int64)
    /// The powers of ten, in nanoseconds, between which latencies lie.
    let (lowest, highest): (Double, Double)
    /// The plot's edges, in pixels.
    let (left, right, top, bottom): (Double, Double, Double, Double)

    init(_ history: History, left: Double, right: Double, top: Double, bottom: Double) {
        start = history.begin?.nanoseconds ?? 0
        end = max(history.end?.nanoseconds ?? 0, start + 1)
        let times = history.operations.compactMap(\.nanoseconds).filter { $0 > 0 }
        let low = log10(Double(times.min() ?? 100_000)).rounded(.down)
        lowest = low
        highest = max(log10(Double(times.max() ?? 1)).rounded(.up), low + 2)
        (self.left, self.right, self.top, self.bottom) = (left, right, top, bottom)
    }

    func x(_ nanoseconds: Int64) -> Double {
        let share = Double(nanoseconds - start) / Double(end - start)
        return left + min(max(share, 0), 1) * (right - left)
    }

    /// A duration of zero is drawn on the lower edge.
    func y(_ nanoseconds: Int64) -> Double {
        let share = (log10(Double(max(nanoseconds, 1))) - lowest) / (highest - lowest)
        return bottom - min(max(share, 0), 1) * (bottom - top)
    }

    /// The length of the intervals that divide the time into at most `most`: a round number.
    func step(most: Int64) -> Int64 {
        let span = end - start
        return Self.steps.first { span / $0 < most } ?? span
    }

    /// The number of intervals of a length.
    func parts(of step: Int64) -> Int { Int((end - start) / step) + 1 }

    /// The interval that contains a moment.
    func part(_ nanoseconds: Int64, of step: Int64) -> Int {
        min(max(Int((nanoseconds - start) / step), 0), parts(of: step) - 1)
    }

    /// Powers of ten, in nanoseconds, from the lowest to the highest.
    var latencyMarks: [Int64] { stride(from: lowest, through: highest, by: 1).map { Int64(pow(10, $0)) } }

    /// Offsets from the start, in nanoseconds: round ones, no more than a dozen.
    var timeMarks: [Int64] {
        Array(stride(from: Int64(0), through: end - start, by: Int(step(most: 13))))
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
