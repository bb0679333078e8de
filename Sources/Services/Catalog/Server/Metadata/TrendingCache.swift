internal import Household
internal import Logging
internal import MetadataGatewayAPI
internal import RPC
internal import Synchronization

/// A title that is trending, as TMDB has it.
struct TrendingTitle: Sendable, Hashable {
    /// TMDB's number.
    var id: Int64
    var kind: ContentKind
    /// What it is called, and was called first.
    var names: [String]
    var year: Int?

    init(id: Int64, kind: ContentKind, names: [String], year: Int?) {
        (self.id, self.kind, self.names, self.year) = (id, kind, names, year)
    }

    /// A film or show of TMDB's; nil for a person.
    init?(_ title: TMDB.Title) {
        let kinds: [String: ContentKind] = ["movie": .movie, "tv": .series]
        guard let kind = kinds[title.mediaType ?? ""] else { return nil }
        let names = [title.title, title.name, title.originalTitle, title.originalName].compactMap(\.self)
        let date = [title.releaseDate, title.firstAirDate].compactMap(\.self).first { !$0.isEmpty }
        self.init(id: title.id, kind: kind, names: names, year: date.flatMap { Int($0.prefix(4)) })
    }
}

/// TMDB's list of the week, asked for when it is looked at, and kept for some hours.
final class TrendingCache: Sendable {
    private struct Week {
        var titles: [TrendingTitle]
        var asked: MonotonicInstant
    }

    let source: MetadataClient
    private let runtime: any Runtime
    private let logger: Logger
    private let weeks = Mutex([String: Week]())

    /// The list is of a week: some hours make no difference.
    private static let keptTime = Duration.seconds(6 * 3_600)
    /// Who looks at a screen waits no longer.
    private static let patience = Duration.milliseconds(1_500)

    init(source: MetadataClient, runtime: any Runtime, logger: Logger) {
        (self.source, self.runtime, self.logger) = (source, runtime, logger)
    }

    /// What is trending; what was, while metadata-gateway does not answer; nil when that was never told.
    func week(household: String) async -> [TrendingTitle]? {
        let known = weeks.withLock { $0[household] }
        if let known, known.asked.duration(to: runtime.now) < Self.keptTime { return known.titles }
        do {
            let titles = try await source.trending(household: household, timeout: Self.patience)
            weeks.withLock { $0[household] = Week(titles: titles, asked: runtime.now) }
            return titles
        } catch {
            logger.debug(
                "What is trending cannot be told.", metadata: ["household": "\(household)", "error": "\(error)"])
            return known?.titles
        }
    }
}

extension MetadataClient {
    /// What is trending this week: some pages of it.
    ///
    /// - Throws: `RPCError` when that cannot be told now, and what signing throws.
    func trending(household: String, timeout: Duration) async throws -> [TrendingTitle] {
        @Sendable func page(_ number: Int32) async throws -> TMDB.TitlePage {
            let request = MetadataGateway.ListTitles(list: .trendingThisWeek, page: number)
            return try await ask(request, household: household, timeout: timeout).page
        }
        let first = try await page(1)
        let last = min(Self.trendingPages, Int32(clamping: first.totalPages))
        guard last > 1 else { return first.results.compactMap(TrendingTitle.init) }
        // What the later pages have is a bonus: the list without one of them is a list.
        let later = await withTaskGroup(of: (Int32, TMDB.TitlePage?).self) { group in
            for number in 2...last { group.addTask { (number, try? await page(number)) } }
            return await group.reduce(into: [Int32: TMDB.TitlePage]()) { $0[$1.0] = $1.1 }
        }
        return ([first] + (2...last).compactMap { later[$0] }).flatMap(\.results).compactMap(TrendingTitle.init)
    }

    private static let trendingPages: Int32 = 5
}
