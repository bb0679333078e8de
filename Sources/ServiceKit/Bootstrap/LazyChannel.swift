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
        case connecting([CheckedContinuation<Void, Never>])
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
        case waits
    }

    private func channel() async throws(RPCError) -> any RPCChannel {
        while true {
            switch claim() {
            case .ready(let channel): return channel
            case .connects: return try await connectNow()
            case .waits: await wait()
            }
        }
    }

    private func claim() -> Claim {
        state.withLock { state in
            switch state {
            case .ready(let channel): return .ready(channel)
            case .connecting: return .waits
            case .idle:
                state = .connecting([])
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
        let waiters = state.withLock { state in
            guard case .connecting(let waiters) = state else { return [CheckedContinuation<Void, Never>]() }
            state = new
            return waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    private func wait() async {
        await withCheckedContinuation { waiter in
            let isOver = state.withLock { state in
                guard case .connecting(let waiters) = state else { return true }
                state = .connecting(waiters + [waiter])
                return false
            }
            if isOver { waiter.resume() }
        }
    }
}
