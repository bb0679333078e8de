internal import Cryptography
internal import RPC
internal import Synchronization

/// Apple's published keys, fetched when a token needs them and kept for as long as Apple says, within bounds.
final class AppleKeys: Sendable {
    /// The fetched text of a JWK set.
    struct Fetched: Sendable {
        var body: [UInt8]
        /// The `max-age` of its `Cache-Control`; nil without one.
        var maximumAge: Duration?
    }

    /// The algorithms of Apple's keys (RFC 7518, section 3.1).
    static let algorithms: Set<String> = ["RS256", "ES256"]

    private struct State {
        var keys: [String: VerificationKey] = [:]
        /// Until when they count; nil before the first fetch.
        var expires: MonotonicInstant?
        /// When they were last asked for.
        var asked: MonotonicInstant?
    }

    private let runtime: any Runtime
    private let fetch: @Sendable () async throws -> Fetched
    private let state = Mutex(State())

    init(runtime: any Runtime, fetch: @escaping @Sendable () async throws -> Fetched) {
        (self.runtime, self.fetch) = (runtime, fetch)
    }

    /// The key of an id; nil when Apple has none.
    ///
    /// An unknown id has the keys fetched again, since Apple may have a new one, but not more than once a minute: rubbish
    /// must not turn this service into a flood.
    ///
    /// - Throws: ``ProfilesError/appleUnavailable`` when there are no keys and none can be fetched.
    func key(_ id: String) async throws -> VerificationKey? {
        let now = runtime.now
        let (known, isFresh, mayAsk) = state.withLock { state -> (VerificationKey?, Bool, Bool) in
            let isFresh = state.expires.map { now < $0 } ?? false
            let pause = isFresh ? ProfilesLimits.appleKeysInterval : ProfilesLimits.appleKeysRetry
            let mayAsk = state.asked.map { $0.duration(to: now) >= pause } ?? true
            guard !isFresh || state.keys[id] == nil else { return (state.keys[id], isFresh, false) }
            if mayAsk { state.asked = now }
            return (nil, isFresh, mayAsk)
        }
        if let known { return known }
        guard mayAsk else {
            guard isFresh else { throw ProfilesError.appleUnavailable }
            return nil
        }
        do {
            try take(try await fetch())
        } catch let error as CancellationError {
            throw error
        } catch {
            // The keys at hand are still valid; the one that is asked for is not among them.
            guard isFresh else { throw ProfilesError.appleUnavailable }
        }
        return state.withLock { $0.keys[id] }
    }

    private func take(_ fetched: Fetched) throws {
        var keys: [String: VerificationKey] = [:]
        for key in try VerificationKey.keys(inSet: fetched.body) {
            if let id = key.id, Self.algorithms.contains(key.algorithm) { keys[id] = key }
        }
        guard !keys.isEmpty else { throw CryptographyError.invalidKey }
        let bounds = ProfilesLimits.appleKeysLifetime
        let lifetime = min(max(fetched.maximumAge ?? bounds.lowerBound, bounds.lowerBound), bounds.upperBound)
        state.withLock { state in
            (state.keys, state.expires) = (keys, runtime.now.advanced(by: lifetime))
        }
    }

    /// The `max-age` of a `Cache-Control` (RFC 9111, section 5.2.2.1); nil without a valid one.
    static func maximumAge(of cacheControl: String?) -> Duration? {
        for directive in cacheControl?.split(separator: ",") ?? [] {
            let parts = directive.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != " " }.lowercased() }
            guard parts.count == 2, parts[0] == "max-age", let seconds = Int64(parts[1]), seconds >= 0 else { continue }
            return .seconds(min(seconds, ProfilesLimits.appleKeysLifetime.upperBound.components.seconds))
        }
        return nil
    }
}
