import Cryptography
import Foundation
import GRDB
import HearthModel
import RPC
import TestSupport
import Testing

@testable import ServiceKit

/// Copies of a shard that its service makes and streams.
struct CopyShardTests {
    /// A copy as its caller has it.
    private struct Copy {
        var header: ShardCopyHeader
        var bytes: Data
    }

    private static func copy(_ client: RPCClient<Backup>) async throws -> Copy {
        var (header, bytes, end): (ShardCopyHeader?, Data, ShardCopyEnd?) = (nil, Data(), nil)
        for try await item in try await client.stream(Backup.CopyShard(), options: client.streaming) {
            if let found = item.header { header = found }
            if let data = item.data { bytes += data }
            if let found = item.end { end = found }
        }
        let digest = try SHA256.digest(of: [UInt8](bytes))
        #expect(try #require(end).sha256 == Data(digest))
        return Copy(header: try #require(header), bytes: bytes)
    }

    /// The count in a copy, which must be a whole shard.
    private static func count(_ copy: Copy, _ directory: String) throws -> Int64 {
        let path = "\(directory)/\(UUID().uuidString).sqlite"
        try copy.bytes.write(to: URL(filePath: path))
        try ShardCopy.checkIntegrity(path)
        let description = try ShardCopy.describe(path)
        #expect(description.bytes == copy.header.bytes && description.schemaVersion == copy.header.schemaVersion)
        #expect(description.outbox == copy.header.outbox)
        let database = try DatabaseQueue(path: ShardVFS.uri(path, isImmutable: true))
        defer { try? database.close() }
        return try database.read { try Int64.fetchOne($0, sql: "SELECT count FROM counter") ?? -1 }
    }

    private static func temporary(_ harness: ServiceHarness) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(harness.dataDirectory)/home")) ?? []
        return names.filter { $0.contains(".copy") }
    }

    /// Everything acknowledged before the copy is in it, and it is of one moment.
    @Test(arguments: TestTransport.allCases)
    func `a copy under writes has what was acknowledged before it`(transport: TestTransport) async throws {
        try await ServiceHarness.with(CounterService.self, transport) { harness in
            let counter = try await harness.client(Counter.self, as: .owner)
            let backup = try await harness.client(Backup.self, as: .owner)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { while !Task.isCancelled { _ = try? await counter.send(Counter.Add()) } }
                for _ in 0..<5 {
                    let before = try await counter.send(Counter.Get()).count
                    let copied = try await Self.count(Self.copy(backup), harness.directory.path)
                    let after = try await counter.send(Counter.Get()).count
                    #expect(before <= copied && copied <= after)
                }
                group.cancelAll()
            }
            #expect(Self.temporary(harness).isEmpty)
        }
    }

    @Test func `a copy is for the operator alone`() async throws {
        try await ServiceHarness.with(CounterService.self) { harness in
            let callers: [(TestCaller?, RPCCode)] = [
                (nil, .unauthenticated), (.adult, .permissionDenied), (.kids, .permissionDenied),
                (.service("catalog"), .permissionDenied),
            ]
            for (caller, code) in callers {
                let backup = try await harness.client(Backup.self, as: caller)
                #expect(await rpcError { try await Self.copy(backup) }?.code == code)
            }
            let owner = try await harness.client(Backup.self, as: .owner)
            #expect(await rpcError { try await Self.copy(owner) }?.code == .notFound)
            _ = try await harness.client(Counter.self, as: .owner).send(Counter.Add())
            let header = try await Self.copy(owner).header
            #expect(header.service == "counter" && header.household == "home")
        }
    }

    /// The second caller is refused while the first one reads, and served when that one has gone.
    @Test func `one copy is made at a time`() async throws {
        try await ServiceHarness.with(CounterService.self) { harness in
            let counter = try await harness.client(Counter.self, as: .owner)
            _ = try await counter.send(Counter.Add())
            try await #require(harness.shards).shard(for: "home").write { db in
                // More than a stream has room for: the first copy stays open.
                try db.execute(sql: "CREATE TABLE pad (bytes BLOB)")
                for _ in 0..<40 { try db.execute(sql: "INSERT INTO pad VALUES (zeroblob(100000))") }
            }
            let backup = try await harness.client(Backup.self, as: .owner)
            var first: RPCItems<ShardCopyItem>? = try await backup.stream(
                Backup.CopyShard(), options: backup.streaming)
            var iterator = first?.makeAsyncIterator()
            let item = try await iterator?.next()
            #expect(item?.header != nil)
            #expect(Self.temporary(harness).isEmpty, "the copy has a name while it is sent")
            #expect(await rpcError { try await Self.copy(backup) }?.code == .resourceExhausted)
            (first, iterator) = (nil, nil)
            _ = first
            _ = iterator
            #expect(try await comes { await rpcError { try await Self.copy(backup) } == nil })
            #expect(Self.temporary(harness).isEmpty)
        }
    }

    @Test func `what a killed process has left is removed at the next start`() async throws {
        try await ServiceHarness.with(CounterService.self) { harness in
            _ = try await harness.client(Counter.self, as: .owner).send(Counter.Add())
            await harness.stop()
            let shard = "\(harness.dataDirectory)/home/counter.sqlite"
            for suffix in [".copy", ".copy.partial", ".copy.partial-journal"] {
                try Data("half".utf8).write(to: URL(filePath: shard + suffix))
            }
            try await harness.start()
            #expect(Self.temporary(harness).isEmpty)
            let backup = try await harness.client(Backup.self, as: .owner)
            #expect(try Self.count(try await Self.copy(backup), harness.directory.path) == 1)
        }
    }

    @Test func `a full disk leaves no half copy`() async throws {
        try await ServiceHarness.with(CounterService.self, faults: true) { harness in
            _ = try await harness.client(Counter.self, as: .owner).send(Counter.Add())
            let backup = try await harness.client(Backup.self, as: .owner)
            harness.faults?.limitDisk(room: 10_000)
            #expect(await rpcError { try await Self.copy(backup) }?.code == .resourceExhausted)
            #expect(Self.temporary(harness).isEmpty)
            harness.faults?.limitDisk(room: nil)
            #expect(try Self.count(try await Self.copy(backup), harness.directory.path) == 1)
        }
    }

    @Test func `a stopped shard is copied under its lock, a running one is not`() async throws {
        try await ServiceHarness.with(CounterService.self) { harness in
            _ = try await harness.client(Counter.self, as: .owner).send(Counter.Add())
            let shard = "\(harness.dataDirectory)/home/counter.sqlite"
            await #expect(throws: ShardError.self) { _ = try await StoppedShardCopy(of: shard) }
            await harness.stop()
            do {
                let copy = try await StoppedShardCopy(of: shard)
                try ShardCopy.checkIntegrity(copy.path)
                #expect(try ShardCopy.describe(copy.path).schemaVersion > 0)
                #expect(throws: ShardError.self) { try ShardLock(shard: shard) }
                withExtendedLifetime(copy) {}
            }
            #expect(Self.temporary(harness).isEmpty)
            try await harness.start()
        }
    }
}

extension RPCClient {
    /// The defaults without a timeout, which a stream has for all of it.
    fileprivate var streaming: CallOptions {
        var options = defaults
        options.timeout = nil
        return options
    }
}
