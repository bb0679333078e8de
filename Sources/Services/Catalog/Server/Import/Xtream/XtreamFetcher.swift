internal import CatalogAPI
internal import CatalogFormats
internal import CatalogRecognition
internal import RPC
internal import ServiceKit

/// The outcome of requests for single titles.
enum XtreamFetchOutcome: Sendable {
    case nothing
    /// More titles are pending than one refresh requests.
    case more
    /// The panel does not answer; with the reason, and the delay that it requests.
    case stopped(String, retryAfter: Duration?)
}

/// Requests single titles from a panel, one after the other: series only when new or changed since the last request;
/// likewise films of which its list has next to no data.
///
/// A title with an unreadable response does not block the others: it goes to the end of the queue.
struct XtreamFetcher {
    let context: JobContext
    let feed: Feed
    let fetching: JobFetcher

    /// Requests the episodes of series.
    ///
    /// - Throws: ``JobAbort``, but not for a panel that does not answer.
    func series(_ responses: XtreamResponses) async throws -> XtreamFetchOutcome {
        let question = Question(
            section: .series, cache: .series, action: "get_series_info", item: "series_id",
            most: context.limits.seriesPerRefresh, isSure: true, read: XtreamEpisode.episodes(response:))
        return try await fetch(question, responses) { _ in true }
    }

    /// Requests the details of films.
    ///
    /// - Throws: ``JobAbort``, but not for a panel that does not answer.
    func films(_ responses: XtreamResponses) async throws -> XtreamFetchOutcome {
        let question = Question(
            section: .movie, cache: .films, action: "get_vod_info", item: "vod_id",
            most: context.limits.filmsPerRefresh,
            isSure: false, read: { XtreamMovie(response: $0) })
        return try await fetch(question, responses) { !$0.isDescribed }
    }

    private struct Listed: Sendable {
        var id: String
        var modified: String
        /// Whether the list itself has an overview or a TMDB id.
        var isDescribed: Bool
        /// Whether a member of the household opened it recently.
        var isOpened = false
    }

    /// A request for one title at a time.
    private struct Question<Response: Codable & Sendable> {
        let section: XtreamTitle.Section
        let cache: XtreamResponseCache<Response>
        let action: String
        /// The parameter name of the title's id.
        let item: String
        /// The most titles that one refresh requests.
        let most: Int
        /// Whether every panel supports the request. A panel that never answers requests for films is not in trouble
        /// for it.
        let isSure: Bool
        let read: ([UInt8]) -> Response?
    }

    /// The outcome of a request for one title.
    private enum TitleOutcome<Response> {
        case response(Response)
        /// An unreadable response.
        case unread
        /// No response for this title.
        case refused(String)
        /// No response for other titles is to be expected, either.
        case stopped(String, retryAfter: Duration?)
    }

    /// The most unreadable responses before the first readable one.
    private static let maximumUnreadable = 10
    /// The most consecutive titles without a response: then the panel is in trouble, and not the titles.
    private static let maximumRefused = 10

    /// Requests the new and changed titles, as many as one refresh may.
    private func fetch<Response>(
        _ question: Question<Response>, _ responses: XtreamResponses, wants: (Listed) -> Bool
    ) async throws -> XtreamFetchOutcome {
        guard let listed = try await list(question.section, responses) else { return .nothing }
        let (cache, unread) = (question.cache, XtreamUnreadableTitles(section: question.section, feed: feed.name))
        let ids = Set(listed.map(\.id))
        let (known, times) = try await context.write { [feed] db in
            try cache.keep(ids, feed: feed.name, db)
            try unread.keep(ids, db)
            return (try cache.known(feed.name, db), try unread.times(db))
        }
        let pending = line(listed.filter { wants($0) && known[$0.id] != $0.modified }, times)
        let (rest, requested) = try await fetch(
            question, pending, isKnown: !known.isEmpty || question.isSure, responses.address)
        let left = XtreamBacklog(section: question.section, feed: feed.name)
        try await context.write { try left.note(pending.count - requested, $0) }
        return rest
    }

