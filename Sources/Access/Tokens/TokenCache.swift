internal import RPC

/// Verified tokens by their bytes, at most `capacity` of them; the least recently used are evicted first.
///
/// Two generations instead of an ordered list: when the young one is full it becomes the old one, and a hit in the old
/// one moves to the young. A lookup costs one or two hashes, and nothing is ever swept.
struct TokenCache: Sendable {
    private let half: Int
    private var young: [AccessToken: VerifiedToken] = [:]
    private var old: [AccessToken: VerifiedToken] = [:]

    init(capacity: Int) { half = max(1, capacity / 2) }

    /// The number of cached tokens.
    var count: Int { young.count + old.keys.count { young[$0] == nil } }

    /// The token, unless it is unknown or has expired.
    mutating func find(_ token: AccessToken, at now: WallTime) -> VerifiedToken? {
        if let found = young[token] {
            guard found.expiry > now else {
                young[token] = nil
                return nil
            }
            return found
        }
        guard let found = old.removeValue(forKey: token), found.expiry > now else { return nil }
        insert(token, found)
        return found
    }

    mutating func insert(_ token: AccessToken, _ verified: VerifiedToken) {
        if young.count >= half {
            old = young
            young = [:]
        }
        young[token] = verified
    }

    mutating func removeAll() {
        young = [:]
        old = [:]
    }
}
