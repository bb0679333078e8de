import CatalogAPI
import DownloadsAPI
import Foundation
import HearthModel
import RPC
import TestSupport
import Testing

/// What gets old: each profile's own request, and with the last one the file.
struct ExpiryTests {
    @Test func `a start of something expired fetches it again`() async throws {
        let runtime = FastForwardRuntime()
        try await DownloadsHarness.with(runtime: runtime) { downloads, client in
            downloads.film("m1", someBytes(1_000))
            let old = try await client.fetched("m1")
            runtime.passDays(31)
            let later = try await downloads.client()
            let fresh = someBytes(2_000, seed: 2)
            downloads.film("m1", fresh, etag: "\"2\"")
            let started = try await later.start("m1")
            #expect(!started.existing)
            let done = try await later.ended(started.download.id)
            #expect(done.status == .completed && !done.isExpired && done.isAvailableOffline)
            #expect(DownloadsHarness.bytes(done) == fresh)
            #expect(try await later.list().map(\.id) == [done.id])
            #expect(done.id != old.id)
            #expect(!downloads.names.contains { $0.hasPrefix(old.id) })
            #expect(try await later.start("m1").existing)
        }
    }

    @Test func `what has expired takes no room`() async throws {
        let runtime = FastForwardRuntime()
        try await DownloadsHarness.with(quotaMB: 1, runtime: runtime) { downloads, client in
            downloads.film("m1", someBytes(900_000))
            downloads.film("m2", someBytes(900_000))
            let old = try await client.fetched("m1")
            #expect(await client.failure(of: Downloads.Start(content: "m2"))?.problem?.code == .storageQuotaExceeded)
            runtime.passDays(30)
            let later = try await downloads.client()
            let storage = try await later.send(Downloads.GetStorage())
            #expect((storage.profile.usedBytes, storage.profile.availableBytes) == (0, 1_000_000))
            let done = try await later.fetched("m2")
            #expect(done.status == .completed)
            #expect(downloads.names.filter { !$0.contains("/") } == [done.id])
            #expect(try await later.list().map(\.id) == [done.id])
            #expect(await later.failure(of: Downloads.Delete(download: old.id)) == nil)
        }
    }

    @Test func `each profile's wish has its own time, and the last to go frees the room`() async throws {
        let runtime = FastForwardRuntime()
        try await DownloadsHarness.with(runtime: runtime) { downloads, client in
            let bytes = someBytes(1_000)
            downloads.film("m1", bytes)
            downloads.film("m2", someBytes(10))
            downloads.film("m3", someBytes(10))
            let first = try await client.fetched("m1")
            runtime.passDays(20)
            let owner = try await downloads.client(.owner)
            let second = try await owner.start("m1").download
            #expect(second.id == first.id && second.status == .completed)
            #expect(try #require(second.expires).timeIntervalSince(try #require(first.expires)) > 19 * 86_400)
            #expect(second.started > first.started)
            runtime.passDays(11)
            // The first one's month is over, the second one's is not.
            let (adult, other) = (try await downloads.client(), try await downloads.client(.owner))
            #expect(try await adult.list().map(\.isExpired) == [true])
            #expect(try await other.list().map(\.isExpired) == [false])
            #expect(await adult.failure(of: Downloads.Locate(content: "m1"))?.problem?.code == .unknownDownload)
            #expect(try await other.read(Downloads.ReadFile(download: first.id)) == bytes)
            _ = try await adult.fetched("m2")
            #expect(try await adult.list().map(\.content) == ["m2"])
            #expect(try await other.list().map(\.content) == ["m1"])
            // It is here still: nothing has to be fetched for who asks again, and a new month begins.
            let again = try await adult.start("m1")
            #expect(!again.existing && again.download.id == first.id && again.download.status == .completed)
            #expect(!again.download.isExpired)
            runtime.passDays(20)
            let last = try await downloads.client(.owner)
            _ = try await last.fetched("m3")
            #expect(try await last.list().map(\.content) == ["m3"])
            #expect(try await downloads.client().list().contains { $0.content == "m1" && !$0.isExpired })
            runtime.passDays(20)
            downloads.film("m4", someBytes(10))
            let end = try await downloads.client(.owner)
            _ = try await end.fetched("m4")
            #expect(!downloads.names.contains { $0.hasPrefix(first.id) })
        }
    }

