/// Bytes that were found to be one well-formed item, with what was noted of them. Valid only where it is lent.
struct ScannedInput {
    let base: UnsafePointer<UInt8>
    let count: Int
    /// The containers in the order in which they begin.
    let tape: UnsafePointer<TapeNode>
}
