internal import Foundation
internal import HearthModel
internal import RPC
internal import ServiceKit
internal import Yams

extension ChaosPlan {
    /// The maximum size of a plan, in bytes.
    static let maximumBytes = 1 << 18

    /// Parses a plan. Missing keys have defaults; unknown keys are rejected.
    ///
    /// - Parameters:
    ///   - yaml: the text.
    ///   - name: the plan's name when the text has none.
    /// - Throws: ``PlanError`` with the line.
    public init(yaml: String, name: String) throws(PlanError) {
        do throws(PlanError) {
            try self.init(checked: yaml, name: name)
        } catch {
            throw PlanError(plan: name, line: error.line, error.reason)
        }
    }

    private init(checked yaml: String, name: String) throws(PlanError) {
        self.init()
        self.name = name
        let root: Node?
        do { root = try Yams.compose(yaml: yaml) } catch { throw Self.problem(error) }
        guard let root, root.tag != Tag(.null) else { return }
        let plan = try PlanMapping(
            root, "a plan",
            allowed: [
                "name", "about", "seed", "duration", "services", "workload", "faults", "heal", "quiet", "limits",
                "checks",
            ])
        if let name = try plan.text("name") {
            guard Self.isName(name) else {
                throw plan.wrong("name", "1 to 40 of a-z, 0-9 and -")
            }
            self.name = name
        }
        about = try plan.text("about")
        seed = try plan.seed("seed")
        durationMilliseconds = try plan.time("duration") ?? durationMilliseconds
        guard durationMilliseconds > 0 else { throw plan.wrong("duration", PlanTime.form + ", more than 0") }
        services = try plan.words("services", of: services)?.sorted() ?? services
        if let node = plan.node("workload") { workload = try WorkloadPlan(node) }
        healMilliseconds = try plan.time("heal") ?? healMilliseconds
        quietMilliseconds = try plan.time("quiet") ?? quietMilliseconds
        if let node = plan.node("limits") { limits = try LimitPlan(node) }
        if let words = try plan.words("checks", of: ChaosCheck.allCases.map(\.rawValue)) {
            checks = ChaosCheck.allCases.filter { words.contains($0.rawValue) }
        }
        try readFaults(plan)
        guard services.contains(ServiceManifest.profiles.name) else {
            throw PlanError(line: plan.line, "services needs profiles: it makes the household and its tokens")
        }
    }

    private mutating func readFaults(_ plan: PlanMapping) throws(PlanError) {
        guard let node = plan.node("faults") else { return }
        guard let rules = node.sequence else { throw plan.wrong("faults", "a list") }
        for rule in rules { faults.append(try FaultRule(rule, services: services)) }
    }

    private static func isName(_ name: String) -> Bool {
        (1...40).contains(name.utf8.count)
            && name.utf8.allSatisfy { (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d }
    }

    private static func problem(_ error: any Error) -> PlanError {
        switch error {
        case YamlError.scanner(_, let problem, let mark, _), YamlError.parser(_, let problem, let mark, _),
            YamlError.composer(_, let problem, let mark, _):
            PlanError(line: mark.line, "it is not YAML: \(problem)")
        case YamlError.duplicatedKeysInMapping(let keys, let context):
            PlanError(line: context.mark.line, "\(keys.joined(separator: ", ")) is there twice")
        default: PlanError("it is not YAML: \(error)".split(separator: "\n").first.map(String.init) ?? "it is not YAML")
        }
    }
}

extension WorkloadPlan {
    /// The maximum of calls in a second.
    private static let mostCalls = 10_000.0
    /// The household's own limit is 10 profiles, of which guests need two.
    private static let mostPeople = 8

    init(_ node: Node) throws(PlanError) {
        self.init()
        let map = try PlanMapping(node, "workload", allowed: ["adults", "kids", "library", "rates"])
        adults = try map.count("adults", in: 1...Self.mostPeople - 1) ?? adults
        kids = try map.count("kids", in: 1...Self.mostPeople - 1) ?? kids
        guard adults + kids <= Self.mostPeople else {
            throw PlanError(line: map.line, "adults and kids of workload are \(Self.mostPeople) people at most")
        }
        library = try map.count("library", in: 20...10_000) ?? library
        guard let node = map.node("rates") else { return }
        let kinds = WorkKind.allCases
        let mapping = try PlanMapping(node, "rates", allowed: kinds.map(\.rawValue))
        for kind in kinds {
            if let rate = try mapping.number(kind.rawValue, in: 0...Self.mostCalls) { rates[kind] = rate }
        }
    }
}

extension LimitPlan {
    init(_ node: Node) throws(PlanError) {
        self.init()
        let map = try PlanMapping(node, "limits", allowed: ["recovery", "late", "call"])
        recoveryMilliseconds = try map.time("recovery") ?? recoveryMilliseconds
        lateMilliseconds = try map.time("late") ?? lateMilliseconds
        callMilliseconds = try map.time("call", atMost: .seconds(60)) ?? callMilliseconds
        guard callMilliseconds > 0 else { throw map.wrong("call", PlanTime.form + ", more than 0") }
    }
}
