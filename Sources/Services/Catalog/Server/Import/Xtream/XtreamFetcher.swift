internal import CatalogAPI
internal import RPC
internal import ServiceKit

/// What is left to ask a panel.
enum XtreamFetchOutcome: Sendable {
    case nothing
    /// More than one refresh asks after.
    case more
    /// The panel does not answer; with why, and how long it asks to wait.
    case stopped(String, retryAfter: Duration?)
}

/// Asks a panel after single titles, one after the other: after series only those that are new or have changed since they were
/// asked after last; likewise after films of which its list says next to nothing.
///
/// A title of which no answer can be read keeps the panel from being asked about no other: it goes to the end of the line.
struct XtreamFetcher {
    let context: JobContext
    let feed: Feed
    let fetching: JobFetcher

    /// Asks for the episodes of series.
    ///
    /// - Throws: ``JobAbort``, but not for a panel that does not answer.
    func series(_ answers: XtreamResponses) async throws -> XtreamFetchOutcome {
        let question = Question(
            section: .series, kept: .series, action: "get_series_info", item: "series_id",
            most: context.limits.seriesPerRefresh, isSure: true, read: XtreamEpisode.episodes(answer:))
        return try await ask(question, answers) { _ in true }
    }

    /// Asks what films are about.
    ///
    /// - Throws: ``JobAbort``, but not for a panel that does not answer.
    func films(_ answers: XtreamResponses) async throws -> XtreamFetchOutcome {
        let question = Question(
            section: .movie, kept: .films, action: "get_vod_info", item: "vod_id", most: context.limits.filmsPerRefresh,
            isSure: false, read: { XtreamMovie(answer: $0) })
        return try await ask(question, answers) { !$0.isDescribed }
    }

    private struct Listed: Sendable {
        var id: String
        var modified: String
        /// Whether the list itself says what it is about, or which of TMDB's it is.
        var isDescribed: Bool
        /// Whether a member of the household looked at it.
        var isOpened = false
    }

    /// What is asked after one title at a time.
    private struct Question<Answer: Codable & Sendable> {
        let section: XtreamTitle.Section
        let kept: XtreamResponseCache<Answer>
        let action: String
        /// What the title's number is called.
        let item: String
        /// Titles that one refresh asks after.
        let most: Int
        /// Whether any panel knows the question. One that never answers what films are about is not in trouble for it.
        let isSure: Bool
        let read: ([UInt8]) -> Answer?
    }

    /// What came of asking after one title.
    private enum Reply<Answer> {
        case answer(Answer)
        /// Something came that is no answer.
        case unread
        /// Nothing came about this title.
        case refused(String)
        /// Nothing will come about others, either.
        case stopped(String, retryAfter: Duration?)
    }

    /// Unread answers before the first that is read.
    private static let maximumUnreadable = 10
    /// Titles in a row about which nothing comes: the panel is in trouble, and not they.
    private static let maximumRefused = 10

    /// Asks after the titles that are new or have changed, as many as one refresh may.
    private func ask<Answer>(
        _ question: Question<Answer>, _ answers: XtreamResponses, wants: (Listed) -> Bool
    ) async throws -> XtreamFetchOutcome {
        guard let listed = try await list(question.section, answers) else { return .nothing }
        let (kept, unread) = (question.kept, XtreamUnreadableTitles(section: question.section, feed: feed.name))
        let ids = Set(listed.map(\.id))
        let (known, times) = try await context.write { [feed] db in
            try kept.keep(ids, feed: feed.name, db)
            try unread.keep(ids, db)
            return (try kept.known(feed.name, db), try unread.times(db))
        }
        let wanted = line(listed.filter { wants($0) && known[$0.id] != $0.modified }, times)
        let (rest, asked) = try await ask(question, wanted, isKnown: !known.isEmpty || question.isSure, answers.address)
        let left = XtreamBacklog(section: question.section, feed: feed.name)
        try await context.write { try left.note(wanted.count - asked, $0) }
        return rest
    }

