internal import Foundation
internal import HearthModel
internal import ProfilesAPI
internal import RPC
internal import ServiceKit
internal import Synchronization

/// The owner's tokens of each household: copies of shards are for the operator alone, whichever profile acts otherwise.
struct OperatorTokens: Sendable {
    let gateway: Gateway

    /// The tokens of a stream, renewed before they expire.
    ///
    /// - Throws: ``GatewayFailure`` when there is none: profiles is down, or this user may not read the owner key.
    func source(of household: String) async throws -> TokenSource {
        let first = try await lease(household)
        let box = FirstLease(first)
        return TokenSource { () async throws(RPCError) -> TokenLease in
            if let first = box.take() { return first }
            do { return try await lease(household) } catch {
                throw RPCError(.unauthenticated, GatewayFailure(error).message, executed: .no)
            }
        }
    }

    private func lease(_ household: String) async throws -> TokenLease {
        if let token = gateway.options.token { return TokenLease(AccessToken(token), life: nil) }
        do {
            let session = try await gateway.call(
                Profiles.LocalOwner(proof: gateway.ownerProof(), household: household),
                CallOptions(timeout: gateway.options.timeout))
            return TokenLease(
                AccessToken(session.token), life: .seconds(session.expires.timeIntervalSince(gateway.now)))
        } catch let failure as GatewayFailure where failure.status == .unavailable || failure.lacksShard {
            // Profiles is down: the last token holds for some minutes.
            guard household == gateway.settings.household.value, let session = try? await gateway.session() else {
                throw failure
            }
            return TokenLease(session.token, life: session.life)
        }
    }

    private final class FirstLease: Sendable {
        private let lease: Mutex<TokenLease?>

        init(_ lease: TokenLease) { self.lease = Mutex(lease) }

        func take() -> TokenLease? {
            lease.withLock { lease in
                defer { lease = nil }
                return lease
            }
        }
    }
}
