/// The requested page of a long list.
public struct PageRequest: Codable, Sendable, Hashable {
    /// The most entries, 1 to 200.
    public var size: Int32
    /// The cursor of the previous page; absent for the first page.
    public var cursor: String?

    /// The largest page size.
    public static let maximumSize: Int32 = 200
    /// The default page size.
    public static let standardSize: Int32 = 50

    /// Requests a page.
    public init(size: Int32 = Self.standardSize, cursor: String? = nil) {
        self.size = size
        self.cursor = cursor
    }
}
