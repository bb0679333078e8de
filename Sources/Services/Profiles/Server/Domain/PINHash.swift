internal import Crypto
internal import CryptoExtras
internal import RPC

/// A PIN's hash by scrypt (RFC 7914), with the salt and cost that made it.
struct PINHash: Sendable, Hashable {
    /// What a hash costs.
    struct Cost: Sendable, Hashable {
        var rounds: Int
        var blockSize: Int
        var parallelism: Int

        /// 16 MiB and some 25 ms. Four digits can be tried out whatever a hash costs: what protects a PIN is the count of
        /// wrong tries, so the cost is one that a small box has room for.
        static let standard = Cost(rounds: 1 << 14, blockSize: 8, parallelism: 1)
    }

    var hash: [UInt8]
    var salt: [UInt8]
    var cost: Cost

    static let saltBytes = 16
    static let hashBytes = 32
}

/// Hashes PINs, one at a time: each takes memory and a thread for a while.
actor PINHasher {
    /// The hash of a new PIN.
    ///
    /// - Throws: INTERNAL when scrypt refuses, for want of memory.
    func hash(_ pin: String, salt: [UInt8], cost: PINHash.Cost = .standard) throws -> PINHash {
        let key = try derive(pin, salt: salt, cost: cost)
        return PINHash(hash: key.withUnsafeBytes { Array($0) }, salt: salt, cost: cost)
    }

    /// Whether a PIN is the one that was hashed.
    ///
    /// - Throws: INTERNAL when scrypt refuses, for want of memory.
    func matches(_ pin: String, _ known: PINHash) throws -> Bool {
        // Keys are compared in constant time.
        try derive(pin, salt: known.salt, cost: known.cost) == SymmetricKey(data: known.hash)
    }

    private func derive(_ pin: String, salt: [UInt8], cost: PINHash.Cost) throws -> SymmetricKey {
        do {
            return try KDF.Scrypt.deriveKey(
                from: Array(pin.utf8), salt: salt, outputByteCount: PINHash.hashBytes, rounds: cost.rounds,
                blockSize: cost.blockSize, parallelism: cost.parallelism)
        } catch {
            throw RPCError(.internal, "The PIN could not be checked. Try again.", executed: .yes)
        }
    }
}
