import GRDB
import RPC
import ReadingListAPI
import ServiceKit
import TestSupport
import Testing

@testable import ReadingListService

/// Long lists are walked along an index: no page sorts or scans them.
struct QueryPlanTests {
    @Test(arguments: LinkOrder.allCases) func `a page is read along its index`(order: LinkOrder) async throws {
        try await ServiceHarness.with(ReadingListService.self) { harness in
            let shard = try #require(try await harness.shards?.shard(for: "home"))
            let filter = LinkFilter(reader: 1, isRead: false)
            let key = ["updated": "updated", "added": "added", "title": "sortTitle", "domain": "domain"][order.rawValue]
            let sort =
                order == .title
                ? "sortTitle, row" : order == .domain ? "domain, added DESC, row DESC" : "\(key ?? "") DESC, row DESC"
            let plan = try await shard.read { db in
                try Row.fetchAll(
                    db,
                    sql: "EXPLAIN QUERY PLAN SELECT * FROM link WHERE \(filter.condition()) ORDER BY \(sort) LIMIT 50",
                    arguments: StatementArguments(filter.arguments())
                ).map { $0["detail"] as String }
            }
            #expect(plan.contains { $0.contains("USING INDEX linkBy") }, "\(plan)")
            // Times within one site run against its name's order: the last term alone is sorted.
            if order != .domain { #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)") }
        }
    }
}
