/// Identifies a title in the whole household: a catalog id, or `tmdb:movie:N` / `tmdb:tv:N` for one outside the
/// library.
public struct ContentID: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The longest accepted id, in bytes.
    public static let maximumBytes = 100

    /// Whether it is the id of a title that is or was in the library.
    public var isOfLibrary: Bool { !rawValue.hasPrefix("tmdb:") }

    /// Whether it is a valid id: 1 to 100 printable ASCII characters without spaces.
    public var isWellFormed: Bool {
        (1...Self.maximumBytes).contains(rawValue.utf8.count) && rawValue.utf8.allSatisfy { (0x21...0x7e).contains($0) }
    }
}

/// The kind of a title.
public struct ContentKind: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// A film.
    public static let movie = ContentKind(rawValue: "movie")
    /// A series as a whole.
    public static let series = ContentKind(rawValue: "series")
    /// One episode of a series.
    public static let episode = ContentKind(rawValue: "episode")
    /// A live channel.
    public static let channel = ContentKind(rawValue: "channel")
}
