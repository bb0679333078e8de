/// An entry of a map, as positions in the input.
struct MapEntry: BitwiseCopyable {
    /// The first eight bytes of the key's shortest encoding, zero-padded, as a big-endian number: it orders nearly all
    /// keys by itself.
    var prefix: UInt64
    var key: ItemPosition
    /// Where the key ends.
    var value: ItemPosition
}
