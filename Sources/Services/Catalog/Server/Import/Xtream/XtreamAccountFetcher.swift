internal import CatalogAPI
internal import CatalogFormats
internal import GRDB
internal import RPC
internal import ServiceKit

/// The responses of a panel, in files.
struct XtreamResponses: Sendable {
    /// One list.
    struct Section: Sendable {
        var section: XtreamTitle.Section
        /// The file of the list; nil when the panel has none.
        var path: String?
        /// The names of its categories, by id.
        var categories: [String: String] = [:]
    }

    var feed: String
    var address: XtreamEndpoint
    var account: PanelAccount
    var sections: [Section] = []
    /// The outcome of the requests for single series and films.
    var rest = XtreamFetchOutcome.nothing
}

/// Fetches all lists of an account from its panel, one request after the other, and then single titles by
/// ``XtreamFetcher``.
struct XtreamAccountFetcher {
    let context: JobContext
    let feed: Feed
    let fetching: JobFetcher

    /// Fetches.
    ///
    /// - Throws: ``JobAbort``: an invalid account, and a missing response, leave everything as it was. A list that the
    ///   panel does not have at all is omitted.
    func run() async throws -> XtreamResponses {
        let address = try XtreamEndpoint(feed)
        let account = try PanelAccount(response: try await fetching.bytes(address.api()))
        try await context.write { [feed] in try FeedTable.note(account, of: feed.name, $0) }
        guard account.isUsable else {
            throw JobAbort.failed(
                "The panel says that the account is \(account.status.lowercased()). The previous contents remain."
            )
        }
        var responses = XtreamResponses(feed: feed.name, address: address, account: account)
        for section in XtreamTitle.Section.allCases {
            var response = XtreamResponses.Section(section: section)
            // Without category names adult titles cannot be recognised: the section stays as it was.
            if let names = try await nilIfMissing({ try await categories(of: section, address) }) ?? nil,
                try await hasNames(names, section)
            {
                response.categories = names
                response.path = try await nilIfMissing { try await list(section, address) } ?? nil
            }
            responses.sections.append(response)
        }
        let fetcher = XtreamFetcher(context: context, feed: feed, fetching: fetching)
        responses.rest = try await fetcher.series(responses)
        // Episodes, which can be watched, come before descriptions.
        if case .nothing = responses.rest { responses.rest = try await fetcher.films(responses) }
        return responses
    }

    /// The response of a panel; nil when it does not have the resource: many have no films, or no series.
    private func nilIfMissing<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value? {
        do { return try await body() } catch JobAbort.unreachable(_, let failure) where failure.isMissing {
            return nil
        }
    }

    private func list(_ section: XtreamTitle.Section, _ address: XtreamEndpoint) async throws -> String? {
        switch try await fetching.file(address.api(section.action), isAlone: false) {
        case .file(let path, _, _): path
        case .notModified: nil
        }
    }

    /// Whether these are the category names of a section. An empty answer counts where the section never had any, or
    /// where the caller forces the import.
    private func hasNames(_ names: [String: String], _ section: XtreamTitle.Section) async throws -> Bool {
        guard names.isEmpty, !context.record.allowsShrinking else { return true }
        return try await context.read { [feed] db in
            let hasHadSome = try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM source s
                        CROSS JOIN entry e INDEXED BY entry_by_source ON e.source = s.id AND e.died = \(Generation.never)
                        WHERE s.name = ? AND e.kind & ? <> 0 AND e.groups IS NOT NULL)
                    """, arguments: [feed.name, section.kind])
            return hasHadSome != true
        }
    }

    /// The names of a section's categories, by id; nil when the list is truncated.
    private func categories(
        of section: XtreamTitle.Section, _ address: XtreamEndpoint
    ) async throws -> [String: String]? {
        let bytes = try await fetching.bytes(address.api(section.categories))
        var elements = JSONElementScanner(maximumBytes: context.limits.elementBytes)
        var names: [String: String] = [:]
        elements.consume(bytes.span) { _, element in
            guard let object = XtreamObject(element), let id = object.text("category_id") else { return }
            names[id] = object.label("category_name")
        }
        return elements.isComplete || names.isEmpty ? names : nil
    }
}
