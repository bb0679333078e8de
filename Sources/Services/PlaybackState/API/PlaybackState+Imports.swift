public import HearthModel
public import RPC

extension PlaybackState {
    /// Adds plays of elsewhere to the history of the caller's profile.
    ///
    /// Idempotent by title and minute: a play within the running time of another play of the same title is that play. An
    /// imported play counts as watched to its end at its time: marks and "start over" from after it win. It adds no watch
    /// time to statistics, and changes neither the queue nor downloads.
    public struct ImportPlays: Request {
        public typealias Response = PlaysImported
        public static let safety = CallSafety.idempotent
        public static let timeout = Duration.seconds(30)

        /// The plays, 1 to ``maximumCount``.
        public var plays: [ImportedPlay]
        /// Whether only to say what would happen; absent: no.
        public var isTrial: Bool?

        /// The most plays in one call.
        public static let maximumCount = 200

        /// Creates the request.
        public init(plays: [ImportedPlay], isTrial: Bool? = nil) { (self.plays, self.isTrial) = (plays, isTrial) }
    }
}

/// A play of elsewhere. The title is named by its id here, or by numbers of TMDB or IMDb; an episode by those of its
/// series, with its season and number.
public struct ImportedPlay: Codable, Sendable, Hashable {
    /// When it was watched, by ISO 8601 with a zone: `2026-11-27T20:15:00Z`, `2026-11-27T21:15:00+01:00`.
    public var watched: String
    /// The title's id here; then nothing else is needed.
    public var content: ContentID?
    /// TMDB's number of the film or series.
    public var tmdbID: Int64?
    /// IMDb's id of the film or series, `tt0078748`: found with ``title`` alone, by a search.
    public var imdbID: String?
    /// The name of the film or series.
    public var title: String?
    /// The season of an episode.
    public var season: Int32?
    /// The number of an episode; absent: it is a film.
    public var episode: Int32?

    /// Describes a play.
    public init(
        watched: String, content: ContentID? = nil, tmdbID: Int64? = nil, imdbID: String? = nil, title: String? = nil,
        season: Int32? = nil, episode: Int32? = nil
    ) {
        (self.watched, self.content, self.tmdbID, self.imdbID) = (watched, content, tmdbID, imdbID)
        (self.title, self.season, self.episode) = (title, season, episode)
    }
}

/// What became of plays.
public struct PlaysImported: Codable, Sendable, Hashable {
    /// One for each play, in order.
    public var results: [ImportedPlayResult]

    /// Creates the response.
    public init(results: [ImportedPlayResult]) { self.results = results }
}

/// What became of a play.
public struct ImportedPlayResult: Codable, Sendable, Hashable {
    /// What became of it.
    public var outcome: PlayImportOutcome
    /// The title that it is of; absent when none was found.
    public var content: ContentID?

    /// Describes a result.
    public init(_ outcome: PlayImportOutcome, content: ContentID? = nil) {
        (self.outcome, self.content) = (outcome, content)
    }
}

/// What became of an imported play.
public struct PlayImportOutcome: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// It is new in the history.
    public static let imported = PlayImportOutcome(rawValue: "imported")
    /// The history has it: a play within the title's running time.
    public static let known = PlayImportOutcome(rawValue: "known")
    /// The library has no such title, or not for this profile.
    public static let notFound = PlayImportOutcome(rawValue: "notFound")
    /// The title is a series or a channel, which are not watched to an end.
    public static let unsupported = PlayImportOutcome(rawValue: "unsupported")
    /// Its time has no zone, so that it may be a play that is known, hours off.
    public static let noZone = PlayImportOutcome(rawValue: "noZone")
    /// Its time is none, or before 1970 or in the future.
    public static let badTime = PlayImportOutcome(rawValue: "badTime")
}
