internal import Basics
internal import RPC
internal import RPCZeroMQ
internal import Synchronization

/// A channel to a service by name, connected on the first call. The service need not be running.
final class LazyChannel: RPCChannel {
    let runtime: any Runtime
    let retryBudget = SharedRetryBudget()
    let overrides: CallPolicyOverrides
    private let connect: @Sendable () async throws -> any RPCChannel
    private let target: String

    private enum State {
        case idle
        /// Fulfilled when the attempt has ended, with or without success.
        case connecting(Promise<Void>)
        case ready(any RPCChannel)
    }

    private let state = Mutex(State.idle)

    init(
        target: String, runtime: any Runtime, overrides: CallPolicyOverrides,
        connect: @escaping @Sendable () async throws -> any RPCChannel
    ) {
        (self.target, self.overrides) = (target, overrides)
        self.runtime = runtime
        self.connect = connect
    }

    func call(_ call: EncodedCall) async throws(RPCError) -> EncodedResponse {
        try await channel().call(call)
    }

    func stream(_ call: EncodedCall) async throws(RPCError) -> EncodedStream {
        try await channel().stream(call)
    }

    private enum Claim {
        case ready(any RPCChannel)
        /// This caller establishes the connection.
        case connects
        case waits(Promise<Void>)
    }

    private func channel() async throws(RPCError) -> any RPCChannel {
        while true {
            switch claim() {
            case .ready(let channel): return channel
            case .connects: return try await connectNow()
            case .waits(let attempt): await attempt.wait()
            }
        }
    }

    private func claim() -> Claim {
        state.withLock { state in
            switch state {
            case .ready(let channel): return .ready(channel)
            case .connecting(let attempt): return .waits(attempt)
            case .idle:
                state = .connecting(Promise())
                return .connects
            }
        }
    }

    private func connectNow() async throws(RPCError) -> any RPCChannel {
        do {
            let channel = try await connect()
            settle(.ready(channel))
            return channel
        } catch {
            // The failure is not cached: the next call retries.
            settle(.idle)
            throw RPCError(.unavailable, "\(target) cannot be reached: \(error)", executed: .no)
        }
    }

    private func settle(_ new: sending State) {
        let attempt = state.withLock { state -> Promise<Void>? in
            guard case .connecting(let attempt) = state else { return nil }
            state = new
            return attempt
        }
        attempt?.fulfill()
    }
}
