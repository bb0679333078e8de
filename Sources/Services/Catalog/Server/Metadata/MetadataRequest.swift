internal import GRDB

/// A background request for metadata.
enum MetadataRequest: Sendable {
    case title(MetadataTitleTable.Request)
    case season(MetadataSeasonTable.Request)
    case marks(MetadataIntroTable.Request)
    case order(EpisodeOrderTable.Request)

    /// Identifies the title or season.
    var key: String {
        switch self {
        case .title(let title): title.id
        case .season(let season): "\(season.series) \(season.season)"
        case .marks(let season): "\(season.series) \(season.season)"
        case .order(let order): "\(order.series) \(order.kind)"
        }
    }
}

/// The result of a request.
enum MetadataResult: Sendable {
    case title(MetadataTitleTable.Row)
    case season(MetadataSeasonTable.Row)
    case marks(MetadataIntroTable.Row)
    case order(EpisodeOrderTable.Row)

    /// Stores the result.
    ///
    /// - Parameters:
    ///   - region: the household's country.
    ///   - language: its language, as TMDB takes it.
    ///   - soon: when a title fetched for another country or language is requested again, in milliseconds since 1970.
    func put(region: String?, language: String?, soon: Int64, _ db: Database) throws {
        switch self {
        case .title(let row): try MetadataTitleTable.put(row.held(to: region, language, soon: soon), db)
        case .season(let row): try MetadataSeasonTable.put(row, db)
        case .marks(let row): try MetadataIntroTable.put(row, db)
        case .order(let row): try EpisodeOrderTable.put(row, db)
        }
    }
}
