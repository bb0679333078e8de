extension TMDB {
    /// A genre.
    public struct Genre: Codable, Sendable, Hashable {
        /// Its number.
        public var id: Int64
        /// Its name in the requested language.
        public var name: String
    }

    /// All genres of films or of shows.
    public struct GenreList: Codable, Sendable, Hashable {
        /// The genres.
        public var genres: [Genre]
    }

    /// A producer or a broadcaster.
    public struct Company: Codable, Sendable, Hashable {
        /// Its number.
        public var id: Int64
        /// Its name.
        public var name: String
        /// Its logo.
        public var logoPath: String?
        /// ISO 3166-1; may be empty.
        public var originCountry: String?
    }

    /// A country.
    public struct Country: Codable, Sendable, Hashable {
        /// ISO 3166-1.
        public var iso31661: String
        /// Its name in English.
        public var name: String
    }

    /// A language.
    public struct Language: Codable, Sendable, Hashable {
        /// ISO 639-1.
        public var iso6391: String
        /// Its name in English.
        public var englishName: String?
        /// Its own name; may be empty.
        public var name: String
    }

    /// Images.
    public struct ImageSet: Codable, Sendable, Hashable {
        /// The title's ID; absent as an extra of its response.
        public var id: Int64?
        /// Wide ones.
        public var backdrops: [Picture]?
        /// The title as a drawing.
        public var logos: [Picture]?
        /// Posters.
        public var posters: [Picture]?
    }

    /// The image's path.
    public struct Picture: Codable, Sendable, Hashable {
        /// Which, see ``MetadataGateway/GetImage``.
        public var filePath: String
        /// Pixels.
        public var width: Int64
        /// Pixels.
        public var height: Int64
        /// Width by height.
        public var aspectRatio: Double?
        /// The language of the words in it; absent for none.
        public var iso6391: String?
        /// The country it is meant for.
        public var iso31661: String?
        /// Out of 10.
        public var voteAverage: Double?
        /// How many voted.
        public var voteCount: Int64?
    }

    /// Trailers and the like.
    public struct VideoList: Codable, Sendable, Hashable {
        /// The title's ID; absent as an extra of its response.
        public var id: Int64?
        /// The videos.
        public var results: [Video]
    }

    /// A trailer or the like.
    public struct Video: Codable, Sendable, Hashable {
        /// Its entry.
        public var id: String
        /// Its title.
        public var name: String
        /// Where it is: `YouTube`, `Vimeo`.
        public var site: String
        /// Its number there.
        public var key: String
        /// `Trailer`, `Teaser`, `Clip`, ...
        public var type: String
        /// Published by the makers.
        public var official: Bool?
        /// Lines: 1080.
        public var size: Int64?
        /// Its language.
        public var iso6391: String?
        /// Its country.
        public var iso31661: String?
        /// When.
        public var publishedAt: String?
    }

    /// A page of user reviews.
    public struct ReviewPage: Codable, Sendable, Hashable {
        /// The title's ID; absent as an extra of its response.
        public var id: Int64?
        /// Its number, from 1.
        public var page: Int64
        /// The reviews.
        public var results: [Review]
        /// How many pages there are.
        public var totalPages: Int64
        /// How many reviews there are.
        public var totalResults: Int64
    }

    /// A user's review.
    public struct Review: Codable, Sendable, Hashable {
        /// Its entry.
        public var id: String
        /// The author's name.
        public var author: String
        /// More about the author.
        public var authorDetails: ReviewAuthor?
        /// The text.
        public var content: String
        /// When it was written.
        public var createdAt: String?
        /// When it was changed last.
        public var updatedAt: String?
        /// Its page.
        public var url: String?
    }

    /// A review's author.
    public struct ReviewAuthor: Codable, Sendable, Hashable {
        /// The name; may be empty.
        public var name: String
        /// The name at TMDB.
        public var username: String
        /// The image's path.
        public var avatarPath: String?
        /// Out of 10.
        public var rating: Double?
    }

    /// A title's keywords.
    public struct KeywordList: Codable, Sendable, Hashable {
        /// The title's ID; absent as an extra of its response.
        public var id: Int64?
        /// A film's.
        public var keywords: [Keyword]?
        /// A show's.
        public var results: [Keyword]?
    }

    /// A keyword.
    public struct Keyword: Codable, Sendable, Hashable {
        /// Its number.
        public var id: Int64
        /// The word.
        public var name: String
    }

    /// Numbers elsewhere.
    public struct ExternalIDs: Codable, Sendable, Hashable {
        /// The title's ID; absent as an extra of its response.
        public var id: Int64?
        /// IMDb.
        public var imdbId: String?
        /// TheTVDB.
        public var tvdbId: Int64?
        /// TVRage.
        public var tvrageId: Int64?
        /// Wikidata.
        public var wikidataId: String?
        /// Freebase.
        public var freebaseMid: String?
        /// Freebase's older form.
        public var freebaseId: String?
        /// Facebook.
        public var facebookId: String?
        /// Instagram.
        public var instagramId: String?
        /// Twitter.
        public var twitterId: String?
    }

    /// Where it can be watched, from JustWatch.
    public struct WatchProviders: Codable, Sendable, Hashable {
        /// The title's ID; absent as an extra of its response.
        public var id: Int64?
        /// By country, ISO 3166-1.
        public var results: [String: CountryProviders]
    }

    /// Where it can be watched in a country.
    public struct CountryProviders: Codable, Sendable, Hashable {
        /// The page that lists them.
        public var link: String?
        /// By subscription.
        public var flatrate: [Provider]?
        /// For nothing.
        public var free: [Provider]?
        /// With advertisements.
        public var ads: [Provider]?
        /// For a time.
        public var rent: [Provider]?
        /// To buy.
        public var buy: [Provider]?
    }

    /// A watch provider.
    public struct Provider: Codable, Sendable, Hashable {
        /// Its number.
        public var providerId: Int64
        /// Its name.
        public var providerName: String
        /// Its logo.
        public var logoPath: String?
        /// How far up it is shown, from 0.
        public var displayPriority: Int64?
    }

    /// How images are addressed at TMDB.
    public struct Configuration: Codable, Sendable, Hashable {
        /// The fields that changes are reported for.
        public var changeKeys: [String]
        /// The configuration of images.
        public var images: ImageConfiguration
    }

    /// The addresses and sizes of images.
    public struct ImageConfiguration: Codable, Sendable, Hashable {
        /// The prefix of their addresses.
        public var baseUrl: String
        /// The same over TLS.
        public var secureBaseUrl: String
        /// Sizes of wide images.
        public var backdropSizes: [String]
        /// Sizes of logos.
        public var logoSizes: [String]
        /// Sizes of posters.
        public var posterSizes: [String]
        /// Sizes of images of people.
        public var profileSizes: [String]
        /// Sizes of images of episodes.
        public var stillSizes: [String]
    }
}
