/// A stream's caller, and the expiry of its token. Confined to the engine's loop.
struct StreamToken {
    /// The call with the identity that the interceptors set; nil until they have.
    var call: ServerCall?
    /// When the token expires, by the monotonic clock; nil until an interceptor sets it.
    var end: MonotonicInstant?
    /// Whether a token of it is being verified.
    var isVerified = false
    /// The latest token that arrived meanwhile.
    var next: AccessToken?
    /// Revocations during the first verification of the token, which may not have seen them.
    var revocations: [@Sendable (any Sendable) -> Bool] = []
    /// Whether keys were removed meanwhile.
    var mustRecheck = false
}

// Streams end with their tokens.
//
// A token's remaining life is read off the civil clock once, when the token is verified; from there on the monotonic
// clock counts. So a civil clock that is set back lengthens no stream, and one that is set forward ends none early: it
// affects the next token. While a machine is suspended the monotonic clock stands, so a stream can outlive its token by
// the life that was left of it at suspension.
extension ServerEngine {
    /// Reports the caller's identity to the loop, from the call's task.
    func noteIdentified(_ key: CallKey, _ call: ServerCall) {
        loop.submit { [self] in
            guard let stream = streams[key], running[key]?.stream === stream else { return }
            identify(stream, as: call)
            let (revocations, mustRecheck) = (stream.token.revocations, stream.token.mustRecheck)
            (stream.token.revocations, stream.token.mustRecheck) = ([], false)
            if let identity = call.identity, revocations.contains(where: { $0(identity) }) {
                return end(stream, because: .accessRevoked)
            }
            if let token = stream.token.next ?? (mustRecheck ? call.token : nil) { renew(stream, with: token) }
        }
    }

    /// Records a stream's caller, and ends it with the token.
    func identify(_ stream: ServerStream, as call: ServerCall) {
        stream.token.call = call
        stream.token.end = nil
        guard let ends = call.tokenEnds else { return }
        let (left, overflow) = ends.nanosecondsSince1970.subtractingReportingOverflow(
            runtime.wallTime.nanosecondsSince1970)
        let end = runtime.now.advanced(by: .nanoseconds(overflow ? .max : left))
        stream.token.end = end
        if tokenEnds.wantsCompaction {
            let streams = streams
            tokenEnds = tokenEnds.compacted { streams.index(forKey: $0) != nil }
        }
        tokenEnds.insert(stream.key, at: end)
    }

    /// Ends the streams whose tokens have expired.
    func endExpiredStreams(_ now: MonotonicInstant) {
        while let key = tokenEnds.popExpired(now) {
            // Another token may have arrived since.
            guard let stream = streams[key], let end = stream.token.end, end <= now else { continue }
            self.end(stream, because: .tokenExpired)
        }
    }

    /// Ends a stream at once. Further writes of its handler are dropped, and the status follows when it has returned.
    private func end(_ stream: ServerStream, because error: RPCError) {
        guard stream.verdict == nil else { return }
        var error = error
        error.executed = stream.token.call?.method.safety == .readOnly ? .no : .maybe
        stream.verdict = error
        abandon(stream.key, because: error)
        // The handler had returned, and its items waited for the window.
        if let end = stream.end { finish(stream, end.status, body: []) }
    }

    /// Ends the streams of callers who have lost their rights.
    func endStreams(where isRevoked: @escaping @Sendable (any Sendable) -> Bool) {
        for stream in streams.values.sorted(by: { $0.key < $1.key }) {
            guard let call = stream.token.call else {
                stream.token.revocations.append(isRevoked)
                continue
            }
            guard let identity = call.identity, isRevoked(identity) else { continue }
            end(stream, because: .accessRevoked)
        }
    }

    /// Verifies the tokens of all streams again.
    func recheckStreams() {
        for stream in streams.values.sorted(by: { $0.key < $1.key }) {
            guard let call = stream.token.call else {
                stream.token.mustRecheck = true
                continue
            }
            if let token = stream.token.next ?? call.token { renew(stream, with: token) }
        }
    }

    /// Verifies a stream's next token, one at a time.
    func renew(_ stream: ServerStream, with token: AccessToken) {
        guard let call = stream.token.call, !stream.token.isVerified else {
            stream.token.next = token
            return
        }
        (stream.token.isVerified, stream.token.next) = (true, nil)
        let (key, interceptors) = (stream.key, server.interceptors)
        runtime.spawn { [self] in
            let outcome = await Self.check(token, of: call, interceptors)
            loop.submit { [self] in renewed(key, with: token, outcome) }
        }
    }

    private static func check(
        _ token: AccessToken, of call: ServerCall, _ interceptors: [any ServerInterceptor]
    ) async -> Result<ServerCall?, RPCError> {
        do throws(RPCError) {
            var renewed: ServerCall?
            for interceptor in interceptors {
                renewed = try await interceptor.renew(renewed ?? call, with: token) ?? renewed
            }
            return .success(renewed)
        } catch {
            return .failure(error)
        }
    }

    private func renewed(
        _ key: CallKey, with token: AccessToken, _ outcome: Result<ServerCall?, RPCError>
    ) {
        guard let stream = streams[key] else { return }
        stream.token.isVerified = false
        guard stream.verdict == nil else { return }
        switch outcome {
        case .success(nil): break
        case .success(let call?):
            call.renew(with: token)
            identify(stream, as: call)
        case .failure(let error): return end(stream, because: error)
        }
        if let next = stream.token.next { renew(stream, with: next) }
    }
}

extension RPCError {
    fileprivate static let tokenExpired = RPCError(
        .unauthenticated, "The token has expired. Renew it in the stream or call again.", executed: .maybe)
    fileprivate static let accessRevoked = RPCError(
        .unauthenticated, "The caller's access was revoked while the stream was open.", executed: .maybe)
}
