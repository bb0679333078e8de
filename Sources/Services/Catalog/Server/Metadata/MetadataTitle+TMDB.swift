internal import CatalogRecognition
internal import Foundation
internal import HearthModel
internal import MetadataGatewayAPI
internal import TextFolding

extension MetadataTitle {
    /// Makes it from TMDB's data of a film.
    init(_ response: MovieAnswer, _ certainty: TitleMatcher.Certainty, _ reason: String) {
        let movie = response.movie
        let certificates = movie.releaseDates?.results.flatMap { country in
            country.releaseDates.map { Certification($0.certification, system: country.iso31661) }
        }
        self.init(
            tmdbID: movie.id, name: movie.title, date: movie.releaseDate, certainty, reason,
            certificate: Certification.decisive(of: certificates ?? []), isMarked: movie.isForAdults, response.source)
        originalTitle = movie.originalTitle.flatMap { $0 == movie.title ? nil : $0 }
        originalLanguage = movie.originalLanguage.flatMap(Self.language)
        countries = Self.countries(movie.originCountry ?? movie.productionCountries?.map(\.iso31661))
        imdbID = movie.imdbId.flatMap(Self.nonEmpty)
        overview = movie.overview.flatMap(Self.nonEmpty)
        genres = Self.genres(movie.genres)
        runtimeMinutes = Self.minutes(movie.runtime)
        (score, votes) = (Self.score(movie.voteAverage, movie.voteCount), movie.voteCount ?? 0)
        popularity = movie.popularity
        (poster, backdrop) = (movie.posterPath, movie.backdropPath)
        (collection, collectionName) = (movie.belongsToCollection?.id, movie.belongsToCollection?.name)
    }

    /// Makes it from TMDB's data of a series.
    init(_ response: ShowAnswer, _ certainty: TitleMatcher.Certainty, _ reason: String) {
        let show = response.show
        let certificates = show.contentRatings?.results.map { Certification($0.rating, system: $0.iso31661) }
        self.init(
            tmdbID: show.id, name: show.name, date: show.firstAirDate, certainty, reason,
            certificate: Certification.decisive(of: certificates ?? []), isMarked: show.isForAdults, response.source)
        originalTitle = show.originalName.flatMap { $0 == show.name ? nil : $0 }
        originalLanguage = show.originalLanguage.flatMap(Self.language)
        countries = Self.countries(show.originCountry)
        imdbID = show.externalIds?.imdbId.flatMap(Self.nonEmpty)
        overview = show.overview.flatMap(Self.nonEmpty)
        genres = Self.genres(show.genres)
        runtimeMinutes = Self.minutes(show.episodeRunTime?.first)
        (score, votes) = (Self.score(show.voteAverage, show.voteCount), show.voteCount ?? 0)
        popularity = show.popularity
        (poster, backdrop) = (show.posterPath, show.backdropPath)
    }

    private init(
        tmdbID: Int64, name: String, date: String?, _ certainty: TitleMatcher.Certainty, _ reason: String,
        certificate: Certification?, isMarked: Bool, _ source: AnswerSource
    ) {
        (self.tmdbID, self.name, self.certainty, self.reason) = (tmdbID, name, certainty, reason)
        releaseDate = date.flatMap { $0.utf8.count == 10 ? $0 : nil }
        rating = certificate?.rating ?? .unrated
        (self.certificate, country) = (certificate?.text, certificate?.system)
        (genres, isAdult, votes) = (0, isMarked || certificate?.isAdult == true, 0)
        (fetched, attribution) = (Int64(source.fetchedAt.timeIntervalSince1970 * 1_000), source.attribution)
    }

    /// TMDB sends empty texts for missing ones.
    static func nonEmpty(_ text: String) -> String? { text.isEmpty ? nil : String(text.prefix(longestText)) }

    /// A code of two or three letters; `xx` is no language.
    private static func language(_ code: String) -> String? {
        let isCode = (2...3).contains(code.utf8.count) && code.utf8.allSatisfy(\.isLetter)
        return isCode && code != "xx" ? code.lowercased() : nil
    }

    private static func countries(_ codes: [String]?) -> [String]? {
        let known = (codes ?? []).filter { $0.utf8.count == 2 && $0.utf8.allSatisfy(\.isLetter) }
        return known.isEmpty ? nil : known.prefix(maximumCountries).map { $0.uppercased() }
    }

    private static let maximumCountries = 10

    private static func genres(_ genres: [TMDB.Genre]?) -> Int64 {
        let ids = Set((genres ?? []).map(\.id))
        return GenreBits.mask(Genre.all.filter { ids.contains(Int64($0.id)) })
    }

    static func minutes(_ minutes: Int64?) -> Int32? {
        minutes.flatMap { (1...longestMinutes).contains($0) ? Int32($0) : nil }
    }

    /// Without votes there is no score.
    private static func score(_ average: Double?, _ votes: Int64?) -> Double? {
        votes ?? 0 > 0 ? average.flatMap { (0...10).contains($0) ? $0 : nil } : nil
    }

    /// Characters of an overview.
    private static let longestText = 10_000
    private static let longestMinutes: Int64 = 60 * 24
}
