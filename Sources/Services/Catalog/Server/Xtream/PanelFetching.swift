internal import CatalogAPI
internal import RPC
internal import ServiceKit

/// What a panel answered, in files.
struct PanelAnswers: Sendable {
    /// One list.
    struct Section: Sendable {
        var section: PanelTitle.Section
        /// The file of the list; nil when the panel has none.
        var path: String?
        /// The names of its categories, by their numbers.
        var categories: [String: String] = [:]
    }

    var feed: String
    var address: PanelAddress
    var account: PanelAccount
    var sections: [Section] = []
    /// Whether there are series or films that were not asked after yet.
    var hasMore = false
}

/// Asks a panel for everything that an account has: one request after the other, and about series only those that have
/// changed since they were asked after last; likewise about films of which its list says next to nothing.
struct PanelFetching {
    let context: JobContext
    let feed: Feed
    let fetching: Fetching

    /// Asks.
    ///
    /// - Throws: ``JobEnd``: an account that may not be used, and an answer that did not come, leave everything as it was.
    func run() async throws -> PanelAnswers {
        let address = try PanelAddress(feed)
        let account = try PanelAccount(answer: try await fetching.bytes(address.api()))
        try await context.write { [feed] in try FeedTable.note(account, of: feed.name, $0) }
        guard account.isUsable else {
            throw JobEnd.failed(
                "The panel says that the account is \(account.status.lowercased()). What it brought before is still there."
            )
        }
        var answers = PanelAnswers(feed: feed.name, address: address, account: account)
        for section in PanelTitle.Section.allCases {
            var answer = PanelAnswers.Section(section: section)
            answer.categories = try await categories(of: section, address)
            if case .file(let path, _) = try await fetching.file(address.api(section.action), isAlone: false) {
                answer.path = path
            }
            answers.sections.append(answer)
        }
        let hasMoreSeries = try await askAfterSeries(answers)
        // What can be watched comes before what it is about.
        answers.hasMore = hasMoreSeries
        if !hasMoreSeries { answers.hasMore = try await askAfterFilms(answers) }
        return answers
    }

    private func categories(of section: PanelTitle.Section, _ address: PanelAddress) async throws -> [String: String] {
        let bytes = try await fetching.bytes(address.api(section.categories))
        var elements = JSONElements(maximumBytes: context.limits.elementBytes)
        var names: [String: String] = [:]
        elements.consume(bytes.span) { _, element in
            guard let object = PanelObject(element), let id = object.text("category_id") else { return }
            names[id] = object.text("category_name")
        }
        return names
    }

    // MARK: Single titles

    private struct Listed: Sendable {
        var id: String
        var modified: String
        /// Whether the list itself says what it is about, or which of TMDB's it is.
        var isDescribed: Bool
    }

    /// What is asked after one title at a time.
    private struct Question<Answer: Codable & Sendable> {
        let section: PanelTitle.Section
        let kept: PanelKept<Answer>
        let action: String
        /// What the title's number is called.
        let item: String
        /// Titles that one refresh asks after.
        let most: Int
        /// Whether a panel that does not answer is asked again in an hour, and not by its schedule: it may well be that it never
        /// answers what films are about.
        let isWorthAnHour: Bool
        let read: ([UInt8]) -> Answer?
    }

    /// - Returns: whether there are more.
    private func askAfterSeries(_ answers: PanelAnswers) async throws -> Bool {
        let question = Question(
            section: .series, kept: .series, action: "get_series_info", item: "series_id",
            most: context.limits.seriesPerRefresh, isWorthAnHour: true, read: PanelEpisode.episodes(answer:))
        return try await ask(question, answers) { _ in true }
    }

    /// - Returns: whether there are more.
    private func askAfterFilms(_ answers: PanelAnswers) async throws -> Bool {
        let question = Question(
            section: .movie, kept: .films, action: "get_vod_info", item: "vod_id", most: context.limits.filmsPerRefresh,
            isWorthAnHour: false, read: { PanelFilm(answer: $0) })
        return try await ask(question, answers) { !$0.isDescribed }
    }

    /// Asks after the titles that are new or have changed, as many as one refresh may.
    ///
    /// - Returns: whether there are more.
    private func ask<Answer>(
        _ question: Question<Answer>, _ answers: PanelAnswers, wants: (Listed) -> Bool
    ) async throws -> Bool {
        guard let listed = try await list(question.section, answers) else { return false }
        let kept = question.kept
        let known = try await context.read { [feed] in try kept.known(feed.name, $0) }
        let ids = Set(listed.map(\.id))
        try await context.write { [feed] in try kept.keep(ids, feed: feed.name, $0) }
        let wanted = listed.filter { wants($0) && known[$0.id] != $0.modified }
        // Single titles that a panel has broken answers about do not keep it from being asked about the others.
        var (unread, isKnown) = (0, !known.isEmpty || question.isWorthAnHour)
        for title in wanted.prefix(question.most) {
            try context.checkCancellation()
            let bytes: [UInt8]
            do {
                bytes = try await fetching.bytes(answers.address.api(question.action, [(question.item, title.id)]))
            } catch JobEnd.unreachable {
                // Enough for now: what is known of the others is taken in, and these are asked after another time.
                return question.isWorthAnHour
            }
            guard let answer = question.read(bytes) else {
                unread += 1
                // A panel that does not know the question at all is not asked it a thousand times.
                if !isKnown, unread == Self.unreadMost { return false }
                continue
            }
            isKnown = true
            try await context.write { [feed] in
                try kept.put(title.id, modified: title.modified, answer, feed: feed.name, $0)
            }
        }
        return wanted.count > question.most
    }

    /// Answers that are none before the first that is one.
    private static let unreadMost = 10

    /// The panel's titles; nil when it did not tell them all.
    private func list(_ section: PanelTitle.Section, _ answers: PanelAnswers) async throws -> [Listed]? {
        guard let path = answers.sections.first(where: { $0.section == section })?.path else { return nil }
        let file = try ImportFile(path: path, maximumBytes: context.limits.fileBytes, forbidden: [])
        var elements = JSONElements(maximumBytes: context.limits.elementBytes)
        var found: [Listed] = []
        var hasMore = true
        while hasMore {
            await Task.yield()
            hasMore = try file.next(context.limits.pieceBytes) { piece in
                elements.consume(piece) { _, element in
                    guard let title = PanelObject(element).flatMap({ PanelTitle($0, section) }) else { return }
                    let isDescribed = title.overview != nil || title.tmdbID != nil
                    found.append(Listed(id: title.id, modified: title.modified, isDescribed: isDescribed))
                }
            }
        }
        return elements.isComplete && !found.isEmpty ? found : nil
    }
}
