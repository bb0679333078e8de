internal import HearthModel
internal import MetadataGatewayAPI

extension Card {
    /// A film, rated by its certificates.
    init?(_ movie: TMDB.Movie) {
        let certificates = movie.releaseDates?.results.flatMap { country in
            country.releaseDates.map { Certification($0.certification, system: country.iso31661) }
        }
        guard let number = TMDBID(.movie, movie.id) else { return nil }
        self.init(
            number, title: movie.title, date: movie.releaseDate, poster: movie.posterPath,
            certificate: Certification.decisive(of: certificates ?? []),
            isAdult: movie.isForAdults, genres: movie.genres ?? [])
        runtimeMinutes = Self.minutes(movie.runtime)
        score = Self.score(movie.voteAverage, movie.voteCount)
        imdbID = movie.imdbId.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// A series, rated by its certificates; its length is that of an episode.
    init?(_ show: TMDB.Show) {
        let certificates = show.contentRatings?.results.map { Certification($0.rating, system: $0.iso31661) }
        guard let number = TMDBID(.series, show.id) else { return nil }
        self.init(
            number, title: show.name, date: show.firstAirDate, poster: show.posterPath,
            certificate: Certification.decisive(of: certificates ?? []),
            isAdult: show.isForAdults, genres: show.genres ?? [])
        // Most shows no longer have a usual length at TMDB, but one per episode.
        runtimeMinutes = Self.minutes(show.episodeRunTime?.first) ?? Self.minutes(show.lastEpisodeToAir?.runtime)
        score = Self.score(show.voteAverage, show.voteCount)
        imdbID = (show.externalIds?.imdbId).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// A film or series as a list has it, without genres, length and rating; nil for a person.
    ///
    /// - Parameter kind: the list's kind, where its entries have none.
    init?(_ title: TMDB.Title, kind: ContentKind?) {
        let kind: ContentKind? =
            switch title.mediaType {
            case "movie": .movie
            case "tv": .series
            case nil: kind ?? (title.title == nil ? .series : .movie)
            default: nil
            }
        guard let kind, let number = TMDBID(kind, title.id), let name = title.title ?? title.name else {
            return nil
        }
        self.init(
            number, title: name, date: title.releaseDate ?? title.firstAirDate, poster: title.posterPath,
            certificate: nil, isAdult: title.isForAdults, genres: [])
        score = Self.score(title.voteAverage, title.voteCount)
    }

    private init(
        _ number: TMDBID, title: String, date: String?, poster: String?, certificate: Certification?,
        isAdult: Bool, genres: [TMDB.Genre]
    ) {
        self.init(
            id: number.content, kind: number.kind, title: String(title.prefix(MetadataGatewayLimits.titleCharacters)),
            rating: certificate?.rating ?? .unrated, isAdult: isAdult || certificate?.isAdult == true,
            genres: genres.map(\.name))
        tmdbID = number.number
        releaseDate = date.flatMap { $0.utf8.count == 10 ? $0 : nil }
        year = releaseDate.flatMap { Int32($0.prefix(4)) }
        self.poster = poster.map { "https://image.tmdb.org/t/p/w342\($0)" }
    }

    private static func minutes(_ minutes: Int64?) -> Int32? {
        minutes.flatMap { (1...MetadataGatewayLimits.titleMinutes).contains($0) ? Int32($0) : nil }
    }

    /// Without votes there is no score.
    private static func score(_ average: Double?, _ votes: Int64?) -> Double? {
        votes ?? 0 > 0 ? average.flatMap { (0...10).contains($0) ? $0 : nil } : nil
    }
}
