internal import HearthModel
internal import RPC

/// The workload of a run: a worker for each person and kind of work.
struct Workload {
    let household: ChaosHousehold
    let seed: UInt64
    let end: MonotonicInstant

    private typealias Work = @Sendable (Worker) async -> Void

    /// The number of workers that create guests.
    private static let guestWorkers = 4
    /// The number of workers that import playlists: one job at a time.
    private static let importWorkers = 1

    /// Runs until the end.
    func run() async {
        var seeds = SplitMix64(seed: seed)
        var lanes: [(Worker, Work)] = []
        for kind in WorkKind.allCases {
            let people = workers(of: kind)
            // Drawn also for kinds that are left out, so that a plan without one kind leaves the others unchanged.
            for (index, person) in people.enumerated() {
                let seed = seeds.next()
                guard household.plan.services.contains(kind.service), (household.plan.workload.rates[kind] ?? 0) > 0
                else { continue }
                let name = kind == .guests ? "guests-\(index + 1)" : kind.rawValue
                let lane = Worker(
                    household, person, kind, name: name, lanes: people.count, seed: seed, end: end)
                lanes.append((lane, Self.work(of: kind)))
            }
        }
        await withDiscardingTaskGroup { group in
            for (lane, work) in lanes { group.addTask { await work(lane) } }
        }
    }

    private func workers(of kind: WorkKind) -> [Person] {
        let owner = household.people.prefix(1)
        return switch kind {
        case .household: Array(owner)
        case .imports: Array(repeating: owner, count: Self.importWorkers).flatMap(\.self)
        case .guests: Array(repeating: owner, count: Self.guestWorkers).flatMap(\.self)
        case .bookings: household.adults
        case .favourites, .queue, .progress, .links, .search, .downloads, .metadata: household.people
        }
    }

    private static func work(of kind: WorkKind) -> Work {
        switch kind {
        case .favourites: { await $0.favourites() }
        case .household: { await $0.householdName() }
        case .guests: { await $0.hostGuests() }
        case .queue: { await $0.queue() }
        case .progress: { await $0.watch() }
        case .links: { await $0.links() }
        case .bookings: { await $0.book() }
        case .search: { await $0.search() }
        case .imports: { await $0.importPlaylists() }
        case .downloads: { await $0.download() }
        case .metadata: { await $0.lookUp() }
        }
    }
}
