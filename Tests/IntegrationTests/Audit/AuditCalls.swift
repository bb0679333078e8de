import CatalogAPI
import DownloadsAPI
import Foundation
import HearthModel
import MetadataGatewayAPI
import PlaybackStateAPI
import ProfilesAPI
import RPC
import RPCDiagnostics
import ReadingListAPI
import SchedulerAPI
import SchemaTool
import ServiceKit

/// Calls every method that reads, and those that change something and name a title, as a profile that may not see some titles.
struct AuditCalls {
    let caller: AuditCaller
    /// The titles that are not for the profile, and those that are.
    let hidden: [ContentID]
    let seen: [ContentID]
    /// A channel that is for the profile, with programmes that are not.
    let channel: ContentID
    /// Jobs, slots, downloads and links of others, by their ids.
    let others: HouseholdAudit.Others
    /// Words of hidden titles, as a child may type them.
    let words: [String]

    func all() async throws {
        try await catalogTitles()
        try await catalogSearches()
        try await catalogGuide()
        try await profiles()
        try await playback()
        try await sync()
        try await reading()
        try await schedule()
        try await metadata()
        try await downloads()
        try await system()
        try await samples()
    }

    /// The other methods that read: a new one needs a line of its own only where a sample is not enough.
    private func samples() async throws {
        for contract in Contract.all {
            let isEverywhere = !(contract.service is any ServiceContract.Type)
            let services = isEverywhere ? HouseholdAudit.services : [contract.file]
            // What every process has is about no title.
            let titles = isEverywhere ? Array(hidden.prefix(1)) : hidden + seen
            for method in contract.service.requests where method.safety == .readOnly {
                if caller.called.contains(method.fullMethod) { continue }
                for service in services { try await caller.sample(method, of: service, about: titles) }
            }
        }
    }

    private func catalogTitles() async throws {
        try await caller.read(Catalog.ListTitles(kinds: [.movie, .series, .episode, .channel]))
        try await caller.read(Catalog.FollowEvents(), upTo: 1)
        try await caller.send(Catalog.GetCards(ids: hidden + seen))
        try await caller.send(Catalog.GetCards(ids: HouseholdAudit.outside))
        try await caller.send(
            Catalog.MatchTitles(titles: HouseholdAudit.outside.map { OutsideTitle(id: $0, name: words[0]) }),
            naming: HouseholdAudit.outside)
        for id in hidden + seen {
            try await caller.send(Catalog.GetTitle(id: id))
            try await caller.send(Catalog.Explain(id: id))
            try await caller.send(Catalog.ListEpisodes(series: id))
            try await caller.send(Catalog.ListSeriesEpisodes(series: [id]))
            try await caller.send(Catalog.ListEpisodeOrders(series: id))
            try await caller.send(Catalog.ResolveStream(id: id))
            try await caller.send(Catalog.GetFranchise(id: id))
            try await caller.send(Catalog.GetIntroTimes(id: id))
            try await caller.send(Catalog.SkippableEpisodes(series: id))
            try await caller.send(Catalog.Summarize(id: id))
            try await caller.send(Catalog.ListSimilar(id: id))
            try await caller.send(Catalog.ListCorrections(about: id))
            try await caller.send(Catalog.ReportStream(id: id, variant: "x", outcome: .failed))
        }
        try await caller.send(Catalog.ListCorrections())
        try await caller.send(Catalog.GetImport(job: others.job))
        try await caller.read(Catalog.FollowImport(job: others.job))
    }

    func catalogSearches() async throws {
        let kinds: [ContentKind] = [.movie, .series, .episode, .channel]
        let typed =
            ["", "a", "night"] + words + words.map { String($0.dropLast()) } + words.map { "night \($0.dropLast())" }
        for text in typed {
            for isNatural in [nil, true] as [Bool?] {
                var search = Catalog.Search(text: text, kinds: kinds, page: PageRequest(size: 200))
                (search.facets, search.isNatural, search.scope) = (SearchFacet.all, isNatural, .everywhere)
                let found = try await caller.send(search) { response in
                    if response.understood?.text == text { response.understood?.text = "" }
                }
                if text.isEmpty, Int(found?.total ?? 0) != found?.hits.count { caller.report(search, "a wrong total") }
            }
            if !text.isEmpty { try await caller.send(Catalog.Suggest(text: text)) }
        }
        try await caller.send(Catalog.ListDiscovery(sections: DiscoverySectionName.all))
    }

    private func catalogGuide() async throws {
        let now = Date(timeIntervalSince1970: SystemRuntime.shared.wallTime.secondsSince1970)
        let day = 86_400.0
        for id in hidden + [channel] {
            try await caller.send(Catalog.ListNeighbours(channel: id, order: .name))
            try await caller.send(Catalog.GetProgramme(channel: id))
            try await caller.send(Catalog.GetProgramme(channel: id, at: HouseholdAudit.later))
            try await caller.send(Catalog.ResolveCatchup(channel: id, at: ScenarioFiles.past))
            try await caller.send(
                Catalog.GuideGrid(
                    channels: [id], from: now.addingTimeInterval(-day), until: now.addingTimeInterval(day)))
        }
        for time in [nil, HouseholdAudit.later] as [Date?] {
            try await caller.send(Catalog.NowNext(at: time))
            try await caller.read(Catalog.ListOnAir(at: time))
        }
        for word in words { try await caller.send(Catalog.SearchGuide(text: word)) }
    }

