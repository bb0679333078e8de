public import Foundation
public import Household
public import RPC

extension Catalog {
    /// One title with its links, without their addresses.
    public struct GetTitle: RPCRequest {
        public typealias Service = Catalog
        public typealias Response = Title
        public static let method = "GetTitle"
        public static let safety = CallSafety.readOnly

        /// The title.
        public var id: ContentID

        /// Asks for a title.
        public init(id: ContentID) { self.id = id }
    }

    /// The episodes of a series, by season and number.
    public struct ListEpisodes: RPCRequest {
        public typealias Service = Catalog
        public typealias Response = EpisodeList
        public static let method = "ListEpisodes"
        public static let safety = CallSafety.readOnly

        /// The series.
        public var series: ContentID
        /// One season; absent: all.
        public var season: Int32?
        /// Which page; absent: the first.
        public var page: PageRequest?

        /// Asks for episodes.
        public init(series: ContentID, season: Int32? = nil, page: PageRequest? = nil) {
            self.series = series
            self.season = season
            self.page = page
        }
    }

    /// The cards of titles, as other services keep them beside their references. An id that was replaced finds its successor, and
    /// TMDB's id of a title (`tmdb:movie:N`) finds the title of the library that has this number: the card has the library's id.
    ///
    /// What is not there, or not for the caller, is left out.
    public struct GetCards: RPCRequest {
        public typealias Service = Catalog
        public typealias Response = CardList
        public static let method = "GetCards"
        public static let safety = CallSafety.readOnly
        public static let access = CallAccess.caller.orServices(
            "profiles", "playback-state", "downloads", "reading-list", "scheduler")

        /// The titles, at most ``maximumCount``.
        public var ids: [ContentID]

        /// The most that can be asked for at once.
        public static let maximumCount = 500

        /// Asks for cards.
        public init(ids: [ContentID]) { self.ids = ids }
    }

    /// The address of a title's stream, with the headers that it wants: the one answer that holds an address.
    ///
    /// A live channel is refused while its guide says that something is on which the caller may not see.
    public struct ResolveStream: RPCRequest {
        public typealias Service = Catalog
        public typealias Response = ResolvedStream
        public static let method = "ResolveStream"
        public static let safety = CallSafety.readOnly
        public static let access = CallAccess.caller.orServices("downloads")

        /// The title.
        public var id: ContentID
        /// The link, by its id in ``Title/variants``; absent: the first.
        public var variant: String?

        /// Asks for a stream.
        public init(id: ContentID, variant: String? = nil) {
            self.id = id
            self.variant = variant
        }
    }
}

/// A title with everything that is known of it.
public struct Title: Codable, Sendable, Hashable {
    /// What other services keep of it.
    public var card: Card
    /// The overview; absent when no source has one.
    public var overview: String?
    /// The groups of the playlists that it is in.
    public var groups: [String]
    /// A channel's number, such as `2.1`.
    public var number: String?
    /// Its country, as the playlist writes it.
    public var country: String?
    /// Its language, as the playlist writes it.
    public var language: String?
    /// The rating as the source writes it, where that is not the one of the card.
    public var certification: String?
    /// Whether every source has lost it; it goes seven days after.
    public var isStale: Bool
    /// Its links, the best first; those that failed lately behind the others.
    public var variants: [Variant]
    /// What TMDB knows of it beyond the card and the overview; absent when no title of TMDB's is surely this one.
    public var metadata: TitleMetadata?
    /// What it is put in order by: the title without a leading article, case and accents, numbers filled up with zeros. To be compared,
    /// not shown.
    public var sortTitle: String?
    /// When it came into the library.
    public var added: Date?
    /// TMDB's measure of how much it is looked at now; absent where nothing is known.
    public var popularity: Double?
    /// What its source says of a film beyond the card and the overview; absent when that is nothing.
    public var details: TitleDetails?

    /// Describes a title.
    public init(card: Card) {
        self.card = card
        groups = []
        isStale = false
        variants = []
    }
}

