import GRDB
import RPC
import Testing

@testable import ServiceKit

/// Giving back memory at the end of heavy work.
struct ShardMemoryTests {
    @Test func `reader connections are reopened, and no committed write is lost`() async throws {
        try await ShardFixture.with { fixture in
            let shard = try fixture.open { $0.readers = 1 }
            try await shard.write { try $0.execute(sql: "INSERT INTO row (id) VALUES (1)") }
            // A mark that belongs to the connection alone.
            try await shard.read { try $0.execute(sql: "PRAGMA cache_size = 77") }
            #expect(try await shard.read { try Int.fetchOne($0, sql: "PRAGMA cache_size") } == 77)
            await shard.releaseMemory()
            #expect(try await shard.read { try Int.fetchOne($0, sql: "PRAGMA cache_size") } != 77)
            try await shard.write { try $0.execute(sql: "INSERT INTO row (id) VALUES (2)") }
            #expect(try await shard.ids() == [1, 2])
            await shard.close()
        }
    }

    @Test func `reads and writes go on while memory is given back, again and again`() async throws {
        try await ShardFixture.with { fixture in
            let shard = try fixture.open { $0.readers = 2 }
            await withTaskGroup(of: Int.self) { group in
                for number in 0..<4 {
                    group.addTask {
                        var failed = 0
                        for step in 0..<50 {
                            let id = number * 1_000 + step
                            do {
                                try await shard.write { db in
                                    try db.execute(sql: "INSERT INTO row (id) VALUES (?)", arguments: [id])
                                }
                                if try await !shard.ids().contains(id) { failed += 1 }
                            } catch { failed += 1 }
                        }
                        return failed
                    }
                }
                group.addTask {
                    for _ in 0..<50 { await shard.releaseMemory() }
                    return 0
                }
                for await failed in group { #expect(failed == 0) }
            }
            #expect(try await shard.ids().count == 200)
            await shard.close()
            // After its end, too, it does no harm.
            await shard.releaseMemory()
        }
    }
}
