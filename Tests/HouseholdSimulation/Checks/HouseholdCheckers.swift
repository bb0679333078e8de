import ChaosHistory
import HearthModel

/// The promises that a household's history is judged by.
enum HouseholdCheckers {
    /// Objects that are sets.
    private static let sets = ["favourites/", "links/", "queue/", "watched/", "people/", "stars/", "downloads/"]

    /// The checkers of a run.
    static func all(_ run: HouseholdRun) -> [any Checker] {
        let (sure, settled) = (predictableObjects(run), settledObjects(run))
        let name = run.facts.name
        let hidesProfiles = run.plan.hidesProfiles
        let isCurrent: @Sendable (String) -> Bool = {
            sure.contains($0) && isASet($0) && !lags($0) && !(hidesProfiles && isOfAll($0))
        }
        return [
            SetFull(ObjectFilter(isCurrent)),
            SetFull(ObjectFilter { hidesProfiles && sure.contains($0) && isOfAll($0) }, reads: .final),
            SetFull(ObjectFilter { sure.contains($0) && $0 == childsQueue }, reads: .final),
            SetFull(ObjectFilter { settled.contains($0) && $0.hasPrefix("stars/") }, reads: .final),
            TotalQueue(ObjectFilter { sure.contains($0) && $0.hasPrefix("sessions/") }),
            SessionOrder(ObjectFilter(isCurrent)),
            OutcomeAccuracy(ObjectFilter { sure.contains($0) && !$0.hasPrefix("stars/") }),
            Linearizability("linearizability", .under("household-name")) { _ in RegisterModel(initial: name) },
            Linearizability("linearizability", .under("playlist", "guide")) { _ in RegisterModel(initial: "v0") },
            NoOverlap(.under("bookings")),
            NoForbiddenReads(.under("seen/", "queue/", "queue-seen/", "sessions/"), forbidden: forbidden(run)),
            DeletionPropagation(),
            Deadlines(),
            QuotaNeverExceeded(.under("room/")),
        ]
    }

    /// What a child queues while the catalog is silent has no card at first, and is for adults alone until it has one.
    static let childsQueue = "queue/\(Person.emil.rawValue)"

    /// What is whole in the end alone.
    private static func lags(_ object: String) -> Bool { object.hasPrefix("stars/") || object == childsQueue }

    /// The scheduler's objects that hold what belongs to several profiles: without a part of it while some are hidden.
    private static func isOfAll(_ object: String) -> Bool { object == "windows" || object == "bookings" }

    private static func isASet(_ object: String) -> Bool {
        isOfAll(object) || sets.contains { object.hasPrefix($0) }
    }

    /// What the one who looks in the end may see as it is: not what goes with a deleted visitor, nor what a child may have
    /// stopped to see.
    private static func predictableObjects(_ run: HouseholdRun) -> Set<String> {
        var hidden = Set(run.visitors.filter(\.value.isDeletionRequested).keys)
        if hidesChildContent(run.plan) { hidden.insert(Person.emil.rawValue) }
        return objects(run) { object in
            // No other service has the cards of what was queued.
            if object == childsQueue, !run.runs("catalog") { return false }
            // A visitor's own row goes when the visitor is deleted, and the history says so.
            return object.hasPrefix("people/") || !hidden.contains { object.hasSuffix("/\($0)") }
        }
    }

    /// Whether the child may stop to see what it has kept.
    static func hidesChildContent(_ plan: SimulationPlan) -> Bool {
        plan.operations.contains { $0.action == .setKidsSeeUnrated(false) }
    }

    /// Stars of links that were not deleted.
    private static func settledObjects(_ run: HouseholdRun) -> Set<String> {
        predictableObjects(run).filter { object in
            !run.recorder.history.operations.contains { operation in
                guard case .add(let page) = operation.action, operation.object == object else { return false }
                return run.unstarred.contains(page)
            }
        }
    }

    private static func objects(_ run: HouseholdRun, _ test: (String) -> Bool) -> Set<String> {
        Set(run.recorder.history.operations.map(\.object).filter(test))
    }

    /// What a child may not see.
    private static func forbidden(_ run: HouseholdRun) -> @Sendable (RecordedOperation) -> Set<String> {
        let forbidden = Set(run.facts.forbidden.map(\.rawValue))
        return { operation in
            operation.process.hasPrefix("\(Person.emil.rawValue)/") ? forbidden : []
        }
    }
}
