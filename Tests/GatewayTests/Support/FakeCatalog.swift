import CatalogAPI
import Foundation
import HearthModel
import RPC
import Synchronization
import TestSupport

/// The catalog service as its contract has it, in memory: says what it is told to say, and keeps what it was asked.
final class FakeCatalog: Sendable {
    private struct State {
        var search = SearchResults()
        var guide = NowNextPage(channels: [], total: 0)
        var channels: [ChannelOnAir] = []
        var titles: [ContentID: Title] = [:]
        var corrections: [Correction] = []
        var jobs: [Result<ImportJob, RPCError>] = []
        var imports: [String] = []
        var uploaded = Data()
        var sources: [CatalogSource] = []
        var openJobs: [ImportJob] = []
        var searches: [Catalog.Search] = []
        var guideSearches: [Catalog.SearchGuide] = []
        var guideHits = GuideHits(hits: [], total: 0, isTotalExact: true)
        var discovery = DiscoveryPage(sections: [])
        var noted: [String] = []
        var matches = 0
        var details = Details()
        var tokens: [AccessToken?] = []
        var failure: RPCError?
        var refused: Set<AccessToken> = []
    }

    private let state = Mutex(State())

    func setSearch(_ results: SearchResults) { state.withLock { $0.search = results } }
    func setGuide(_ page: NowNextPage) { state.withLock { $0.guide = page } }

    /// The channels by number.
    private var channels: [ChannelOnAir] { state.withLock { $0.channels } }
    func setChannels(_ channels: [ChannelOnAir]) { state.withLock { $0.channels = channels } }

    /// Has a title, under its card's id.
    func add(_ title: Title) { state.withLock { $0.titles[title.card.id] = title } }

    /// What those who follow an import are told, one after the other, with errors between that break the stream; the last
    /// one stays.
    func setJobs(_ jobs: [Result<ImportJob, RPCError>]) { state.withLock { $0.jobs = jobs } }

    /// What those who follow an import are told.
    func setJobs(_ jobs: [ImportJob]) { setJobs(jobs.map { .success($0) }) }

    /// What the household has.
    var sources: [CatalogSource] { state.withLock { $0.sources } }
    var openJobs: [ImportJob] { state.withLock { $0.openJobs } }
    func setOpenJobs(_ jobs: [ImportJob]) { state.withLock { $0.openJobs = jobs } }
    func setSources(_ sources: [CatalogSource]) { state.withLock { $0.sources = sources } }

    /// Keeps what was asked, and names the job.
    func note(_ text: String) throws -> ImportStarted {
        try check { state in
            state.imports.append(text)
            return ImportStarted(job: "job-1")
        }
    }

    /// Has every call fail from now on.
    func fail(with error: RPCError?) { state.withLock { $0.failure = error } }

    /// Does not take a token any more.
    func refuse(_ token: AccessToken) { state.withLock { _ = $0.refused.insert(token) } }

    var searches: [Catalog.Search] { state.withLock { $0.searches } }
    var guideSearches: [Catalog.SearchGuide] { state.withLock { $0.guideSearches } }
    /// What was noted as looked for.
    var noted: [String] { state.withLock { $0.noted } }
    func setGuideHits(_ hits: GuideHits) { state.withLock { $0.guideHits = hits } }
    func setDetails(_ details: Details) { state.withLock { $0.details = details } }
    func setDiscovery(_ page: DiscoveryPage) { state.withLock { $0.discovery = page } }
    var imports: [String] { state.withLock { $0.imports } }
    /// The bytes of the file that was sent last.
    var uploaded: Data { state.withLock { $0.uploaded } }
    /// The tokens that searches came with.
    var tokens: [AccessToken?] { state.withLock { $0.tokens } }

