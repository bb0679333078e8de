internal import RPC
internal import RPCDiagnostics

// Latencies as histograms, which Prometheus can add up and compare over time.
extension ClusterMetrics {
    /// The bounds of calls with one response, in microseconds: from 100 us to 10 s.
    private static let callBounds: ClosedRange<UInt64> = 100...10_000_000
    /// The bounds of streams, which last as long as their readers want: 100 ms and above, the powers of ten, minutes.
    private static let streamBounds: Set<UInt64> = [100_000, 1_000_000, 10_000_000, 60_000_000, 300_000_000]

    /// Writes the histograms of calls and streams by method, and of the queue by service.
    func addLatencies(to text: inout PrometheusText) {
        text.add(
            "hearth_rpc_call_duration_seconds", .histogram, "In the handler, of calls with one response.",
            byMethod {
                $0.shape == nil
            } bounds: {
                Self.callBounds.contains($0)
            })
        text.add(
            "hearth_rpc_stream_duration_seconds", .histogram, "How long ended streams have lasted.",
            byMethod {
                $0.shape != nil
            } bounds: {
                Self.streamBounds.contains($0)
            })
        text.add(
            "hearth_rpc_queue_duration_seconds", .histogram, "From the wire to the handler, of all methods together.",
            services.flatMap { figures -> [PrometheusText.Sample] in
                guard let stats = figures.stats,
                    let all = LatencyHistogram(stats.methods.map(\.queue), bounds: stats.latencyBoundsMicroseconds)
                else { return [] }
                return Self.samples(of: all, [("service", figures.service)]) { Self.callBounds.contains($0) }
            })
    }

    private func byMethod(
        where isWanted: (Sys.MethodStats) -> Bool, bounds: (UInt64) -> Bool
    ) -> [PrometheusText.Sample] {
        services.flatMap { figures -> [PrometheusText.Sample] in
            guard let stats = figures.stats else { return [] }
            return stats.methods.filter { isWanted($0) && $0.handler.count > 0 }.sorted { $0.method < $1.method }
                .flatMap { method -> [PrometheusText.Sample] in
                    let histogram = LatencyHistogram([method.handler], bounds: stats.latencyBoundsMicroseconds)
                    let labels = [("service", figures.service), ("method", method.method)]
                    return histogram.map { Self.samples(of: $0, labels, bounds) } ?? []
                }
        }
    }

    private static func samples(
        of histogram: LatencyHistogram, _ labels: [(String, String)], _ isWanted: (UInt64) -> Bool
    ) -> [PrometheusText.Sample] {
        func sample(_ value: Double, _ suffix: String, _ bound: String? = nil) -> PrometheusText.Sample {
            .init(labels: labels + (bound.map { [("le", $0)] } ?? []), value: value, suffix: suffix)
        }
        let total = Double(histogram.count)
        return zip(histogram.bounds, histogram.cumulativeCounts).filter { isWanted($0.0) }.map { bound, count in
            sample(Double(count), "_bucket", PrometheusText.number(Double(bound) / 1_000_000))
        } + [
            sample(total, "_bucket", "+Inf"), sample(Double(histogram.sum) / 1_000_000, "_sum"),
            sample(total, "_count"),
        ]
    }
}
