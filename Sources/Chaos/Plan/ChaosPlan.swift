internal import ServiceKit

/// What a chaos run does: which services, under which work, with which faults, and what must hold. An empty plan is a good
/// one: everything that is absent has a sensible value.
public struct ChaosPlan: Sendable, Hashable, Codable {
    /// What it is called; reports and directories carry it.
    public var name = "unnamed"
    /// What it is for, a sentence.
    public var about: String?
    /// Where all choices begin; absent: a new one for every run, which the report tells.
    public var seed: UInt64?
    /// How long work and faults go on, in milliseconds.
    public var durationMilliseconds: Int64 = 30_000
    /// The services that run; absent: every service of the suite.
    public var services: [String] = ServiceSettings.knownServices.sorted()
    /// What people do meanwhile.
    public var workload = WorkloadPlan()
    /// What goes wrong.
    public var faults: [FaultRule] = []
    /// How long the household may take to be whole after the last fault has ended, in milliseconds.
    public var healMilliseconds: Int64 = 60_000
    /// How long nothing is asked before the final reads, in milliseconds.
    public var quietMilliseconds: Int64 = 1_000
    /// What else must hold.
    public var limits = LimitPlan()
    /// The promises that are checked.
    public var checks: [ChaosCheck] = ChaosCheck.allCases

    /// A plan without faults.
    public init() {}

    /// How long work and faults go on.
    public var duration: Duration { .milliseconds(durationMilliseconds) }
    /// See ``healMilliseconds``.
    public var heal: Duration { .milliseconds(healMilliseconds) }
    /// See ``quietMilliseconds``.
    public var quiet: Duration { .milliseconds(quietMilliseconds) }
    /// Whether it breaks the household on purpose, so that a run that passes shows that the checks cannot fail.
    public var isControl: Bool { faults.contains { $0.kind.isSabotage } }
}

/// Who is in the household, and how often they do what.
public struct WorkloadPlan: Sendable, Hashable, Codable {
    /// Adult profiles.
    public var adults = 3
    /// Kids profiles.
    public var kids = 1
    /// Films that are in the library from the beginning.
    public var library = 120
    /// Calls in a second, of all people together, for each kind of work; 0 leaves it out.
    public var rates: [WorkKind: Double] = WorkKind.standardRates

    /// Three adults and a kid.
    public init() {}
}

/// What a run may take at most.
public struct LimitPlan: Sendable, Hashable, Codable {
    /// From the end of a fault until its service serves again, in milliseconds.
    public var recoveryMilliseconds: Int64 = 20_000
    /// How much later than its deadline a call may end, in milliseconds: this machine's own delays.
    public var lateMilliseconds: Int64 = 1_500
    /// How long a call waits for its answer, in milliseconds.
    public var callMilliseconds: Int64 = 5_000

    /// The limits of a busy machine.
    public init() {}
}

/// A kind of work, by the service that does it.
public enum WorkKind: String, Sendable, Hashable, Codable, CaseIterable, CodingKeyRepresentable {
    /// profiles: favourites come and go.
    case favourites
    /// profiles: the household gets another name.
    case household
    /// profiles: guests come, leave something in other services, and are deleted.
    case guests
    /// playback-state: the queue.
    case queue
    /// playback-state: somebody watches.
    case progress
    /// reading-list: links are saved and deleted.
    case links
    /// scheduler: evenings are booked, some by two people at once.
    case bookings
    /// catalog: searches of adults and kids.
    case search
    /// catalog: small playlists are taken in.
    case imports
    /// downloads: films are fetched, held, gone on with, let go and played.
    case downloads
    /// metadata-gateway: films are looked up that TMDB knows, and some that it does not.
    case metadata

    /// The service that the work is for, without which there is none of it.
    public var service: String {
        switch self {
        case .favourites, .household, .guests: "profiles"
        case .queue, .progress: "playback-state"
        case .links: "reading-list"
        case .bookings: "scheduler"
        case .search, .imports: "catalog"
        case .downloads: "downloads"
        case .metadata: "metadata-gateway"
        }
    }

    /// Calls in a second when a plan says nothing.
    public static let standardRates: [WorkKind: Double] = [
        .favourites: 25, .household: 5, .guests: 5, .queue: 25, .progress: 25, .links: 30, .bookings: 12, .search: 20,
        .imports: 0.5, .downloads: 8, .metadata: 10,
    ]
}

/// A promise that is checked on what was recorded.
public enum ChaosCheck: String, Sendable, Hashable, Codable, CaseIterable {
    /// Every acknowledged write is there in the end, and nothing else is.
    case acknowledged
    /// What has an effect of its own has it once.
    case once
    /// A person sees what the same person wrote before.
    case sessions
    /// Nobody is booked in two places.
    case overlap
    /// Kids see nothing that is not for them.
    case forbidden
    /// What was deleted with a profile is gone in every service.
    case deletion
    /// No call ends later than its deadline.
    case deadlines
    /// A failure that says "no effect" had none.
    case outcomes
    /// Neither the household's profiles nor anybody's downloads exceed what there may be.
    case quota
    /// What is read is what it was made from: downloads byte for byte, and what is said of films elsewhere.
    case content
    /// Services agree with each other in the end.
    case agreement
    /// Each service serves again in time after each fault.
    case recovery
}
