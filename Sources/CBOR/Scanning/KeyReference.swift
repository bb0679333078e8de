/// A map key where it lies in the input.
struct KeyReference: BitwiseCopyable {
    /// The first eight bytes of the key's shortest encoding, zero-padded, as a big-endian number: it orders nearly all
    /// keys by itself.
    var prefix: UInt64
    /// Where the key begins.
    var offset: UInt32
    /// The number of its bytes as they were sent.
    var count: UInt32
}
