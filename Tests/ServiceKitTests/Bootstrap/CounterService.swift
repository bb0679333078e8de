import Access
import GRDB
import HearthModel
import RPC
import ServiceKit
import ServiceLifecycle
import Synchronization

/// A small service for tests: counts durably, for each household.
enum Counter: RPCService {
    static let name = "test.counter.v1.Counter"
    static let requests: [any RPCMethod.Type] = [Add.self, Get.self, Relay.self, Break.self]

    /// Adds one, durably.
    struct Add: RPCRequest {
        typealias Service = Counter
        typealias Response = Count
        static let safety = CallSafety.unsafe
        static let access = CallAccess.roles("owner", "adult")
    }

    /// Tells the count.
    struct Get: RPCRequest {
        typealias Service = Counter
        typealias Response = Count
        static let safety = CallSafety.readOnly
        static let access = CallAccess.caller.orServices("catalog")
    }

    /// Asks the other counter for its count.
    struct Relay: RPCRequest {
        typealias Service = Counter
        typealias Response = Count
        static let safety = CallSafety.readOnly
    }

    /// Fails with something that callers must not learn.
    struct Break: RPCRequest {
        typealias Service = Counter
        typealias Response = Count
        static let safety = CallSafety.readOnly
    }

    struct Count: Codable, Sendable, Hashable {
        var count: Int64
    }
}

struct CounterService: HearthService {
    static let name = "counter"
    static let migrations = [
        ShardMigration(version: 1, name: "create counter") { db in
            try db.execute(sql: "CREATE TABLE counter (id INTEGER PRIMARY KEY, count INTEGER NOT NULL) STRICT")
            try db.execute(sql: "INSERT INTO counter (id, count) VALUES (1, 0)")
        }
    ]

    private let environment: ServiceEnvironment
    /// What runs beside the server: tests look whether it was started and stopped.
    static let backgroundRuns = Mutex<[String]>([])

    struct Beside: Service {
        func run() async throws {
            CounterService.backgroundRuns.withLock { $0.append("started") }
            try? await gracefulShutdown()
            CounterService.backgroundRuns.withLock { $0.append("stopped") }
        }
    }

    var background: [any Service] { [Beside()] }

    init(environment: ServiceEnvironment) async throws { self.environment = environment }

    func register(on server: inout RPCServer) throws {
        let (shards, clients) = (environment.shards, environment.clients)
        var handlers = RPCHandlers<Counter>()
        handlers.on(Counter.Add.self) { _, call in
            let shard = try await shards.shard(for: try call.viewer.household)
            return try await shard.write { db in
                try db.execute(sql: "UPDATE counter SET count = count + 1")
                return Counter.Count(count: try Int64.fetchOne(db, sql: "SELECT count FROM counter") ?? 0)
            }
        }
        handlers.on(Counter.Get.self) { _, call in
            let shard = try await shards.shard(for: try call.viewer.household)
            return try await shard.read { db in
                Counter.Count(count: try Int64.fetchOne(db, sql: "SELECT count FROM counter") ?? 0)
            }
        }
        handlers.on(Counter.Relay.self) { _, _ in
            try await RPCClient<Counter>(clients.channel(to: "friend"))
                .send(Counter.Get(), options: CallOptions(timeout: .seconds(60)))
        }
        handlers.on(Counter.Break.self) { _, _ in throw Secret() }
        try server.add(handlers)
    }

    struct Secret: Error, CustomStringConvertible {
        var description: String { "the cellar door is open" }
    }
}
