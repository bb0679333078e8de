import CatalogAPI
import DownloadsAPI
import Foundation
import HearthModel
import ProfilesAPI
import RPC
import TestSupport
import Testing

/// What a profile has set about its downloads.
struct SettingTests {
    /// Tells the service what a profile has set, and waits until it applies.
    private static func set(
        _ changes: [SettingChange], of person: TestCaller = .adult, _ downloads: DownloadsHarness
    ) async throws {
        let settings = ChangedSettings(profile: person.profile, settings: changes)
        downloads.profiles.log.tell(ProfilesEvent(profileSettingsChanged: settings))
        let gigabytes = changes.first { $0.name == .maxDownloadStorageGB }?.value?.integer
        let isApplied = try await comes {
            let client = try await downloads.client(person)
            let limit = try await client.send(Downloads.GetStorage()).profile.limitBytes
            return limit == (gigabytes ?? 0) * 1_000_000_000
        }
        #expect(isApplied)
    }

    @Test func `the quota is the profile's own once it has set one, and that of others stays`() async throws {
        try await DownloadsHarness.with(quotaMB: 1) { downloads, client in
            downloads.film("m1", someBytes(1_200_000))
            let before = try #require(await client.failure(of: Downloads.Start(content: "m1")))
            #expect(before.problem?.storage?.setting == "download-quota-mb")
            try await Self.set([SettingChange(.maxDownloadStorageGB, .integer(1))], downloads)
            #expect(try await client.fetched("m1").status == .completed)
            let other = try await downloads.client(.owner)
            #expect(try await other.send(Downloads.GetStorage()).profile.limitBytes == 1_000_000)
            #expect(await other.failure(of: Downloads.Start(content: "m1"))?.problem?.code == .storageQuotaExceeded)
            // A series that is larger than the profile's own quota names that setting.
            var long = Card(id: "e1", kind: .episode, title: "Long", rating: .pg)
            (long.series, long.season, long.episode, long.runtimeMinutes) = ("s", 1, 1, 10_000)
            downloads.catalog.add(long, [.init(url: downloads.server.url("/nowhere.mp4"))])
            downloads.catalog.add(Card(id: "s", kind: .series, title: "S", rating: .pg), [])
            let error = await client.failure(of: Downloads.Start(content: "s"))
            #expect(error?.problem?.storage?.setting == "maxDownloadStorageGB")
            #expect(error?.message.contains("of maxDownloadStorageGB") == true)
        }
    }

    @Test func `a download without a quality has the profile's, and a named one counts`() async throws {
        try await DownloadsHarness.with { downloads, client in
            var links: [FakeCatalog.NamedLink] = []
            for (place, quality) in ["1080p", "720p", "480p"].enumerated() {
                downloads.server.serve("/\(quality).mp4", .init(bytes: someBytes(100 + place), type: "video/mp4"))
                var variant = Variant(id: "v-\(quality)", name: quality, source: "s")
                variant.quality = quality
                links.append(.init(variant: variant, url: downloads.server.url("/\(quality).mp4")))
            }
            for id in ["m1", "m2", "m3"] as [ContentID] {
                downloads.catalog.add(Card(id: id, kind: .movie, title: "M", rating: .pg), named: links)
            }
            try await Self.set(
                [SettingChange(.maxDownloadStorageGB, .integer(2)), SettingChange(.downloadQuality, .text("low"))],
                downloads)
            let own = try await client.start("m1").download
            #expect(own.quality == .low && own.variant == "v-480p")
            #expect(try await client.start("m2", quality: .high).download.variant == "v-1080p")
            #expect(try await downloads.client(.owner).start("m3").download.quality == .medium)
        }
    }

    @Test func `each profile's downloads expire after its own days, also those that were completed before`()
        async throws
    {
        let runtime = FastForwardRuntime()
        try await DownloadsHarness.with(runtime: runtime) { downloads, client in
            downloads.film("m1", someBytes(1_000))
            let first = try await client.fetched("m1")
            let owner = try await downloads.client(.owner)
            _ = try await owner.start("m1")
            let gigabyte = SettingChange(.maxDownloadStorageGB, .integer(1))
            try await Self.set([gigabyte, SettingChange(.downloadExpirationDays, .integer(7))], downloads)
            try await Self.set(
                [gigabyte, SettingChange(.downloadExpirationDays, .integer(90))], of: .owner, downloads)
            let shortened = try #require(try await client.list().first?.expires)
            #expect(abs(shortened.timeIntervalSince(try #require(first.finished)) - 7 * 86_400) < 1)
            runtime.passDays(8)
            let adult = try await downloads.client()
            #expect(try await adult.list().map(\.isExpired) == [true])
            #expect(try await adult.send(Downloads.GetStorage()).profile.usedBytes == 0)
            #expect(await adult.failure(of: Downloads.Locate(content: "m1"))?.problem?.code == .unknownDownload)
            runtime.passDays(60)
            let later = try await downloads.client(.owner)
            #expect(try await later.list().map(\.isExpired) == [false])
            #expect(try await later.send(Downloads.GetStorage()).profile.usedBytes == 1_000)
            runtime.passDays(30)
            #expect(try await downloads.client(.owner).list().map(\.isExpired) == [true])
        }
    }

    @Test func `what was watched is deleted where the profile wants it, and only what it requested before`()
        async throws
    {
        try await DownloadsHarness.with { downloads, client in
            for id in ["m1", "m2"] {
                downloads.film(id, someBytes(1_000))
                _ = try await client.fetched(ContentID(rawValue: id))
            }
            let owner = try await downloads.client(.owner)
            _ = try await owner.start("m1")
            let player = try await downloads.harness.client(Downloads.self, as: .service("playback-state"))
            let now = Date(timeIntervalSince1970: downloads.runtime.wallTime.secondsSince1970 + 1)
            let watched = Downloads.NoteWatched(
                profile: TestCaller.adult.profile, contents: ["m1", "stranger"], watched: now)
            // Not where the setting is off.
            _ = try await player.send(watched)
            #expect(try await client.list().count == 2)
            try await Self.set(
                [
                    SettingChange(.maxDownloadStorageGB, .integer(1)),
                    SettingChange(.autoDeleteWatchedDownloads, .boolean(true)),
                ], downloads)
            // Not what was requested since.
            var early = watched
            early.watched = Date(timeIntervalSince1970: 1_000)
            _ = try await player.send(early)
            #expect(try await client.list().count == 2)
            _ = try await player.send(watched)
            _ = try await player.send(watched)
            #expect(try await client.list().map(\.content) == ["m2"])
            // Another profile keeps its own.
            #expect(try await owner.list().map(\.content) == ["m1"])
            #expect(await client.failure(of: watched)?.code == .permissionDenied)
            let empty = Downloads.NoteWatched(profile: "p", contents: [], watched: now)
            #expect(await player.failure(of: empty)?.code == .invalidArgument)
        }
    }

    @Test func `a deleted profile's settings go with it`() async throws {
        try await DownloadsHarness.with { downloads, client in
            try await Self.set([SettingChange(.maxDownloadStorageGB, .integer(3))], downloads)
            downloads.profiles.log.tell(
                ProfilesEvent(profileDeleted: ProfileDeleted(profile: TestCaller.adult.profile), mustBeUnderstood: true)
            )
            let isGone = try await comes {
                try await client.send(Downloads.GetStorage()).profile.limitBytes == 100_000_000
            }
            #expect(isGone)
        }
    }
}
