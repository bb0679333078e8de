/// Whose a stream is, and until when. Confined to the engine's loop.
struct StreamToken {
    /// The call with what the interceptors found; nil until they have.
    var call: ServerCall?
    /// When the token ends, by the monotonic clock; nil until an interceptor says so.
    var end: MonotonicInstant?
    /// Whether a token of it is being verified.
    var isVerified = false
    /// The last token that came meanwhile.
    var next: AccessToken?
    /// What was revoked while the token was verified for the first time: the verification may not have seen it.
    var revocations: [@Sendable (any Sendable) -> Bool] = []
    /// Whether keys were taken away meanwhile.
    var mustRecheck = false
}

// Streams end with their tokens.
//
// How long a token still holds is read off the civil clock once, when the token is verified; from there on the monotonic
// clock counts. So a civil clock that is set back lengthens no stream, and one that is set ahead ends none early: the next
// token is judged by it. While a machine is suspended the monotonic clock stands, so a stream can outlive its token by the
// part of the token's life that was left when the machine fell asleep.
extension ServerEngine {
    /// Tells the loop who calls, from the task that found out.
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

    /// Notes whose a stream is, and has it end with the token.
    func identify(_ stream: ServerStream, as call: ServerCall) {
        stream.token.call = call
        stream.token.end = nil
        guard let ends = call.tokenEnds, !runtime.hasDefect(.outlivesToken) else { return }
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

    /// Ends the streams whose tokens have ended.
    func endExpiredStreams(_ now: MonotonicInstant) {
        while let key = tokenEnds.popExpired(now) {
            // Another token may have come since.
            guard let stream = streams[key], let end = stream.token.end, end <= now else { continue }
            self.end(stream, because: .tokenExpired)
        }
    }

    /// Ends a stream at once. What its handler still writes goes nowhere, and the status follows when it has stopped.
    private func end(_ stream: ServerStream, because error: RPCError) {
        guard stream.verdict == nil else { return }
        var error = error
        error.executed = stream.token.call?.method.safety == .readOnly ? .no : .maybe
        stream.verdict = error
        abandon(stream.key, because: error)
        // Its handler was done, and its items waited for room.
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

    /// Has the tokens of all streams checked once more.
    func recheckStreams() {
        for stream in streams.values.sorted(by: { $0.key < $1.key }) {
            guard let call = stream.token.call else {
                stream.token.mustRecheck = true
                continue
            }
            if let token = stream.token.next ?? call.token { renew(stream, with: token) }
        }
    }

    /// Has a stream's next token verified, one at a time.
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
