import ChaosHistory
import HearthModel
import RPC

/// One plan as it runs: the household, what was recorded of it, and what people know so far.
// Unchecked: touched by the simulation's thread alone.
final class HouseholdRun: @unchecked Sendable {
    let plan: SimulationPlan
    let simulation: Simulation
    let household: SimulatedHousehold
    let recorder: HistoryRecorder
    /// What is known of the founded household.
    var facts = HouseholdSeed()
    /// What came of operations that others refer to, by their ids.
    var results: [String: Result] = [:]
    /// Everything that was played, for the end.
    var viewings: [Viewing] = []
    /// Visitors' profiles, by name.
    var visitors: [String: Visitor] = [:]
    /// What followed the household's events from the beginning.
    var delivered: [DeliveredEvents] = []
    /// What is not as it should be, beyond the recorded history.
    private(set) var violations: [Violation] = []
    /// How often each fault really happened.
    private(set) var faults: [String: Int] = [:]
    /// Titles of which it is not known whether a session was opened.
    var doubtful: Set<TitleKey> = []
    /// Pages whose link was to be deleted: their stars go with them.
    var unstarred: Set<String> = []
    /// When bookings were made for.
    var days: [String: BookedTime] = [:]
    /// How often services had trouble of their own, such as a disk error, by name.
    var troubles: [String: Int] = [:]
    /// Services whose shard was restored from a backup.
    var restored: Set<String> = []
    var (nights, events, examinedPositions) = (0, 0, 0)
    /// How many operations were left out, as what they refer to is not there.
    var skipped = 0
    /// The id of the last download of each person and title.
    var downloads: [String: String] = [:]
    /// How often a person was told that a PIN is wrong.
    var wrongPINs = 0

    /// What came of an operation.
    enum Result {
        /// A value was put into a set under this name: a favourite, a queued title.
        case added(ContentID)
        case opened(viewing: Int)
        case saved(link: String, page: String)
        /// A window or a booking.
        case planned(id: String, version: Int64, label: String)
        case visitor(String)
        case download(id: String, title: Int)
    }

    /// A visitor's profile, and what is to be found nowhere when it is deleted.
    struct Visitor {
        let profile: String
        /// A number that nothing else has in it.
        let canary: String
        /// Whether a person has asked to delete it, and whether that was acknowledged.
        var isDeletionRequested = false
        var isDeleted = false

        /// The number of a visitor who is called `visitor7v`. All are of one length: with a title's number behind it none is the
        /// beginning of another.
        static func canary(of name: String) -> String {
            let number = name.filter(\.isNumber)
            return "99" + String(repeating: "0", count: max(0, 5 - number.count)) + number + "00"
        }
    }

    /// A person's place in a title.
    struct TitleKey: Hashable {
        let who: String
        let content: ContentID
    }

    /// What one follower of the household's events was told.
    struct DeliveredEvents {
        let position: StreamPosition?
        let deleted: String?
        let isSnapshot: Bool
    }

    /// A film that a person has played.
    struct Viewing {
        let who: String
        let content: ContentID
        let session: String
        let begun: MonotonicInstant
        let startsOver: Bool
        /// The number of the player's last report.
        var reports: Int64 = 0
        /// Positions that were told, by the numbers of their reports.
        var requested: [Int64: Double] = [:]
        /// The numbers of the reports that were acknowledged.
        var taken: Set<Int64> = []
    }

    init(_ plan: SimulationPlan) throws {
        let simulation = Simulation(seed: plan.seed)
        self.plan = plan
        self.simulation = simulation
        let founded = plan.isFounded ? nil : try HouseholdTemplate.shared()
        // Founding takes all of them.
        let services = plan.isFounded ? SimulatedHousehold.serviceNames : plan.services
        household = try SimulatedHousehold(
            simulation: simulation, services: services, copying: founded)
        facts = founded?.facts ?? facts
        recorder = HistoryRecorder { Int64(clamping: simulation.now.nanoseconds) }
        household.onLateCall = { [weak self] service, method in
            self?.report("deadlines-kept", "late-work", service, "\(method) was begun after its deadline")
        }
    }

    /// Notes something that is not as it should be.
    func report(_ check: String, _ kind: String, _ object: String, _ sentence: String) {
        simulation.note("\(check) \(kind) \(sentence)")
        violations.append(
            Violation(checker: check, kind: kind, object: object, sentence: sentence, operations: []))
    }

    func count(_ fault: String, times: Int = 1) { if times > 0 { faults[fault, default: 0] += times } }

    func runs(_ service: String) -> Bool { household.machine(service) != nil }
}
