import Access
import HearthModel
import RPC
import Synchronization

/// A household cluster that signs: its key, its signer, and claims to start from.
struct TestAuthority {
    let runtime: any Runtime
    let key: SigningKey
    let signer: TokenSigner

    init(
        _ authority: PublicKey.Authority = .people, households: Set<String>? = nil,
        runtime: any Runtime = SystemRuntime.shared
    ) throws {
        self.runtime = runtime
        key = try SigningKey(authority: authority, households: households, runtime: runtime)
        signer = TokenSigner(key)
    }

    /// A verifier that knows this key alone.
    func verifier(cachedTokens: Int = AccessLimits.cachedTokens) -> TokenVerifier {
        TokenVerifier(keys: [key.publicKey], runtime: runtime, cachedTokens: cachedTokens)
    }

    /// An adult's claims.
    func claims(
        household: String = "home", subject: String = "m1", role: Role = .adult, lifetime: Duration = .seconds(900)
    ) -> TokenClaims {
        TokenClaims(
            household: household, subject: subject, member: "m1", profile: "p1", role: role, policy: .everything,
            plan: "premium", lifetime: lifetime, runtime: runtime)
    }

    /// A service's claims for itself.
    func serviceClaims(_ service: String) -> TokenClaims {
        TokenClaims(
            household: "home", subject: "service:\(service)", role: .service, policy: .everything, service: service,
            lifetime: .seconds(300), runtime: runtime)
    }

    func token(_ change: (inout TokenClaims) -> Void = { _ in }) async throws -> AccessToken {
        var claims = claims()
        change(&claims)
        return try await signer.sign(claims)
    }
}

extension TokenVerifier {
    /// Why a token does not hold; nil when it does.
    func refusal(of token: AccessToken) async -> TokenError? {
        do {
            _ = try await verify(token)
            return nil
        } catch {
            return error
        }
    }
}

/// Values gathered inside a simulation.
final class Gathered<Value: Sendable>: Sendable {
    private let state = Mutex<[Value]>([])

    var values: [Value] { state.withLock { $0 } }

    func append(_ value: Value) { state.withLock { $0.append(value) } }
}
