internal import HearthModel
internal import RPC
internal import Screens

/// Queries all services for their quarantined data. A service that does not answer is named.
struct QuarantineQuery: Sendable {
    let gateway: Gateway

    /// The services with data of profiles or titles.
    static let services = [
        ServiceManifest.catalog, .downloads, .playbackState, .readingList, .scheduler,
    ].map(\.name)
    /// Pages that are read of one service at most.
    private static let pages = 50

    /// One service's quarantined data of one thing.
    struct Found: Encodable, Sendable, Hashable {
        var service: String
        var entry: QuarantinedEntry

        private enum CodingKeys: String, CodingKey { case service, kind, id, source, since, secondsLeft, holds }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(service, forKey: .service)
            try container.encode(entry.kind, forKey: .kind)
            try container.encode(entry.id, forKey: .id)
            try container.encode(entry.source, forKey: .source)
            try container.encode(entry.since, forKey: .since)
            try container.encode(entry.secondsLeft, forKey: .secondsLeft)
            try container.encode(entry.holds, forKey: .holds)
        }
    }

    /// All quarantined data, and the services that did not answer.
    struct Summary: Sendable {
        var found: [Found]
        var missing: [MissingPart]
    }

    /// Sends the queries.
    ///
    /// - Throws: ``GatewayFailure`` when no service answers.
    func fetch() async throws -> Summary {
        let parts = Self.services.map { service in
            FanOutPart(name: "quarantine", service: service) { fanOut in
                try await Self.entries(of: service, fanOut).map { Found(service: service, entry: $0) }
            }
        }
        let collected = try await gateway.fanOut { try await $0.collect(parts) }
        if collected.values.isEmpty, let failure = collected.firstFailure { throw failure }
        return Summary(found: collected.values.flatMap(\.self), missing: collected.missing)
    }

    private static func entries(of service: String, _ fanOut: FanOut) async throws -> [QuarantinedEntry] {
        var (entries, cursor): ([QuarantinedEntry], String?) = ([], nil)
        for _ in 0..<pages {
            let page = PageRequest(size: PageRequest.maximumSize, cursor: cursor)
            let list = try await fanOut.send(Quarantine.ListQuarantined(page: page), of: service)
            entries += list.entries
            cursor = list.cursor
            if cursor == nil { break }
        }
        return entries
    }
}
