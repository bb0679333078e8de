internal import RPCDiagnostics
internal import ServiceKit

/// How far a service is behind the events of another, computed from the positions that both tell: the source how far
/// its log had come at several ages, the follower how much of it is applied.
struct OutboxLag: Hashable, Sendable {
    let follower: String
    let source: String
    /// The events that are not applied yet, in all households together.
    var events: Double
    /// The age of the oldest of them, in seconds: the next higher one of `OutboxPositions.ages`; 0 when there is none.
    var seconds: Double

    /// One household's log of a source.
    private struct Log {
        var generation: String
        var oldest = 0.0
        /// The last position that was written at an age, by the age in seconds.
        var positions: [Double: Double] = [:]

        private var last: Double { positions[0] ?? 0 }

        /// The lag of a follower that has applied all up to a position.
        func lag(after cursor: Double) -> (events: Double, seconds: Double) {
            let events = max(0, last - cursor)
            guard events > 0 else { return (0, 0) }
            // What was written before that age is applied.
            let ages = positions.keys.sorted()
            return (events, ages.first { age in (positions[age] ?? 0) <= cursor } ?? ages.last ?? 0)
        }
    }

    private struct LogKey: Hashable {
        var source: String
        var household: String
    }

    /// The lag of each pair of services that answered, by follower and source.
    static func all(of services: [ClusterMetrics.Figures]) -> [OutboxLag] {
        var logs: [LogKey: Log] = [:]
        for (service, metric) in metrics(OutboxPositions.outboxName, of: services) {
            guard let household = metric.labels["household"], let generation = metric.labels["generation"],
                let age = metric.labels["age"]
            else { continue }
            let key = LogKey(source: service, household: household)
            var log = logs[key] ?? Log(generation: generation)
            if let age = Double(age) { log.positions[age] = metric.value } else { log.oldest = metric.value }
            logs[key] = log
        }
        var lags: [[String]: OutboxLag] = [:]
        for (follower, metric) in metrics(OutboxPositions.inboxName, of: services) {
            guard let household = metric.labels["household"], let source = metric.labels["source"],
                let log = logs[LogKey(source: source, household: household)]
            else { continue }
            // A cursor in another log is worth nothing: the follower will be sent all that there is.
            let isSame = metric.labels["generation"] == log.generation
            let lag = log.lag(after: isSame ? max(metric.value, log.oldest - 1) : log.oldest - 1)
            var sum = lags[[follower, source]] ?? OutboxLag(follower: follower, source: source, events: 0, seconds: 0)
            sum.events += lag.events
            sum.seconds = max(sum.seconds, lag.seconds)
            lags[[follower, source]] = sum
        }
        return lags.values.sorted { ($0.follower, $0.source) < ($1.follower, $1.source) }
    }

    private static func metrics(
        _ name: String, of services: [ClusterMetrics.Figures]
    ) -> [(service: String, metric: Sys.Metric)] {
        services.flatMap { figures in
            (figures.metrics?.metrics ?? []).filter { $0.name == name }.map { (figures.service, $0) }
        }
    }
}

extension ClusterMetrics {
    /// Writes how far each service is behind those that it follows.
    func addLag(to text: inout PrometheusText) {
        let lags = OutboxLag.all(of: services)
        func samples(_ value: (OutboxLag) -> Double) -> [PrometheusText.Sample] {
            lags.map { .init(labels: [("service", $0.follower), ("source", $0.source)], value: value($0)) }
        }
        text.add(
            "hearth_outbox_behind_events", .gauge, "Events of another service that are not applied yet.",
            samples(\.events))
        text.add(
            "hearth_outbox_lag_seconds", .gauge, "At most so old is the oldest event that is not applied yet.",
            samples(\.seconds))
    }
}
