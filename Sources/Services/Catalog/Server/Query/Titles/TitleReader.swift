internal import CatalogAPI
internal import CatalogFormats
internal import Foundation
internal import GRDB
internal import HearthModel
internal import RPC

/// Answers the methods about one title.
struct TitleReader: Sendable {
    let id: String
    private let policy: ViewingPolicy

    /// Validates an id.
    ///
    /// - Throws: `RPCError` INVALID_ARGUMENT when it is malformed.
    init(_ id: ContentID, policy: ViewingPolicy, field: String = "id") throws {
        guard id.isWellFormed else { throw RPCError.invalidArgument(field, "must be a content ID") }
        self.id = id.rawValue
        self.policy = policy
    }

    /// The same error for hidden titles and for those that never existed.
    static var notFound: RPCError { RPCError(.notFound, "There is no such title.") }

    /// The title under the viewer's policy.
    func find(_ db: Database) throws -> (scope: ReadScope, found: CardReader.Found) {
        let scope = try ReadScope(db, policy: policy)
        guard let found = try CardReader.find(id, db, scope) else { throw Self.notFound }
        return (scope, found)
    }

    /// Answers ``Catalog/GetTitle``.
    ///
    /// - Parameter now: milliseconds since 1970.
    func title(now: Int64, _ db: Database) throws -> Title {
        let (scope, found) = try find(db)
        var title = Title(card: found.card)
        title.isStale = found.isStale
        title.number = found.number
        let statement = try db.cachedStatement(
            sql: """
                SELECT t.overview, t.groups, t.country, t.language, t.certification, i.sortTitle, i.added, i.popularity
                FROM itemText t JOIN item i ON i.row = t.row WHERE t.row = ?
                """)
        if let row = try Row.fetchOne(statement, arguments: [found.row]) {
            let overview: String = row[0]
            title.overview = overview.isEmpty ? nil : overview
            title.groups = (row[1] as String?)?.split(separator: "\n").map(String.init) ?? []
            title.country = row[2]
            title.language = row[3]
            title.certification = row[4]
            title.sortTitle = row[5]
            title.added = Date(timeIntervalSince1970: Double(row[6] as Int64) / 1_000)
            title.popularity = Popularity.value(row[7])
        }
        title.details = try SourceDetails.find(found.card.id.rawValue, db, scope).flatMap { TitleDetails($0) }
        title.metadata = try Self.metadata(of: found.card, db)
        title.variants = try links(of: found, now: now, db, scope).map(\.variant)
        return title
    }

    private static func metadata(of card: Card, _ db: Database) throws -> TitleMetadata? {
        guard card.kind == .episode else {
            return try MetadataTitleTable.find(card.id.rawValue, db).map(TitleMetadata.init)
        }
        guard let id = card.series?.rawValue, let series = try MetadataTitleTable.find(id, db) else { return nil }
        let found = try MetadataSeasonTable.find(
            card.id.rawValue, series: id, series.tmdbID, season: card.season.map(Int64.init),
            number: card.episode.map(Int64.init), db)
        return found.map { TitleMetadata($0.episode, of: series, fetched: $0.fetched) }
    }

    /// The overview; empty when no source has one.
    func overview(_ db: Database) throws -> String {
        let (_, found) = try find(db)
        let statement = try db.cachedStatement(sql: "SELECT overview FROM itemText WHERE row = ?")
        return try String.fetchOne(statement, arguments: [found.row]) ?? ""
    }

    /// Answers ``Catalog/ResolveStream``.
    ///
    /// - Parameters:
    ///   - maximumLines: the most lines of a picture that the caller's plan plays; nil for any.
    ///   - now: milliseconds since 1970.
    func stream(variant: String?, maximumLines: Int?, now: Int64, _ db: Database) throws -> ResolvedStream {
        let (scope, found) = try find(db)
        let seconds = now / 1_000
        if found.card.kind == .channel,
            try RestrictedProgrammes.isAny(on: found.card.id.rawValue, from: seconds, until: seconds + 1, db, scope)
        {
            throw RPCError(.notFound, "Nothing that may be seen is on this channel now.")
        }
        let links = try links(of: found, now: now, db, scope)
        let rule = try StreamPolicy(scope, maximumLines: maximumLines, db)
        let handed = links.filter { rule.includes($0) && rule.allows($0) }
        let chosen =
            variant == nil
            ? handed.first ?? links.first(where: rule.includes) ?? links.first
            : links.first { $0.variant.id == variant }
        guard let link = chosen else { throw Self.noSuchLink }
        guard rule.includes(link) else { throw StreamPolicy.abovePlan }
        var stream = try link.stream(
            as: link.variant.id, at: link.address,
            fallbacks: handed.map(\.variant.id).filter { $0 != link.variant.id }, by: rule)
        stream.maximumConnections = try ConnectionLimitTable.limit(of: link.variant.source, db)
        return stream
    }

    /// Answers ``Catalog/ReportStream``.
    ///
    /// - Parameter now: milliseconds since 1970.
    func report(
        _ outcome: StreamOutcome, of variant: String, now: Int64, _ db: Database
    ) throws -> StreamStanding {
        let (scope, found) = try find(db)
        let known = try VariantReader.links(of: found.card.id.rawValue, db, scope)
        guard let link = known.first(where: { $0.variant.id == variant }) else { throw Self.noSuchLink }
        try LinkFailures.note(outcome, of: link, item: found.card.id.rawValue, now: now, db)
        return StreamStanding(variants: try links(of: found, now: now, db, scope).map(\.variant))
    }

    private static var noSuchLink: RPCError { RPCError(.notFound, "The title has no such link.") }

    /// The title's links by rank.
    private func links(
        of found: CardReader.Found, now: Int64, _ db: Database, _ scope: ReadScope
    ) throws -> [VariantReader.Link] {
        let item = found.card.id.rawValue
        let links = try VariantReader.links(of: item, db, scope)
        return links.isEmpty ? links : try LinkFailures(of: item, now: now, db).sorted(links)
    }
}

extension TitleDetails {
    /// The details for callers; nil when there are none.
    init?(_ details: SourceDetails) {
        self.init()
        (cast, directors, country) = (details.cast, details.directors, details.country)
        (trailer, backdrop, bitrate) = (details.trailer, details.backdrop, details.bitrate)
        if self == TitleDetails() { return nil }
    }
}
