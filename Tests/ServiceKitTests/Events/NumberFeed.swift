import Foundation
import GRDB
import HearthModel
import Logging
import RPC
import RPCInProcess
import Synchronization
import TestSupport

@testable import ServiceKit

/// A service that tells numbers, and one that keeps what it is told.
enum NumberFeed: RPCService {
    static let name = "test.v1.Gazette"
    static let requests: [any RPCMethod.Type] = [Follow.self]

    struct Follow: RPCServerStream {
        typealias Service = NumberFeed
        typealias ResponseItem = FeedEvent
        static let method = "Follow"
        static let safety = CallSafety.readOnly
        static let access = CallAccess.anyone
    }

    struct FeedEvent: Codable, Sendable, HouseholdEvent {
        var number: Int64?
        /// All numbers there are, a few at a time; the first page says that it is the first.
        var all: [Int64]?
        var isFirst: Bool?
        var identity: String?
        var policyGenerations: PolicyGenerations?
    }
}

/// The source of a feed and one receiver, each with a disk of its own.
// Unchecked: its owner, one test, starts and stops its parts one after another.
final class EventFixture: OutboxSource, @unchecked Sendable {
    let runtime: any Runtime
    let directory: String
    let host: InProcessHost
    let face: ShardOptions.ExecutionMode
    /// Numbers of one page of a snapshot.
    private static let page = 7
    private(set) var source: ShardDirectory?
    private(set) var receiver: ShardDirectory?
    private(set) var health = HealthRegistry()
    private var client: InProcessClient?
    private var following: Task<Void, Never>?
    /// Whether snapshots say which household they are of, and whether the receiver has a household of its own.
    var (saysIdentity, receiverFounds) = (false, true)
    /// What snapshots say of tokens.
    var policies: PolicyGenerations?

    init(
        _ runtime: any Runtime, face: ShardOptions.ExecutionMode, in directory: String, faults: InProcessFaults = .none
    ) {
        (self.runtime, self.face, self.directory) = (runtime, face, directory)
        host = InProcessHost(name: "gazette", runtime: runtime, faults: faults)
    }

