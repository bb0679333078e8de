/// Where an item begins in scanned bytes.
struct ItemPosition: BitwiseCopyable {
    var offset: UInt32
    /// The index of the first container on the tape that does not begin before the item.
    var tape: UInt32
}