    /// Asks after titles in their order, as many as one refresh may.
    ///
    /// - Parameter isKnown: Whether the panel has ever answered the question.
    /// - Returns: what is left, and how many were asked after.
    private func ask<Answer>(
        _ question: Question<Answer>, _ wanted: [Listed], isKnown: Bool, _ address: XtreamEndpoint
    ) async throws -> (XtreamFetchOutcome, asked: Int) {
        let (kept, unread) = (question.kept, XtreamUnreadableTitles(section: question.section, feed: feed.name))
        var (unreadCount, refusedCount, isKnown) = (0, 0, isKnown)
        for (index, title) in wanted.prefix(question.most).enumerated() {
            try context.checkCancellation()
            let now = context.now
            switch try await reply(question, address, title) {
            case .answer(let answer):
                (isKnown, refusedCount) = (true, 0)
                try await context.write { [feed] db in
                    try kept.put(title.id, modified: title.modified, answer, feed: feed.name, db)
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
                // It may be the title's fault after all: it is asked after again soon, but behind the others.
                let soon = now - XtreamUnreadableTitles.pause.wholeMilliseconds
                try await context.write { try unread.note(title.id, at: soon, $0) }
                return (isKnown ? .stopped(reason, retryAfter: wait) : .nothing, index)
            }
            unreadCount += 1
            try await context.write { try unread.note(title.id, at: now, $0) }
            // A panel that does not know the question at all is not asked it a thousand times.
            if !isKnown, unreadCount == Self.maximumUnreadable { return (.nothing, wanted.count) }
        }
        return (wanted.count > question.most ? .more : .nothing, min(wanted.count, question.most))
    }

    private func reply<Answer>(
        _ question: Question<Answer>, _ address: XtreamEndpoint, _ title: Listed
    ) async throws -> Reply<Answer> {
        do {
            let bytes = try await fetching.bytes(address.api(question.action, [(question.item, title.id)]))
            return question.read(bytes).map { .answer($0) } ?? .unread
        } catch JobAbort.unreachable(let reason, let unanswered) {
            return unanswered.affectsOneRequest ? .refused(reason) : .stopped(reason, retryAfter: unanswered.retryAfter)
        } catch JobAbort.forbidden(let reason) {
            // The panel itself was reached: it leads elsewhere for this title.
            return .refused(reason)
        }
    }

    /// The titles that are to be asked after, in their order: those first that the household opened, those last that were asked after in vain, and of these none too soon.
    private func line(_ titles: [Listed], _ times: [String: Int64]) -> [Listed] {
        let latest = context.now - XtreamUnreadableTitles.pause.wholeMilliseconds
        let again = titles.compactMap { title in times[title.id].map { (title: title, time: $0) } }
            .filter { $0.time <= latest }.sorted { ($0.time, $0.title.id) < ($1.time, $1.title.id) }
        let line = titles.filter { times[$0.id] == nil } + again.map(\.title)
        return line.filter(\.isOpened) + line.filter { !$0.isOpened }
    }

    /// The panel's titles; nil when it did not tell them all.
    private func list(_ section: XtreamTitle.Section, _ answers: XtreamResponses) async throws -> [Listed]? {
        guard let path = answers.sections.first(where: { $0.section == section })?.path else { return nil }
        let file = try ImportFile(path: path)
        var elements = JSONElementScanner(maximumBytes: context.limits.elementBytes)
        var found: [Listed] = []
        let maker = XtreamEntryBuilder(address: answers.address, liveExtension: "")
        var reader = EntryRecognizer(source: feed.name)
        /// The id that a title has in the catalog.
        func identity(_ title: XtreamTitle) -> String {
            let answer = XtreamResponses.Section(section: section)
            guard section == .series else {
                return reader.item(for: maker.entry(title, answer, line: 0)).id.description
            }
            let episode = XtreamEpisode(id: "1", season: 1, number: 1, title: "")
            return reader.item(for: maker.entry(episode, of: title, answer, line: 0)).series?.id.description ?? ""
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
