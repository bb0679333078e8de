internal import ChaosHistory
internal import RPC

/// Holds what was recorded against the promises.
struct RunVerifier {
    let plan: ChaosPlan
    /// Films that everybody may see.
    let library: Set<String>
    /// Films that kids may not see.
    let hidden: Set<String>

    /// Shards that were put back, whose services may have forgotten what came after the copy.
    let restores: [RestoredShard]
    /// Guests, whom profiles may have forgotten in that way.
    let guests: [Guest]

    /// Somebody who was made during a run.
    struct Guest: Sendable, Hashable {
        /// The profile.
        let profile: String
        /// When it was there, in nanoseconds of the recorder's clock.
        let made: Int64
    }

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
                    ObjectFilter { Self.sets.contains($0) && !Self.mayBeHidden($0) },
                    initial: { $0 == ChaosHousehold.libraryObject ? library : [] }),
                SetFull(ObjectFilter(Self.mayBeHidden), reads: .final),
                Linearizability("linearizable register", Self.registers) { object in
                    RegisterModel(initial: object == ChaosHousehold.nameObject ? ChaosHousehold.firstName : nil)
                },
            ]
        case .once: return [TotalQueue(.under("plays/"))]
        case .sessions: return [SessionOrder(Self.witnesses)]
        case .overlap: return [NoOverlap(.under("bookings/"))]
        case .forbidden:
            let hidden = hidden
            return [NoForbiddenReads(forbidden: { $0.process.hasPrefix(ChaosHousehold.kid) ? hidden : [] })]
        case .deletion: return [DeletionPropagation()]
        case .deadlines:
            return [Deadlines(allowanceNanoseconds: plan.limits.lateMilliseconds * Self.nanosecondsOfAMillisecond)]
        case .outcomes: return [OutcomeAccuracy(Self.witnesses)]
        case .quota: return [QuotaNeverExceeded()]
        case .content:
            return [
                Linearizability("linearizable register", .under("bytes/", "metadata/")) { _ in
                    RegisterModel(initial: ChaosHousehold.right)
                }
            ]
        case .agreement, .recovery: return []
        }
    }

    private static let sets = ObjectFilter.under(
        "favourites/", "queue/", "links/", "bookings/", "downloads/", Worker.profiles, ChaosHousehold.libraryObject)
    /// What every read must show. The library was there before the run began, with no write that put it there.
    private static let witnesses = ObjectFilter { $0 != ChaosHousehold.libraryObject && !mayBeHidden($0) }

    /// Titles of kids are hidden from them as long as nobody knows what they are: while the catalog has not answered since
    /// they were added. In the end it has.
    static func mayBeHidden(_ object: String) -> Bool {
        object.hasPrefix("favourites/\(ChaosHousehold.kid)") || object.hasPrefix("queue/\(ChaosHousehold.kid)")
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
        return History(history.operations + lostProfiles(from: history.operations.count), faults: history.faults)
    }

    /// A guest who was made after the copy of profiles that was put back is nobody any more, as if somebody had deleted it:
    /// what it has left elsewhere goes. It stays where profiles did know it.
    private func lostProfiles(from id: Int) -> [RecordedOperation] {
        let forgotten = restores.filter { $0.service == Self.keeper }.flatMap { restore in
            guests.filter { (restore.copied...restore.restored).contains($0.made) }.map { (restore, $0) }
        }
        return forgotten.enumerated().map { index, entry in
            RecordedOperation(
                id: id + index, process: "restore", service: Self.keeper, method: "restore", object: "people",
                action: .delete(entry.1.profile), invoked: Moment(entry.0.copied), ended: Moment(entry.0.restored),
                outcome: .failed(code: Self.excuse, executed: .maybe))
        }
    }

    /// Who knows the people.
    private static let keeper = "profiles"

    private static let excuse = "RESTORED"
}
