public import HearthModel
internal import ProfilesAPI
public import RPC
internal import ReadingListAPI
public import ServiceKit
public import ServiceLifecycle

/// Links to read, watch and hear later: one list for each profile of a household.
public struct ReadingListService: HearthService {
    public static let name = ReadingList.serviceName
    public static let calledServices: [any ServiceContract.Type] = [Profiles.self]
    public static var migrations: [ShardMigration] { ReadingListMigrations.all }
    public static let quarantineRules = [ProfilesEvents.rule]

    public let background: [any Service]
    private let handlers: RPCHandlers<ReadingList>

    /// Creates the service.
    public init(environment: ServiceEnvironment) async throws {
        let runtime = environment.runtime
        let store = ReadingListStore(shards: environment.shards, runtime: runtime)
        let queue = ImportQueue(
            shards: environment.shards, runtime: runtime, logger: environment.logger, metrics: environment.metrics)
        environment.metrics.announceJobs([ImportQueue.jobKind])
        var handlers = RPCHandlers<ReadingList>()
        LinkSaver(store: store).register(on: &handlers)
        LinkLister(store: store).register(on: &handlers)
        LinkEditor(store: store).register(on: &handlers)
        TypeCorrections(store: store).register(on: &handlers)
        LinkImports(store: store, queue: queue).register(on: &handlers)
        self.handlers = handlers
        let events = try EventFollower(
            Profiles.FollowEvents(), as: Self.name, in: environment, revokes: ProfilesEvent.revokes(_:from:)
        ) {
            try ProfilesEvents.apply($0, at: runtime.wallTime, $1)
        } applied: { event, household in
            // A deleted profile's files are deleted with it.
            if event.profileDeleted != nil || event.snapshot != nil { await queue.sweepUploads(household) }
        }
        background = [ReadingListMaintenance(queue: queue), events]
    }

    public func register(on server: inout RPCServer) throws { try server.add(handlers) }
}
