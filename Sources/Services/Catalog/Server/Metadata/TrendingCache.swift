internal import HearthModel
internal import Logging
internal import MetadataGatewayAPI
internal import RPC
internal import Synchronization

/// TMDB's weekly trending list, fetched on demand and cached for some hours.
final class TrendingCache: Sendable {
    private struct Week {
        var titles: [TrendingTitle]
        var requested: MonotonicInstant
    }

    private let source: MetadataClient
    private let runtime: any Runtime
    private let logger: Logger
    private let weeks = Mutex([String: Week]())

    /// The list is weekly: some hours make no difference.
    private static let keptTime = Duration.seconds(6 * 3_600)
    /// The longest that a call waits for it.
    private static let patience = Duration.milliseconds(1_500)

    init(source: MetadataClient, runtime: any Runtime, logger: Logger) {
        (self.source, self.runtime, self.logger) = (source, runtime, logger)
    }

    /// The trending titles; the previous ones while metadata-gateway does not answer; nil without any.
    func week(household: String) async -> [TrendingTitle]? {
        let known = weeks.withLock { $0[household] }
        if let known, known.requested.duration(to: runtime.now) < Self.keptTime { return known.titles }
        do {
            let titles = try await source.trending(household: household, timeout: Self.patience)
            weeks.withLock { $0[household] = Week(titles: titles, requested: runtime.now) }
            return titles
        } catch {
            logger.debug(
                "What is trending cannot be told.", metadata: ["household": "\(household)", "error": "\(error)"])
            return known?.titles
        }
    }
}

extension MetadataClient {
    /// Fetches some pages of the week's trending titles.
    ///
    /// - Throws: `RPCError` when they are unavailable, and errors of signing.
    func trending(household: String, timeout: Duration) async throws -> [TrendingTitle] {
        @Sendable func page(_ number: Int32) async throws -> TMDB.TitlePage {
            let request = MetadataGateway.ListTitles(list: .trendingThisWeek, page: number)
            return try await fetch(request, household: household, timeout: timeout).page
        }
        let first = try await page(1)
        let last = min(Self.trendingPages, Int32(clamping: first.totalPages))
        guard last > 1 else { return first.results.compactMap(TrendingTitle.init) }
        // Later pages are optional.
        let later = await withTaskGroup(of: (Int32, TMDB.TitlePage?).self) { group in
            for number in 2...last { group.addTask { (number, try? await page(number)) } }
            return await group.reduce(into: [Int32: TMDB.TitlePage]()) { $0[$1.0] = $1.1 }
        }
        return ([first] + (2...last).compactMap { later[$0] }).flatMap(\.results).compactMap(TrendingTitle.init)
    }

    private static let trendingPages: Int32 = 5
}

extension TrendingTitle {
    /// A TMDB film or show; nil for a person.
    init?(_ title: TMDB.Title) {
        let kinds: [String: ContentKind] = ["movie": .movie, "tv": .series]
        guard let kind = kinds[title.mediaType ?? ""] else { return nil }
        let names = [title.title, title.name, title.originalTitle, title.originalName].compactMap(\.self)
        let date = [title.releaseDate, title.firstAirDate].compactMap(\.self).first { !$0.isEmpty }
        self.init(id: title.id, kind: kind, names: names, year: date.flatMap { Int($0.prefix(4)) })
    }
}
