internal import ChaosHistory
internal import RPC

/// Holds what was recorded against the promises.
struct Judge {
    let plan: ChaosPlan
    /// Films that everybody may see.
    let library: Set<String>
    /// Films that kids may not see.
    let hidden: Set<String>

    /// Shards that were put back, whose services may have forgotten what came after the copy.
    let restores: [RestoredShard]

    /// The verdicts of the plan's checks, but for those that are not about recorded calls.
    func verdicts(_ history: History) -> [CheckResult] {
        let history = excused(history)
        return plan.checks.compactMap { check in
            let checkers = checkers(of: check)
            guard !checkers.isEmpty else { return nil }
            return CheckResult(check, checkers.map { $0.check(history) })
        }
    }

    private func checkers(of check: ChaosCheck) -> [any Checker] {
        switch check {
        case .acknowledged:
            let library = library
            return [
                SetFull(
                    .under("favourites/", "queue/", "links/", "bookings/", Lane.profiles, ChaosHousehold.libraryObject),
                    initial: { $0 == ChaosHousehold.libraryObject ? library : [] }),
                Linearizability("linearizable register", Self.registers) { _ in RegisterModel() },
            ]
        case .once: return [TotalQueue(.under("plays/"))]
        // What was put there before the run began has no write that came after it.
        case .sessions: return [SessionOrder(ObjectFilter { $0 != ChaosHousehold.libraryObject })]
        case .overlap: return [NoOverlap(.under("bookings/"))]
        case .forbidden:
            let hidden = hidden
            return [NoForbidden(forbidden: { $0.process.hasPrefix("kid-") ? hidden : [] })]
        case .deletion: return [DeletionReaches()]
        case .deadlines:
            return [Deadlines(allowanceNanoseconds: plan.limits.lateMilliseconds * Self.nanosecondsOfAMillisecond)]
        case .outcomes: return [OutcomeHonesty(ObjectFilter { $0 != ChaosHousehold.libraryObject })]
        case .quota: return [QuotaNeverExceeded()]
        case .agreement, .recovery: return []
        }
    }

    private static let registers = ObjectFilter.under("household/", "sources/", "position/")
    private static let nanosecondsOfAMillisecond: Int64 = 1_000_000

    // MARK: Restored shards

    /// The history as far as it still holds: a service whose shard was put back has gone back to the moment of the copy, so
    /// that what it answered in between is neither certain nor proof of anything. That is what restoring means; whether the
    /// services agree afterwards is judged by other checks.
    func excused(_ history: History) -> History {
        guard !restores.isEmpty else { return history }
        let byService = Dictionary(grouping: restores, by: \.service)
        var history = history
        for index in history.operations.indices {
            let operation = history.operations[index]
            guard operation.phase == .workload, let ended = operation.ended,
                let restores = byService[operation.service],
                restores.contains(where: {
                    ended.nanoseconds >= $0.copied && operation.invoked.nanoseconds <= $0.restored
                }), operation.effect != .none
            else { continue }
            history.operations[index].outcome = .failed(
                code: Self.excuse, executed: .maybe, message: "the shard was put back from an older copy")
        }
        return history
    }

    private static let excuse = "RESTORED"
}
