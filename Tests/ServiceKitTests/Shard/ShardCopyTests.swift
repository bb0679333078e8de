import Foundation
import GRDB
import RPC
import Testing

@testable import ServiceKit

/// Copies of a shard that another process has open, and putting them back.
@Suite struct ShardCopyTests {
    @Test func `a copy of a shard in use is one moment of it`() async throws {
        try await ShardFixture.with { fixture in
            let shard = try fixture.open()
            for id in 0..<30 { try await shard.insert(id, padding: 3_000) }
            let copy = fixture.directory + "/copy.sqlite"
            let bytes = try await ShardCopy.copy(fixture.path, to: copy)
            #expect(try fixture.bytes("copy.sqlite").count == bytes)
            // The shard goes on as if it had not been copied.
            for id in 30..<60 { try await shard.insert(id) }
            await shard.close()
            let opened = try fixture.open("copy")
            #expect(try await opened.ids() == Array(0..<30))
            await opened.close()
            #expect(!fixture.files.contains { $0.contains("partial") })
            #expect(fixture.failures.count == 0)
        }
    }

    @Test func `a restored copy begins a new log`() async throws {
        try await ShardFixture.with { fixture in
            let shard = try fixture.open()
            try await shard.insert(1)
            let before = try await shard.read { try OutboxTable.extent($0) }.generation
            let copy = fixture.directory + "/copy.sqlite"
            try await ShardCopy.copy(fixture.path, to: copy)
            try await shard.insert(2)
            await shard.close()
            try await ShardCopy.restore(copy, to: fixture.path)
            let again = try fixture.open()
            #expect(try await again.ids() == [1])
            #expect(try await again.read { try OutboxTable.extent($0) }.generation != before)
            await again.close()
        }
    }

    @Test func `a shard in use is not replaced`() async throws {
        try await ShardFixture.with { fixture in
            let shard = try fixture.open()
            let copy = fixture.directory + "/copy.sqlite"
            try await ShardCopy.copy(fixture.path, to: copy)
            try await shard.insert(1)
            await #expect(throws: ShardError.self) { try await ShardCopy.restore(copy, to: fixture.path) }
            #expect(try await shard.ids() == [1])
            await shard.close()
        }
    }

    @Test func `what is not there is not copied and nothing is replaced`() async throws {
        try await ShardFixture.with { fixture in
            let copy = fixture.directory + "/copy.sqlite"
            #expect(await rpcError { try await ShardCopy.copy(fixture.path, to: copy) }?.code == .notFound)
            let shard = try fixture.open()
            try await ShardCopy.copy(fixture.path, to: copy)
            #expect(await rpcError { try await ShardCopy.copy(fixture.path, to: copy) }?.code == .alreadyExists)
            await shard.close()
        }
    }
}