    var handlers: RPCHandlers<Catalog> {
        var handlers = RPCHandlers<Catalog>()
        handlers.on(Catalog.ImportPlaylist.self) { request, items, _ in
            try await self.take(items, "playlist \(request.source) \(request.allowsShrinking ?? false)")
        }
        handlers.on(Catalog.ImportGuide.self) { request, items, _ in
            try await self.take(items, "guide \(request.source) \(request.allowsShrinking ?? false)")
        }
        handlers.on(Catalog.FollowImport.self) { _, writer, _ in
            while true {
                let job = try self.nextJob()
                try await writer.write(job)
                if job.state.isEnd { return }
            }
        }
        handlers.on(Catalog.GetImport.self) { _, _ in try self.nextJob() }
        addSources(to: &handlers)
        addDetails(to: &handlers)
        handlers.on(Catalog.Search.self) { request, call in
            try self.check { state in
                if let token = call.token, state.refused.contains(token) {
                    throw RPCError(.unauthenticated, "The token is signed by an unknown key.", executed: .no)
                }
                state.searches.append(request)
                state.tokens.append(call.token)
                return state.search
            }
        }
        handlers.on(Catalog.GetTitle.self) { request, _ in
            try self.check { state in
                guard let title = state.titles[request.id] else { throw RPCError(.notFound, "There is no such title.") }
                return title
            }
        }
        handlers.on(Catalog.ListEpisodes.self) { request, _ in
            try self.check { state in
                func isListed(_ card: Card) -> Bool {
                    card.series == request.series && (request.season == nil || request.season == card.season)
                }
                let all = state.titles.values.map(\.card).filter(isListed).sorted { $0.id.rawValue < $1.id.rawValue }
                let size = Int(request.page?.size ?? 50)
                let skipped = request.page?.cursor.flatMap { Int($0) } ?? 0
                var list = EpisodeList(episodes: Array(all.dropFirst(skipped).prefix(size)), total: Int64(all.count))
                if skipped + size < all.count { list.cursor = String(skipped + size) }
                return list
            }
        }
        handlers.on(Catalog.GetCards.self) { request, _ in
            try self.check { state in
                var cards = state.titles.mapValues(\.card)
                // Ids such as m1 and ch-2 are titles of their own everywhere; `nope` is none.
                for id in request.ids where cards[id] == nil && id.rawValue.wholeMatch(of: /[a-z]{1,2}-?\d+/) != nil {
                    cards[id] = Card(id: id, kind: .movie, title: "Title of \(id)")
                }
                return CardList(cards: try catalogCards(request.ids, among: cards))
            }
        }
        handlers.on(Catalog.MatchTitles.self) { request, _ in
            try self.check { state in
                state.matches += 1
                return MatchedTitles(titles: state.titles.values.map(\.card).matches(of: request.titles))
            }
        }
        handlers.on(Catalog.ListOnAir.self) { _, writer, _ in
            try await writer.write(OnAirBatch(channels: self.channels))
        }
        handlers.on(Catalog.NowNext.self) { _, _ in try self.check { $0.guide } }
        handlers.on(Catalog.Explain.self) { request, _ in
            try self.check { state in
                guard state.titles[request.id] != nil else { throw RPCError(.notFound, "There is no such title.") }
                let decision = Decision(about: "kind", result: "movie", reason: "its address says so")
                return Explanation(id: request.id, decisions: [decision])
            }
        }
        handlers.on(Catalog.CorrectTitle.self) { request, _ in try self.correct(.correct, request.id, request.changes) }
        handlers.on(Catalog.PinTitle.self) { request, _ in try self.correct(.pin, request.id, nil) }
        handlers.on(Catalog.JoinTitles.self) { request, _ in try self.correct(.join, request.id, nil) }
        handlers.on(Catalog.SplitTitle.self) { request, _ in try self.correct(.split, request.id, nil) }
        handlers.on(Catalog.ListCorrections.self) { _, _ in
            try self.check { CorrectionList(corrections: $0.corrections.reversed()) }
        }
        handlers.on(Catalog.TakeBackCorrection.self) { request, _ in
            try self.check { state in
                guard let index = state.corrections.firstIndex(where: { $0.id == request.correction }) else {
                    throw RPCError(.notFound, "There is no such correction.")
                }
                let about = state.corrections.remove(at: index).about
                return CorrectionMade(correction: request.correction, title: about, job: nil)
            }
        }
        handlers.on(Catalog.SearchGuide.self) { request, _ in
            try self.check { state in
                state.guideSearches.append(request)
                return state.guideHits
            }
        }
        handlers.on(Catalog.PreviewViewingRules.self) { request, _ in
            let parts = request.rules.rules.enumerated().map { index, rule in
                RulePreviewPart(
                    reason: .rule, rule: Int32(index + 1), text: rule.text, shown: TitleCounts(channels: 4),
                    hidden: TitleCounts(), examples: [])
            }
            let all = TitleCounts(channels: Int64(parts.count * 4))
            return RulePreview(shown: all, hidden: TitleCounts(movies: 7), parts: parts)
        }
        handlers.on(Catalog.ExplainPolicy.self) { request, _ in
            try self.check { state in
                guard let card = state.titles[request.title]?.card else { throw RPCError(.notFound, "No such title.") }
                return PolicyExplanation(
                    card: card, isAllowed: request.policy?.ruleSet == nil, reason: .rule, rule: 2, text: "block group",
                    isApplied: true)
            }
        }
        handlers.on(Catalog.ListGenres.self) { _, _ in try self.check { _ in GenreRows(rows: []) } }
        handlers.on(Catalog.ListDiscovery.self) { _, _ in try self.check { $0.discovery } }
        handlers.on(Catalog.NoteSearch.self) { request, _ in
            try self.check { state in
                state.noted.append(request.text)
                return RecentSearches(isKept: true, searches: [])
            }
        }
        return handlers
    }

