import RPC
import RPCZeroMQ
import Synchronization

/// Callers that call all the time, each over the channel that is the current one, and what they have seen.
final class LoadGenerator: Sendable {
    private struct State {
        var channel: ZeroMQChannel
        var counts: [Int]
        var failures: [RPCError] = []
        var isOver = false
        var waiting: [(goal: [Int], continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state: Mutex<State>
    private let tasks: Mutex<[Task<Void, Never>]> = Mutex([])

    init(_ count: Int, over channel: ZeroMQChannel) {
        state = Mutex(State(channel: channel, counts: Array(repeating: 0, count: count)))
        let callers = (0..<count).map { number in SystemRuntime.shared.spawn { await self.call(as: number) } }
        tasks.withLock { $0 = callers }
    }

    /// From now on calls go over this channel. What was begun over the one before ends there.
    func use(_ channel: ZeroMQChannel) { state.withLock { $0.channel = channel } }

    /// How many calls were answered.
    var count: Int { state.withLock { $0.counts.reduce(0, +) } }

    /// The calls that failed.
    var failures: [RPCError] { state.withLock { $0.failures } }

    /// Returns when every caller has had so many further answers or failures.
    func progress(_ calls: Int = 20) async {
        await withCheckedContinuation { continuation in
            state.withLock { state in state.waiting.append((state.counts.map { $0 + calls }, continuation)) }
        }
    }

    func stop() async {
        state.withLock { $0.isOver = true }
        for task in tasks.withLock({ $0 }) { await task.value }
    }

    private func call(as number: Int) async {
        var next: ZeroMQChannel? = state.withLock { $0.channel }
        while let channel = next {
            let outcome: Result<Void, RPCError>
            do {
                // One attempt: nothing hides a failure.
                let text = "\(number)"
                let response = try await channel.lookup(text)
                outcome = response == text ? .success(()) : .failure(RPCError(.unknown, "another's answer"))
            } catch {
                outcome = .failure(error)
            }
            next = note(outcome, of: number)
        }
    }

    private func note(_ outcome: Result<Void, RPCError>, of number: Int) -> ZeroMQChannel? {
        let (next, ready) = state.withLock { state in
            if case .failure(let error) = outcome { state.failures.append(error) }
            state.counts[number] += 1
            let counts = state.counts
            func isReached(_ goal: [Int]) -> Bool { zip(counts, goal).allSatisfy { $0 >= $1 } }
            defer { state.waiting.removeAll { isReached($0.goal) } }
            let ready = state.waiting.filter { isReached($0.goal) }.map(\.continuation)
            return (state.isOver ? nil : state.channel, ready)
        }
        for waiter in ready { waiter.resume() }
        return next
    }
}
