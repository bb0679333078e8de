internal import ProfilesAPI
internal import Synchronization

/// The purchases that households are redeeming at the moment: two households must not both find a purchase free.
///
/// Each household's shard is a file of its own, so no transaction covers both.
final class PurchaseClaims: Sendable {
    private struct Claim {
        var household: String
        var holders: Int
    }

    private let claims = Mutex<[String: Claim]>([:])

    /// Runs `body` while no other household can redeem the purchase.
    ///
    /// - Throws: ``ProfilesError/purchaseUndecided`` when another household is at it; what `body` throws.
    func holding<Value: Sendable>(
        _ original: String, for household: String, _ body: () async throws -> Value
    ) async throws -> Value {
        let isHeld = claims.withLock { claims in
            let claim = claims[original] ?? Claim(household: household, holders: 0)
            guard claim.household == household else { return false }
            claims[original] = Claim(household: household, holders: claim.holders + 1)
            return true
        }
        guard isHeld else { throw ProfilesError.purchaseUndecided }
        defer {
            claims.withLock { claims in
                claims[original]?.holders -= 1
                if claims[original]?.holders == 0 { claims[original] = nil }
            }
        }
        return try await body()
    }
}
