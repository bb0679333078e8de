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
    /// Whether there are series that were not asked after yet.
    var hasMoreSeries = false
}

/// Asks a panel for everything that an account has: one request after the other, and about series only those that have
/// changed since they were asked after last.
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
        answers.hasMoreSeries = try await askAfterSeries(answers)
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

    // MARK: Series

    private struct Listed: Sendable {
        var id: String
        var modified: String
    }

    /// Asks after the series that are new or have changed, as many as one refresh may.
    ///
    /// - Returns: whether there are more.
    private func askAfterSeries(_ answers: PanelAnswers) async throws -> Bool {
        let listed = try await list(answers)
        guard let listed else { return false }
        let known = try await context.read { [feed] in try PanelSeriesTable.known(feed.name, $0) }
        let ids = Set(listed.map(\.id))
        try await context.write { [feed] in try PanelSeriesTable.keep(ids, feed: feed.name, $0) }
        let wanted = listed.filter { known[$0.id] != $0.modified }
        for series in wanted.prefix(context.limits.seriesPerRefresh) {
            try context.checkCancellation()
            let bytes: [UInt8]
            do {
                bytes = try await fetching.bytes(answers.address.api("get_series_info", [("series_id", series.id)]))
            } catch JobEnd.unreachable {
                // Enough for now: what is known of the others is taken in, and these are asked after before long.
                return true
            }
            guard let episodes = PanelEpisode.episodes(answer: bytes) else { continue }
            try await context.write { [feed] in
                try PanelSeriesTable.put(series.id, modified: series.modified, episodes, feed: feed.name, $0)
            }
        }
        return wanted.count > context.limits.seriesPerRefresh
    }

    /// The panel's series; nil when it did not tell them all.
    private func list(_ answers: PanelAnswers) async throws -> [Listed]? {
        guard let path = answers.sections.first(where: { $0.section == .series })?.path else { return nil }
        let file = try ImportFile(path: path, maximumBytes: context.limits.fileBytes, forbidden: [])
        var elements = JSONElements(maximumBytes: context.limits.elementBytes)
        var found: [Listed] = []
        var hasMore = true
        while hasMore {
            await Task.yield()
            hasMore = try file.next(context.limits.pieceBytes) { piece in
                elements.consume(piece) { _, element in
                    guard let title = PanelObject(element).flatMap({ PanelTitle($0, .series) }) else { return }
                    found.append(Listed(id: title.id, modified: title.modified))
                }
            }
        }
        return elements.isComplete && !found.isEmpty ? found : nil
    }
}
