public import Foundation
internal import HearthModel
public import RPC

extension MetadataGateway {
    /// How images are addressed at TMDB, for clients that fetch them directly.
    public struct GetConfiguration: Request {
        public typealias Response = ConfigurationAnswer
        public static let safety = CallSafety.readOnly
        public static let timeout = Duration.seconds(20)
        public static let access = MetadataGateway.askers

        /// Creates the request.
        public init() {}
    }

    /// An image's bytes, in the size for its use: a household's clients never connect to the outside.
    public struct GetImage: Request {
        public typealias Response = ImageAnswer
        public static let safety = CallSafety.readOnly
        public static let timeout = Duration.seconds(20)
        public static let access = CallAccess.caller.orServices(.catalog, .scheduler, .readingList)

        /// Which one: a path as titles have them, `/qJ0csDXAVFMsNn0cRcjy6W6PxAK.jpg`.
        public var path: String
        /// The image's use.
        public var use: ImageUse
        /// Pixels a point, 1 to 3; absent: 1.
        public var scale: Int32?

        /// Creates the request.
        public init(path: String, use: ImageUse, scale: Int32? = nil) {
            self.path = path
            self.use = use
            self.scale = scale
        }
    }

    /// The source's health, and the cache's statistics.
    public struct GetSourceStatus: Request {
        public typealias Response = SourceStatus
        public static let safety = CallSafety.readOnly
        public static let access = MetadataGateway.askers

        /// Creates the request.
        public init() {}
    }
}

/// An image's use, which decides its width.
public enum ImageUse: String, Codable, Sendable, CaseIterable {
    /// A small poster: 154 pixels.
    case thumbnail
    /// A poster in a row: 342 pixels.
    case card
    /// A poster on a page: 500 pixels.
    case detail
    /// A wide image: 780 pixels.
    case backdrop
    /// A wide full-screen image: 1280 pixels.
    case hero
    /// An episode's image: 300 pixels.
    case still
    /// A person's image: 185 pixels.
    case profile
}

/// Creates the response.
public struct ConfigurationAnswer: Codable, Sendable, Hashable {
    /// The configuration.
    public var configuration: TMDB.Configuration
    /// The source and age of the response.
    public var source: AnswerSource

    /// Creates the response.
    public init(configuration: TMDB.Configuration, source: AnswerSource) {
        self.configuration = configuration
        self.source = source
    }
}

/// Creates the response.
public struct ImageAnswer: Codable, Sendable, Hashable {
    /// Its bytes.
    public var bytes: Data
    /// Its type, `image/jpeg`.
    public var type: String
    /// The source and age of the response.
    public var source: AnswerSource

    /// Creates the response.
    public init(bytes: Data, type: String, source: AnswerSource) {
        self.bytes = bytes
        self.type = type
        self.source = source
    }
}

/// The source's health, and the cache's statistics since the service started.
public struct SourceStatus: Codable, Sendable, Hashable {
    /// There is a key for TMDB.
    public var hasKey: Bool
    /// The circuit breaker is open.
    public var isResting: Bool
    /// Responses from the cache.
    public var hits: UInt64
    /// Stale responses from the cache.
    public var staleHits: UInt64
    /// Cache misses.
    public var misses: UInt64
    /// Callers that shared another caller's fetch.
    public var shared: UInt64
    /// Requests sent, including retries.
    public var sent: UInt64
    /// Failed requests.
    public var failed: UInt64
    /// Requests rejected with 429.
    public var refused: UInt64
    /// Malformed fields and items of responses; the rest of those responses is used.
    public var oddFields: UInt64?

    /// Nothing happened yet.
    public init(hasKey: Bool) {
        self.hasKey = hasKey
        isResting = false
        (hits, staleHits, misses, shared, sent, failed, refused) = (0, 0, 0, 0, 0, 0, 0)
    }
}
