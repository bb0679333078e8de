import CatalogAPI
import HearthModel
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import CatalogService

extension LeakAudit {
    func nowNext(_ client: RPCClient<Catalog>) async throws {
        let channels = allowed.filter { $0.kind == .channel }
        let ids = everything.filter { $0.kind == .channel }.map(\.id)
        for hours in [-1.2, 0, 1, 2.2] {
            let at = SampleGuide.date(hours)
            for onlyWithGuide in [false, true] {
                let request = Catalog.NowNext(onlyWithGuide: onlyWithGuide, at: at, page: PageRequest(size: 200))
                let response = try await client.send(request)
                #expect(Int(response.total) == channels.count, "\(note)")
                #expect(response.channels.count == channels.count, "\(note)")
                try check(response, "NowNext")
            }
            let response = try await client.send(Catalog.NowNext(channels: ids, at: at))
            #expect(Set(response.channels.map(\.channel.id)) == Set(channels.map(\.id)), "\(note)")
            try check(response, "NowNext by id")
        }
    }

    func onAir(_ client: RPCClient<Catalog>) async throws {
        let channels = allowed.filter { $0.kind == .channel }
        for at in [nil, -1.2, 1, 2.2].map({ $0.map { SampleGuide.date($0) } }) {
            var ids: Set<ContentID> = []
            for try await batch in try await client.stream(Catalog.ListOnAir(at: at)) {
                ids.formUnion(batch.channels.map(\.id))
                try check(batch, "ListOnAir")
            }
            #expect(ids == Set(channels.map(\.id)), "\(note)")
        }
    }

    func grid(_ client: RPCClient<Catalog>) async throws {
        let ids = everything.filter { $0.kind == .channel }.map(\.id)
        let request = Catalog.GuideGrid(channels: ids, from: SampleGuide.date(-4), until: SampleGuide.date(4))
        let response = try await client.send(request)
        #expect(response.rows.flatMap(\.programmes).allSatisfy(isAllowed), "\(note)")
        try check(response, "GuideGrid")
    }
}

extension LeakAuditTests {
    /// A rule set that has some titles of each kind, and would have some that rules cannot show.
    static func addRules(to catalog: CatalogFixture) async throws {
        var odd = ViewingRule(.block)
        odd.words = "mark1004x"
        let rules = ViewingRules(
            [odd] + (0..<48).filter { $0 % 5 < 2 }.map { ViewingRule(.allow, group: "mark\(1_000 + $0)x") },
            otherwise: .blockAll)
        let set = ViewingRuleSet(
            profile: "p", number: 21, version: 1, rules: rules, allowsUnrated: true, allowsUnratedChannels: true)
        let shard = try #require(try await catalog.service.shards?.shard(for: "home"))
        try await shard.write { db in
            try RuleSetTable.apply([ProfileRules(profile: "p", set: set)], isWhole: false, version: 1, db)
            try RuleSetEvaluation.run(in: shard, db)
        }
    }
}
