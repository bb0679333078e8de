internal import Basics
internal import Foundation
internal import HearthModel
public import Logging
public import RPC

/// All shards of one service: `<root>/<household>/<service>.sqlite`, where the root is the data directory or, for a
/// service that keeps its shards on a separate volume, another directory.
///
/// Existing shards are opened in the background at the start, others on first use, and idle ones are closed. Request a
/// shard in each call, never store one.
public final class ShardDirectory: Sendable {
    /// The directory of the shards.
    public let root: String
    /// The data directory, which has a directory for each household that exists.
    public let data: String
    /// The service that owns the shards.
    public let service: String
    /// Whether a household that does not exist is created when its shard is requested: true in profiles alone.
    public let createsHouseholds: Bool

    let runtime: any Runtime
    let options: ShardOptions
    let logger: Logger
    let open = OpenShards()
    /// Why shards failed to open.
    private let openProblems = ShardProblems()
    /// The identities of the households whose shards were opened.
    let identities = IdentityCache()
    private let failures: ShardOpenFailureLog
    /// How far upgrades of shards are.
    let upgrades = UpgradeBoard()
    /// The quarantine of each household: calls of the profiles in it are rejected, and health reports it.
    let quarantine = HouseholdCache(none: QuarantineSummary()) { !$0.profiles.isEmpty }
    /// The policy generations of each household: calls with a token from before the last change are rejected.
    let policies = HouseholdCache(none: PolicyGenerations()) { $0 != PolicyGenerations() }
    private let migrations: [ShardMigration]
    private let onFatal: @Sendable (ShardFailure) -> Void

    /// Creates missing directories with mode 0700, and opens nothing yet.
    ///
    /// - Parameters:
    ///   - root: the directory of the shards.
    ///   - data: the data directory; nil when it is the same.
    ///   - onFatal: called when the disk fails under one of the shards; the service then exits with an error.
    /// - Throws: ``ShardError`` when the directory cannot hold private data, or is on a network file system.
    public init(
        root: String, data: String? = nil, service: String, migrations: [ShardMigration],
        createsHouseholds: Bool = false, options: ShardOptions = ShardOptions(), runtime: any Runtime, logger: Logger,
        onFatal: @escaping @Sendable (ShardFailure) -> Void
    ) throws {
        self.root = try Self.prepareRoot(root)
        self.data = try data.map(Self.prepareRoot) ?? self.root
        try options.checkFileSystem(of: self.root, logger)
        self.service = service
        self.migrations = migrations
        self.createsHouseholds = createsHouseholds
        self.options = options
        self.runtime = runtime
        self.logger = logger
        failures = ShardOpenFailureLog(logger: logger, runtime: runtime)
        self.onFatal = onFatal
    }

    /// The directory itself may be a link to a volume with room; its entries may not.
    private static func prepareRoot(_ path: String) throws -> String {
        let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let parent = (path as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        try Files.makePrivate(path)
        return path
    }

    /// The households that have a shard of this service on disk, sorted.
    public func households() -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        return names.filter { HouseholdName.isValid($0) && FileManager.default.fileExists(atPath: path(of: $0)) }
            .sorted()
    }

    /// The open shards, by household.
    public var openShards: [String: Shard] { open.all }

    /// The execution mode of the shards: other blocking work of a service runs in the same mode.
    package var face: ShardOptions.ExecutionMode { options.face }

    /// A household's shard, opened if necessary.
    ///
    /// - Throws: ``ShardError``, which converts itself for callers: NOT_FOUND for an unknown household.
    public func shard(for household: String) async throws -> Shard {
        guard HouseholdName.isValid(household) else { throw ShardError.badHouseholdName }
        while true {
            switch open.claim(household) {
            case .open(let shard):
                if !shard.knowsIdentity { adoptIdentity(of: shard, household) }
                return shard
            case .opens: return try allowed(await openNow(household), household)
            case .busy(let settlement):
                if let result = await settlement.value { return try allowed(result.get(), household) }
            case nil: throw RPCError.storeClosed(service)
            }
        }
    }

    /// Checks the token's household: until the shard was opened the service did not know its identity.
    private func allowed(_ shard: Shard, _ household: String) throws -> Shard {
        guard let viewer = ServerCall.current?.identity as? Viewer, viewer.household == household,
            let claimed = viewer.identity, let own = shard.identity, claimed != own
        else { return shard }
        throw RPCError.otherHousehold(service, household)
    }

    private func openNow(_ household: String) async throws -> Shard {
        let result: Result<Shard, any Error>
        let viewer = ServerCall.current?.identity as? Viewer
        let claimed = viewer?.household == household ? viewer?.identity : nil
        do {
            let shard = try await Blocking.run(options.face) { [self] in
                try checkIsNotErased(household, claimed: claimed)
                let expectation = try prepare(household)
                // What holds for all of them was said at the start.
                if options.networkFileSystem(root) == nil {
                    try options.checkFileSystem(of: "\(root)/\(household)", logger)
                }
                var options = options
                options.onUpgrade = { [upgrades] in upgrades.note($0, of: household) }
                defer { upgrades.end(of: household) }
                let shard = try Shard.open(
                    path(of: household), as: expectation, migrations: migrations, options: options, runtime: runtime,
                    logger: logger, onFatal: onFatal)
                noteOpened(household, shard.identity)
                removeCopy(of: household)
                // Before any caller gets the shard: a quarantined profile must not reach it.
                quarantine.set(try shard.quarantined(), of: household)
                policies.set(try shard.policyGenerations(), of: household)
                return shard
            }
            result = .success(shard)
        } catch {
            result = .failure(error)
        }
        tell(result, household)
        open.settle(household, try? result.get(), result)
        return try result.get()
    }

    /// Records and logs why a shard cannot be opened: the same reason once, as callers and followers retry.
    private func tell(_ result: Result<Shard, any Error>, _ household: String) {
        var problem: String?
        switch result {
        case .success: failures.ended(household)
        // The caller's mistake: nothing is missing here.
        case .failure(ShardError.unknownHousehold): break
        case .failure(let error): problem = "\(error)"
        }
        let isNew = openProblems.note(problem, of: household)
        if case .failure(let error) = result, isNew || problem == nil { failures.note(household, error) }
    }

    /// Why shards failed to open at the last attempt, by household.
    var problems: [String: String] { openProblems.all }

    /// Emits whenever ``problems`` change, until the directory is closed.
    func problemChanges() -> AsyncStream<Void> { openProblems.changes() }

    /// The households whose shards are open, followed by each household whose shard is opened, until the directory is
    /// closed.
    package func openings() -> AsyncStream<String> { open.openings() }

    /// Opens no more shards, and ends the streams of ``openings()`` and ``problemChanges()``.
    func endOpenings() {
        open.close()
        openProblems.close()
    }

    /// The directory of a household's files uploaded to the service, beside its shard; see ``UploadStore``.
    func uploads(of household: String) -> String { "\(root)/\(household)/\(service).uploads" }

    /// The directory of a household's files that the service has fetched and not yet imported, beside its shard.
    package func fetched(of household: String) -> String { "\(root)/\(household)/\(service).fetched" }

    /// The directory of the copies from before upgrades of a household's shard, beside it; see ``UpgradeFolder``.
    func upgradeCopies(of household: String) -> String { UpgradeFolder(shard: path(of: household)).path }

    /// The file of a household's shard.
    func path(of household: String) -> String { "\(root)/\(household)/\(service).sqlite" }
}
