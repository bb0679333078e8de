internal import CatalogAPI
internal import CatalogFormats
internal import ServiceKit

/// A panel's responses as entries of a list: they are recognised, staged and published as a playlist's are.
struct XtreamEntryStream: EntryStream {
    private let context: JobContext
    private let responses: XtreamResponses
    private let builder: XtreamEntryBuilder
    private let files: [ImportFile?]
    private var current = 0
    private var elements: JSONElementScanner
    /// Titles of the current list.
    private var found = 0
    private(set) var incompleteKinds: Int64 = 0
    /// The series of the second pass without episodes: those with an unreadable response, and those not requested yet.
    private var (withoutEpisodes, waiting): ([String], Int) = ([], 0)

    /// Opens the responses.
    ///
    /// - Throws: ``JobAbort/failed(_:)``.
    init(_ responses: XtreamResponses, context: JobContext) throws {
        (self.responses, self.context) = (responses, context)
        builder = XtreamEntryBuilder(address: responses.address, liveExtension: responses.account.liveExtension)
        files = try responses.sections.map { section in
            try section.path.map { try ImportFile(path: $0) }
        }
        elements = JSONElementScanner(maximumBytes: context.limits.elementBytes)
    }

    var bytes: Int64 { files.reduce(0) { $0 + ($1?.size ?? 0) } }
    var bytesRead: Int64 { files.reduce(0) { $0 + ($1?.bytesRead ?? 0) } }
    var cut: Int64 { 0 }
    /// A panel's guide is added by the source's own name.
    var guides: [String] { [] }

    var notes: [String] {
        var notes: [String] = []
        if !withoutEpisodes.isEmpty {
            let names = withoutEpisodes.prefix(Self.namedSeries).joined(separator: ", ")
            let others = withoutEpisodes.count > Self.namedSeries ? " and others" : ""
            notes.append(
                "\(withoutEpisodes.count) series \(withoutEpisodes.count == 1 ? "has" : "have") no episodes, as the panel's answer about "
                    + "\(withoutEpisodes.count == 1 ? "it" : "them") has none or cannot be read: \(names)\(others).")
        }
        if waiting > 0 {
            notes.append(
                "\(waiting) series \(waiting == 1 ? "is" : "are") still to be requested, at most "
                    + "\(context.limits.seriesPerRefresh) in one refresh; the source shows when the next one is.")
        }
        return notes
    }

    /// The most series without episodes that the report names.
    private static let namedSeries = 10

    mutating func next(_ receive: (M3UItem) throws -> Void) async throws -> Bool {
        guard current < files.count else { return false }
        let section = responses.sections[current]
        let file = files[current]
        var titles: [(line: Int, title: XtreamTitle)] = []
        var count = elements.count
        let hasMore = try file?.next(context.limits.pieceBytes) { piece in
            try elements.consume(piece) { _, element in
                count += 1
                guard let title = XtreamObject(element).flatMap({ XtreamTitle($0, section.section) }) else {
                    return try receive(.refused(RefusedLine(line: count, reason: .notATitle, excerpt: "")))
                }
                titles.append((count, title))
            }
        }
        try await emit(titles, of: section, receive)
        if hasMore == true { return true }
        try endSection(section.section, receive)
        return current < files.count
    }

    /// Passes on the titles in a piece of a list; for series, their episodes.
    private mutating func emit(
        _ titles: [(line: Int, title: XtreamTitle)], of section: XtreamResponses.Section,
        _ receive: (M3UItem) throws -> Void
    ) async throws {
        found += titles.count
        let ids = titles.map(\.title.id)
        guard section.section == .series else {
            let isFilms = section.section == .movie
            let films = try await context.read { [responses] db -> [String: XtreamMovie] in
                guard isFilms else { return [:] }
                return try XtreamResponseCache.films.responses(of: ids, feed: responses.feed, db)
            }
            for (line, title) in titles {
                try receive(.entry(builder.entry(title.with(films[title.id]), section, line: line)))
            }
            return
        }
        let (episodes, requested) = try await context.read { [responses] db in
            (
                try XtreamResponseCache.series.responses(of: ids, feed: responses.feed, db),
                try XtreamUnreadableTitles(section: .series, feed: responses.feed).times(db)
            )
        }
        for (_, title) in titles where episodes[title.id]?.isEmpty ?? true {
            if episodes[title.id] == nil, requested[title.id] == nil {
                waiting += 1
            } else {
                withoutEpisodes.append(title.name)
            }
        }
        for (line, title) in titles {
            for (index, episode) in (episodes[title.id] ?? []).enumerated() {
                try receive(.entry(builder.entry(episode, of: title, isFirst: index == 0, section, line: line)))
            }
        }
    }

    /// Records whether the list was complete, and continues with the next.
    private mutating func endSection(
        _ section: XtreamTitle.Section, _ receive: (M3UItem) throws -> Void
    ) throws {
        if elements.skipped > 0 {
            try receive(.refused(RefusedLine(line: elements.count, reason: .lineTooLong, excerpt: "")))
        }
        // A panel in trouble returns nothing, or stops in the middle: missing titles are then not removed.
        if !elements.isComplete || found == 0 { incompleteKinds |= section.kind }
        (elements, found) = (JSONElementScanner(maximumBytes: context.limits.elementBytes), 0)
        current += 1
    }

    mutating func rewind() throws {
        for file in files { try file?.rewind() }
        (current, found) = (0, 0)
        (withoutEpisodes, waiting) = ([], 0)
    }
}
