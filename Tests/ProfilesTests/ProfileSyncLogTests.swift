import Foundation
import GRDB
import HearthModel
import ProfilesAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import ProfilesService

/// What the log of favourites and settings keeps, for how long, and of which profiles.
struct ProfileSyncLogTests {
    private static func with(
        _ body: (ServiceHarness, RPCClient<Profiles>, Shard) async throws -> Void
    ) async throws {
        try await ProfileSyncBench.with { harness, client in
            try await body(harness, client, try #require(harness.shards?.openShards["home"]))
        }
    }

    private static func problem(_ error: RPCError?) -> SyncProblem.Code? { error?.detail(SyncProblem.self)?.code }

    @Test func `a token from before deletions that are no longer kept needs a full sync`() async throws {
        try await Self.with { _, client, shard in
            _ = try await client.send(Profiles.AddFavourite(content: "m1"))
            let old = try await ProfileSyncBench.pull(client).token
            _ = try await client.send(Profiles.RemoveFavourite(content: "m1"))
            let token = try await ProfileSyncBench.pull(client, old).token
            // Ninety days later.
            let now = try await ProfileSyncBench.clock(client)
            try await shard.write { try $0.execute(sql: "UPDATE syncLog SET at = at - 91 * 86400000") }
            _ = try await client.send(Profiles.AddFavourite(content: "m2"))
            try await ProfileSyncReader.drain(shard, at: now)
            let error = await client.failure(of: Profiles.PullChanges(token: old))
            #expect(Self.problem(error) == .fullSyncNeeded && error?.code == .outOfRange)
            #expect(try await ProfileSyncBench.pull(client, token).changes.map(\.key) == ["m2"])
            #expect(try await !ProfileSyncBench.pull(client).changes.contains { $0.key == "m1" })
        }
    }

    @Test func `removals are remembered as long as their tombstones, and what is a favourite for good`() async throws {
        try await Self.with { _, client, shard in
            for content in ["m1", "m2"] as [ContentID] {
                _ = try await client.send(Profiles.AddFavourite(content: content))
            }
            for content in ["m1", "m9"] as [ContentID] {
                _ = try await client.send(Profiles.RemoveFavourite(content: content))
            }
            let now = try await ProfileSyncBench.clock(client)
            let kept = "SELECT key FROM syncStamp WHERE kind = 'favourite' ORDER BY key"
            try await ProfileSyncReader.drain(shard, at: now)
            #expect(try await shard.read { try String.fetchAll($0, sql: kept) } == ["m1", "m2", "m9"])
            try await shard.write { try $0.execute(sql: "UPDATE syncStamp SET stamp = stamp - 91 * 86400000") }
            _ = try await client.send(Profiles.AddFavourite(content: "m3"))
            try await ProfileSyncReader.drain(shard, at: now)
            #expect(try await shard.read { try String.fetchAll($0, sql: kept) } == ["m2", "m3"])
        }
    }

    @Test func `a restored copy takes the tokens that it knows, and no later ones`() async throws {
        try await Self.with { _, client, shard in
            _ = try await client.send(Profiles.AddFavourite(content: "m1"))
            let known = try await ProfileSyncBench.pull(client)
            _ = try await client.send(Profiles.AddFavourite(content: "m2"))
            let lost = try await ProfileSyncBench.pull(client, known.token)
            #expect(lost.changes.map(\.key) == ["m2"])
            // The copy is of before m2, and its log is another one.
            try await shard.write { db in
                try db.execute(sql: "DELETE FROM favourite WHERE content = 'm2'")
                try db.execute(sql: "DELETE FROM syncLog WHERE key = 'm2'")
                try db.execute(sql: "UPDATE sqlite_sequence SET seq = seq - 1 WHERE name = 'syncLog'")
                try db.execute(sql: "DELETE FROM syncTouched")
                try db.execute(sql: "UPDATE outboxState SET generation = generation + 1")
            }
            _ = try await client.send(Profiles.AddFavourite(content: "m3"))
            #expect(try await ProfileSyncBench.pull(client, known.token).changes.map(\.key) == ["m3"])
            let error = await client.failure(of: Profiles.PullChanges(token: lost.token))
            #expect(Self.problem(error) == .fullSyncNeeded)
        }
    }

    @Test func `when devices were in step is a setting that pulls write, and no change to be pulled`() async throws {
        try await Self.with { harness, client, shard in
            func date(_ client: RPCClient<Profiles>) async throws -> Date? {
                try await client.send(Profiles.GetSettings()).settings.first { $0.name == .lastCloudSyncDate }?.value?
                    .date
            }
            #expect(try await date(client) == nil)
            // A page that is not the last is no whole pull.
            _ = try await client.send(Profiles.AddFavourite(content: "m1"))
            #expect(try await client.send(Profiles.PullChanges(device: "tv", limit: 1)).remaining == 1)
            #expect(try await date(client) == nil)
            let token = try await ProfileSyncBench.pull(client).token
            let first = try #require(try await date(client))
            let pulled = try await client.send(Profiles.GetSyncStatus()).devices.first?.pulled
            #expect(pulled == first)
            let after = try await ProfileSyncBench.pull(client, token)
            #expect(after.changes.isEmpty)
            #expect(try await client.send(Profiles.GetSyncStatus(token: after.token)).waiting == 0)
            // A device that was noted a minute ago is noted again.
            try await shard.write { try $0.execute(sql: "UPDATE syncDevice SET pulled = pulled - 60000") }
            _ = try await ProfileSyncBench.pull(client, token)
            #expect(try #require(try await date(client)) >= first)
            let settings = try await client.send(Profiles.GetSyncStatus()).devices
            #expect(settings.count == 1)
            #expect(try await date(harness.profiles(as: "Kids")) == nil)
        }
    }

    @Test func `another card, and a title that goes and comes back, are changes; the same card is none`() async throws {
        try await Self.with { _, client, shard in
            _ = try await client.send(Profiles.AddFavourite(content: "m1"))
            let token = try await ProfileSyncBench.pull(client).token
            func changes() async throws -> [ProfileChange] { try await ProfileSyncBench.pull(client, token).changes }
            try await shard.write { try CatalogEvents(db: $0).put(.movie("m1", "Film 1", .pg)) }
            #expect(try await changes().isEmpty)
            try await shard.write { try CatalogEvents(db: $0).put(.movie("m1", "Film One", .pg)) }
            #expect(try await changes().first?.favourite?.card?.title == "Film One")
            try await shard.write { try CatalogEvents(db: $0).lose("m1") }
            #expect(try await changes().first?.favourite?.isAvailable == false)
            try await shard.write { try CatalogEvents(db: $0).merge("m1", into: "m9", card: nil) }
            let merged = try await changes()
            #expect(merged.first { $0.key == "m1" }?.isDeleted == true)
            #expect(merged.first { $0.key == "m9" }?.favourite != nil)
        }
    }

    @Test func `what is hidden from a child is not pulled, named as deleted, or listed as a conflict`() async throws {
        try await Self.with { harness, client, shard in
            let kim = try #require(try await harness.profilesByName()["Kids"]?.id)
            _ = try await client.send(
                Profiles.ChangeSettings([SettingChange(.enableCloudSync, .boolean(true))], profile: kim))
            let kids = try await harness.profiles(as: "Kids")
            let early = try await ProfileSyncBench.clock(kids) - 60_000
            for content in ["m1", "m2", "m3"] as [ContentID] {
                _ = try await kids.send(Profiles.AddFavourite(content: content))
            }
            let first = try await ProfileSyncBench.pull(kids)
            _ = try await ProfileSyncBench.push(
                kids, ["m1", "m2"].map { .favourite($0, false, at: early, $0.rawValue) })
            #expect(try await kids.send(Profiles.ListConflicts()).conflicts.count == 2)
            try await shard.write { try CatalogEvents(db: $0).put(.movie("m1", "Film 1", .nc17)) }
            #expect(try await !ProfileSyncBench.pull(kids).changes.contains { $0.key == "m1" })
            _ = try await ProfileSyncBench.pull(kids, first.token)
            for content in ["m1", "m2"] as [ContentID] {
                _ = try await kids.send(Profiles.RemoveFavourite(content: content))
            }
            let deleted = try await ProfileSyncBench.pull(kids, first.token).changes.filter { $0.isDeleted == true }
            #expect(deleted.map(\.key) == ["m2"])
            let conflicts = try await kids.send(Profiles.ListConflicts()).conflicts
            #expect(conflicts.map(\.key) == ["m2"])
            // The ids of conflicts are counted up: the hidden one is the first.
            let hidden = await kids.failure(of: Profiles.ReverseConflict(id: "1"))
            #expect(Self.problem(hidden) == .unknownConflict)
        }
    }

    @Test func `a deleted profile leaves nothing behind, also of a call that ends after it`() async throws {
        try await Self.with { harness, client, shard in
            _ = try await client.send(Profiles.CreateProfile(name: "Guest", kind: .adult))
            let id = try #require(try await harness.profilesByName()["Guest"]?.id)
            let guest = try await harness.profiles(as: "Guest")
            _ = try await guest.send(Profiles.ChangeSettings([SettingChange(.enableCloudSync, .boolean(true))]))
            let clock = try await ProfileSyncBench.clock(guest)
            _ = try await guest.send(Profiles.AddFavourite(content: "m1"))
            _ = try await ProfileSyncBench.push(
                guest,
                [
                    .favourite("m1", false, at: clock - 60_000, "a"), .favourite("m2", true, at: clock, "b"),
                    .setting(.maxQueueSize, .integer(20), at: clock, "c"),
                ], device: "guest's")
            _ = try await ProfileSyncBench.pull(guest)
            _ = try await guest.send(Profiles.AddFavourite(content: "m3"))
            let before = try await shard.read { try Self.traces(of: id, $0) }
            #expect(
                Set(before) == [
                    "syncTouched", "syncLog", "syncOperation", "syncConflict", "syncDevice", "syncStamp", "profile",
                ])
            _ = try await client.send(Profiles.DeleteProfile(profile: id))
            #expect(try await shard.read { try Self.traces(of: id, $0) } == [])
            // A pull that was under way when it was deleted.
            let selection = SyncSelection(profiles: [id], kinds: ProfileSyncReader.kinds, policy: "")
            try await SyncFeed.note("guest's", selection, at: clock, in: shard) { profile, db in
                try ProfileTable.row(of: profile, db) == nil
            }
            #expect(try await shard.read { try Self.traces(of: id, $0) } == [])
            let late = await guest.failure(
                of: Profiles.PushChanges(device: "guest's", operations: [.favourite("m4", true, at: clock, "d")]))
            #expect(late?.problem == .profileGone || late?.code == .unauthenticated)
            #expect(try await shard.read { try Self.traces(of: id, $0) } == [])
        }
    }

