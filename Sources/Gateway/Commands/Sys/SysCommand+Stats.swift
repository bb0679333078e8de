internal import ArgumentParser
internal import RPC
internal import RPCDiagnostics

extension SysCommand {
    /// `hearth sys stats`
    struct Stats: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "stats", abstract: "Show how often methods were called, what failed, and how long they took.",
            discussion: """
                Since each service's start. Below the table: calls rejected because of overload, and clients disconnected \
                for violating the protocol. `hearth metrics` exports the same to Prometheus.
                """)

        @OptionGroup var global: GlobalOptions
        @OptionGroup var selection: Services

        func run(_ gateway: Gateway) async throws {
            let responses = try await MultiServiceQuery(gateway: gateway).send(Sys.GetStats(), of: selection.services)
            guard !gateway.output.isJSON else {
                let services = Dictionary(uniqueKeysWithValues: responses.all.map { ($0.service, $0.response) })
                return gateway.output.json(Report(services: services, missing: responses.missing))
            }
            gateway.output.table(table(responses.all))
            for (service, stats) in responses.all {
                for line in Self.troubles(of: service, stats) { gateway.output.line(line) }
            }
            gateway.output.tell(responses.missing)
        }

        private func table(_ responses: [(service: String, response: Sys.Stats)]) -> Table {
            var table = Table(
                .text("SERVICE"), .text("METHOD", isFlexible: true), .number("CALLS"), .text("FAILED"),
                .number("QUEUE P99"), .number("P50"), .number("P99"), .number("SLOWEST"))
            for (service, stats) in responses {
                for method in stats.methods.sorted(by: { $0.method < $1.method }) {
                    table.add(
                        service, method.method, AmountFormatter.number(method.calls), Self.counts(method.failures),
                        AmountFormatter.microseconds(method.queue.p99Microseconds),
                        AmountFormatter.microseconds(method.handler.p50Microseconds),
                        AmountFormatter.microseconds(method.handler.p99Microseconds),
                        AmountFormatter.microseconds(method.handler.maxMicroseconds))
                }
            }
            return table
        }

        private static func troubles(of service: String, _ stats: Sys.Stats) -> [String] {
            let refusals = (stats.refusals ?? [:]).filter { $0.value > 0 }
            var lines: [String] = []
            if !refusals.isEmpty {
                let count = AmountFormatter.number(refusals.values.reduce(0, +))
                lines.append("\(service) refused \(count) calls, as there was too much to do: \(counts(refusals)).")
            }
            if stats.violations > 0 {
                let count = AmountFormatter.number(stats.violations)
                lines.append("\(service) sent away \(count) clients that broke the protocol; its log says which.")
            }
            return lines
        }

        /// `NOT_FOUND 3, UNAVAILABLE 1`: the most frequent first.
        private static func counts(_ counts: [String: UInt64]) -> String {
            counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
                .map { "\($0.key) \(AmountFormatter.number($0.value))" }.joined(separator: ", ")
        }

        private struct Report: Encodable {
            var services: [String: Sys.Stats]
            var missing: [MissingPart]
        }
    }
}
