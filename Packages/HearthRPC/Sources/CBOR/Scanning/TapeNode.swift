/// A scanned array, map or indefinite-length string that cannot be skipped trivially, in the order of the input: with
/// it every later skip of such an item takes constant time.
struct TapeNode: BitwiseCopyable {
    /// The offset after the item.
    var end: UInt32
    /// The index of the first node that begins after the item.
    var next: UInt32
    /// The number of items or pairs; of bytes in an indefinite-length string.
    var count: UInt32
    /// The index of a map's first entry.
    var entries: UInt32 = 0
}
