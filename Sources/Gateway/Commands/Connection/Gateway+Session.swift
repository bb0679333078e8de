internal import Access
internal import Foundation
internal import HearthModel
internal import ProfilesAPI
internal import RPC
internal import ServiceKit

extension Gateway {
    /// The command's profile.
    struct ActingSession: Sendable {
        var token: AccessToken
        /// The profile's name; nil for a given token.
        var profile: String?
        /// Whether it was cached by an earlier command, so that it may have been revoked since.
        var isKept = false
        /// The token's remaining lifetime; nil for a given one.
        var life: Duration?
        /// The household's time zone, if it was fetched.
        var timeZone: String?
        /// Whether the profile's policy hides titles from it; nil for a given token.
        var hidesSome: Bool?
    }

    /// The tokens of a stream: the session's, renewed before it expires. A given token stays.
    var tokens: TokenSource {
        TokenSource { () async throws(RPCError) -> TokenLease in
            do {
                let session = try await session()
                return TokenLease(session.token, life: session.life)
            } catch {
                throw RPCError(.unauthenticated, GatewayFailure(error).message, executed: .no)
            }
        }
    }

    private func acting(_ session: CachedSession) -> ActingSession {
        ActingSession(
            token: AccessToken(session.token), profile: session.profile, isKept: true,
            life: .seconds(session.expires.timeIntervalSince(now)), timeZone: session.timeZone,
            hidesSome: session.hidesSome)
    }

    /// Caches the household's time zone with the token.
    func cacheTimeZone(_ zone: String) {
        guard options.token == nil, var known = cache.read(now: now) else { return }
        known.timeZone = zone
        cache.write(known)
    }

    /// Runs an operation with the token. When a cached one is rejected, it retries with a new one.
    ///
    /// - Parameter limit: the timeout of fetching a new token; nil for the method's default.
    /// - Throws: ``GatewayFailure``.
    func withToken<Value>(
        within limit: Duration? = nil, _ body: (AccessToken) async throws -> Value
    ) async throws -> Value {
        let session = try await session(within: limit)
        do {
            return try await body(session.token)
        } catch let failure as GatewayFailure
            where session.isKept && (failure.isUnauthenticated || failure.isOfOtherHousehold)
        {
            // Refused before anything was executed: keys were replaced, or the data is another household's now.
            cache.remove()
            return try await body(try await self.session(within: limit).token)
        }
    }

    private var cache: SessionCache {
        // Those of a signed-in machine are its own: the run directory may be another user's of the owner key, too.
        let device = (try? SignedInDevice(self).read())?.device
        let name = device.map { "\($0) \(profile ?? "")" } ?? profile
        return SessionCache(paths: paths, household: settings.household.value, profile: name)
    }

    /// Removes the cached tokens of all profiles, so that their policies are fetched again.
    func forgetSessions() { SessionCache.removeAll(paths: paths, household: settings.household.value) }

    /// The token for calls: the given one, the last one while it is valid, or a new one from profiles: for the refresh
    /// token of a machine that is signed in, else for the owner key.
    ///
    /// - Throws: ``GatewayFailure`` when there is no key, or profiles cannot be reached and no token is at hand.
    func session(within limit: Duration? = nil) async throws -> ActingSession {
        if let token = options.token { return ActingSession(token: AccessToken(token)) }
        let cache = cache
        let known = cache.read(now: now)
        if let known, known.renewAfter > now { return acting(known) }
        do {
            let session = CachedSession(try await requestSession(within: known == nil ? limit : Self.renewalPatience))
            cache.write(session)
            var new = acting(session)
            new.isKept = false
            return new
        } catch let failure as GatewayFailure where failure.status == .unavailable || failure.lacksShard {
            // Profiles is down, or misses its shard; other services are called with the last token while it is valid.
            guard let known else { throw failure }
            return acting(known)
        }
    }

    /// The profile to act as: the named one, else the one that `profile use` remembers; nil for the owner's own.
    var profile: String? { options.profile ?? RememberedProfile(self).name }

    /// A token that still holds is not worth waiting long for another.
    private static let renewalPatience = Duration.milliseconds(500)

    private func requestSession(within limit: Duration?) async throws -> Session {
        if let device = try SignedInDevice(self).read() {
            return try await deviceSession(device, as: profile, within: limit)
        }
        do {
            return try await call(
                Profiles.LocalOwner(proof: ownerProof(), household: settings.household.value, profile: profile),
                CallOptions(timeout: limit ?? options.timeout))
        } catch let failure as GatewayFailure where failure.isOfUnknownHousehold {
            throw unknownHousehold(failure)
        }
    }

    /// Names the households that there are: most likely another one was mistyped.
    private func unknownHousehold(_ failure: GatewayFailure) -> GatewayFailure {
        var failure = failure
        let (name, source) = (settings.household.value, settings.household.source)
        let known = DataDirectoryCheck.households(in: settings.data.value)
        failure.message = "There is no household \"\(name)\" (named by \(source))."
        let create = "hearth household create \(name)"
        if known.isEmpty {
            failure.advice = "To create it: \(create)"
        } else {
            let meant = Spelling.closest(to: name, among: known).map { "Did you mean \"\($0)\"? " } ?? ""
            failure.advice =
                "\(meant)There \(known.count == 1 ? "is" : "are") \(known.joined(separator: ", ")). To create another one: \(create)"
        }
        return failure
    }

    /// The proof of the machine's owner.
    ///
    /// - Throws: ``GatewayFailure`` when there is no key, or others can read it.
    func ownerProof() throws -> Data {
        let key: OwnerKey?
        do { key = try OwnerKey.load(in: settings.run.value) } catch {
            throw GatewayFailure("NOT_PRIVATE", "The owner key cannot be used: \(error)", status: .notPermitted)
        }
        if let key { return Data(key.bytes) }
        var failure = GatewayFailure(
            "NOT_RUNNING", "No cluster has run in \(settings.run.value) yet: there is no owner key.",
            advice: "Start one with `hearth up`, or name its run directory with --run.", canRetry: true,
            status: .unavailable)
        failure.service = Profiles.serviceName
        throw failure
    }
}
