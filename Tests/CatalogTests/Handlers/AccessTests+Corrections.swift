import CatalogAPI
import HearthModel
import RPC

extension AccessTests {
    /// One request of each method that says why titles are what they are, or puts them right.
    static func correctionCalls(_ client: RPCClient<Catalog>) -> [String: () async throws -> Void] {
        let id = ContentID(rawValue: "mv_x")
        return [
            Catalog.Explain.method: { _ = try await client.send(Catalog.Explain(id: id)) },
            Catalog.Summarize.method: { _ = try await client.send(Catalog.Summarize(id: id)) },
            Catalog.GetFranchise.method: { _ = try await client.send(Catalog.GetFranchise(id: id)) },
            Catalog.GetIntroTimes.method: { _ = try await client.send(Catalog.GetIntroTimes(id: id)) },
            Catalog.SkippableEpisodes.method: { _ = try await client.send(Catalog.SkippableEpisodes(series: id)) },
            Catalog.CorrectTitle.method: {
                _ = try await client.send(Catalog.CorrectTitle(id: id, changes: TitleChanges()))
            },
            Catalog.ListGuideChannels.method: { _ = try await client.send(Catalog.ListGuideChannels()) },
            Catalog.JoinTitles.method: { _ = try await client.send(Catalog.JoinTitles(id: id, into: id)) },
            Catalog.SplitTitle.method: { _ = try await client.send(Catalog.SplitTitle(id: id, variants: ["x"])) },
            Catalog.PinTitle.method: { _ = try await client.send(Catalog.PinTitle(id: id)) },
            Catalog.ListCorrections.method: { _ = try await client.send(Catalog.ListCorrections()) },
            Catalog.TakeBackCorrection.method: {
                _ = try await client.send(Catalog.TakeBackCorrection(correction: "x"))
            },
        ]
    }
}
