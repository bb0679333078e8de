import Foundation
import GRDB
import Logging
import RPC
import Synchronization
import Testing

@testable import ServiceKit

/// A directory of a test's own, with shards in it.
final class ShardFixture: Sendable {
    let directory: String
    let failures = Collected<ShardFailure>()

    private init() throws {
        let path = "\(NSTemporaryDirectory())/shard-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        directory = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    }

    /// Runs a test in a directory that is gone afterwards.
    static func with<Value>(_ body: (ShardFixture) async throws -> Value) async throws -> Value {
        let fixture = try ShardFixture()
        defer { try? FileManager.default.removeItem(atPath: fixture.directory) }
        return try await body(fixture)
    }

    /// The same for a test that must stay on its thread.
    static func inDirectory<Value>(_ body: (ShardFixture) throws -> Value) throws -> Value {
        let fixture = try ShardFixture()
        defer { try? FileManager.default.removeItem(atPath: fixture.directory) }
        return try body(fixture)
    }

    var path: String { directory + "/test.sqlite" }

    /// A table with an id and some bytes to make its rows long.
    static let rows = ShardMigration(version: 1, name: "create row") { db in
        try db.execute(
            sql: "CREATE TABLE row (id INTEGER PRIMARY KEY, text TEXT CHECK (text <> 'bad'), pad BLOB) STRICT")
    }

    /// The number of a shard with all tables of the kit, or more than are known, and so many migrations of the service.
    static func version(service: Int, kitsMore: Int = 0) -> Int {
        ShardVersion(kit: ShardSchema.kitMigrations.count + kitsMore, service: service).userVersion
    }

    func open(
        _ name: String = "test", migrations: [ShardMigration] = [rows], face: ShardOptions.ExecutionMode = .queued,
        runtime: any Runtime = SystemRuntime.shared,
        limits: (inout ShardLimits) -> Void = { _ in }
    ) throws -> Shard {
        var options = ShardOptions(face: face)
        options.limits.ballastBytes = 0
        limits(&options.limits)
        return try Shard.open(
            "\(directory)/\(name).sqlite", migrations: migrations, options: options, runtime: runtime,
            logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        ) { [failures] in failures.append($0) }
    }

    func bytes(_ name: String = "test.sqlite") throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: "\(directory)/\(name)"))
    }

    var files: [String] { (try? FileManager.default.contentsOfDirectory(atPath: directory).sorted()) ?? [] }
}

/// Values that many threads collect.
final class Collected<Value: Sendable>: Sendable {
    private let state = Mutex<[Value]>([])

    var values: [Value] { state.withLock { $0 } }
    var count: Int { state.withLock { $0.count } }

    @discardableResult
    func append(_ value: Value) -> Int {
        state.withLock {
            $0.append(value)
            return $0.count
        }
    }
}

/// The writer, held until it is told to go on, so that a test can see what waits behind it.
final class BlockedWriter: Sendable {
    private let release = DispatchSemaphore(value: 0)
    private let task: Task<Void, any Error>

    /// Returns when the writer is held.
    init(_ shard: Shard) async {
        let (held, isHeld) = AsyncStream.makeStream(of: Void.self)
        task = Task { [release] in
            try await shard.write { _ in
                isHeld.yield()
                release.wait()
            }
        }
        var iterator = held.makeAsyncIterator()
        await iterator.next()
    }

    /// Waits until so many writes wait behind it.
    func waits(for count: Int, in shard: Shard) async {
        while shard.stats.waitingWrites < count { await Task.yield() }
    }

    func goOn() async throws {
        release.signal()
        try await task.value
    }
}

extension Shard {
    func insert(_ id: Int, _ text: String = "good", padding: Int = 0) async throws {
        try await write { db in
            try db.execute(sql: "INSERT INTO row VALUES (?, ?, zeroblob(?))", arguments: [id, text, padding])
        }
    }

    func ids() async throws -> [Int] { try await read { try Int.fetchAll($0, sql: "SELECT id FROM row ORDER BY id") } }
}

/// The `RPCError` that `body` throws.
func rpcError<Value>(_ body: () async throws -> Value) async -> RPCError? {
    do {
        _ = try await body()
        return nil
    } catch {
        return error as? RPCError
    }
}
