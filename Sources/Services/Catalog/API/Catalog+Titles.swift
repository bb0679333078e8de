public import Foundation
public import HearthModel
public import RPC

extension Catalog {
    /// Returns a title with its links, without their addresses.
    public struct GetTitle: Request {
        public typealias Response = Title
        public static let safety = CallSafety.readOnly

        /// The title.
        public var id: ContentID

        /// Makes the request.
        public init(id: ContentID) { self.id = id }
    }

    /// Lists the episodes of a series, in the order that the household has chosen for it (``SetEpisodeOrder``), or else by
    /// season and number.
    public struct ListEpisodes: Request {
        public typealias Response = EpisodeList
        public static let safety = CallSafety.readOnly

        /// The series.
        public var series: ContentID
        /// One season, as first broadcast; absent: all.
        public var season: Int32?
        /// The page; absent: the first.
        public var page: PageRequest?
        /// The order: ``EpisodeOrder/aired`` for that of season and number; absent: the household's choice. Others are
        /// INVALID_ARGUMENT unless they are the choice.
        public var order: EpisodeOrder?

        /// Makes the request.
        public init(
            series: ContentID, season: Int32? = nil, page: PageRequest? = nil, order: EpisodeOrder? = nil
        ) {
            self.series = series
            self.season = season
            self.page = page
            self.order = order
        }
    }

    /// Lists the episodes of several series in one call: of each the first page of ``ListEpisodes``, as long as a page may be.
    ///
    /// Series that do not exist or that the caller may not see are omitted, as are titles that are no series.
    public struct ListSeriesEpisodes: Request {
        public typealias Response = SeriesEpisodesList
        public static let safety = CallSafety.readOnly

        /// The series, at most ``maximumCount``.
        public var series: [ContentID]

        /// The maximum number of series in one request.
        public static let maximumCount = 20

        /// Makes the request.
        public init(series: [ContentID]) { self.series = series }
    }

    /// Returns the cards of titles, as other services cache them beside their references. A replaced id finds its
    /// successor, and TMDB's id of a title (`tmdb:movie:N`) finds the library's title with this number: the card has
    /// the library's id.
    ///
    /// Titles that do not exist or that the caller may not see are omitted.
    public struct GetCards: Request {
        public typealias Response = CardList
        public static let safety = CallSafety.readOnly
        public static let access = CallAccess.caller.orServices(
            .profiles, .playbackState, .downloads, .readingList, .scheduler)

        /// The titles, at most ``maximumCount``.
        public var ids: [ContentID]

        /// The maximum number of titles in one request.
        public static let maximumCount = 500

        /// Makes the request.
        public init(ids: [ContentID]) { self.ids = ids }
    }

    /// Resolves the address of a title's stream, with the headers that it requires: the only response that contains an
    /// address.
    ///
    /// A live channel is rejected while its guide has a programme which the caller may not see.
    public struct ResolveStream: Request {
        public typealias Response = ResolvedStream
        public static let safety = CallSafety.readOnly
        public static let access = CallAccess.caller.orServices(.downloads)

        /// The title.
        public var id: ContentID
        /// The link, by its id in ``Title/variants``; absent: the first.
        public var variant: String?

        /// Makes the request.
        public init(id: ContentID, variant: String? = nil) {
            self.id = id
            self.variant = variant
        }
    }
}

/// A title with all its data.
public struct Title: Codable, Sendable, Hashable {
    /// The card, which other services cache.
    public var card: Card
    /// The overview; absent when no source has one.
    public var overview: String?
    /// The playlist groups that it is in.
    public var groups: [String]
    /// A channel's number, such as `2.1`.
    public var number: String?
    /// Its country, as the playlist writes it.
    public var country: String?
    /// Its language, as the playlist writes it.
    public var language: String?
    /// The rating as the source writes it, where it differs from the card's.
    public var certification: String?
    /// Whether every source has lost it; it is removed seven days later.
    public var isStale: Bool
    /// Its links, the best first; recently failed ones last.
    public var variants: [Variant]
    /// TMDB's data beyond the card and the overview; absent without an unambiguous TMDB match.
    public var metadata: TitleMetadata?
    /// The sort key: the title without a leading article, case and accents, numbers padded with zeros. For comparison,
    /// not for display.
    public var sortTitle: String?
    /// When it was added to the library.
    public var added: Date?
    /// TMDB's popularity; absent when unknown.
    public var popularity: Double?
    /// A film's data from its source beyond the card and the overview; absent when there are none.
    public var details: TitleDetails?

