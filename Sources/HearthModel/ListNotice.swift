/// Says that a list of the caller's profile has changed, or what it has at the beginning of a stream.
public struct ListNotice: Codable, Sendable, Hashable {
    /// How many entries of it the caller may see.
    public var total: Int64

    /// Makes a notice.
    public init(total: Int64) { self.total = total }
}
