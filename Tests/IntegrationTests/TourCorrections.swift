import CatalogAPI
import Foundation
import HearthModel
import RPC

extension AllMethodsScenario {
    /// Asks for what is told of titles, puts some right, and takes it back.
    func corrections(film: ContentID, series: ContentID, channel: ContentID) async throws {
        try await send(Catalog.Summarize(id: film))
        try await send(Catalog.GetFranchise(id: film))
        let list = try await send(Catalog.ListEpisodes(series: series)).episodes
        guard list.count > 1 else { throw RPCError(.internal, "The episodes are not there.") }
        try await send(Catalog.GetIntroTimes(id: list[0].id))
        var changes = TitleChanges()
        changes.isFiller = true
        let fillers = try await send(Catalog.CorrectTitle(id: list[0].id, changes: changes))
        try await done(fillers)
        try await send(Catalog.SkippableEpisodes(series: series))
        let joined = try await send(Catalog.JoinTitles(id: list[0].id, into: list[1].id))
        try await done(joined)
        let links = try await send(Catalog.GetTitle(id: channel)).variants
        let split = try await send(Catalog.SplitTitle(id: channel, variants: [links[0].id]))
        try await done(split)
        try await sendUnlessAbsent(Catalog.ListGuideChannels(text: "news"))
        try await sendUnlessAbsent(Catalog.SetEpisodeOrder(series: series, order: .absolute))
        try await sendUnlessAbsent(Catalog.ListEpisodeOrders(series: series))
        try await sendUnlessAbsent(Catalog.SetEpisodeOrder(series: series, order: .aired))
        let pinned = try await send(Catalog.PinTitle(id: film))
        try await done(pinned)
        for correction in try await send(Catalog.ListCorrections()).corrections {
            try await done(try await send(Catalog.TakeBackCorrection(correction: correction.id)))
        }
    }

    private func done(_ made: CorrectionMade) async throws {
        guard let job = made.job else { return }
        try await read(Catalog.FollowImport(job: job)) { $0.state.isEnd }
    }
}
