internal import CatalogRecognition

/// A 64-bit hash of the parts of a row, to detect changes.
///
/// SipHash under a fixed key: equal rows have equal fingerprints on every machine; two different rows of one source
/// collide with a chance of 1 in 10^7 at a million rows, and then one of them keeps its old text until it changes
/// again.
struct Fingerprint {
    private var hash = SipHash128(key0: 0x6869_6E67_6572_7072, key1: 0x6361_7461_6C6F_6731)

    /// Adds a text or nil.
    mutating func add(_ text: String?) {
        guard let text else { return hash.add(0x1E) }
        hash.add(text.utf8)
        hash.add(0x1F)
    }

    /// Adds a number or nil.
    mutating func add(_ number: Int64?) {
        guard let number else { return hash.add(0x1E) }
        for shift in stride(from: 0, to: 64, by: 8) { hash.add(UInt8(truncatingIfNeeded: number >> Int64(shift))) }
    }

    /// Adds bytes.
    mutating func add(_ bytes: [UInt8]) {
        add(Int64(bytes.count))
        hash.add(bytes)
    }

    /// The fingerprint, as SQLite stores it.
    var value: Int64 { Int64(bitPattern: hash.finish().first) }
}
