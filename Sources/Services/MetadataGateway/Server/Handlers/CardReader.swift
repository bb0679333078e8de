internal import Access
internal import HearthModel
internal import MetadataGatewayAPI
internal import RPC
internal import ServiceKit

/// TMDB's titles as cards, filtered by the caller's policy with their certificates.
///
/// A certificate comes with a title's details, one request per title. The details are fetched concurrently within the
/// caller's deadline; late responses are cached for the next caller.
struct CardReader: Sendable {
    private let source: TMDBSource
    private let runtime: any Runtime
    private let shards: ShardDirectory

    init(source: TMDBSource, runtime: any Runtime, shards: ShardDirectory) {
        (self.source, self.runtime, self.shards) = (source, runtime, shards)
    }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<MetadataGateway>) {
        handlers.on(MetadataGateway.Discover.self) { request, call in
            try await discover(request, call, for: call.viewer)
        }
        handlers.on(MetadataGateway.GetCards.self) { request, call in
            try await cards(request, call, for: call.viewer)
        }
    }

    /// The result for one title.
    private typealias CardResult = Result<(card: Card, source: AnswerSource), any Error>

    /// - Throws: the list's or search's error; titles of unknown rating are counted.
    private func discover(
        _ request: MetadataGateway.Discover, _ call: ServerCall, for viewer: Viewer
    ) async throws -> DiscoveredTitles {
        if let text = request.text { try RequestValidation.check(text: text) }
        if let kind = request.kind, kind != .movie, kind != .series {
            throw RPCError.invalidArgument("kind", "must be movie or series.")
        }
        try RequestValidation.check(page: request.page, language: request.language)
        let policy = try await OutsidePolicy(of: viewer, in: shards)
        let (page, info) = try await source.response(TMDB.TitlePage.self, to: .discover(request), in: viewer.household)
        let listed = page.results.compactMap { Card($0, kind: request.kind) }
            .filter { request.kind == nil || $0.kind == request.kind }
        let results = await details(of: listed.compactMap(TMDBID.init(of:)), until: end(of: call), viewer.household)
        var titles = DiscoveredTitles(cards: [], unrated: 0, nextPage: Self.next(after: page), source: info)
        for var card in listed {
            if case .success(let found) = results[card.id] {
                // In the requested language; a list may lack other fields.
                let (title, isMarked) = (card.title, card.isAdult)
                card = found.card
                // The details may be older than the flag.
                (card.title, card.isAdult) = (title, card.isAdult || isMarked)
            } else if policy.isRestricted {
                titles.unrated += 1
                continue
            }
            if let shown = policy.shown(card) { titles.cards.append(shown) }
        }
        return titles
    }

    /// - Throws: why there is nothing, when that holds for every title.
    private func cards(
        _ request: MetadataGateway.GetCards, _ call: ServerCall, for viewer: Viewer
    ) async throws -> OutsideCards {
        let limit = MetadataGateway.GetCards.maximumCount
        guard (1...limit).contains(request.ids.count) else {
            throw RPCError.invalidArgument("ids", "must be between 1 and \(limit) titles.")
        }
        let numbers = try request.ids.map { id in
            guard let number = TMDBID(id) else {
                let text = id.rawValue.prefix(ContentID.maximumBytes)
                throw RPCError.invalidArgument("ids", "\(text) is no title of TMDB's.")
            }
            return number
        }
        let policy = try await OutsidePolicy(of: viewer, in: shards)
        let results = await details(of: numbers, until: end(of: call), viewer.household)
        var (found, failures) = (OutsideCards(cards: []), [any Error]())
        for id in request.ids {
            switch results[id] {
            case .success((let card, let source)):
                guard let shown = policy.shown(card) else { continue }
                found.cards.append(shown)
                let isOlder = found.source.map { source.fetchedAt < $0.fetchedAt } ?? true
                if isOlder { found.source = source }
            case .failure(MetadataGatewayError.unknownTitle): continue
            case .failure(let error):
                failures.append(error)
                found.unanswered.append(id)
            case nil: found.unanswered.append(id)
            }
        }
        if failures.count == request.ids.count, let failure = failures.first { throw failure }
        return found
    }

    /// The time at which a response must be assembled from the details that have arrived.
    private func end(of call: ServerCall) -> MonotonicInstant {
        let now = runtime.now
        return now.advanced(by: now.duration(to: call.deadline) * MetadataGatewayLimits.detailsShare)
    }

    /// Fetches the details of titles concurrently until the deadline.
    ///
    /// - Returns: the details that arrived, by title ID.
    private func details(
        of numbers: [TMDBID], until end: MonotonicInstant, _ household: String
    ) async -> [ContentID: CardResult] {
        let numbers = Set(numbers)
        return await withTaskGroup(of: (TMDBID, CardResult)?.self) { group in
            for number in numbers { group.addTask { (number, await details(of: number, household)) } }
            group.addTask {
                try? await runtime.sleep(until: end)
                return nil
            }
            var results: [ContentID: CardResult] = [:]
            while results.count < numbers.count, case let (number, result)?? = await group.next() {
                results[number.content] = result
            }
            group.cancelAll()
            return results
        }
    }

    private func details(of number: TMDBID, _ household: String) async -> CardResult {
        do {
            let (card, info): (Card?, AnswerSource)
            if number.kind == .series {
                let question = TMDBRequest.show(.init(id: number.number, along: [.certificates, .externalIds]))
                let (show, source) = try await source.response(TMDB.Show.self, to: question, in: household)
                (card, info) = (Card(show), source)
            } else {
                let question = TMDBRequest.movie(.init(id: number.number, along: [.certificates]))
                let (movie, source) = try await source.response(TMDB.Movie.self, to: question, in: household)
                (card, info) = (Card(movie), source)
            }
            // Details of another title than the requested one are ignored.
            guard let card, card.id == number.content else { throw MetadataGatewayError.unreadable("id") }
            return .success((card, info))
        } catch {
            return .failure(error)
        }
    }

    private static func next(after page: TMDB.TitlePage) -> Int32? {
        let last = min(page.totalPages, Int64(MetadataGatewayLimits.lastPage))
        return page.page < last ? Int32(exactly: page.page + 1) : nil
    }
}
