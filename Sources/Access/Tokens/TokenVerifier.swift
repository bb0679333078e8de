internal import HearthModel
public import RPC
internal import Synchronization

/// Verifies tokens with published public keys alone: it calls no service.
///
/// Verified tokens are cached by their bytes until they expire, since a verification costs some 200 microseconds.
public final class TokenVerifier: Sendable {
    private struct State: Sendable {
        var keys: [String: PublicKey]
        var read: MonotonicInstant?
        var cache: TokenCache
        /// Whether a key was removed or retired since the last ``TokenVerifier/refresh()``.
        var hasRemovedKeys = false
        /// The keys already known to have retired.
        var retired: Set<String> = []
    }

    private let runtime: any Runtime
    private let load: (@Sendable () -> [PublicKey]?)?
    private let state: Mutex<State>
    private let reading = Mutex(())

    /// A verifier with a fixed set of keys.
    public init(keys: [PublicKey], runtime: any Runtime, cachedTokens: Int = AccessLimits.cachedTokens) {
        self.runtime = runtime
        load = nil
        state = Mutex(State(keys: Self.byID(keys), cache: TokenCache(capacity: cachedTokens)))
    }

    /// A verifier that loads a key directory, and reloads it when a token names an unknown key.
    ///
    /// - Parameter onProblem: receives why the directory or a file in it cannot be used, for the log.
    public init(
        store: KeyStore, runtime: any Runtime, cachedTokens: Int = AccessLimits.cachedTokens,
        onProblem: @escaping @Sendable (KeyFileError) -> Void = { _ in }
    ) {
        self.runtime = runtime
        load = {
            do throws(KeyFileError) {
                return try store.publicKeys(onProblem: onProblem)
            } catch {
                onProblem(error)
                return nil
            }
        }
        state = Mutex(State(keys: [:], cache: TokenCache(capacity: cachedTokens)))
    }

    /// The currently known keys.
    public var keys: [PublicKey] { state.withLock { $0.keys.values.sorted { $0.id < $1.id } } }

    /// The number of cached tokens.
    public var cachedTokens: Int { state.withLock { $0.cache.count } }

    /// A cached token that has not expired; nil does not mean that it is invalid. Takes a microsecond.
    public func remembered(_ token: AccessToken) -> VerifiedToken? {
        let now = runtime.wallTime
        return state.withLock { $0.cache.find(token, at: now) }
    }

    /// Verifies a token.
    ///
    /// - Throws: why it is invalid.
    public func verify(_ token: AccessToken) async throws(TokenError) -> VerifiedToken {
        if let verified = remembered(token) { return verified }
        let parsed = try ParsedToken(token.bytes)
        guard let key = key(parsed.keyID) else { throw .unknownKey }
        let claims = try parsed.claims(by: key)
        try check(claims, by: key)
        let verified = VerifiedToken(claims)
        state.withLock { state in
            // The key may have been removed during the verification.
            if state.keys[key.id] != nil { state.cache.insert(token, verified) }
        }
        return verified
    }

    /// Whether the session of a token has relocked: it is valid, and refused until the person has chosen a profile.
    func hasRelocked(_ token: VerifiedToken) -> Bool { token.relock.map { $0 <= runtime.wallTime } ?? false }

    // MARK: Keys

    private static func byID(_ keys: [PublicKey]) -> [String: PublicKey] {
        Dictionary(keys.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The key of an id; reloads the directory when it is unknown or the keys are old.
    private func key(_ id: String) -> PublicKey? {
        let now = runtime.now
        let (known, age) = state.withLock { state in
            (state.keys[id], state.read.map { $0.duration(to: now) } ?? .seconds(Int64.max))
        }
        let isDue = age >= (known == nil ? AccessLimits.keyReloadInterval : AccessLimits.keyLifetime)
        let key = isDue && load != nil ? reload(now)[id] : known
        guard let key, (key.retires ?? .max) > runtime.wallTime.wholeSecondsSince1970 else { return nil }
        return key
    }

    /// Reloads the directory. One that cannot be read changes nothing: the known keys stay.
    ///
    /// One at a time: a flood of unknown keys causes one reload, and concurrent callers share its result.
    private func reload(_ now: MonotonicInstant) -> [String: PublicKey] {
        reading.withLock { _ in
            let (known, read) = state.withLock { ($0.keys, $0.read) }
            if let read, read >= now { return known }
            let keys = load?()
            return state.withLock { state in
                state.read = runtime.now
                guard let keys else { return state.keys }
                let found = Self.byID(keys)
                let isPoorer = state.keys.keys.contains { found[$0] == nil }
                state.keys = found
                if isPoorer {
                    state.cache.removeAll()
                    state.hasRemovedKeys = true
                }
                return found
            }
        }
    }

    /// Reloads the key directory, and drops cached tokens of removed and retired keys.
    ///
    /// - Returns: whether a key was removed or retired since the last call: streams admitted with its tokens must end.
    public func refresh() -> Bool {
        if load != nil { _ = reload(runtime.now) }
        let now = runtime.wallTime.wholeSecondsSince1970
        return state.withLock { state in
            let retired = Set(state.keys.values.filter { ($0.retires ?? .max) <= now }.map(\.id))
            if !retired.isSubset(of: state.retired) {
                state.cache.removeAll()
                state.hasRemovedKeys = true
            }
            state.retired = retired
            defer { state.hasRemovedKeys = false }
            return state.hasRemovedKeys
        }
    }

    // MARK: Claims

    private func check(_ claims: TokenClaims, by key: PublicKey) throws(TokenError) {
        let now = runtime.wallTime
        guard HouseholdName.isValid(claims.household), !claims.subject.isEmpty else { throw .malformed }
        guard claims.identity.map({ HouseholdIdentity($0) != nil }) ?? true else { throw .malformed }
        guard claims.expiry > now else { throw .expired }
        guard claims.issued <= now.advanced(by: AccessLimits.clockLeeway).wholeSecondsSince1970 else {
            throw .notYetValid
        }
        let (lifetime, overflow) = claims.expires.subtractingReportingOverflow(claims.issued)
        guard !overflow, lifetime <= AccessLimits.longestTokenLifetime.components.seconds else { throw .tooLong }
        guard key.maySign(claims) else { throw .beyondItsKey }
    }
}

extension PublicKey {
    /// Whether this key has the authority for the claims: the household's key signs for people, a service's for itself.
    func maySign(_ claims: TokenClaims) -> Bool {
        if let households, !households.contains(claims.household) { return false }
        switch authority {
        case .people:
            return claims.service == nil && claims.role != .service
        case .service(let name):
            return claims.service == name && claims.role == .service && claims.profile == nil && claims.member == nil
                && claims.subject == TokenClaims.subject(ofService: name)
        }
    }
}
