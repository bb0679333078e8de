internal import ChaosHistory
internal import HearthModel
internal import RPC
internal import Synchronization

/// One worker of a run: a person who does one kind of work, one call after the other, at a given rate.
final class Worker: Sendable {
    let household: ChaosHousehold
    let person: Person
    let kind: WorkKind
    /// The name under which its calls are recorded.
    let process: String
    private let period: Duration
    private let end: MonotonicInstant

    private struct State: Sendable {
        var generator: SplitMix64
        var next: MonotonicInstant
        var calls = 0
    }

    private let state: Mutex<State>

    /// - Parameters:
    ///   - lanes: the number of workers that share the plan's rate of this kind.
    ///   - end: the end of the workload.
    init(
        _ household: ChaosHousehold, _ person: Person, _ kind: WorkKind, name: String, lanes: Int, seed: UInt64,
        end: MonotonicInstant
    ) {
        (self.household, self.person, self.kind, self.end) = (household, person, kind, end)
        process = "\(person.name)/\(name)"
        let rate = household.plan.workload.rates[kind] ?? 0
        period = .seconds(Double(lanes) / max(rate, Self.slowest))
        var generator = SplitMix64(seed: seed)
        let head = Double.random(in: 0..<1, using: &generator)
        let next = household.caller.runtime.now.advanced(by: period * head)
        state = Mutex(State(generator: generator, next: next))
    }

    /// A rate below one call a day counts as 0.
    private static let slowest = 1.0 / 86_400

    var caller: Caller { household.caller }

    /// Waits until the next call is due.
    ///
    /// - Returns: false when the workload is over.
    func isDue() async -> Bool {
        let next = state.withLock { state -> MonotonicInstant in
            let next = max(state.next, caller.runtime.now)
            state.next = next.advanced(by: period * Double.random(in: 0.5..<1.5, using: &state.generator))
            return next
        }
        guard next < end, !Task.isCancelled else { return false }
        do { try await caller.runtime.sleep(until: next) } catch { return false }
        return true
    }

    /// A random number of the worker's own sequence.
    func draw(_ range: Range<Int>) -> Int { state.withLock { Int.random(in: range, using: &$0.generator) } }

    /// A random element; nil when there is none.
    func pick<Value>(_ values: [Value]) -> Value? { values.isEmpty ? nil : values[draw(0..<values.count)] }

    /// Makes a call and records it; every other one is never retried by the client.
    ///
    /// - Returns: nil when it failed.
    @discardableResult
    func call<Request: RPCRequest>(
        _ request: Request, _ object: String, _ action: Action, as other: Person? = nil,
        observation: (Request.Response) throws(RPCError) -> Observation = { _ in Observation() }
    ) async -> Request.Response? where Request.Service: ServiceContract {
        let isTriedOnce = state.withLock { state in
            state.calls += 1
            return state.calls % 2 == 0
        }
        let subject = Caller.Subject(process: process, object: object, action: action, isTriedOnce: isTriedOnce)
        return try? await caller.call(request, as: other ?? person, subject, observation: observation)
    }
}
