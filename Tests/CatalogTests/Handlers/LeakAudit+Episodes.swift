import CatalogAPI
import HearthModel
import RPC
import TestSupport
import Testing

extension LeakAudit {
    /// Of several series at once each is told as it is alone, and none that is hidden.
    func seriesEpisodes(_ client: RPCClient<Catalog>) async throws {
        var (open, told) = (everything.map(\.id)[...], [SeriesEpisodes]())
        while !open.isEmpty {
            let part = Array(open.prefix(Catalog.ListSeriesEpisodes.maximumCount))
            open = open.dropFirst(part.count)
            told += try await client.send(Catalog.ListSeriesEpisodes(series: part)).series
        }
        #expect(
            told.map(\.series)
                == everything.map(\.id).filter { id in
                    allowed.contains { $0.id == id && $0.kind == .series }
                }, "\(note)")
        for one in told {
            #expect(one.list == (try await client.send(Catalog.ListEpisodes(series: one.series))), "\(note)")
            try check(one, "ListSeriesEpisodes")
        }
    }
}
