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
    private let handlers: ReadingListHandlers

    /// Creates the service.
    public init(environment: ServiceEnvironment) async throws {
        let lists = ReadingListStore(shards: environment.shards, runtime: environment.runtime)
        let desk = ImportQueue(
            shards: environment.shards, runtime: environment.runtime, logger: environment.logger)
        handlers = ReadingListHandlers(
            saving: LinkSaver(lists: lists), finding: LinkLister(lists: lists), changing: LinkEditor(lists: lists),
            types: TypeCorrections(lists: lists), imports: LinkImports(lists: lists, desk: desk))
        let runtime = environment.runtime
        let events = try EventFollower(
            Profiles.FollowEvents(), as: Self.name, in: environment, revokes: ProfilesEvent.revokes(_:from:)
        ) {
            try ProfilesEvents.apply($0, at: runtime.wallTime, $1)
        } applied: { event, household in
            // A deleted profile's files are deleted with it.
            if event.profileDeleted != nil || event.snapshot != nil { await desk.sweepUploads(household) }
        }
        background = [ReadingListMaintenance(desk: desk), events]
    }

    public func register(on server: inout RPCServer) throws { try server.add(handlers.table) }
}
