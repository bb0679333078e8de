import Foundation
import GRDB
import HearthModel
import Logging
import RPC
import ReadingListAPI
import ServiceKit
import TestSupport
import Testing

@testable import ReadingListService

/// Random changes against a model of a list: contents, counts, search and sites agree after each.
struct ListPropertyTests {
    private struct Entry: Equatable {
        var url: String
        var isRead = false
        var isFeatured = false
    }

    @Test(arguments: [41, 42, 43] as [UInt64])
    func `a list is what was done to it`(seed: UInt64) async throws {
        try await ServiceHarness.with(ReadingListService.self) { harness in
            let list = try await harness.list()
            var source = SplitMix64(seed: seed)
            var (model, deletions): ([String: Entry], [String: [String: Entry]]) = ([:], [:])
            for step in 0..<120 {
                let ids = Array(model.keys.sorted().shuffled(using: &source).prefix(3))
                switch Int.random(in: 0..<7, using: &source) {
                case 0...2:
                    let url =
                        "https://s\(Int.random(in: 0..<4, using: &source)).example/\(Int.random(in: 0..<25, using: &source))"
                    let saved = try await list.send(ReadingList.SaveLink(url: url, title: "word\(step)"))
                    #expect(saved.isNew == !model.values.contains { $0.url == url }, "seed \(seed)")
                    if saved.isNew { model[saved.link.id] = Entry(url: url) }
                case 3 where !ids.isEmpty:
                    let isRead = Bool.random(using: &source)
                    _ = try await list.send(ReadingList.MarkLinks(ids: ids, status: isRead ? .read : .unread))
                    for id in ids { model[id]?.isRead = isRead }
                case 4 where !ids.isEmpty:
                    let isFeatured = Bool.random(using: &source)
                    _ = try await list.send(ReadingList.StarLinks(ids: ids, isFeatured: isFeatured))
                    for id in ids { model[id]?.isFeatured = isFeatured }
                case 5 where !ids.isEmpty:
                    let deleted = try await list.send(ReadingList.DeleteLinks(ids: ids))
                    deletions[try #require(deleted.deletion)] = model.filter { ids.contains($0.key) }
                    for id in ids { model[id] = nil }
                default:
                    guard let (name, entries) = deletions.sorted(by: { $0.key < $1.key }).randomElement(using: &source)
                    else { continue }
                    _ = try await list.send(ReadingList.UndoDelete(deletion: name))
                    deletions[name] = nil
                    for (id, entry) in entries where !model.values.contains(where: { $0.url == entry.url }) {
                        model[id] = entry
                    }
                }
                try await check(model, list, "seed \(seed), step \(step)")
            }
            let shard = try #require(harness.shards?.openShards["home"])
            let counted = try await shard.read { try ProfileTable.links(of: 1, $0) }
            #expect(counted == model.count, "seed \(seed)")
            try await shard.write {
                try $0.execute(sql: "INSERT INTO linkSearch (linkSearch) VALUES ('integrity-check')")
            }
        }
    }

    private func check(_ model: [String: Entry], _ list: RPCClient<ReadingList>, _ place: String) async throws {
        for isRead in [false, true] {
            let page = try await list.send(
                ReadingList.ListLinks(status: isRead ? .read : .unread, page: PageRequest(size: 200)))
            let expected = model.filter { $0.value.isRead == isRead }
            #expect(Set(page.links.map(\.id)) == Set(expected.keys), "\(place)")
            #expect(page.links.count == expected.count, "\(place)")
            #expect(page.counts.featured == Int64(expected.values.count(where: \.isFeatured)), "\(place)")
            #expect(page.counts.read == Int64(model.values.count(where: \.isRead)), "\(place)")
        }
        let sites = try await list.send(ReadingList.ListDomains()).domains
        #expect(sites.map(\.count).reduce(0, +) == Int64(model.count), "\(place)")
    }

    @Test func `what cannot be brought back any more is removed for good`() async throws {
        try await ServiceHarness.with(ReadingListService.self) { harness in
            let list = try await harness.list()
            let links = try await list.save("https://example.com/a", "canary")
            let deletion = try await list.send(ReadingList.DeleteLinks(ids: [links.id])).deletion
            let shard = try #require(harness.shards?.openShards["home"])
            let now = harness.runtime.wallTime.millisecondsSince1970
            let week = ReadingListLimits.undoTime.wholeMilliseconds
            try await ReadingListMaintenance.purge(shard, before: now + week - 60_000)
            #expect(try await shard.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM link") } == 1)
            try await ReadingListMaintenance.purge(shard, before: now + week + 60_000)
            #expect(try await shard.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM link") } == 0)
            let undo = ReadingList.UndoDelete(deletion: try #require(deletion))
            #expect(await list.failure(of: undo)?.problem == .unknownDeletion)
        }
    }
}
