internal import ChaosHistory
internal import HearthModel
internal import RPC

/// Checks the history against the promises.
struct RunVerifier {
    let plan: ChaosPlan
    /// Films that everybody may see.
    let library: Set<String>
    /// Films that kids may not see.
    let hidden: Set<String>

    /// Restored shards, whose services may have lost writes after the copy.
    let restores: [RestoredShard]
    /// Guests, whose profiles a restored shard may have lost.
    let guests: [Guest]

    /// A guest profile created during a run.
    struct Guest: Sendable, Hashable {
        /// The profile.
        let profile: String
        /// When it was created, in nanoseconds of the recorder's clock.
        let made: Int64
    }

    /// The verdicts of the plan's checks, except for those that do not use recorded calls.
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
    /// Objects that every read must show. The library existed before the run began, without a recorded write.
    private static let witnesses = ObjectFilter { $0 != ChaosHousehold.libraryObject && !mayBeHidden($0) }

    /// A kid's titles are hidden from the kid until their rating is known: the catalog may not have answered since they
    /// were added. In the end it has.
    static func mayBeHidden(_ object: String) -> Bool {
        object.hasPrefix("favourites/\(ChaosHousehold.kid)") || object.hasPrefix("queue/\(ChaosHousehold.kid)")
    }

    private static let registers = ObjectFilter.under("household/", "sources/", "position/")
    private static let nanosecondsOfAMillisecond: Int64 = 1_000_000

    // MARK: Restored shards

    /// The history without the operations that a restore invalidates: a service whose shard was restored is back at the
    /// time of the copy, so that its responses in between are neither certain nor proof of anything. Other checks judge
    /// whether the services are consistent afterwards.
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

    /// A guest created after the restored copy of profiles is lost, like a deleted profile: the guest's data in other
    /// services is removed. It stays where profiles did know the guest.
    private func lostProfiles(from id: Int) -> [RecordedOperation] {
        let forgotten = restores.filter { $0.service == Self.policySource }.flatMap { restore in
            guests.filter { (restore.copied...restore.restored).contains($0.made) }.map { (restore, $0) }
        }
        return forgotten.enumerated().map { index, entry in
            RecordedOperation(
                id: id + index, process: "restore", service: Self.policySource, method: "restore", object: "people",
                action: .delete(entry.1.profile), invoked: Moment(entry.0.copied), ended: Moment(entry.0.restored),
                outcome: .failed(code: Self.excuse, executed: .maybe))
        }
    }

    /// The service that stores the profiles.
    private static let policySource = ServiceManifest.profiles.name

    private static let excuse = "RESTORED"
}
