internal import CoreMetrics
internal import RPCDiagnostics
internal import Synchronization

/// One metric of a ``MetricsRecorder``.
protocol RecordedMetric: AnyObject, Sendable {
    /// Its current value.
    func reported(as key: MetricsRecorder.Key) -> Sys.Metric
}

/// A counter, which only grows.
final class CounterMetric: RecordedMetric, CounterHandler, FloatingPointCounterHandler {
    private let value = Mutex(0.0)

    func increment(by amount: Int64) { increment(by: Double(amount)) }

    /// Ignores negative and zero amounts.
    func increment(by amount: Double) {
        guard amount > 0, amount.isFinite else { return }
        value.withLock { $0 += amount }
    }

    func reset() { value.withLock { $0 = 0 } }

    func reported(as key: MetricsRecorder.Key) -> Sys.Metric {
        Sys.Metric(name: key.name, kind: "counter", labels: key.labels, value: value.withLock { $0 })
    }
}

/// A gauge.
final class GaugeMetric: RecordedMetric, MeterHandler, RecorderHandler {
    private let value = Mutex(0.0)

    func set(_ new: Int64) { set(Double(new)) }
    func set(_ new: Double) { if new.isFinite { value.withLock { $0 = new } } }
    func increment(by amount: Double) { if amount.isFinite { value.withLock { $0 += amount } } }
    func decrement(by amount: Double) { increment(by: -amount) }
    func record(_ new: Int64) { set(new) }
    func record(_ new: Double) { set(new) }

    func reported(as key: MetricsRecorder.Key) -> Sys.Metric {
        Sys.Metric(name: key.name, kind: "gauge", labels: key.labels, value: value.withLock { $0 })
    }
}

/// A histogram: values counted in buckets, so that those of several processes and times can be added up.
final class HistogramMetric: RecordedMetric, RecorderHandler, TimerHandler {
    /// The bounds between buckets.
    struct Bounds: Sendable {
        let values: [Double]

        /// From 100 microseconds to 10 seconds, three to a decade.
        static let seconds = Bounds(
            values: [
                0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
            ])
        /// 1, 2, 4 and so on up to 32,768.
        static let powersOfTwo = Bounds(values: (0...15).map { Double(1 << $0) })
    }

    private struct State {
        var counts: [UInt64]
        var count: UInt64 = 0
        var sum = 0.0
    }

    private let bounds: Bounds
    private let state: Mutex<State>

    init(_ bounds: Bounds) {
        self.bounds = bounds
        state = Mutex(State(counts: Array(repeating: 0, count: bounds.values.count)))
    }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }
    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        guard value.isFinite else { return }
        let bucket = bounds.values.firstIndex { value <= $0 }
        state.withLock { state in
            if let bucket { state.counts[bucket] += 1 }
            state.count += 1
            state.sum += value
        }
    }

    func reported(as key: MetricsRecorder.Key) -> Sys.Metric {
        let state = state.withLock { $0 }
        var below: UInt64 = 0
        let buckets = zip(bounds.values, state.counts).map { bound, count in
            below += count
            return Sys.Bucket(upTo: bound, count: below)
        }
        return Sys.Metric(
            name: key.name, kind: "histogram", labels: key.labels, value: state.sum, buckets: buckets,
            count: state.count)
    }
}
