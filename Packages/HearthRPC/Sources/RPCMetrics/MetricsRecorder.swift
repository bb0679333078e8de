public import CoreMetrics
public import RPCDiagnostics
internal import Synchronization

/// Keeps a process's swift-metrics in memory, for `sys.GetMetrics`.
///
///     let recorder = MetricsRecorder()
///     MetricsSystem.bootstrap(recorder)
///     server.diagnostics.onGetMetrics = { recorder.metrics }
///
/// Metrics with the same label and dimensions are one. Counters, meters, gauges (recorders that do not aggregate),
/// histograms (those that do) and timers, whose values are seconds.
public final class MetricsRecorder: MetricsFactory {
    /// The most metrics that are kept: a bound on dimensions with values from outside. Further metrics work, but are
    /// not reported.
    public static let mostMetrics = 1_000

    struct Key: Hashable {
        var name: String
        var labels: [String: String]

        init(_ label: String, _ dimensions: [(String, String)]) {
            name = MetricName.cleaned(label)
            labels = Dictionary(dimensions.map { (MetricName.cleaned($0.0), $0.1) }) { _, last in last }
        }
    }

    private let recorded = Mutex<[Key: any RecordedMetric]>([:])

    /// Makes an empty recorder.
    public init() {}

    /// All metrics, sorted by name and labels.
    public var metrics: [Sys.Metric] {
        let metrics = recorded.withLock { $0 }
        return Self.sorted(metrics.map { $0.value.reported(as: $0.key) })
    }

    /// Metrics in the order of an answer, by name and labels.
    public static func sorted(_ metrics: [Sys.Metric]) -> [Sys.Metric] {
        metrics.sorted {
            ($0.name, "\($0.labels.sorted { $0.key < $1.key })") < ($1.name, "\($1.labels.sorted { $0.key < $1.key })")
        }
    }

    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        find(Key(label, dimensions)) { CounterMetric() }
    }

    public func makeFloatingPointCounter(
        label: String, dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        find(Key(label, dimensions)) { CounterMetric() }
    }

    public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        find(Key(label, dimensions)) { GaugeMetric() }
    }

    public func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler {
        let key = Key(label, dimensions)
        guard aggregate else { return find(key) { GaugeMetric() } }
        return find(key) { HistogramMetric(.powersOfTwo) }
    }

    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        find(Key(label, dimensions)) { HistogramMetric(.seconds) }
    }

    public func destroyCounter(_ handler: any CounterHandler) { forget(handler) }
    public func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) { forget(handler) }
    public func destroyMeter(_ handler: any MeterHandler) { forget(handler) }
    public func destroyRecorder(_ handler: any RecorderHandler) { forget(handler) }
    public func destroyTimer(_ handler: any TimerHandler) { forget(handler) }

    /// The metric of that key; an unreported new one when the key belongs to another kind, or there are too many.
    private func find<Metric: RecordedMetric>(_ key: Key, _ make: () -> Metric) -> Metric {
        recorded.withLock { metrics in
            if let metric = metrics[key] { return metric as? Metric ?? make() }
            let metric = make()
            if metrics.count < Self.mostMetrics { metrics[key] = metric }
            return metric
        }
    }

    private func forget(_ handler: AnyObject) {
        recorded.withLock { metrics in
            guard let key = metrics.first(where: { $0.value === handler })?.key else { return }
            metrics[key] = nil
        }
    }
}

/// Prometheus's names: letters, digits and underscores, no digit first.
enum MetricName {
    static func cleaned(_ name: String) -> String {
        let cleaned = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
        return cleaned.first.map { $0.isNumber ? "_" + cleaned : cleaned } ?? "_"
    }
}