    /// Requests titles in their order, as many as one refresh may.
    ///
    /// - Parameter isKnown: Whether the panel has ever answered the request.
    /// - Returns: the pending titles, and how many were requested.
    private func fetch<Response>(
        _ question: Question<Response>, _ pending: [Listed], isKnown: Bool, _ address: XtreamEndpoint
    ) async throws -> (XtreamFetchOutcome, requested: Int) {
        let (cache, unread) = (question.cache, XtreamUnreadableTitles(section: question.section, feed: feed.name))
        var (unreadCount, refusedCount, isKnown) = (0, 0, isKnown)
        for (index, title) in pending.prefix(question.most).enumerated() {
            try context.checkCancellation()
            let now = context.now
            switch try await requestTitle(question, address, title) {
            case .response(let response):
                (isKnown, refusedCount) = (true, 0)
                try await context.write { [feed] db in
                    try cache.put(title.id, modified: title.modified, response, feed: feed.name, db)
                    try unread.forget(title.id, db)
                }
                continue
            case .unread: refusedCount = 0
            case .refused(let reason):
                refusedCount += 1
                guard refusedCount < Self.maximumRefused else {
                    try await context.write { try unread.note(title.id, at: now, $0) }
                    return (isKnown ? .stopped(reason, retryAfter: nil) : .nothing, index + 1)
                }
            case .stopped(let reason, let wait):
                // The title may be the cause after all: it is requested again soon, but behind the others.
                let soon = now - XtreamUnreadableTitles.pause.wholeMilliseconds
                try await context.write { try unread.note(title.id, at: soon, $0) }
                return (isKnown ? .stopped(reason, retryAfter: wait) : .nothing, index)
            }
            unreadCount += 1
            try await context.write { try unread.note(title.id, at: now, $0) }
            // A panel that does not support the request does not get it a thousand times.
            if !isKnown, unreadCount == Self.maximumUnreadable { return (.nothing, pending.count) }
        }
        return (pending.count > question.most ? .more : .nothing, min(pending.count, question.most))
    }

    private func requestTitle<Response>(
        _ question: Question<Response>, _ address: XtreamEndpoint, _ title: Listed
    ) async throws -> TitleOutcome<Response> {
        do {
            let bytes = try await fetching.bytes(address.api(question.action, [(question.item, title.id)]))
            return question.read(bytes).map { .response($0) } ?? .unread
        } catch JobAbort.unreachable(let reason, let failure) {
            return failure.affectsOneRequest ? .refused(reason) : .stopped(reason, retryAfter: failure.retryAfter)
        } catch JobAbort.forbidden(let reason) {
            // The panel itself was reached: it redirects for this title.
            return .refused(reason)
        }
    }

    /// The queue of titles to request: recently opened ones first, those with failed requests last, and of these none
    /// too soon.
    private func line(_ titles: [Listed], _ times: [String: Int64]) -> [Listed] {
        let latest = context.now - XtreamUnreadableTitles.pause.wholeMilliseconds
        let again = titles.compactMap { title in times[title.id].map { (title: title, time: $0) } }
            .filter { $0.time <= latest }.sorted { ($0.time, $0.title.id) < ($1.time, $1.title.id) }
        let line = titles.filter { times[$0.id] == nil } + again.map(\.title)
        return line.filter(\.isOpened) + line.filter { !$0.isOpened }
    }

    /// The panel's titles; nil when the list is incomplete.
    private func list(_ section: XtreamTitle.Section, _ responses: XtreamResponses) async throws -> [Listed]? {
        guard let path = responses.sections.first(where: { $0.section == section })?.path else { return nil }
        let file = try ImportFile(path: path)
        var elements = JSONElementScanner(maximumBytes: context.limits.elementBytes)
        var found: [Listed] = []
        let builder = XtreamEntryBuilder(address: responses.address, liveExtension: "")
        var reader = EntryRecognizer(source: feed.name)
        /// A title's id in the catalog.
        func identity(_ title: XtreamTitle) -> String {
            let response = XtreamResponses.Section(section: section)
            guard section == .series else {
                return reader.item(for: builder.entry(title, response, line: 0)).id.description
            }
            let episode = XtreamEpisode(id: "1", season: 1, number: 1, title: "")
            return reader.item(for: builder.entry(episode, of: title, response, line: 0)).series?.id.description ?? ""
        }
        var hasMore = true
        while hasMore {
            await Task.yield()
            hasMore = try file.next(context.limits.pieceBytes) { piece in
                elements.consume(piece) { _, element in
                    guard let title = XtreamObject(element).flatMap({ XtreamTitle($0, section) }) else { return }
                    let isDescribed = title.overview != nil || title.tmdbID != nil
                    var listed = Listed(id: title.id, modified: title.modified, isDescribed: isDescribed)
                    if !context.opened.isEmpty { listed.isOpened = context.opened.contains(identity(title)) }
                    found.append(listed)
                }
            }
        }
        return elements.isComplete && !found.isEmpty ? found : nil
    }
}
