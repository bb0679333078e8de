import CatalogAPI
import Foundation
import GRDB
import HearthModel
import Logging
import MetadataGatewayAPI
import ProfilesAPI
import RPC
import RPCInProcess
import ServiceKit
import TestSupport

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// A catalog that enriches its titles, in a simulation, beside a metadata-gateway of a test's own.
// Unchecked: touched by the simulation's thread alone.
final class MetadataHarness: @unchecked Sendable {
    let simulation: Simulation
    let metadata: FakeMetadata
    private let host: InProcessHost
    private let client: InProcessClient
    private let directory: TemporaryDirectory
    private let subjects: [MetadataRefresher.Subject]
    private var queue: ImportQueue?
    private var task: Task<Void, Never>?

    private init(_ titles: [FakeMetadata.Known], _ subjects: [MetadataRefresher.Subject], seed: UInt64) throws {
        self.subjects = subjects
        simulation = Simulation(seed: seed)
        metadata = FakeMetadata(titles, runtime: simulation)
        host = InProcessHost(name: "metadata-gateway", runtime: simulation)
        client = InProcessClient(host, name: "catalog")
        directory = try TemporaryDirectory()
        try directory.directory("data/home")
    }

    /// Runs `body` with a started catalog and a metadata-gateway that knows these titles.
    ///
    /// - Parameter subjects: what is asked after.
    /// - Returns: false when something waits for what never comes.
    static func run(
        _ titles: [FakeMetadata.Known], _ subjects: [MetadataRefresher.Subject] = [.titles], seed: UInt64,
        _ body: @escaping @Sendable (MetadataHarness) async throws -> Void
    ) throws -> Bool {
        let harness = try MetadataHarness(titles, subjects, seed: seed)
        // Unchecked: written and read by the simulation's thread alone.
        nonisolated(unsafe) var problem: (any Error)?
        let isDone = harness.simulation.run {
            do {
                try harness.startGateway()
                try harness.start()
                try await body(harness)
            } catch { problem = error }
            await harness.kill()
            harness.client.close()
            harness.host.kill()
        }
        if let problem { throw problem }
        return isDone && harness.simulation.foreignJobs == 0
    }

    /// How often it is looked for what is due.
    static let interval = Duration.seconds(900)

    // MARK: Up and down

    func startGateway() throws {
        var server = RPCServer(name: "metadata-gateway", version: "1", runtime: simulation)
        var handlers = metadata.handlers
        handlers.declineOthers()
        try server.add(handlers)
        host.start(server)
    }

    func killGateway() { host.kill() }

    func start() throws {
        let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        var options = ShardOptions(face: .inline)
        options.limits.ballastBytes = 0
        let shards = try ShardDirectory(
            root: directory.path("data"), service: "catalog", migrations: CatalogMigrations.all, options: options,
            runtime: simulation, logger: logger, onFatal: { _ in })
        let queue = ImportQueue(
            shards: shards, runtime: simulation, logger: logger, limits: ImportLimits())
        var limits = MetadataLimits()
        (limits.titlesPerBatch, limits.titlesPerPublication, limits.interval) = (4, 10, Self.interval)
        let source = MetadataClient(channel: client.channel) { AccessToken($0) }
        let enrichments = subjects.map { MetadataRefresher(queue: queue, source: source, limits: limits, subject: $0) }
        task = simulation.spawn {
            _ = try? await shards.shard(for: "home")
            await withTaskGroup { group in
                for enrichment in enrichments { group.addTask { await enrichment.refreshAll() } }
            }
        }
        self.queue = queue
    }

    /// Ends the catalog, whatever it is at.
    func kill() async {
        task?.cancel()
        let shards = queue?.shards
        await shards?.close()
        await queue?.stop()
        await task?.value
        (queue, task) = (nil, nil)
    }

    // MARK: What is there

    func importList(_ list: String) async throws {
        let path = try directory.write(list, to: "\(simulation.random()).m3u")
        _ = try await queue?.enqueue(.playlist, source: "list", file: path, allowsShrinking: true, household: "home")
        await queue?.idle()
    }

    func removeList() async throws {
        _ = try await queue?.enqueue(.removal, source: "list", path: "", allowsShrinking: true, household: "home")
        await queue?.idle()
    }

    /// Lets go what is too old.
    func upkeep() async {
        queue?.enqueueMaintenance(household: "home")
        await queue?.idle()
    }

    /// Has a person put something right.
    func correct(
        _ body: @escaping @Sendable (CorrectionWriter, Database) throws -> CorrectionMade
    ) async throws {
        let id = "fix-\(simulation.random())"
        try await write { db in
            _ = try body(CorrectionWriter(id: id, job: id, now: 0, scope: ReadScope(db, policy: .everything)), db)
        }
        queue?.enqueueCorrections(household: "home")
        await queue?.idle()
    }