    /// Takes a file to its end, unless every call fails.
    private func take(_ items: RPCItems<UploadPiece>, _ text: String) async throws -> ImportStarted {
        try check { _ in }
        var bytes = Data()
        for try await piece in items { bytes += piece.data }
        return try check { state in
            state.imports.append(text)
            state.uploaded = bytes
            return ImportStarted(job: "job-1")
        }
    }

    private func correct(
        _ kind: CorrectionKind, _ id: ContentID, _ changes: TitleChanges?
    ) throws -> CorrectionMade {
        try check { state in
            guard let card = state.titles[id]?.card else { throw RPCError(.notFound, "There is no such title.") }
            var correction = Correction(
                id: "fix-\(state.corrections.count + 1)", kind: kind, about: id, made: Date(timeIntervalSince1970: 0),
                isApplied: true)
            (correction.card, correction.changes) = (card, changes)
            state.corrections.append(correction)
            return CorrectionMade(correction: correction.id, title: id, job: nil)
        }
    }

    private static let unused = RPCError(.unimplemented, "This is not played.")

    /// An answer that was set, and what was asked kept beside it.
    func detail<Value>(_ requested: String, _ path: KeyPath<Details, Value?>) throws -> Value {
        try check { state in
            state.details.requested.append(requested)
            guard let value = state.details[keyPath: path] else {
                throw RPCError(.notFound, "There is no such title.", executed: .no)
            }
            return value
        }
    }

    /// What was asked of ``Details``.
    var requested: [String] { state.withLock { $0.details.requested } }

    private func nextJob() throws -> ImportJob {
        try check { state in
            guard let job = state.jobs.first else { throw Self.unused }
            if state.jobs.count > 1 { state.jobs.removeFirst() }
            return try job.get()
        }
    }

    /// How often it was asked which of TMDB's titles it has.
    var matches: Int { state.withLock { $0.matches } }

    private func check<Value>(_ body: (inout State) throws -> Value) throws -> Value {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            return try body(&state)
        }
    }
}
