/// What a source says of a film beyond what every list says.
public struct TitleDetails: Codable, Sendable, Hashable {
    /// Who is in it, in the source's order.
    public var cast: [String]?
    /// Who directed it.
    public var directors: [String]?
    /// Its country, as the source writes it.
    public var country: String?
    /// A trailer's URL as text.
    public var trailer: String?
    /// A wide picture's URL as text.
    public var backdrop: String?
    /// The bit rate of the file, in kbit/s.
    public var bitrate: Int64?

    /// Says nothing yet.
    public init() {}
}