    /// Lets time pass in which the catalog is not called.
    ///
    /// - Returns: for how many minutes its shard was open.
    func rest(minutes: Int) async throws -> Int {
        var open = 0
        for _ in 0..<minutes {
            try await simulation.sleep(for: .seconds(60))
            await queue?.shards.closeIdle()
            if queue?.shards.openShards["home"] != nil { open += 1 }
        }
        return open
    }

    /// Has the household be in a country, as profiles tells it.
    func move(to region: String?) async throws {
        try await apply(
            HouseholdSettings(
                name: "home", timeZone: "UTC", kidsSeeUnrated: true, kidsSeeUnratedChannels: true, region: region))
    }

    /// Has the household have a language, as profiles tells it.
    func speak(_ language: String?) async throws {
        try await apply(
            HouseholdSettings(
                name: "home", timeZone: "UTC", kidsSeeUnrated: true, kidsSeeUnratedChannels: true,
                preferences: HouseholdPreferences(language: language)))
    }

    private func apply(_ settings: HouseholdSettings) async throws {
        try await write {
            try ProfilesEvents.apply(ProfilesEvent(settingsChanged: settings), at: WallTime(secondsSince1970: 0), $0)
        }
        queue?.notifyPublished(household: "home")
    }

    /// What a search finds in the published state.
    func search(
        _ request: Catalog.Search, policy: ViewingPolicy = .everything, profile: String? = nil
    ) async throws -> SearchResults {
        let found = try await read { db in
            try CatalogSearch(request, policy: policy, profile: profile, at: self.simulation.wallTime).run(db) {
                try TitleIndex(db, generation: $0)
            }
        }
        guard let found else { throw RPCError(.unavailable, "There is no catalog.") }
        return found
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value? {
        try await queue?.shards.shard(for: "home").read(body)
    }

    func write(_ body: @escaping @Sendable (Database) throws -> Void) async throws {
        try await queue?.shards.shard(for: "home").write(body)
    }

    /// All titles but episodes, by name and year.
    func cards(policy: ViewingPolicy = .everything) async throws -> [String: Card] {
        let cards = try await read { try SnapshotReader.piece(after: nil, limit: .max, $0).cards } ?? []
        let shown = cards.filter { policy.allows($0) && $0.kind != .episode }
        return Dictionary(shown.map { ("\($0.title) \($0.year ?? 0)", $0) }) { first, _ in first }
    }

    /// All episodes by the names of their files.
    func episodes() async throws -> [String: Card] {
        let rows = try await read { db in
            let items = try SnapshotReader.piece(after: nil, limit: .max, db).cards.filter { $0.kind == .episode }
            return try items.map { card in
                let url = "SELECT url FROM entry WHERE item = ? ORDER BY born DESC LIMIT 1"
                let address = try String.fetchOne(db, sql: url, arguments: [card.id.rawValue]) ?? ""
                return (address.split(separator: "/").last.map { String($0.prefix { $0 != "." }) } ?? "", card)
            }
        }
        return Dictionary(rows ?? []) { first, _ in first }
    }

    func title(_ id: ContentID) async throws -> Title? {
        try await read { try TitleReader(id, policy: .everything).title(now: 0, $0) }
    }

    /// Lets time pass until nothing is left to ask or to publish; false when that does not come.
    func settled() async throws -> Bool {
        for _ in 0..<2_000 {
            try await simulation.sleep(for: .seconds(1))
            await queue?.idle()
            let isOpen = try await read { db in
                let now = self.simulation.wallTime.millisecondsSince1970
                let unknown = try MetadataTitleTable.unknown(after: "", limit: 1, db)
                let due = try MetadataTitleTable.due(at: now, limit: 1, db)
                let moved = try MetadataTitleTable.moved(after: 0, limit: 1, db).requests
                let seasons = try MetadataSeasonTable.pending(after: .init(), at: now, limit: 1, db)
                let marks =
                    try self.subjects.contains(.marks)
                    ? MetadataIntroTable.pending(after: .init(), at: now, limit: 1, db) : []
                return try !unknown.isEmpty || !due.isEmpty || !moved.isEmpty || !seasons.isEmpty || !marks.isEmpty
                    || MetadataTitleTable.unpublished(db) != nil
            }
            if isOpen == false { return true }
        }
        return false
    }
}

/// The entry of an episode in a playlist.
func episode(_ name: String, _ file: String, _ attributes: String = "", seconds: Int = -1) -> String {
    "#EXTINF:\(seconds) type=\"series\" \(attributes),\(name)\nhttp://a.example/series/u/p/\(file).mkv\n"
}

/// The entry of a film in a playlist.
func film(_ name: String, _ attributes: String = "", seconds: Int = -1, address: String? = nil) -> String {
    let place = address ?? "http://a.example/movie/u/p/\(name.replacing(" ", with: "-")).mkv"
    return "#EXTINF:\(seconds) type=\"movie\" \(attributes),\(name)\n\(place)\n"
}
