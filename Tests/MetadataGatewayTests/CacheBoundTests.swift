import Foundation
import GRDB
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import MetadataGatewayService

/// What a cache holds on to, and for how long.
struct CacheBoundTests {
    private func withCache(
        limitBytes: Int, _ body: (Cache<CachedResponse>, _ now: Int64, Shard) async throws -> Void
    ) async throws {
        try await withMetadata { harness, _, _ in
            let shards = try #require(harness.shards)
            let cache = Cache<CachedResponse>(
                shards: shards, runtime: harness.runtime, logger: harness.logs.logger, limitBytes: limitBytes)
            try await body(cache, harness.runtime.wallTime.millisecondsSince1970, try await shards.shard(for: "home"))
        }
    }

    @Test func `what was used least recently goes`() async throws {
        let limit = 100_000
        try await withCache(limitBytes: limit) { cache, now, shard in
            func keep(_ numbers: Range<Int>) async {
                for number in numbers {
                    let response = CachedResponse(
                        status: 200, body: Data(count: 1_000), fetched: now - 1_000 + Int64(number))
                    await cache.keep(response, for: "/movie/\(number)", in: "home")
                }
            }
            func there() async throws -> Set<String> {
                Set(try await shard.read { try String.fetchAll($0, sql: "SELECT question FROM answer") })
            }
            await keep(0..<90)
            #expect(try await there().count == 90)
            _ = try await cache.find("/movie/0", in: "home")
            await keep(90..<120)
            let left = try await there()
            #expect(left.contains("/movie/0") && left.contains("/movie/119"), "used, and come last")
            #expect(left.isDisjoint(with: (1...MetadataGatewayLimits.evictionBatch).map { "/movie/\($0)" }))
            #expect(left.count == 120 - MetadataGatewayLimits.evictionBatch)
            // One that is too large for the whole cache is there until the next one comes.
            await cache.keep(
                CachedResponse(status: 200, body: Data(count: limit), fetched: now), for: "/movie/large", in: "home")
            #expect(try await there() == ["/movie/large"])
        }
    }

    /// When something was used is written with the next change.
    @Test func `what is there is read without a write`() async throws {
        try await withCache(limitBytes: 1 << 20) { cache, now, shard in
            func used() async throws -> Int64? {
                try await shard.read { try Int64.fetchOne($0, sql: "SELECT used FROM answer WHERE question = 'read'") }
            }
            let before = now - 7_200_000
            await cache.keep(CachedResponse(status: 200, body: Data(), fetched: before), for: "read", in: "home")
            for _ in 0..<3 {
                let found = try await cache.find("read", in: "home")
                #expect(found != nil)
            }
            let unchanged = try await used()
            #expect(unchanged == before)
            await cache.keep(CachedResponse(status: 200, body: Data(), fetched: now), for: "next", in: "home")
            let noted = try await used()
            #expect(noted ?? 0 >= now)
        }
    }

    @Test func `what is too old is removed`() async throws {
        try await withCache(limitBytes: 1 << 20) { cache, now, shard in
            let (tenMinutes, halfAYear) = (Int64(600_000), Int64(180 * 86_400_000))
            for (name, status, age) in [
                ("missing", 404, tenMinutes - 60_000), ("missing-long", 404, tenMinutes + 1),
                ("there", 200, halfAYear - 60_000), ("there-long", 200, halfAYear + 1),
            ] {
                let response = CachedResponse(status: status, body: Data(), fetched: now - age)
                await cache.keep(response, for: name, in: "home")
            }
            await cache.lookAfter("home")
            let left = try await shard.read { try String.fetchAll($0, sql: "SELECT question FROM answer ORDER BY 1") }
            #expect(left == ["missing", "there"])
        }
    }
}