    /// Makes a title.
    public init(card: Card) {
        self.card = card
        groups = []
        isStale = false
        variants = []
    }
}

/// TMDB's data of a title. The sources' own data take precedence.
public struct TitleMetadata: Codable, Sendable, Hashable {
    /// TMDB's name of the title.
    public var name: String
    /// The original title, where it differs.
    public var originalTitle: String?
    /// The original language, ISO 639-1 or TMDB's `cn` for Cantonese.
    public var originalLanguage: String?
    /// The countries of origin, ISO 3166-1.
    public var countries: [String]?
    /// The certificate as its country writes it, from which the rating is derived.
    public var certificate: String?
    /// The country of the certificate, ISO 3166-1.
    public var certificateCountry: String?
    /// The number of votes of the score.
    public var votes: Int64
    /// The path of a poster: metadata-gateway's `GetImage` returns its bytes.
    public var posterPath: String?
    /// The path of a backdrop.
    public var backdropPath: String?
    /// Whether the match is unambiguous; otherwise it is only likely and does not determine the title's audience.
    public var isCertain: Bool
    /// When it was fetched from TMDB.
    public var fetchedAt: Date
    /// The attribution that must be shown with it, verbatim.
    public var attribution: String
    /// Its watch providers; absent without a region of the household.
    public var whereToWatch: WhereToWatch?
    /// The cast, the most important first, at most 20.
    public var cast: [String]?
    /// The directors of a film.
    public var directors: [String]?
    /// A trailer's URL at YouTube.
    public var trailer: String?
    /// The path of an episode's still.
    public var stillPath: String?

    /// Makes TMDB's data.
    public init(name: String, votes: Int64, isCertain: Bool, fetchedAt: Date, attribution: String) {
        self.name = name
        self.votes = votes
        self.isCertain = isCertain
        self.fetchedAt = fetchedAt
        self.attribution = attribution
    }
}

/// One link of a title.
public struct Variant: Codable, Sendable, Hashable {
    /// Its id within the title: stable as long as the link is the same.
    public var id: String
    /// Its label: `1080p`, `Backup`, `English`; `Default` without one.
    public var name: String
    /// The picture's quality, such as `1080p`.
    public var quality: String?
    /// The video codec, such as `HEVC`, where the list names it.
    public var codec: String?
    /// The picture's dynamic range, `HDR` or `Dolby Vision`, where the list names a high one.
    public var dynamicRange: String?
    /// The language.
    public var language: String?
    /// The source that has it.
    public var source: String
    /// Whether the source has lost it.
    public var isStale: Bool
    /// The time of its last failure; absent without a recent one, see ``Catalog/ReportStream``.
    public var failedAt: Date?

    /// Makes a link.
    public init(id: String, name: String, source: String, isStale: Bool = false) {
        self.id = id
        self.name = name
        self.source = source
        self.isStale = isStale
    }
}

/// A page of a series' episodes.
public struct EpisodeList: Codable, Sendable, Hashable {
    /// The episodes, in order.
    public var episodes: [Card]
    /// The number of episodes that the caller may see.
    public var total: Int64
    /// The cursor of the next page; absent on the last one.
    public var cursor: String?
    /// The order; absent for ``EpisodeOrder/aired``.
    public var order: EpisodeOrder?
    /// The place of each of the episodes in that order; absent for ``EpisodeOrder/aired``, whose places are in the cards.
    public var positions: [EpisodePosition]?
    /// Where those of the specials air of which that is known; absent where there are none, and in other orders than
    /// ``EpisodeOrder/aired``.
    public var airings: [SpecialAiring]?

