internal import Basics
internal import Cryptography
internal import Foundation
internal import ProfilesAPI
internal import RPC
internal import ServiceKit
internal import Synchronization

/// The access tokens of signed-in browsers, in memory alone: a browser has a refresh token, in a cookie, and each is exchanged
/// once, however many requests bring it at a time.
///
/// What is lost with the process is fetched again: profiles gives the same successor of a refresh token for 30 s.
final class BrowserSessions: Sendable {
    /// A session, and the refresh token that the browser's cookie must hold.
    struct Held: Sendable {
        var session: Session
        var refreshToken: String
    }

    private typealias Exchange = Promise<Result<Held, RPCError>>

    private struct State {
        /// By the digests of refresh tokens: the current one, and the one before it, which other tabs may still send.
        var held: [[UInt8]: Held] = [:]
        var exchanges: [[UInt8]: Exchange] = [:]
        /// When a person last used a device, by its id: a shared one that is left alone goes back to who is watching.
        var active: [String: Date] = [:]
    }

    private let profiles: RPCClient<Profiles>
    private let runtime: any Runtime
    private let state = Mutex(State())

    init(clients: any ServiceClients, runtime: any Runtime) {
        (profiles, self.runtime) = (clients.client(), runtime)
    }

    /// The session of a refresh token.
    ///
    /// - Parameters:
    ///   - refused: the access token that was refused, and does not count any more; nil: none.
    ///   - isActive: whether a person is behind the request, and not the page by itself.
    /// - Throws: UNAUTHENTICATED when the browser is not signed in any more.
    func session(
        of token: String, refused: String? = nil, isActive: Bool = true
    ) async throws(RPCError) -> Held {
        let key = try Self.key(token)
        let now = Date(timeIntervalSince1970: runtime.wallTime.secondsSince1970)
        let (held, active) = state.withLock { state -> (Held?, Date?) in
            guard let held = state.held[key], let device = held.session.device else { return (state.held[key], nil) }
            let before = state.active[device]
            if isActive, isFresh(held.session) { state.active[device] = now }
            return (held, before)
        }
        if let held, held.session.token != refused, isFresh(held.session) { return held }
        // Not the request that renews: the one before it says whether the device was left alone.
        return try await exchange(token, key) { Profiles.RefreshSession(refreshToken: $0, lastActive: active) }
    }

    /// The session that a stream goes on with: by its device, whose cookie may have had several successors since.
    ///
    /// - Throws: as ``session(of:refused:isActive:)``.
    func following(_ held: Held) async throws(RPCError) -> Held {
        let latest = state.withLock { state in
            held.session.device.flatMap { device in state.held.values.first { $0.session.device == device } }
        }
        return try await session(of: (latest ?? held).refreshToken, isActive: false)
    }

    /// The session as another profile.
    ///
    /// - Throws: as profiles does: PERMISSION_DENIED for a wrong PIN.
    func session(of token: String, as profile: String, pin: String?) async throws(RPCError) -> Held {
        // Not shared with a refresh at the same time, which would not have chosen the profile.
        let key = try Self.key(token)
        let latest = state.withLock { $0.held[key]?.refreshToken }
        let request = Profiles.RefreshSession(refreshToken: latest ?? token, profile: profile, pin: pin)
        let options = CallOptions(timeout: WebLimits.pinTime)
        return noteUse(of: try keep(try await profiles.send(request, options: options), replacing: token))
    }

    /// Keeps a session that has just begun.
    ///
    /// - Throws: INTERNAL when it is none of a device.
    func begin(_ session: Session) throws(RPCError) -> Held { noteUse(of: try keep(session, replacing: nil)) }

    /// A person has just chosen the session.
    private func noteUse(of held: Held) -> Held {
        let now = Date(timeIntervalSince1970: runtime.wallTime.secondsSince1970)
        if let device = held.session.device { state.withLock { $0.active[device] = now } }
        return held
    }

    /// Forgets the session of a refresh token.
    func end(_ token: String) {
        guard let key = try? Self.key(token) else { return }
        state.withLock { state in
            guard let device = state.held[key]?.session.device else { return }
            state.held = state.held.filter { $0.value.session.device != device }
            state.active[device] = nil
        }
    }

    /// How long until a browser must come again, so that its cookie gets the next refresh token.
    func untilRenewal(of session: Session) -> Duration {
        .seconds(max(1, session.renewAfter.timeIntervalSince1970 - runtime.wallTime.secondsSince1970))
    }

    /// How long a session's access token remains valid.
    func life(of session: Session) -> Duration {
        .seconds(session.expires.timeIntervalSince1970 - runtime.wallTime.secondsSince1970)
    }

    private func isFresh(_ session: Session) -> Bool {
        let now = Date(timeIntervalSince1970: runtime.wallTime.secondsSince1970)
        return session.renewAfter > now && session.expires > now && session.relocks.map { $0 > now } ?? true
    }

    private func exchange(
        _ token: String, _ key: [UInt8], _ request: @escaping @Sendable (String) -> Profiles.RefreshSession
    ) async throws(RPCError) -> Held {
        let (exchange, isFirst, latest) = state.withLock { state -> (Exchange, Bool, String) in
            // The token of an older cookie was exchanged already: its successor is.
            let latest = state.held[key]?.refreshToken ?? token
            let latestKey = (try? Self.key(latest)) ?? key
            if let running = state.exchanges[latestKey] { return (running, false, latest) }
            let new = Exchange()
            state.exchanges[latestKey] = new
            return (new, true, latest)
        }
        if isFirst {
            // A task of its own: the request that has begun it may be cancelled, and others wait for it, too.
            runtime.spawn { [self] in
                let result: Result<Held, RPCError>
                do throws(RPCError) {
                    let session = try await profiles.send(request(latest))
                    result = .success(try keep(session, replacing: latest))
                } catch {
                    result = .failure(error)
                }
                state.withLock { state in
                    if let latestKey = try? Self.key(latest) { state.exchanges[latestKey] = nil }
                    if let held = try? result.get() { state.held[key] = held }
                }
                exchange.fulfill(result)
            }
        }
        do { return try await exchange.valueUnlessCancelled().get() } catch let error as RPCError { throw error } catch
        {
            throw RPCError(.cancelled, "The request was cancelled.", executed: .maybe)
        }
    }

    /// Keeps a session under its refresh token, and under the one that it replaces.
    private func keep(_ session: Session, replacing token: String?) throws(RPCError) -> Held {
        guard let next = session.refreshToken else {
            throw RPCError(.internal, "profiles returned no refresh token.", executed: .yes)
        }
        let held = Held(session: session, refreshToken: next)
        var keys = [try Self.key(next)]
        if let token { keys.append(try Self.key(token)) }
        state.withLock { state in
            if state.held.count >= WebLimits.sessions { (state.held, state.active) = ([:], [:]) }
            // Of a device only the last two tokens are kept.
            state.held = state.held.filter { $0.value.session.device != session.device }
            for key in keys { state.held[key] = held }
        }
        return held
    }

    private static func key(_ token: String) throws(RPCError) -> [UInt8] {
        do { return try SHA256.digest(of: Array(token.utf8)) } catch {
            throw RPCError(.internal, "The token cannot be looked up.", executed: .no)
        }
    }
}
