/// A PIN's scrypt hash (RFC 7914), with its salt and cost parameters.
struct PINHash: Sendable, Hashable {
    /// The cost parameters of a hash. They are stored with each hash, so that they can be raised for new ones.
    struct Cost: Sendable, Hashable {
        /// scrypt's N.
        var rounds: Int
        /// scrypt's r.
        var blockSize: Int
        /// scrypt's p.
        var parallelism: Int

        /// N = 2^16, r = 8, p = 2: 64 MiB and some 0.3 s. OWASP's password storage cheat sheet (2025) ranks it equal to
        /// N = 2^17, r = 8, p = 1, which would take 128 MiB, more than a small box can spare for one comparison.
        static let standard = Cost(rounds: 1 << 16, blockSize: 8, parallelism: 2)

        /// The memory of one hash, in bytes.
        var memoryBytes: Int { 128 * rounds * blockSize }

        /// Whether a hash of this cost should be replaced by one of `other`: it takes less memory or less work.
        func isWeaker(than other: Cost) -> Bool {
            memoryBytes < other.memoryBytes || memoryBytes * parallelism < other.memoryBytes * other.parallelism
        }
    }

    var hash: [UInt8]
    var salt: [UInt8]
    var cost: Cost

    static let saltBytes = 16
    static let hashBytes = 32
}
