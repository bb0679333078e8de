/// What a source has, in 64 bits: the same entries in another order, with other accounts and tokens in their addresses, come
/// to the same. By it an import that was undone is known again when it is fetched once more.
struct ImportDigest: Sendable {
    private var sum: UInt64 = 0

    /// Adds an entry of a playlist.
    mutating func add(_ item: PlaylistItem) {
        // The address's rung leaves out what changes from day to day.
        let address = item.rungs.last { $0.kind == .address }
        sum &+= (item.id.low &* Self.spread) ^ (address?.key.high ?? 0)
    }

    /// Adds a programme of a guide.
    mutating func add(fingerprint: Int64) { sum &+= UInt64(bitPattern: fingerprint) &* Self.spread }

    /// The digest, as SQLite stores it.
    var value: Int64 { Int64(bitPattern: sum) }

    /// An odd number with many bits (Knuth's multiplicative hashing), so that sums of small differences differ.
    private static let spread: UInt64 = 0x9E37_79B9_7F4A_7C15
}