    /// The tables that name a profile, but for tombstones and the log of events.
    private static func traces(of id: String, _ db: Database) throws -> [String] {
        let tables = try String.fetchAll(
            db,
            sql: """
                SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'
                AND name NOT IN ('deletedProfile', 'outbox', 'device', 'idempotency') ORDER BY name
                """)
        return try tables.filter { table in
            try db.columns(in: table).contains { column in
                let count = try Int.fetchOne(
                    db, sql: "SELECT count(*) FROM \"\(table)\" WHERE instr(CAST(\"\(column.name)\" AS TEXT), ?) > 0",
                    arguments: [id])
                return count != 0
            }
        }
    }

    @Test func `a free plan is refused by name, and a household's shard of before syncs what it has`() async throws {
        try await Self.with { harness, _, _ in
            let free = try await harness.profiles(of: TestCaller.adult.on(plan: "free"))
            let refused = await free.failure(of: Profiles.PullChanges(device: "tv"))
            #expect(refused?.detail(FeatureRequired.self)?.feature == .deviceSync)
        }
        let old = try InlineShard(migrations: Array(ProfilesService.migrations.prefix { $0.version < 21 }))
        try await old.addProfiles()
        try await old.shard.write { db in
            let row = try #require(try ProfileTable.row(of: "anna", db))
            _ = try FavouriteTable.add("m1", to: row, at: 1, db)
            try ProfileTable.setHidesAdult(true, of: "anna", db)
        }
        let now = try await old.reopened()
        try await ProfileSyncReader.drain(now.shard, at: 1)
        let selection = SyncSelection(profiles: ["anna", "bob"], kinds: ProfileSyncReader.kinds, policy: "")
        let keys = try await now.shard.read { db in
            try SyncLog.page(after: SyncLog.beginning(of: selection, db), selection, limit: 10, db).map(\.key)
        }
        #expect(Set(keys) == ["m1", "hideAdultContent"])
    }
}
