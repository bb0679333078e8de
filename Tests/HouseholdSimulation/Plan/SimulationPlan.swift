/// What happens in one run: who does what when, and what breaks when. It is made from a seed before the run, so that any
/// part of it can be run again.
package struct SimulationPlan: Codable, Hashable, Sendable {
    /// The seed of the plan, and of the order of jobs and the random numbers of its run.
    package var seed: UInt64
    /// How much goes on in it.
    package var size: Size
    /// What it was asked to be about; nil when the seed decided.
    package var scenarios: [Scenario]?
    /// The services that run, by name; calls to the others have no answer.
    package var services: [String]
    /// Whether the household is founded in the run itself; else it begins with a copy of one that was founded before.
    package var isFounded: Bool
    /// How long callers wait for an answer.
    package var timeoutMilliseconds: Int
    /// What people do, by time.
    package var operations: [PlannedOperation]
    /// What breaks, by time.
    package var faults: [PlannedFault]

    /// How much goes on in a plan.
    package enum Size: String, Codable, CaseIterable, Sendable {
        /// An evening of one or two people with one or two services.
        case small
        /// A few evenings with most of the household.
        case medium
        /// Seven evenings with everybody.
        case week
    }

    /// The plan of a seed. Two seeds in three are small ones, since many short runs find more than few long ones.
    ///
    /// - Parameters:
    ///   - size: another size than the seed's own.
    ///   - scenarios: what it is about; nil leaves that to the seed.
    package init(seed: UInt64, size: Size? = nil, about scenarios: [Scenario]? = nil) {
        var generator = PlanGenerator(seed: seed, size: size, scenarios: scenarios)
        self = generator.make()
        self.scenarios = scenarios
    }

    init(
        seed: UInt64, size: Size, services: [String], isFounded: Bool, timeoutMilliseconds: Int,
        operations: [PlannedOperation], faults: [PlannedFault]
    ) {
        self.seed = seed
        self.size = size
        self.services = services
        self.isFounded = isFounded
        self.timeoutMilliseconds = timeoutMilliseconds
        self.operations = operations
        self.faults = faults
    }

    /// Whether services may hide what they keep of some profiles until they have heard of profiles' right shard.
    package var hidesProfiles: Bool { faults.contains { $0.kind == .olderCopy } }

    /// The same with nothing but the operations, faults and services that are named: `o3`, `f2`, `reading-list`. Where no
    /// service is named, all stay.
    package func only(_ names: some Sequence<String>) -> SimulationPlan {
        let names = Set(names)
        var plan = self
        plan.operations.removeAll { !names.contains($0.id) }
        plan.faults.removeAll { !names.contains($0.id) }
        let kept = services.filter(names.contains)
        if !kept.isEmpty { plan.services = services.filter { kept.contains($0) || $0 == Self.requiredService } }
        return plan
    }

    /// The service without which there are no tokens.
    package static let requiredService = "profiles"

    /// The names of all that can be left out.
    package var names: [String] {
        operations.map(\.id) + faults.map(\.id) + services.filter { $0 != Self.requiredService }
    }

    /// When everything planned has begun, in milliseconds.
    package var lastMillisecond: Int {
        max(operations.last?.at ?? 0, faults.map { $0.at + ($0.lasts ?? 0) }.max() ?? 0)
    }
}

/// Something that a person does.
package struct PlannedOperation: Codable, Hashable, Sendable, Identifiable {
    /// Its name in the plan, `o17`.
    package var id: String
    /// When, in milliseconds after the run began. A device does one thing after the other, so it may come later.
    package var at: Int
    /// Who.
    package var who: String
    /// With which device.
    package var device: String
    /// What.
    package var action: PlannedAction
}

/// Something that breaks.
package struct PlannedFault: Codable, Hashable, Sendable, Identifiable {
    /// Its name in the plan, `f2`.
    package var id: String
    /// When, in milliseconds after the run began.
    package var at: Int
    /// How long it lasts, in milliseconds; nil for what happens at one moment.
    package var lasts: Int?
    /// What.
    package var kind: Kind

    /// What can break.
    package enum Kind: Codable, Hashable, Sendable {
        /// A service is killed, and started again after a while.
        case kill(service: String)
        /// The same, and its callers notice late: what they send meanwhile arrives at its successor, which is there after
        /// so many milliseconds.
        case killUnnoticed(service: String, down: Int)
        /// The power fails: what was not synced is gone, or with a number torn as that decides.
        case cutPower(service: String, tearingBy: UInt64?)
        /// One of the next fsyncs fails.
        case failSync(service: String, nth: Int)
        /// The disk has room for so many bytes more.
        case fillDisk(service: String, room: Int)
        /// A bit of the database changes while the service is down.
        case flipBit(service: String, place: UInt64)
        /// The service is started without its shard, and again with it after a while.
        case displace(service: String, how: Displacement)
        /// An older copy of profiles' shard is put back, in which nearly all profiles are missing; after a while the right one.
        case olderCopy
        /// The service's loop stops, and goes on.
        case stop(service: String)
        /// The service dies at a named moment, when it next comes to it.
        case crash(service: String, point: String, losesPower: Bool)
        /// The wall clock is set.
        case jumpClock(seconds: Int)
        /// Links lose, double and delay frames: all, or those of one device or service that calls others.
        case weather(client: String?, lossPermille: Int, doublePermille: Int, delayMicroseconds: Int, reorders: Bool)
        /// One way between two parties is cut off.
        case cutOff(client: String, service: String, toServer: Bool)
        /// Everything sleeps for hours, as a machine that is suspended. No fault, but it can be left out as one.
        case night(hours: Int)
    }
}

extension PlannedFault {
    /// What it counts as.
    package var name: String {
        switch kind {
        case .kill: "kill"
        case .killUnnoticed: "unnoticed kill"
        case .cutPower(_, let seed): seed == nil ? "power cut" : "torn power cut"
        case .failSync: "fsync error"
        case .fillDisk: "disk full"
        case .flipBit: "bit flip"
        case .displace(_, let how): "shard \(how.rawValue)"
        case .olderCopy: "older copy"
        case .stop: "stop"
        case .crash: "crash point"
        case .jumpClock: "clock jump"
        case .weather: "bad links"
        case .cutOff: "one-way cut"
        case .night: "night"
        }
    }
}