    @Test func `a follower is told that what has expired is gone`() async throws {
        let runtime = FastForwardRuntime()
        try await DownloadsHarness.with(runtime: runtime) { downloads, client in
            downloads.film("m1", someBytes(10))
            downloads.film("m2", someBytes(10))
            let old = try await client.fetched("m1")
            runtime.passDays(31)
            let later = try await downloads.client()
            var items = later.follow(Downloads.Follow(), after: nil).makeAsyncIterator()
            #expect(try await items.next()?.item.snapshot?.map(\.id) == [old.id])
            try await later.start("m2")
            while let item = try await items.next()?.item { if item.gone == old.id { break } }
        }
    }

    @Test func `a quality stands for one of a title's links, and medium is the usual one`() async throws {
        try await DownloadsHarness.with { downloads, client in
            var links: [FakeCatalog.NamedLink] = []
            for (place, quality) in ["1080p", "720p", "480p"].enumerated() {
                downloads.server.serve("/\(quality).mp4", .init(bytes: someBytes(100 + place), type: "video/mp4"))
                var variant = Variant(id: "v-\(quality)", name: quality, source: "s")
                variant.quality = quality
                links.append(.init(variant: variant, url: downloads.server.url("/\(quality).mp4")))
            }
            for id in ["m1", "m2", "m3", "m4", "m5"] as [ContentID] {
                downloads.catalog.add(Card(id: id, kind: .movie, title: "M", rating: .pg), named: links)
            }
            let usual = try await client.start("m1").download
            #expect(usual.quality == .medium && usual.variant == "v-720p")
            #expect(try await client.start("m2", quality: .low).download.variant == "v-480p")
            #expect(try await client.start("m3", quality: .high).download.variant == "v-1080p")
            #expect(try await client.start("m4", quality: .best).download.variant == "v-1080p")
            // A link that is named is that one.
            let named = Downloads.Start(content: "m5", variant: "v-480p", quality: .high)
            #expect(try await client.send(named).downloads[0].download.variant == "v-480p")
        }
    }

    @Test func `a series that does not fit says what would, and which setting says so`() async throws {
        try await DownloadsHarness.with(quotaMB: 100) { downloads, client in
            // A minute of 5 Mbit a second is 37.5 MB.
            for index in 1...6 {
                var card = Card(id: .init(rawValue: "e\(index)"), kind: .episode, title: "E", rating: .g)
                (card.series, card.season, card.episode, card.runtimeMinutes) = (
                    "s", Int32(1 + index / 4), Int32(index), 1
                )
                downloads.catalog.add(card, [.init(url: downloads.server.url("/e\(index).mp4"))])
                downloads.server.serve("/e\(index).mp4", .init(bytes: someBytes(5_000)))
            }
            downloads.catalog.add(Card(id: "s", kind: .series, title: "S", rating: .g), [])
            let error = try #require(await client.failure(of: Downloads.Start(content: "s")))
            let need = try #require(error.problem?.storage)
            #expect((need.usedBytes, need.neededBytes, need.limitBytes) == (0, 225_000_000, 100_000_000))
            #expect((need.episodes, need.fittingEpisodes) == (6, 2))
            #expect(need.setting == "download-quota-mb")
            #expect(
                error.message.contains("the 6 episodes need about 225 MB, and 0 of the 100 MB of download-quota-mb"))
            #expect(error.message.contains("The first 2 of them would fit"))
            #expect(try await client.list().isEmpty)
            // One that is there is none of those that are needed.
            let first = try await client.fetched("e1")
            #expect(first.status == .completed)
            let rest = try #require(await client.failure(of: Downloads.Start(content: "s")))
            #expect(rest.problem?.storage?.usedBytes == 5_000)
            #expect((rest.problem?.storage?.episodes, rest.problem?.storage?.fittingEpisodes) == (5, 2))
        }
        try await DownloadsHarness.with(quotaMB: 1) { downloads, client in
            downloads.film("m1", someBytes(1_200_000))
            let error = try #require(await client.failure(of: Downloads.Start(content: "m1")))
            #expect(error.message.contains("2 MB are needed, and the whole room of download-quota-mb is 1 MB"))
            #expect(!error.message.contains("taken"))
        }
    }
}
