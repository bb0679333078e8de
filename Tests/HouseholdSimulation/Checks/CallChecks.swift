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
        run.household.onCall = { [weak self] in self?.check($0, inLife: $1, $2) }
    }

    private func check(_ service: String, inLife life: Int, _ call: ServerCall) {
        checkStart(service, life, call)
        checkOnce(service, life, call)
    }

    /// What was meant for one start of a service is begun by no other.
    private func checkStart(_ service: String, _ life: Int, _ call: ServerCall) {
        guard let start = run.household.machine(service)?.incarnation(ofLife: life), start != call.incarnation else {
            return
        }
        run.report(
            "meant-for-this-start", "earlier", service,
            "\(call.method.name) was begun, which was meant for another start of \(service)")
    }

    /// No message is two calls.
    private func checkOnce(_ service: String, _ life: Int, _ call: ServerCall) {
        guard let key = call.idempotencyKey else { return }
        let one = Begun(service: service, life: life, method: call.method.name, key: key, attempt: call.attempt)
        if begun.insert(one).inserted { return }
        run.report("one-message-one-call", "doubled", service, "\(call.method.name) was begun twice for one message")
    }
}