/// What TMDB knows of a title. Where the sources say something themselves, that is shown and not this.
public struct TitleMetadata: Codable, Sendable, Hashable {
    /// What TMDB calls it.
    public var name: String
    /// What it was called first, where that is something else.
    public var originalTitle: String?
    /// The language that it was made in, ISO 639-1 or TMDB's `cn` for Cantonese.
    public var originalLanguage: String?
    /// The countries that it comes from, ISO 3166-1.
    public var countries: [String]?
    /// The certificate as its country writes it, of which the rating is.
    public var certificate: String?
    /// The country that gave the certificate, ISO 3166-1.
    public var certificateCountry: String?
    /// How many people the score is of.
    public var votes: Int64
    /// The path of a poster: metadata-gateway's `GetImage` gives its bytes.
    public var posterPath: String?
    /// The path of a wide picture.
    public var backdropPath: String?
    /// Whether the match is unambiguous; otherwise it is only likely and does not determine the title's audience.
    public var isCertain: Bool
    /// When TMDB gave it.
    public var fetchedAt: Date
    /// What must be shown with it, word for word.
    public var attribution: String
    /// Where it can be watched besides; absent where the household's region is not known.
    public var whereToWatch: WhereToWatch?
    /// Who is in it, the most important first, at most 20.
    public var cast: [String]?
    /// Who directed a film.
    public var directors: [String]?
    /// A trailer's URL as text, at YouTube.
    public var trailer: String?
    /// The path of a picture of an episode.
    public var stillPath: String?

    /// Tells what TMDB knows.
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
    /// Its id within the title: the same as long as the link is the same.
    public var id: String
    /// What it is called: `1080p`, `Backup`, `English`; `Default` when nothing is said.
    public var name: String
    /// The picture's quality, such as `1080p`.
    public var quality: String?
    /// How the picture is coded, such as `HEVC`, where the list says so.
    public var codec: String?
    /// The picture's dynamic range, `HDR` or `Dolby Vision`, where the list says that it is a high one.
    public var dynamicRange: String?
    /// The language.
    public var language: String?
    /// The source that has it.
    public var source: String
    /// Whether the source has lost it.
    public var isStale: Bool
    /// When it failed last; absent when it has not lately, see ``Catalog/ReportStream``.
    public var failedAt: Date?

    /// Describes a link.
    public init(id: String, name: String, source: String, isStale: Bool = false) {
        self.id = id
        self.name = name
        self.source = source
        self.isStale = isStale
    }
}

/// One page of a series' episodes.
public struct EpisodeList: Codable, Sendable, Hashable {
    /// The episodes, by season and number.
    public var episodes: [Card]
    /// How many there are that the caller may see.
    public var total: Int64
    /// Asks for the next page; absent on the last one.
    public var cursor: String?

    /// A page of episodes.
    public init(episodes: [Card], total: Int64, cursor: String? = nil) {
        self.episodes = episodes
        self.total = total
        self.cursor = cursor
    }
}

/// Cards of titles.
public struct CardList: Codable, Sendable, Hashable {
    /// The cards, in the order asked for.
    public var cards: [Card]

    /// Lists cards.
    public init(cards: [Card]) { self.cards = cards }
}

/// Where a stream is.
public struct ResolvedStream: Codable, Sendable, Hashable {
    /// The link's id.
    public var variant: String
    /// The address. It may hold the account's password: never log or show it.
    public var url: String
    /// Request headers that the stream wants, by name.
    public var headers: [String: String]
    /// The links to fall back to, in order.
    public var fallbacks: [String]
    /// What the list tells players besides, such as the key of a protected stream: never log or show it.
    public var options: [StreamOption]?

    /// Describes a stream.
    public init(variant: String, url: String, headers: [String: String], fallbacks: [String]) {
        self.variant = variant
        self.url = url
        self.headers = headers
        self.fallbacks = fallbacks
    }
}

/// What a list tells one player of a stream, by `#KODIPROP` or `#EXTVLCOPT`.
public struct StreamOption: Codable, Sendable, Hashable {
    /// Whose option it is.
    public var player: StreamPlayer
    /// Its name, such as `inputstream.adaptive.license_type` or `program`.
    public var name: String
    /// Its value. It may be a key.
    public var value: String

    /// Describes an option.
    public init(player: StreamPlayer, name: String, value: String) {
        (self.player, self.name, self.value) = (player, name, value)
    }
}

/// A player that has options of its own.
public struct StreamPlayer: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// `#KODIPROP`
    public static let kodi = StreamPlayer(rawValue: "kodi")
    /// `#EXTVLCOPT`
    public static let vlc = StreamPlayer(rawValue: "vlc")
}
