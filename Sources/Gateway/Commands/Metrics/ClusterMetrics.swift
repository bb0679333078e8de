internal import RPC
internal import RPCDiagnostics

/// The metrics of a household's services, gathered from `sys.GetStats` and `sys.GetMetrics`, in the Prometheus format.
struct ClusterMetrics: Sendable {
    /// One service's figures; nil for those that failed.
    struct Figures: Sendable {
        var service: String
        var info: Sys.Info?
        var health: Sys.Health?
        var stats: Sys.Stats?
        var metrics: Sys.Metrics?
    }

    let services: [Figures]

    /// Queries all services concurrently with the same timeout; one that does not answer has `hearth_up` 0.
    ///
    /// - Throws: ``GatewayFailure`` when there is no token.
    static func gather(_ gateway: Gateway, _ names: [String]) async throws -> ClusterMetrics {
        try await gateway.withToken { token in
            let figures = await withTaskGroup(of: Figures.self) { group in
                for name in names { group.addTask { await fetch(name, gateway, token) } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            return ClusterMetrics(services: figures.sorted { $0.service < $1.service })
        }
    }

    private static func fetch(_ name: String, _ gateway: Gateway, _ token: AccessToken) async -> Figures {
        let patience = StatusQuery.patience
        async let info = try? gateway.send(Sys.GetInfo(), to: name, token: nil, timeout: patience)
        async let health = try? gateway.send(Sys.GetHealth(), to: name, token: nil, timeout: patience)
        async let stats = try? gateway.send(Sys.GetStats(), to: name, token: token, timeout: patience)
        async let metrics = try? gateway.send(Sys.GetMetrics(), to: name, token: token, timeout: patience)
        return await Figures(service: name, info: info, health: health, stats: stats, metrics: metrics)
    }

    /// The metrics, by their names.
    var text: String {
        var text = PrometheusText()
        text.add("hearth_up", .gauge, "Whether the service answers.", each { $0.info == nil ? 0 : 1 })
        text.add(
            "hearth_serving", .gauge, "Whether the service says that all of it is well.",
            each { figures in figures.health.map { $0.state == "serving" ? 1 : 0 } })
        text.add("hearth_uptime_seconds", .gauge, "Seconds since the process began.", each { $0.info?.uptimeSeconds })
        text.add(
            "hearth_pool_lag_seconds", .gauge, "For how long the task pool lets tasks wait.",
            each { $0.health.map { Self.seconds($0.poolLagMicroseconds) } })
        text.add("hearth_rpc_open_calls", .gauge, "Calls in progress.", each { $0.stats.map { Double($0.openCalls) } })
        text.add(
            "hearth_rpc_violations_total", .counter, "Clients dropped because they broke the protocol.",
            each { $0.stats.map { Double($0.violations) } })
        text.add(
            "hearth_rpc_refusals_total", .counter, "Calls refused because there was too much to do.",
            services.flatMap { figures in
                (figures.stats?.refusals ?? [:]).sorted { $0.key < $1.key }.map { reason, count in
                    .init(labels: [("service", figures.service), ("reason", reason)], value: Double(count))
                }
            })
        text.add("hearth_rpc_calls_total", .counter, "Calls that were begun.", methods { [("", [], Double($0.calls))] })
        text.add(
            "hearth_rpc_failures_total", .counter, "Calls that ended with an error, by gRPC's codes.",
            methods { method in
                method.failures.sorted { $0.key < $1.key }.map { ("", [("code", $0.key)], Double($0.value)) }
            })
        text.add(
            "hearth_rpc_queue_seconds", .summary, "From the wire to the handler.", methods { Self.summary($0.queue) })
        text.add("hearth_rpc_handler_seconds", .summary, "In the handler.", methods { Self.summary($0.handler) })
        addLatencies(to: &text)
        addLag(to: &text)
        addOwn(to: &text)
        return text.text
    }

    private typealias Value = (suffix: String, labels: [(name: String, value: String)], value: Double)

    private func each(_ value: (Figures) -> Double?) -> [PrometheusText.Sample] {
        services.compactMap { figures in
            value(figures).map { PrometheusText.Sample(labels: [("service", figures.service)], value: $0) }
        }
    }

    private func methods(_ values: (Sys.MethodStats) -> [Value]) -> [PrometheusText.Sample] {
        services.flatMap { figures in
            (figures.stats?.methods ?? []).sorted { $0.method < $1.method }.flatMap { method in
                values(method).map {
                    PrometheusText.Sample(
                        labels: [("service", figures.service), ("method", method.method)] + $0.labels, value: $0.value,
                        suffix: $0.suffix)
                }
            }
        }
    }

    private static func summary(_ latency: Sys.Latency) -> [Value] {
        let quantiles = [
            ("0.5", latency.p50Microseconds), ("0.9", latency.p90Microseconds), ("0.99", latency.p99Microseconds),
            ("0.999", latency.p999Microseconds), ("1", latency.maxMicroseconds),
        ]
        return quantiles.map { ("", [("quantile", $0.0)], seconds($0.1)) } + [("_count", [], Double(latency.count))]
    }

    private static func seconds(_ microseconds: UInt64) -> Double { Double(microseconds) / 1_000_000 }
}
