internal import HTTPFetch
internal import RPC
internal import Synchronization

/// One upstream host with its rate limit, retries and circuit breaker.
final class Upstream: Sendable {
    /// Sends one request.
    typealias Send = @Sendable (FetchRequest) async throws -> FetchResponse

    private struct State {
        var bucket = TokenBucket(
            perSecond: MetadataGatewayLimits.requestsPerSecond, atOnce: MetadataGatewayLimits.questionsAtOnce)
        var breaker = CircuitBreaker(
            failureThreshold: MetadataGatewayLimits.failureThreshold, rest: MetadataGatewayLimits.rest)
        var counts = Counts()

        /// When the next request may be sent.
        mutating func turn(at now: MonotonicInstant, noLaterThan limit: MonotonicInstant) throws -> MonotonicInstant {
            if let rest = breaker.remainingCoolDown(at: now) { throw MetadataGatewayError.down(rest) }
            guard let turn = bucket.take(at: now, noLaterThan: limit) else {
                throw MetadataGatewayError.crowded(now.duration(to: bucket.nextPermit(at: now)))
            }
            return turn
        }

        /// Whether the request may still be sent after waiting for its turn. The breaker's probe is chosen here, so
        /// that a request without a turn does not count as the probe.
        mutating func begin(at now: MonotonicInstant) throws -> Bool {
            // The host may have requested a pause while this request waited.
            if bucket.isPaused(at: now) { return false }
            guard breaker.admits(at: now) else { throw MetadataGatewayError.down(breaker.remainingCoolDown(at: now)) }
            counts.sent += 1
            return true
        }
    }

    /// Counts since the start.
    struct Counts: Sendable, Hashable {
        var sent: UInt64 = 0
        var failed: UInt64 = 0
        var refused: UInt64 = 0
    }

    private let runtime: any Runtime
    private let send: Send
    private let state = Mutex(State())

    init(runtime: any Runtime, send: @escaping Send) { (self.runtime, self.send) = (runtime, send) }

    /// The counts since the start.
    var counts: Counts { state.withLock { $0.counts } }

    /// The circuit breaker is open.
    var isResting: Bool { state.withLock { $0.breaker.remainingCoolDown(at: runtime.now) != nil } }

    /// Sends a request, and retries it while `read` or the connection fails transiently.
    ///
    /// - Parameter read: decodes the response; ``UnreadableResponse`` without a field counts as a failure of the host.
    /// - Throws: `MetadataGatewayError`, `CancellationError`, what `read` throws; `FetchError` for permanent failures.
    func fetch<Value: Sendable>(_ request: FetchRequest, read: (FetchResponse) throws -> Value) async throws -> Value {
        let last = runtime.now.advanced(by: MetadataGatewayLimits.attemptsTime)
        var attempt = 1
        while true {
            try await waitForPermit(until: last)
            do {
                let value = try read(try await send(request))
                state.withLock { $0.breaker.succeed() }
                return value
            } catch {
                guard note(error) else { throw error }
                guard attempt < MetadataGatewayLimits.attempts, runtime.now < last else {
                    throw Self.verdict(on: error)
                }
                try await runtime.sleep(for: pause(after: attempt))
                attempt += 1
            }
        }
    }

    private func waitForPermit(until last: MonotonicInstant) async throws {
        let limit = min(last, runtime.now.advanced(by: MetadataGatewayLimits.longestTurn))
        while true {
            let now = runtime.now
            let turn = try state.withLock { try $0.turn(at: now, noLaterThan: limit) }
            if turn > now { try await runtime.sleep(until: turn) }
            if try state.withLock({ try $0.begin(at: runtime.now) }) { return }
        }
    }

    /// Records a failure, and returns whether it is transient.
    private func note(_ error: any Error) -> Bool {
        let now = runtime.now
        return state.withLock { state in
            switch error {
            case let error as FetchError where error.isTransient:
                if case .status(429, let wait) = error.kind {
                    // The host is up and rejects: all callers wait.
                    state.counts.refused += 1
                    state.breaker.succeed()
                    state.bucket.pause(until: now.advanced(by: wait ?? MetadataGatewayLimits.firstPause))
                    return true
                }
            // Invalid JSON is transient; another schema is permanent, and no failure of the host.
            case let error as UnreadableResponse where error.field.isEmpty: break
            case is FetchError, is MetadataGatewayError, is UnreadableResponse:
                // A response, but an error status; or the request's own fault.
                state.breaker.succeed()
                return false
            default: return false
            }
            state.counts.failed += 1
            state.breaker.fail(at: now)
            return true
        }
    }

    /// The error that the caller gets for the last of several failures.
    private static func verdict(on error: any Error) -> any Error {
        switch (error as? FetchError)?.kind {
        case .status(429, let wait): MetadataGatewayError.crowded(wait ?? MetadataGatewayLimits.rest)
        case .some: MetadataGatewayError.down(nil)
        case nil: error
        }
    }

    /// Full jitter: a random time up to a bound that doubles, so that callers that failed together do not retry
    /// together.
    private func pause(after attempt: Int) -> Duration {
        let bound = min(MetadataGatewayLimits.longestPause, MetadataGatewayLimits.firstPause * (1 << (attempt - 1)))
        var generator = runtime.generator
        return .nanoseconds(Int64.random(in: 0...bound.wholeNanoseconds, using: &generator))
    }
}

/// A successful status with an unusable body: not decodable, or of another type.
package struct UnreadableResponse: Error, Hashable {
    /// Where it is wrong, `credits.cast.3.name`; empty when it is no JSON at all.
    package let field: String

    package init(field: String) { self.field = field }
}