    private func shards(_ name: String, _ tables: String) throws -> ShardDirectory {
        var options = ShardOptions(face: face)
        options.limits.ballastBytes = 0
        return try ShardDirectory(
            root: "\(directory)/\(name)", service: name,
            migrations: [ShardMigration(version: 1, name: "tables") { try $0.execute(sql: tables) }],
            createsHouseholds: name == "source" || receiverFounds, options: options, runtime: runtime,
            logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }), onFatal: { _ in })
    }

    // MARK: The source

    func startSource() async throws {
        let shards = try shards("source", "CREATE TABLE item (number INTEGER PRIMARY KEY) STRICT")
        source = shards
        var handlers = RPCHandlers<NumberFeed>()
        handlers.on(NumberFeed.Follow.self) { [self] _, writer, call in
            let shard = try await shards.shard(for: "home")
            try await shard.sendOutbox(to: writer, after: call.resumeAfter, source: self)
        }
        var server = RPCServer(name: "gazette", version: "1", runtime: runtime)
        try server.add(handlers)
        host.start(server)
    }

    func stopSource() async {
        host.kill()
        await source?.close()
        source = nil
    }

    func tell(_ number: Int64) async throws {
        guard let shard = try await source?.shard(for: "home") else { return }
        try await shard.write { db in
            try db.execute(sql: "INSERT INTO item VALUES (?)", arguments: [number])
            try shard.outbox.append(NumberFeed.FeedEvent(number: number), db)
        }
    }

    func events(of entry: NumberFeed.FeedEvent, from place: String?, in shard: Shard) -> EventPage<NumberFeed.FeedEvent>
    {
        EventPage([entry])
    }

    func snapshot(from place: String?, in shard: Shard) async throws -> EventPage<NumberFeed.FeedEvent> {
        let after = place.flatMap(Int64.init) ?? 0
        let numbers = try await shard.read { db in
            try Int64.fetchAll(
                db, sql: "SELECT number FROM item WHERE number > ? ORDER BY number LIMIT \(Self.page)",
                arguments: [after])
        }
        var news = NumberFeed.FeedEvent(all: numbers, isFirst: place == nil)
        news.policyGenerations = policies
        if saysIdentity { news.identity = shard.identity?.text }
        return EventPage([news], next: numbers.count == Self.page ? numbers.last.map(String.init) : nil)
    }

    // MARK: The receiver

    /// Starts the receiver; it refuses the number `bad`.
    func startReceiver(refusing bad: Int64? = nil) async throws {
        let shards = try shards(
            "receiver",
            """
            CREATE TABLE seen (number INTEGER PRIMARY KEY, times INTEGER NOT NULL) STRICT;
            CREATE TABLE staged (number INTEGER PRIMARY KEY) STRICT;
            CREATE TABLE snapshots (id INTEGER PRIMARY KEY) STRICT;
            """)
        receiver = shards
        if !receiverFounds {
            try FileManager.default.createDirectory(
                atPath: "\(directory)/receiver/home", withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
        _ = try await shards.shard(for: "home")
        let client = InProcessClient(host)
        self.client = client
        let token: @Sendable (String) async throws -> TokenLease = { TokenLease(AccessToken($0), life: .seconds(300)) }
        let follower = EventFollower<NumberFeed.Follow>(
            .init(name: "gazette", channel: client.channel, request: NumberFeed.Follow(), token: token),
            into: shards, health: health, logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }),
            apply: { news, db in
                if news.number == bad, bad != nil { throw RPCError(.failedPrecondition, "Not this one.") }
                try Self.apply(news, db)
            })
        following = runtime.spawn { await follower.followAll() }
    }

    func stopReceiver() async {
        following?.cancel()
        await receiver?.close()
        await following?.value
        client?.close()
        receiver = nil
    }

    private static func apply(_ news: NumberFeed.FeedEvent, _ db: Database) throws {
        if let number = news.number {
            try db.execute(
                sql: "INSERT INTO seen VALUES (?, 1) ON CONFLICT DO UPDATE SET times = times + 1", arguments: [number])
        }
        guard let all = news.all else { return }
        if news.isFirst == true { try db.execute(sql: "DELETE FROM staged") }
        for number in all { try db.execute(sql: "INSERT OR REPLACE INTO staged VALUES (?)", arguments: [number]) }
        guard all.count < page else { return }
        try db.execute(sql: "DELETE FROM seen WHERE number NOT IN (SELECT number FROM staged)")
        // The log may tell them again: it is read from a place that was noted before the snapshot was taken.
        try db.execute(sql: "INSERT OR IGNORE INTO seen SELECT number, 0 FROM staged")
        try db.execute(sql: "INSERT INTO snapshots DEFAULT VALUES")
    }

    /// How often the receiver had to begin with all there is.
    var snapshots: Int {
        get async throws {
            let shard = try await receiver?.shard(for: "home")
            return try await shard?.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM snapshots") ?? 0 } ?? 0
        }
    }

    /// What was received, and how often it was told beside snapshots.
    var seen: [Int64: Int64] {
        get async throws {
            guard let shard = try await receiver?.shard(for: "home") else { return [:] }
            let rows = try await shard.read { db in
                try Row.fetchAll(db, sql: "SELECT number, times FROM seen").map { ($0[0] as Int64, $0[1] as Int64) }
            }
            return Dictionary(uniqueKeysWithValues: rows)
        }
    }

    /// Waits until the receiver has exactly these, told at most once; false after a time in which that should be.
    func arrives(_ numbers: Set<Int64>) async throws -> Bool {
        try await comes(on: runtime) {
            let seen = try await seen
            return Set(seen.keys) == numbers && seen.values.allSatisfy { $0 <= 1 }
        }
    }

    func arrives(_ numbers: ClosedRange<Int64>) async throws -> Bool { try await arrives(Set(numbers)) }

    /// Waits until the receiver follows the log, after its first snapshot.
    func follows() async throws {
        _ = try await comes(on: runtime) { try await snapshots > 0 }
    }
}
