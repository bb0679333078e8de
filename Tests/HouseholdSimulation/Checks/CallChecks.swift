import RPC

/// The checks of what servers begin, which no caller sees.
// Unchecked: touched by the simulation's thread alone.
final class CallChecks: @unchecked Sendable {
    private unowned let run: HouseholdRun
    private var begun: Set<Begun> = []

    /// One attempt at one call, at one life of a service.
    private struct Begun: Hashable {
        let service: String
        let life: Int
        let method: String
        let key: IdempotencyKey
        let attempt: Int
    }

    init(_ run: HouseholdRun) {
        self.run = run
        run.household.onCall = { [weak self] in self?.check($0, $1) }
    }

    /// No message is two calls.
    private func check(_ service: String, _ call: ServerCall) {
        guard let key = call.idempotencyKey else { return }
        let life = run.household.machine(service)?.deaths ?? 0
        let one = Begun(service: service, life: life, method: call.method.name, key: key, attempt: call.attempt)
        if begun.insert(one).inserted { return }
        run.report("one-message-one-call", "doubled", service, "\(call.method.name) was begun twice for one message")
    }
}
