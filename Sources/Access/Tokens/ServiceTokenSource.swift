public import HearthModel
public import RPC
internal import Synchronization

/// Tokens with which a service acts on its own behalf, signed with its own key.
///
/// The receiving method must allow the service by name (``CallAccess/services``). On behalf of a caller a service uses
/// the caller's token instead, which nested calls inherit.
public final class ServiceTokenSource: Sendable {
    private struct CachedToken: Sendable {
        let token: AccessToken
        let issued: WallTime
        let renewal: WallTime
        let identity: HouseholdIdentity?
        let end: WallTime

        /// Whether it can be used now. A token from the future is refused everywhere: the clock was set back since.
        func isFresh(at now: WallTime) -> Bool {
            renewal > now && issued <= now.advanced(by: AccessLimits.clockLeeway)
        }
    }

    private let service: String
    private let signer: TokenSigner
    private let runtime: any Runtime
    private let identity: @Sendable (_ household: String) -> HouseholdIdentity?
    private let made = Mutex<[String: CachedToken]>([:])
    /// The most households with a cached token; beyond, the cache is cleared.
    private static let rememberedHouseholds = 1_024

    /// Makes a source of tokens for the service that `key` belongs to.
    ///
    /// - Parameter identity: the identity of the household of a name; nil while that is unknown.
    /// - Throws: ``KeyFileError/notAServiceName(_:)`` for the key that signs for people.
    public init(
        key: SigningKey, runtime: any Runtime,
        identity: @escaping @Sendable (_ household: String) -> HouseholdIdentity? = { _ in nil }
    ) throws(KeyFileError) {
        guard case .service(let name) = key.publicKey.authority else { throw .notAServiceName("people") }
        service = name
        signer = TokenSigner(key)
        self.runtime = runtime
        self.identity = identity
    }

    /// A token for a household; cached until most of its life is over, or the clock is set back.
    ///
    /// - Throws: errors of signing.
    public func token(for household: String) async throws -> AccessToken { try await made(for: household).token }

    /// The same with its remaining life, for streams.
    ///
    /// - Throws: errors of signing.
    public func lease(for household: String) async throws -> TokenLease {
        let current = try await made(for: household)
        let left = current.end.nanosecondsSince1970 - runtime.wallTime.nanosecondsSince1970
        return TokenLease(current.token, life: .nanoseconds(max(0, left)))
    }

    private func made(for household: String) async throws -> CachedToken {
        let (now, identity) = (runtime.wallTime, identity(household))
        if let known = made.withLock({ $0[household] }), known.isFresh(at: now), known.identity == identity {
            return known
        }
        let lifetime = AccessLimits.serviceTokenLifetime
        let token = try await signer.sign(
            TokenClaims(
                household: household, identity: identity, subject: TokenClaims.subject(ofService: service),
                role: .service, policy: .everything, service: service, lifetime: lifetime, runtime: runtime))
        let new = CachedToken(
            token: token, issued: now, renewal: now.advanced(by: lifetime * 4 / 5), identity: identity,
            end: now.advanced(by: lifetime))
        made.withLock { made in
            if made.count >= Self.rememberedHouseholds { made = [:] }
            made[household] = new
        }
        return new
    }
}
