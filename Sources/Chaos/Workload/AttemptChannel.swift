internal import ChaosHistory
internal import RPC
internal import Synchronization

/// The attempts of one call, in order.
final class AttemptLog: Sendable {
    private let recorded = Mutex<[RecordedAttempt]>([])

    var attempts: [RecordedAttempt] { recorded.withLock { $0 } }

    func add(_ attempt: RecordedAttempt) { recorded.withLock { $0.append(attempt) } }
}

/// A channel that records each attempt of the one call made through it.
struct AttemptChannel: RPCChannel {
    private let base: any RPCChannel
    private let log: AttemptLog

    init(_ base: any RPCChannel, log: AttemptLog) { (self.base, self.log) = (base, log) }

    var runtime: any Runtime { base.runtime }
    var retryBudget: SharedRetryBudget { base.retryBudget }
    var overrides: CallPolicyOverrides { base.overrides }

    func call(_ call: EncodedCall) async throws(RPCError) -> EncodedResponse {
        let begin = now
        do {
            let response = try await base.call(call)
            log.add(RecordedAttempt(begin: begin, end: now))
            return response
        } catch {
            log.add(RecordedAttempt(begin: begin, end: now, failure: "\(error)"))
            throw error
        }
    }

    func stream(_ call: EncodedCall) async throws(RPCError) -> EncodedStream { try await base.stream(call) }

    private var now: Int64 { Int64(clamping: base.runtime.now.nanoseconds) }
}