    /// Makes a page.
    public init(episodes: [Card], total: Int64, cursor: String? = nil) {
        self.episodes = episodes
        self.total = total
        self.cursor = cursor
    }
}

/// The episodes of several series.
public struct SeriesEpisodesList: Codable, Sendable, Hashable {
    /// The series, in the requested order.
    public var series: [SeriesEpisodes]

    /// Makes the list.
    public init(series: [SeriesEpisodes]) { self.series = series }
}

/// The episodes of one of several series.
public struct SeriesEpisodes: Codable, Sendable, Hashable {
    /// The series, as it was requested: a replaced id finds its successor.
    public var series: ContentID
    /// The first page of its episodes; ``Catalog/ListEpisodes`` lists those behind its cursor.
    public var list: EpisodeList

    /// Makes the entry.
    public init(series: ContentID, list: EpisodeList) { (self.series, self.list) = (series, list) }
}

/// Where a special airs among the episodes of its series.
public struct SpecialAiring: Codable, Sendable, Hashable {
    /// The special.
    public var content: ContentID
    /// Before this season, or before ``beforeEpisode`` of it.
    public var beforeSeason: Int32?
    /// With ``beforeSeason``.
    public var beforeEpisode: Int32?
    /// After all episodes of this season.
    public var afterSeason: Int32?

    /// Says where a special airs.
    public init(
        content: ContentID, beforeSeason: Int32? = nil, beforeEpisode: Int32? = nil, afterSeason: Int32? = nil
    ) {
        (self.content, self.beforeSeason, self.beforeEpisode, self.afterSeason) = (
            content, beforeSeason, beforeEpisode, afterSeason
        )
    }
}

/// Cards of titles.
public struct CardList: Codable, Sendable, Hashable {
    /// The cards, in the requested order.
    public var cards: [Card]

    /// Makes the list.
    public init(cards: [Card]) { self.cards = cards }
}

/// A resolved stream.
public struct ResolvedStream: Codable, Sendable, Hashable {
    /// The link's id.
    public var variant: String
    /// The address. It may contain the account's password: never log or show it.
    public var url: String
    /// Request headers that the stream requires, by name.
    public var headers: [String: String]
    /// The links to fall back to, in order.
    public var fallbacks: [String]
    /// The list's player options, such as the key of a protected stream: never log or show it.
    public var options: [StreamOption]?
    /// The name of the source whose account opens it; absent from a server that does not tell.
    public var source: String?
    /// The stream's identity, a hash without secrets: the same for every link of one source to the same stream, whichever
    /// title has it and however account and tokens change. Absent likewise.
    public var stream: String?
    /// How many streams the source's account opens at once; absent: not known, or any number.
    public var maximumConnections: Int32?

    /// Makes a stream.
    public init(
        variant: String, url: String, headers: [String: String], fallbacks: [String], source: String? = nil,
        stream: String? = nil, maximumConnections: Int32? = nil
    ) {
        self.variant = variant
        self.url = url
        self.headers = headers
        self.fallbacks = fallbacks
        (self.source, self.stream, self.maximumConnections) = (source, stream, maximumConnections)
    }
}

/// A player option of a stream in a list, by `#KODIPROP` or `#EXTVLCOPT`.
public struct StreamOption: Codable, Sendable, Hashable {
    /// The player.
    public var player: StreamPlayer
    /// Its name, such as `inputstream.adaptive.license_type` or `program`.
    public var name: String
    /// Its value. It may be a key.
    public var value: String

    /// Makes an option.
    public init(player: StreamPlayer, name: String, value: String) {
        (self.player, self.name, self.value) = (player, name, value)
    }
}

/// A player with its own options.
public struct StreamPlayer: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// `#KODIPROP`
    public static let kodi = StreamPlayer(rawValue: "kodi")
    /// `#EXTVLCOPT`
    public static let vlc = StreamPlayer(rawValue: "vlc")
}
