internal import CatalogRecognition

/// A source's contents in 64 bits, independent of the order of entries and of accounts and tokens in their addresses.
/// It recognises an undone import that is fetched again.
struct ImportDigest: Sendable {
    private var sum: UInt64 = 0

    /// Adds an entry of a playlist.
    mutating func add(_ item: PlaylistItem) {
        // The address's match key omits the parts that change from day to day.
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
