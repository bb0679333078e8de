internal import HearthModel
internal import RPC
internal import ServiceKit

/// Generates the faults of a run and their times: determined by plan and seed alone, before anything is started.
public enum FaultSchedule {
    /// The faults of a run, in chronological order.
    ///
    /// Each rule has its own random generator, so that adding or removing a rule leaves the others unchanged.
    public static func make(_ plan: ChaosPlan, seed: UInt64) -> [PlannedFault] {
        var faults: [(fault: PlannedFault, rule: Int)] = []
        for (index, rule) in plan.faults.enumerated() {
            var seeds = SplitMix64(seed: seed &+ UInt64(index + 1) &* stride)
            var generator = SplitMix64(seed: seeds.next())
            let targets = rule.targets.isEmpty ? Self.targets(of: rule.kind, plan) : rule.targets
            guard !targets.isEmpty else { continue }
            let moments = moments(of: rule, until: plan.durationMilliseconds, using: &generator)
            for moment in moments.prefix(rule.firstN ?? moments.count) {
                faults.append((fault(of: rule, at: moment, among: targets, using: &generator), index))
            }
        }
        let sorted = faults.enumerated().sorted {
            ($0.element.fault.atMilliseconds, $0.element.rule, $0.offset)
                < ($1.element.fault.atMilliseconds, $1.element.rule, $1.offset)
        }
        return sorted.enumerated().map { index, entry in
            var fault = entry.element.fault
            fault.number = index + 1
            return fault
        }
    }

    /// Separates the generators of two rules.
    private static let stride: UInt64 = 0x9e37_79b9_7f4a_7c15

    /// The time of the earliest fault: before it there is no data to lose.
    private static let firstMilliseconds: Int64 = 1_000

    private static func moments(
        of rule: FaultRule, until end: Int64, using generator: inout SplitMix64
    ) -> [Int64] {
        switch rule.moments {
        case .at(let moments): return moments.filter { $0 < end }
        case .every(let every):
            var (moments, now): ([Int64], Int64) = ([], 0)
            while true {
                now += Int64.random(in: every / 2...every + every / 2, using: &generator)
                guard now < end else { return moments }
                if now >= firstMilliseconds { moments.append(now) }
            }
        }
    }

    /// The possible targets of a kind when a rule names none.
    private static func targets(of kind: FaultKind, _ plan: ChaosPlan) -> [String] {
        switch kind {
        // A service without workload has nothing to lose, and a control must detect a loss.
        case .lose, .rollback, .restore, .mislay, .bitFlip:
            plan.services.filter { service in WorkKind.services.contains(service) }
        // A service that neither publishes nor follows events reaches no failpoint.
        case .crash: plan.services.filter { !FailPoint.reached(by: $0).isEmpty }
        default: plan.services
        }
    }

    private static func fault(
        of rule: FaultRule, at moment: Int64, among targets: [String], using generator: inout SplitMix64
    ) -> PlannedFault {
        var fault = PlannedFault(rule.kind, targets: [], atMilliseconds: moment)
        switch rule.kind {
        case .storm:
            fault.targets = targets.shuffled(using: &generator)
            fault.rounds = rule.rounds
        case .restore:
            let count = Int.random(in: 1...targets.count, using: &generator)
            fault.targets = targets.shuffled(using: &generator).prefix(count).sorted()
        // One machine has one clock.
        case .clock: fault.targets = targets.sorted()
        default:
            fault.targets = [targets[Int.random(in: targets.indices, using: &generator)]]
        }
        fault.spanMilliseconds = rule.kind.lasts ? rule.span?.draw(using: &generator).wholeMilliseconds : nil
        if rule.kind == .memory { fault.roomMiB = rule.roomMiB }
        if rule.kind == .starve { fault.percent = rule.percent }
        if rule.kind == .bitFlip { fault.pages = rule.pages }
        if rule.kind == .clock {
            let shift = rule.shift.draw(using: &generator).wholeMilliseconds
            fault.shiftMilliseconds = Bool.random(using: &generator) ? shift : -shift
        }
        if rule.kind.isOfNetwork { fault.link = rule.link }
        if rule.kind == .crash {
            let points = rule.points.isEmpty ? FailPoint.reached(by: fault.targets[0]) : rule.points
            fault.point = points[Int.random(in: points.indices, using: &generator)]
        }
        if let age = rule.age, [.restore, .rollback].contains(rule.kind) {
            var ages: [String: Int64] = [:]
            for target in fault.targets {
                ages[target] = min(age.draw(using: &generator).wholeMilliseconds, moment / 2)
            }
            fault.agesMilliseconds = ages
        }
        return fault
    }
}

extension FailPoint {
    /// The failpoints that a service reaches when other services are used: those of events that it publishes, and that
    /// it follows.
    static func reached(by service: String) -> [String] {
        let published: [FailPoint] = [.eventWritten, .eventCommitted, .eventSending, .eventSent]
        let received: [FailPoint] = [.eventReceived, .eventApplied, .cursorMoved, .eventTaken]
        let points =
            switch service {
            case ServiceManifest.profiles.name: published + received
            case ServiceManifest.catalog.name: published
            case ServiceManifest.metadataGateway.name: [FailPoint]()
            default: received
            }
        return points.map(\.rawValue)
    }
}

extension WorkKind {
    /// The services that have a workload.
    static let services: Set<String> = Set(allCases.map(\.service))
}
