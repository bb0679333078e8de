/// Makes the plan of a seed: evenings of scenarios, nights between them, and what breaks.
struct PlanGenerator {
    var random: RandomChoices
    /// What decides of that which came later than the rest, so that plans are otherwise what they were.
    var laterRandom: RandomChoices
    /// What decides of missing shards, likewise.
    var lossRandom: RandomChoices
    let seed: UInt64
    let size: SimulationPlan.Size
    let scenarios: [Scenario]
    /// How far apart the things are that one person does, in milliseconds.
    let pace: Int
    /// How long an evening is, in milliseconds of the clock that does not jump.
    let evening: Int
    let evenings: Int
    var operations: [PlannedOperation] = []
    var faults: [PlannedFault] = []
    /// What was not used yet, by who would use it.
    var unused: [String: [Int]] = [:]
    var numbers = 0
    /// Visitors who come back after they were deleted.
    var returningVisitors: [ReturningVisitor] = []

    /// Films of the library that are for everybody.
    static let films = 24
    /// The days that the programme is about begin with this Monday.
    static let mondays = ["2031-03-10", "2031-03-17"]

    init(seed: UInt64, size: SimulationPlan.Size?, scenarios: [Scenario]?) {
        self.seed = seed
        // Another sequence than the run's own, which has the same seed.
        var random = RandomChoices(seed: seed ^ 0x706c_616e)
        laterRandom = RandomChoices(seed: seed ^ 0x6c61_7465)
        lossRandom = RandomChoices(seed: seed ^ 0x6c6f_7373)
        let drawn = random.below(100)
        self.size = size ?? (drawn < 72 ? .small : drawn < 97 ? .medium : .week)
        pace = random.one(of: [3, 8, 25])
        switch self.size {
        case .small: evenings = 1
        case .medium: evenings = random.number(1...3)
        case .week: evenings = 7
        }
        evening = pace * random.number(12...40)
        let kinds = self.size == .small ? random.number(1...2) : self.size == .medium ? random.number(3...6) : .max
        // Every guess costs more than a whole evening.
        let isGuessed = random.comes(5)
        let possible = Scenario.allCases.filter { ($0 != .guessing || isGuessed) && $0 != .mislaying }
        self.scenarios = scenarios ?? random.some(kinds, of: possible)
        self.random = random
    }

    mutating func make() -> SimulationPlan {
        for number in 0..<evenings { fill(evening: number) }
        let requested = Set(scenarios.flatMap(\.services) + [SimulationPlan.requiredService])
        var services = SimulatedHousehold.serviceNames.filter(requested.contains)
        if size == .week || random.comes(10) { services = SimulatedHousehold.serviceNames }
        operations.sort { $0.at < $1.at }
        planFaults(services)
        return SimulationPlan(
            seed: seed, size: size, services: services, isFounded: random.comes(6),
            timeoutMilliseconds: random.one(of: [2_000, 2_000, 400, 80]), operations: operations, faults: faults)
    }

    /// When an evening begins.
    func start(ofEvening number: Int) -> Int { 10 + number * (evening * 2 + 300) }

    private mutating func fill(evening number: Int) {
        let begins = start(ofEvening: number)
        let count =
            switch size {
            case .small: random.number(1...4)
            case .medium: random.number(4...9)
            case .week: random.number(6...10)
            }
        for _ in 0..<count {
            let scenario = random.one(of: scenarios)
            play(scenario, at: begins + random.below(evening))
        }
        if number < evenings - 1 { add(.night(hours: random.number(14...23)), at: begins + evening * 2) }
    }

    // MARK: Writing it down

    /// Someone with a device, who does one thing after the other.
    struct ActorCursor {
        var who: String
        var device: String
        var at: Int
    }

    /// A visitor who goes on after being deleted, with a token that outlives that.
    struct ReturningVisitor {
        /// When the visitor is deleted.
        var deleted: Int
        /// Where the visitor leaves something then.
        var services: [String]
    }

    mutating func cue(_ people: [Person] = Person.allCases, at time: Int) -> ActorCursor {
        let person = random.one(of: people)
        return ActorCursor(who: person.rawValue, device: random.one(of: person.devices), at: time)
    }

    /// Plans one thing, and moves the cue on.
    @discardableResult
    mutating func add(_ action: PlannedAction, _ cue: inout ActorCursor) -> String {
        numbers += 1
        let id = "o\(numbers)"
        operations.append(PlannedOperation(id: id, at: cue.at, who: cue.who, device: cue.device, action: action))
        cue.at += 1 + random.below(pace * 2)
        return id
    }

    mutating func add(_ kind: PlannedFault.Kind, at time: Int, lasts: Int? = nil) {
        faults.append(PlannedFault(id: "f\(faults.count + 1)", at: time, lasts: lasts, kind: kind))
    }

    /// A unique number.
    mutating func fresh() -> Int {
        numbers += 1
        return numbers
    }

    /// A film that a person has not used for something yet; nil when they have used all.
    mutating func film(for use: String) -> Int? {
        if unused[use] == nil { unused[use] = random.some(Self.films, of: Array(0..<Self.films)) }
        return unused[use]?.popLast()
    }
}
