/// What the scanner remembers of an array, map or indefinite-length string that is not trivially skipped, in the
/// order in which they begin: with it every later step over such an item takes constant time.
struct TapeNode: BitwiseCopyable {
    /// The offset behind the item.
    var end: UInt32
    /// The index of the first node that begins behind the item.
    var next: UInt32
    /// The number of items or pairs; of bytes in an indefinite-length string.
    var count: UInt32
    /// The index of a map's first entry.
    var entries: UInt32 = 0
}
