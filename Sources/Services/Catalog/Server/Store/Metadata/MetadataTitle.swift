internal import CatalogAPI
internal import CatalogRecognition
internal import Foundation
internal import GRDB
internal import HearthModel
internal import TextFolding

/// The metadata of a title.
struct MetadataTitle: Codable, Hashable, Sendable {
    /// TMDB's id of the film or series.
    var tmdbID: Int64
    var certainty: TitleMatcher.Certainty
    /// The reason of the match.
    var reason: String
    /// TMDB's name of the title, with its year.
    var name: String
    var originalTitle: String?
    /// ISO 639-1, as TMDB has it; absent in older rows, as are the countries.
    var originalLanguage: String?
    /// ISO 3166-1.
    var countries: [String]?
    var imdbID: String?
    /// `YYYY-MM-DD`.
    var releaseDate: String?
    var overview: String?
    /// As ``GenreBits``.
    var genres: Int64
    /// The household's scale.
    var rating: ContentRating
    /// The certificate from which the rating is derived, and its country.
    var certificate: String?
    var country: String?
    var isAdult: Bool
    var runtimeMinutes: Int32?
    /// 0 to 10, with the number of votes.
    var score: Double?
    var votes: Int64
    /// TMDB's popularity; absent in older rows.
    var popularity: Double?
    /// Paths of pictures, for metadata-gateway.
    var poster: String?
    var backdrop: String?
    /// TMDB's id of its collection, and the name.
    var collection: Int64?
    var collectionName: String?
    /// Its watch providers; absent without a region of the household.
    var watch: Watch?
    /// The cast, the most important first; absent in older rows, as are the next two.
    var cast: [String]?
    /// The directors.
    var directors: [String]?
    /// A trailer's address.
    var trailer: String?
    /// The language in which it was asked for, as TMDB takes it; absent for English, and in older rows.
    var language: String?
    /// When it was fetched from TMDB, in milliseconds since 1970.
    var fetched: Int64
    /// The attribution that must be shown with it.
    var attribution: String

    /// The release year.
    var year: Int64? { releaseDate.flatMap { Int64($0.prefix(4)) } }

    /// The audience of the title, combined with its sources' data.
    ///
    /// Metadata never relaxes what the sources say: of several ratings the strictest counts. A title without a rating
    /// gets one from metadata only by a certain match, as a child may see it then.
    func audience(beside other: Audience) -> Audience {
        let isCounted = certainty == .certain || other.rating != .unrated
        return Audience.strictest([other, Audience(rating: isCounted ? rating : .unrated, isAdult: isAdult)])
    }

    /// The poster's address, for a card: metadata-gateway accepts the path at its end.
    var posterAddress: String? { poster.map { "https://image.tmdb.org/t/p/w342\($0)" } }
}

extension TitleDraft {
    /// Adds the metadata of a film or series, or of an episode and its series' audience.
    mutating func fill(from db: Database) throws {
        guard let subject = MetadataTitleTable.kinds & kind != 0 ? id : series else { return }
        let (learned, isMarked) = try MetadataTitleTable.state(of: subject, db)
        if isMarked { restrictToAdults() }
        guard let learned else { return }
        if MetadataTitleTable.kinds & kind != 0 {
            fill(from: learned)
        } else if let series {
            hold(to: learned)
            let episode = try MetadataSeasonTable.find(
                id, series: series, learned.tmdbID, season: season, number: episode, db)
            if let episode { fill(from: episode.episode) }
        }
    }

    private mutating func restrictToAdults() {
        audience = Audience.strictest([Audience(bit: audience), Audience(rating: .unrated, isAdult: true)]).bit
    }

    private mutating func hold(to learned: MetadataTitle) {
        audience = learned.audience(beside: Audience(bit: audience)).bit
    }

    /// Fills a title's missing data from its metadata; genres are added to the sources'.
    private mutating func fill(from learned: MetadataTitle) {
        hold(to: learned)
        genres |= learned.genres
        if year == 0 { year = learned.year ?? 0 }
        if overview.isEmpty { overview = learned.overview ?? "" }
        poster = poster ?? learned.posterAddress
        releaseDate = learned.releaseDate ?? releaseDate
        minutes = minutes ?? learned.runtimeMinutes.map(Int64.init)
        score = learned.score ?? score
        popularity = Popularity.stored(learned.popularity, votes: learned.votes)
        tmdbID = learned.tmdbID
        imdbID = learned.imdbID
        providers = learned.watch?.stored
        people += learned.people.filter { !people.contains($0) }
        setKeywords(originalTitle: learned.originalTitle)
        let original = FoldedText(learned.originalTitle ?? learned.name).compact
        if FoldedText(title).compact == original { setSortTitle(originalLanguage: learned.originalLanguage) }
    }
}

extension TitleMetadata {
    init(_ learned: MetadataTitle) {
        self.init(
            name: learned.name, votes: learned.votes, isCertain: learned.certainty == .certain,
            fetchedAt: Date(timeIntervalSince1970: Double(learned.fetched) / 1_000), attribution: learned.attribution)
        originalTitle = learned.originalTitle
        (originalLanguage, countries) = (learned.originalLanguage, learned.countries)
        (certificate, certificateCountry) = (learned.certificate, learned.country)
        (posterPath, backdropPath) = (learned.poster, learned.backdrop)
        whereToWatch = learned.watch.map(WhereToWatch.init)
        (cast, directors, trailer) = (learned.cast, learned.directors, learned.trailer)
    }
}

extension MetadataTitle {
    /// The names of cast and directors, for searching.
    var people: [String] { (directors ?? []) + (cast ?? []) }

    /// The decision about the match, for `Explain`.
    var decision: Decision {
        let year = year.map { " (\($0))" } ?? ""
        let effect = certainty == .certain ? "" : "; likely, so its rating is not gone by where the sources have none"
        return Decision(about: "metadata", result: "TMDB's \(name)\(year)", reason: reason + effect)
    }
}
