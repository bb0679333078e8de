/// A film's data from its source beyond those of every list.
public struct TitleDetails: Codable, Sendable, Hashable {
    /// The cast, in the source's order.
    public var cast: [String]?
    /// The directors.
    public var directors: [String]?
    /// Its country, as the source writes it.
    public var country: String?
    /// A trailer's URL.
    public var trailer: String?
    /// A backdrop's URL.
    public var backdrop: String?
    /// The bit rate of the file, in kbit/s.
    public var bitrate: Int64?

    /// Makes empty details.
    public init() {}
}
