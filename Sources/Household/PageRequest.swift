/// Which part of a long list is asked for.
public struct PageRequest: Codable, Sendable, Hashable {
    /// How many entries at most, 1 to 200.
    public var size: Int32
    /// Where to go on: the cursor of the page before; absent for the first page.
    public var cursor: String?

    /// The most that one page holds.
    public static let maximumSize: Int32 = 200
    /// What a page holds when nobody says.
    public static let standardSize: Int32 = 50

    /// Asks for a page.
    public init(size: Int32 = Self.standardSize, cursor: String? = nil) {
        self.size = size
        self.cursor = cursor
    }
}
