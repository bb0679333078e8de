internal import RPC
internal import Screens

/// Sends the same request to several services concurrently.
struct MultiServiceQuery {
    let gateway: Gateway

    /// Queries services, or all running ones when none is named.
    ///
    /// - Returns: the responses by service, and the services without one.
    /// - Throws: ``GatewayFailure`` when a name is no service's, or no service answers.
    func send<Request: RPCRequest>(
        _ request: Request, of services: [String]
    ) async throws -> Responses<Request.Response> {
        for name in services { try gateway.checkService(name) }
        let names = services.isEmpty ? gateway.runningServices : services
        guard !names.isEmpty else { throw GatewayFailure.notRunning(gateway) }
        let collected = try await gateway.fanOut { fan in
            try await fan.collect(
                names.map { name in
                    FanOutPart(name: name, service: name) { (name, try await $0.send(request, of: name)) }
                })
        }
        if collected.values.isEmpty, let failure = collected.firstFailure { throw failure }
        return Responses(all: collected.values, missing: collected.missing)
    }

    /// The services' responses.
    struct Responses<Response: Sendable>: Sendable {
        /// The services that answered, in the order of the calls.
        let all: [(service: String, response: Response)]
        let missing: [MissingPart]

        /// Prints every response: as JSON by name, or as a table.
        func show<Entry: Encodable>(
            _ name: String, _ entries: (Response) -> [Entry], on output: Output, table: ([(String, Entry)]) -> Table
        ) {
            guard !output.isJSON else {
                let report = Dictionary(uniqueKeysWithValues: all.map { ($0.service, entries($0.response)) })
                return output.json(Report(services: report.mapValues { [name: $0] }, missing: missing))
            }
            let rows = all.flatMap { service, response in entries(response).map { (service, $0) } }
            if rows.isEmpty { output.line("There are no \(name).") } else { output.table(table(rows)) }
            output.tell(missing)
        }
    }

    private struct Report<Entry: Encodable>: Encodable {
        var services: [String: [String: [Entry]]]
        var missing: [MissingPart]
    }
}