    private func profiles() async throws {
        try await caller.read(Profiles.FollowEvents(), upTo: 1)
        for order in [FavouriteOrder.added, .title, .kind] {
            try await caller.send(Profiles.ListFavourites(order: order))
        }
        for id in hidden + HouseholdAudit.outside {
            try await caller.send(Profiles.ListFavourites(contents: [id]))
            try await caller.send(Profiles.AddFavourite(content: id), naming: [id])
        }
    }

    private func playback() async throws {
        for isOfAll in [nil, true] as [Bool?] {
            try await caller.send(PlaybackState.ListActive(household: isOfAll))
            try await caller.read(PlaybackState.FollowActivity(household: isOfAll), upTo: 1)
        }
        try await caller.send(PlaybackState.GetProgress(contents: hidden + seen), naming: hidden)
        try await caller.send(PlaybackState.NextInQueue())
        try await caller.send(PlaybackState.GenerateSuggestions(size: 10))
        try await caller.send(PlaybackState.WhoWatched(contents: hidden + seen), naming: hidden)
        let plays = (hidden + HouseholdAudit.outside).map { ImportedPlay(watched: "2026-01-31T20:15:00Z", content: $0) }
        try await caller.send(PlaybackState.ImportPlays(plays: plays), naming: hidden)
        for id in hidden + HouseholdAudit.outside {
            try await caller.send(PlaybackState.IsQueued(content: id), naming: [id])
            try await caller.send(PlaybackState.Play(content: id, device: "audit"), naming: [id])
            try await caller.send(PlaybackState.AddToQueue(content: id), naming: [id])
            try await caller.send(PlaybackState.GetNextUp(content: id), naming: [id])
            try await caller.send(PlaybackState.SetNextUpRule(series: id, rule: .firstUnwatched), naming: [id])
            try await caller.send(PlaybackState.CompleteTitle(content: id), naming: [id])
            try await caller.send(PlaybackState.NeverSuggest(content: id), naming: [id])
            try await caller.send(PlaybackState.SuggestAgain(content: id), naming: [id])
        }
    }

    private func reading() async throws {
        for text in [nil, words[0]] {
            try await caller.send(ReadingList.ListLinks(text: text))
            try await caller.send(ReadingList.ListDomains(text: text))
        }
        try await caller.send(ReadingList.GetLink(id: others.link))
        try await caller.send(ReadingList.GetLinkImport(job: others.job))
        try await caller.read(ReadingList.FollowLinkImport(job: others.job))
    }

    private func schedule() async throws {
        try await caller.send(Scheduler.ListShows())
        try await caller.send(Scheduler.ListShows(onlyMaybe: true))
        for slot in others.slots { try await caller.send(Scheduler.GetSlot(id: slot)) }
        try await caller.send(Scheduler.GetWeek(first: HouseholdAudit.week))
        try await caller.send(Scheduler.ExportCalendar(first: HouseholdAudit.week))
        for id in hidden {
            try await caller.send(
                Scheduler.BookSlot(start: "2031-05-01T20:00", minutes: 60, content: id), naming: [id])
            try await caller.send(Scheduler.SetShow(content: id, approval: .yes), naming: [id])
        }
    }

    private func metadata() async throws {
        try await caller.send(MetadataGateway.Discover())
        for word in words { try await caller.send(MetadataGateway.Discover(text: word)) }
        try await caller.send(MetadataGateway.GetCards(ids: HouseholdAudit.outside), naming: HouseholdAudit.outside)
        try await caller.send(MetadataGateway.SearchTitles(text: words[0]))
        try await caller.send(MetadataGateway.ListTitles(list: .trendingThisWeek))
        let numbers = HouseholdAudit.outside.compactMap { TMDBID($0)?.number }
        for number in numbers {
            let extras: [TitleExtra] = [.credits, .similar, .recommendations]
            try await caller.send(MetadataGateway.GetMovie(id: number, along: extras))
            try await caller.send(MetadataGateway.GetShow(id: number, along: extras))
            try await caller.send(MetadataGateway.GetSeason(seriesId: number, seasonNumber: 1))
        }
        try await caller.send(MetadataGateway.GetSeasonMarks(title: words[0], seasonNumber: 1))
        try await caller.send(MetadataGateway.GetEpisodeGroup(seriesId: 1, groupId: "a"))
        try await caller.send(MetadataGateway.GetGenres(ofShows: false))
        try await caller.send(MetadataGateway.GetImage(path: HouseholdAudit.picture, use: .card))
    }

    private func downloads() async throws {
        try await caller.read(Downloads.Follow(), upTo: 1)
        for id in hidden {
            try await caller.send(Downloads.Locate(content: id), naming: [id])
            try await caller.send(Downloads.Start(content: id), naming: [id])
        }
        for download in others.downloads { try await caller.read(Downloads.ReadFile(download: download)) }
    }

    /// What every service has, of each of them.
    private func system() async throws {
        for service in HouseholdAudit.services {
            try await caller.send(Sys.ListCalls(limit: 100), to: service)
            try await caller.send(Sys.GetSpans(trace: String(repeating: "ab", count: 16)), to: service)
        }
    }
}

extension AuditCaller {
    /// Notes something that is told in another way than by a word.
    func report<Request: RPCMethod>(_ request: Request, _ what: String) {
        note(leak: "\(Request.fullMethod) tells \(what)")
    }
}
