import Foundation
import HearthModel
import ProfilesAPI
import ProfilesService
import RPC
import ServiceKit
import TestSupport
import Testing

/// Favourites and settings of devices that were offline: pulled by token, pushed once, merged by time.
struct ProfileSyncTests {
    @Test func `a device gets favourites and settings that have changed, and tombstones, across restarts`()
        async throws
    {
        try await ProfileSyncBench.with { harness, client in
            for content in ["m1", "m2"] as [ContentID] {
                _ = try await client.send(Profiles.AddFavourite(content: content))
            }
            let first = try await ProfileSyncBench.pull(client)
            #expect(
                Set(first.changes.map { "\($0.kind) \($0.key)" }) == [
                    "favourite m1", "favourite m2", "setting enableCloudSync",
                ])
            #expect(first.changes.first { $0.key == "m1" }?.favourite?.card?.title == "Film 1")
            #expect(first.changes.first { $0.kind == .setting }?.setting?.value == .boolean(true))
            try await harness.restart()
            #expect(try await ProfileSyncBench.pull(client, first.token).changes.isEmpty)
            _ = try await client.send(Profiles.RemoveFavourite(content: "m1"))
            _ = try await client.send(Profiles.ChangeSettings([SettingChange(.hideAdultContent, .boolean(true))]))
            let again = try await harness.profiles()
            // What the profile may see has changed with that setting.
            let error = await again.failure(of: Profiles.PullChanges(token: first.token))
            #expect(error?.detail(SyncProblem.self)?.code == .fullSyncNeeded)
            let whole = try await ProfileSyncBench.pull(again)
            #expect(whole.changes.contains { $0.key == "hideAdultContent" && $0.setting?.value == .boolean(true) })
            _ = try await again.send(Profiles.RemoveFavourite(content: "m2"))
            let deleted = try await ProfileSyncBench.pull(again, whole.token).changes
            #expect(deleted.map(\.key) == ["m2"] && deleted.first?.isDeleted == true)
        }
    }

    @Test func `operations count once, at their time, and those that fail are named`() async throws {
        try await ProfileSyncBench.with { _, client in
            let clock = try await ProfileSyncBench.clock(client)
            let operations = [
                .favourite("m1", true, at: clock, "a"), .favourite("nothing", true, at: clock, "b"),
                .setting(.maxQueueSize, .integer(20), at: clock, "c"),
                .setting(.maxQueueSize, .integer(7_000), at: clock, "d"),
                .setting(.lastCloudSyncDate, .text("x"), at: clock, "e"),
                .favourite("m2", true, at: clock, "f", number: 2),
                .favourite("m2", false, at: clock, "g", number: 1),
                ProfileOperation(id: "h", number: 1, clock: clock, elapsedMilliseconds: 0),
            ]
            let first = try await ProfileSyncBench.push(client, operations)
            #expect(first.map(\.id) == operations.map(\.id))
            #expect(
                first.map(\.outcome) == [
                    .applied, .refused, .applied, .refused, .refused, .applied, .applied, .refused,
                ])
            #expect(
                first.map(\.problem) == [
                    nil, "unknownContent", nil, "invalid", "settingOfServices", nil, nil, "invalid",
                ])
            #expect(try await ProfileSyncBench.favourites(client) == ["m1", "m2"])
            let settings = try await client.send(Profiles.GetSettings()).settings
            #expect(settings.first { $0.name == .maxQueueSize }?.value == .integer(20))
            _ = try await client.send(Profiles.RemoveFavourite(content: "m1"))
            let again = try await ProfileSyncBench.push(client, operations)
            #expect(again.filter { $0.outcome == .applied }.allSatisfy { $0.isRepeated == true })
            #expect(try await ProfileSyncBench.favourites(client) == ["m2"])
            let status = try await client.send(Profiles.GetSyncStatus())
            #expect(status.state == .on && status.devices.map(\.device) == ["tablet"])
            #expect(status.devices.first?.pending == 4)
        }
    }

    @Test func `the later change wins, and the other is listed and can be put back`() async throws {
        try await ProfileSyncBench.with { _, client in
            let early = try await ProfileSyncBench.clock(client) - 60_000
            _ = try await client.send(Profiles.AddFavourite(content: "m1"))
            _ = try await client.send(Profiles.RemoveFavourite(content: "m1"))
            _ = try await client.send(Profiles.ChangeSettings([SettingChange(.maxQueueSize, .integer(30))]))
            let lost = try await ProfileSyncBench.push(
                client,
                [
                    .favourite("m1", true, at: early, "a"),
                    .setting(.maxQueueSize, .integer(20), at: early, "b"),
                ])
            #expect(lost.map(\.outcome) == [.superseded, .superseded])
            #expect(try await ProfileSyncBench.favourites(client).isEmpty)
            let conflicts = try await client.send(Profiles.ListConflicts()).conflicts
            let setting = try #require(conflicts.first { $0.kind == .setting })
            #expect(setting.key == "maxQueueSize" && setting.kept.value == "30" && setting.dropped.value == "20")
            let favourite = try #require(conflicts.first { $0.kind == .favourite })
            #expect(favourite.kept.value == "none" && favourite.dropped.device == "tablet")
            for conflict in conflicts {
                let reversed = try await client.send(Profiles.ReverseConflict(id: conflict.id))
                #expect(reversed.reversed != nil)
                #expect(try await client.send(Profiles.ReverseConflict(id: conflict.id)) == reversed)
            }
            #expect(try await ProfileSyncBench.favourites(client) == ["m1"])
            let settings = try await client.send(Profiles.GetSettings()).settings
            #expect(settings.first { $0.name == .maxQueueSize }?.value == .integer(20))
            let unknown = await client.failure(of: Profiles.ReverseConflict(id: "99"))
            #expect(unknown?.detail(SyncProblem.self)?.code == .unknownConflict)
        }
    }

    @Test func `a child syncs what is its own and may be seen, and adults pull kids profiles`() async throws {
        try await ProfileSyncBench.with { harness, client in
            let kids = try await harness.profiles(as: "Kids")
            #expect(
                await kids.failure(of: Profiles.PullChanges())?.detail(SyncProblem.self)?.code == .disabled)
            #expect(try await kids.send(Profiles.GetSyncStatus()).state == .disabled)
            let list = try await client.send(Profiles.ListProfiles()).profiles
            let kim = try #require(list.first { $0.kind == .kids }?.id)
            _ = try await client.send(
                Profiles.ChangeSettings([SettingChange(.enableCloudSync, .boolean(true))], profile: kim))
            let clock = try await ProfileSyncBench.clock(kids)
            let results = try await ProfileSyncBench.push(
                kids,
                [
                    .favourite("x", true, at: clock, "a"), .favourite("m1", true, at: clock, "b"),
                    .setting(.maxQueueSize, .integer(20), at: clock, "c"),
                    .setting(.theme, .text("light"), at: clock, "d"),
                ])
            #expect(results.map(\.problem) == ["unknownContent", nil, "settingForAdults", nil])
            let page = try await client.send(Profiles.PullChanges(profiles: [kim]))
            #expect(Set(page.changes.map(\.key)) == ["m1", "theme", "enableCloudSync"])
            let owner = try #require(list.first { $0.kind == .adult }?.id)
            let foreign = await kids.failure(of: Profiles.PullChanges(profiles: [owner]))
            #expect(foreign?.detail(SyncProblem.self)?.code == .notYours)
        }
    }

    @Test func `a watcher is told, and a full sync ends with a token`() async throws {
        try await ProfileSyncBench.with { _, client in
            for number in 0..<5 {
                _ = try await client.send(Profiles.AddFavourite(content: ContentID(rawValue: "m\(number)")))
            }
            var (changes, token): ([ProfileChange], SyncToken?) = ([], nil)
            for try await page in try await client.stream(Profiles.PullEverything(device: "tv")) {
                changes += page.changes
                token = page.token
                #expect(page.total == Int64(changes.count) + page.remaining)
            }
            #expect(changes.count == 6)
            _ = try await client.send(Profiles.RemoveFavourite(content: "m0"))
            for try await notice in try await client.stream(Profiles.WatchChanges(token: token)) {
                #expect(notice.waiting == 1)
                break
            }
            #expect(try await ProfileSyncBench.pull(client, token).changes.map(\.key) == ["m0"])
        }
    }
}
