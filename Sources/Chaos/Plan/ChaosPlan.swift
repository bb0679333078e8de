internal import HearthModel
internal import ServiceKit

/// The plan of a chaos run: services, workload, faults, and the promises to check. Even an empty plan is useful: all
/// fields have sensible defaults.
public struct ChaosPlan: Sendable, Hashable, Codable {
    /// Its name, used in reports and directories.
    public var name = "unnamed"
    /// Its purpose, a sentence.
    public var about: String?
    /// The random seed; absent: a new one for every run, which the report contains.
    public var seed: UInt64?
    /// The duration of workload and faults, in milliseconds.
    public var durationMilliseconds: Int64 = 30_000
    /// The services that run; absent: every service of the suite.
    public var services: [String] = ServiceManifest.all.map(\.name).sorted()
    /// The workload.
    public var workload = WorkloadPlan()
    /// The faults.
    public var faults: [FaultRule] = []
    /// How long the household may take to recover after the last fault has ended, in milliseconds.
    public var healMilliseconds: Int64 = 60_000
    /// The pause without calls before the final reads, in milliseconds.
    public var quietMilliseconds: Int64 = 1_000
    /// The limits.
    public var limits = LimitPlan()
    /// The promises that are checked.
    public var checks: [ChaosCheck] = ChaosCheck.allCases

    /// Creates a plan without faults.
    public init() {}

    /// The duration of workload and faults.
    public var duration: Duration { .milliseconds(durationMilliseconds) }
    /// See ``healMilliseconds``.
    public var heal: Duration { .milliseconds(healMilliseconds) }
    /// See ``quietMilliseconds``.
    public var quiet: Duration { .milliseconds(quietMilliseconds) }
    /// Whether it sabotages the household, to prove that the checks can fail.
    public var isControl: Bool { faults.contains { $0.kind.isSabotage } }
}

/// The household's people, and the rates of their work.
public struct WorkloadPlan: Sendable, Hashable, Codable {
    /// Adult profiles.
    public var adults = 3
    /// Kids profiles.
    public var kids = 1
    /// The number of films in the library from the beginning.
    public var library = 120
    /// Calls in a second, of all people together, for each kind of work; 0 disables it.
    public var rates: [WorkKind: Double] = WorkKind.standardRates

    /// Creates a workload of three adults and a kid.
    public init() {}
}

/// The limits of a run.
public struct LimitPlan: Sendable, Hashable, Codable {
    /// The maximum time from the end of a fault until its service serves again, in milliseconds.
    public var recoveryMilliseconds: Int64 = 20_000
    /// How much later than its deadline a call may end, in milliseconds, because of this machine's delays.
    public var lateMilliseconds: Int64 = 1_500
    /// The timeout of a call, in milliseconds.
    public var callMilliseconds: Int64 = 5_000

    /// Creates limits for a busy machine.
    public init() {}
}

/// A kind of work, by service.
public enum WorkKind: String, Sendable, Hashable, Codable, CaseIterable, CodingKeyRepresentable {
    /// profiles: favourites are added and removed.
    case favourites
    /// profiles: the household is renamed.
    case household
    /// profiles: guests are created, leave data in other services, and are deleted.
    case guests
    /// playback-state: the queue.
    case queue
    /// playback-state: people report playback progress.
    case progress
    /// reading-list: links are saved and deleted.
    case links
    /// scheduler: evenings are booked, some by two people at once.
    case bookings
    /// catalog: searches of adults and kids.
    case search
    /// catalog: small playlists are imported.
    case imports
    /// downloads: films are fetched, paused, resumed, removed and played.
    case downloads
    /// metadata-gateway: films are looked up, existing and missing ones.
    case metadata

    /// The service of the work; without it the work is skipped.
    public var service: String {
        switch self {
        case .favourites, .household, .guests: ServiceManifest.profiles.name
        case .queue, .progress: ServiceManifest.playbackState.name
        case .links: ServiceManifest.readingList.name
        case .bookings: ServiceManifest.scheduler.name
        case .search, .imports: ServiceManifest.catalog.name
        case .downloads: ServiceManifest.downloads.name
        case .metadata: ServiceManifest.metadataGateway.name
        }
    }

    /// The default rates, in calls a second.
    public static let standardRates: [WorkKind: Double] = [
        .favourites: 25, .household: 5, .guests: 5, .queue: 25, .progress: 25, .links: 30, .bookings: 12, .search: 20,
        .imports: 0.5, .downloads: 8, .metadata: 10,
    ]
}

/// A promise that is checked against the history.
public enum ChaosCheck: String, Sendable, Hashable, Codable, CaseIterable {
    /// Every acknowledged write is present in the end, and nothing else is.
    case acknowledged
    /// Effects that must happen once happen once.
    case once
    /// A person sees their own earlier writes.
    case sessions
    /// No person is booked in two places at once.
    case overlap
    /// Kids see no title that is not for them.
    case forbidden
    /// The data of a deleted profile is gone in every service.
    case deletion
    /// No call ends later than its deadline.
    case deadlines
    /// A call that failed as not executed had no effect.
    case outcomes
    /// Neither the household's profiles nor a profile's downloads exceed their quota.
    case quota
    /// Content read equals its origin: downloads byte for byte, and metadata of films.
    case content
    /// Services are consistent with each other in the end.
    case agreement
    /// Each service serves again in time after each fault.
    case recovery
}
