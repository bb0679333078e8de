/// The limits of a decoder's input, checked first.
public struct CBORLimits: Hashable, Sendable {
    /// The largest input in bytes. At most 4 GiB - 1 whatever is asked for.
    public var maxInputBytes: Int
    /// How deeply arrays, maps and tags may be nested, from 1 to 256. Each level of a nested type takes stack space.
    public var maxDepth: Int

    /// Creates limits; by default 64 MiB and 64 levels.
    public init(maxInputBytes: Int = 64 << 20, maxDepth: Int = CBORReader.defaultMaxDepth) {
        self.maxInputBytes = max(0, min(maxInputBytes, Int(UInt32.max)))
        self.maxDepth = max(1, min(maxDepth, 256))
    }
}
