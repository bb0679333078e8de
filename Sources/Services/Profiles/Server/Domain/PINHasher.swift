internal import Cryptography
internal import RPC
internal import ServiceKit
internal import Synchronization

/// Hashes PINs one at a time and off the task pool, because each hash takes memory and blocks a thread for a while.
///
/// Hashing needs a slot (``withSlot(_:)``), of which there are few: memory stays that of one hash, and a caller never
/// waits for more than the hashes of the other slots.
final class PINHasher: Sendable {
    /// The cost of new hashes.
    let cost: PINHash.Cost

    private let worker: SerialWorker
    private let running = Mutex(0)

    /// Creates a hasher.
    ///
    /// - Parameters:
    ///   - cost: the cost of new hashes; only tests and simulations use another than the default.
    ///   - face: whether hashing blocks a thread of its own, or the caller's in a simulation.
    init(cost: PINHash.Cost = .standard, face: ShardOptions.ExecutionMode = .queued) {
        self.cost = cost
        worker = SerialWorker(label: "hearth.pin", face: face)
    }

    /// Runs `body` in one of the places.
    ///
    /// - Throws: RESOURCE_EXHAUSTED, not executed, when all slots are in use; what `body` throws.
    func withSlot<Value>(_ body: () async throws -> Value) async throws -> Value {
        let isFree = running.withLock { running in
            guard running < ProfilesLimits.pinChecksAtOnce else { return false }
            running += 1
            return true
        }
        guard isFree else {
            throw RPCError(
                .resourceExhausted, "Too many PINs are being checked. Try again in a moment.", executed: .no,
                retryAfter: ProfilesLimits.pinRetryAfter)
        }
        defer { running.withLock { $0 -= 1 } }
        return try await body()
    }

    /// The hash of a new PIN.
    ///
    /// - Throws: INTERNAL when scrypt fails: for lack of memory, or as the hash costs more than
    ///   ``ProfilesLimits/pinHashMemoryBytes``.
    func hash(_ pin: String, salt: [UInt8], cost: PINHash.Cost? = nil) async throws -> PINHash {
        let cost = cost ?? self.cost
        let key = try await derive(pin, salt: salt, cost: cost)
        return PINHash(hash: key.bytes, salt: salt, cost: cost)
    }

    /// Whether a PIN matches the hash.
    ///
    /// - Throws: INTERNAL when scrypt fails: for lack of memory, or as the hash costs more than
    ///   ``ProfilesLimits/pinHashMemoryBytes``.
    func matches(_ pin: String, _ known: PINHash) async throws -> Bool {
        // In constant time.
        try await derive(pin, salt: known.salt, cost: known.cost).isEqual(to: known.hash)
    }

    private func derive(_ pin: String, salt: [UInt8], cost: PINHash.Cost) async throws -> SecretBytes {
        do {
            return try await worker.run {
                try Scrypt.derive(
                    password: Array(pin.utf8), salt: salt, rounds: cost.rounds, blockSize: cost.blockSize,
                    parallelism: cost.parallelism, count: PINHash.hashBytes,
                    memoryLimit: ProfilesLimits.pinHashMemoryBytes)
            }
        } catch {
            throw RPCError(.internal, "The PIN could not be checked. Try again.", executed: .yes)
        }
    }
}
