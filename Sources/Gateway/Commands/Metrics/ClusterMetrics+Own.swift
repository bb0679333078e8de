internal import RPC
internal import RPCDiagnostics
internal import ServiceKit

// The services' own metrics, from swift-metrics.
extension ClusterMetrics {
    /// Writes the metrics of all services by name: with the prefix `hearth_`, except those of a process, whose names
    /// Prometheus defines.
    func addOwn(to text: inout PrometheusText) {
        let all = services.flatMap { figures in
            (figures.metrics?.metrics ?? []).filter { !Self.joined.contains($0.name) }
                .map { (service: figures.service, metric: $0) }
        }
        let byName = Dictionary(grouping: all, by: \.metric.name)
        for (name, entries) in byName.sorted(by: { $0.key < $1.key }) {
            // A metric has one type; another service's metric of another type is left out.
            guard let kind = entries.first?.metric.kind, let type = PrometheusText.Kind(rawValue: kind) else {
                continue
            }
            // Counters of others are exported as gauges.
            text.add(
                name.hasPrefix("process_") ? name : "hearth_" + name, name.hasSuffix("_total") ? .counter : type, nil,
                entries.filter { $0.metric.kind == kind }.flatMap { Self.samples($0.metric, of: $0.service) })
        }
    }

    /// Those that are half of a figure, see ``OutboxLag``, and name households.
    private static let joined: Set = [OutboxPositions.outboxName, OutboxPositions.inboxName]

    private static func samples(_ metric: Sys.Metric, of service: String) -> [PrometheusText.Sample] {
        let labels = [("service", service)] + metric.labels.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        func sample(_ value: Double, _ suffix: String = "", _ bound: String? = nil) -> PrometheusText.Sample {
            .init(labels: labels + (bound.map { [("le", $0)] } ?? []), value: value, suffix: suffix)
        }
        guard let buckets = metric.buckets, let count = metric.count else { return [sample(metric.value)] }
        return buckets.map { sample(Double($0.count), "_bucket", PrometheusText.number($0.upTo)) }
            + [sample(Double(count), "_bucket", "+Inf"), sample(metric.value, "_sum"), sample(Double(count), "_count")]
    }
}
