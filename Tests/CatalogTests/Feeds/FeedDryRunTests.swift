import CatalogAPI
import Foundation
import HearthModel
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import CatalogService

/// Imports of feeds that change nothing, and say what they would.
struct FeedDryRunTests {
    @Test func `a dry run says what the import will do, and changes nothing`() async throws {
        try await FeedHarness.with { harness, client in
            harness.server.serve("/list.m3u", .init(SampleList.mixed, etag: "\"1\""))
            try await harness.add("web", "/list.m3u")
            let (ids, before) = (try await harness.catalog.ids(), try await harness.source("web"))
            let text =
                SampleList.mixed.replacingOccurrences(of: SampleList.entry("Alien (1979)"), with: "")
                .replacingOccurrences(of: "http://a.example/kids.m3u8", with: "http://c.example/kids.m3u8")
                + "#EXTINF:-1,Brand New TV\nhttp://a.example/new.m3u8\n"
            harness.server.serve("/list.m3u", .init(text, etag: "\"2\""))
            let tried = try #require(try await harness.refresh("web", isDryRun: true).report)
            tried.checkSums()
            #expect(tried.isDryRun == true)
            #expect([tried.added, tried.updated, tried.removed] == [1, 1, 1])
            #expect(try await harness.catalog.ids() == ids)
            #expect(try await harness.source("web") == before)
            await harness.catalog.upkeep()
            #expect(try await harness.catalog.leftovers() == 0)
            var real = try #require(try await harness.refresh("web").report)
            // Samples are looked up in the catalog that was published.
            (real.isDryRun, real.milliseconds, real.adultSamples) = (true, 0, [])
            #expect(tried.addedSamples?.map(\.title) == ["Brand New TV"])
            #expect(tried.removedSamples?.map(\.title) == ["Alien"] && tried.removedSamples?.first?.year == 1979)
            #expect(tried.changedSamples?.map(\.title) == ["Kids TV"])
            #expect(real.addedSamples == nil && real.removedSamples == nil && real.changedSamples == nil)
            var compared = tried
            (compared.addedSamples, compared.removedSamples, compared.changedSamples) = (nil, nil, nil)
            compared.milliseconds = 0
            #expect(real == compared)
            // The same with a file and its guide.
            let path = try harness.catalog.file("b.m3u", SampleList.mixed)
            let started = try await client.upload(
                Catalog.ImportPlaylist(source: "new", file: path, isDryRun: true), from: path)
            let file = try await harness.catalog.end(of: started, client)
            #expect(file.report?.isDryRun == true && file.report?.read == 12)
            #expect(file.report?.addedSamples?.count == 10)
            #expect(try await client.send(Catalog.ListSources()).sources.map(\.name) == ["web"])
        }
    }

    @Test func `what a dry run names is held to its caller's policy`() async throws {
        try await FeedHarness.with { harness, client in
            let list = """
                #EXTINF:-1 is_adult="1",Hot Nights TV
                http://a.example/hot.m3u8
                #EXTINF:-1,News 24
                http://a.example/news.m3u8

                """
            let path = try harness.catalog.file("a.m3u", list)
            let started = try await client.upload(
                Catalog.ImportPlaylist(source: "new", file: path, isDryRun: true), from: path)
            let all = try await harness.catalog.end(of: started, client).report?.addedSamples?.map(\.title)
            #expect(all == ["Hot Nights TV", "News 24"])
            let other = try await harness.catalog.client(.hidingAdult)
            let report = try #require(try await other.send(Catalog.GetImport(job: started.job)).report)
            #expect(report.addedSamples?.map(\.title) == ["News 24"])
            for try await job in try await other.stream(Catalog.FollowImport(job: started.job)) {
                #expect(!"\(job)".contains("Hot Nights"))
            }
            // What would change, likewise.
            try await harness.catalog.playlist(path, source: "moved")
            let elsewhere = try harness.catalog.file(
                "moved.m3u", list.replacingOccurrences(of: "http://a.example", with: "http://b.example"))
            let move = Catalog.ImportPlaylist(source: "moved", file: elsewhere, isDryRun: true)
            let moved = try await harness.catalog.end(of: try await client.upload(move, from: elsewhere), client)
            #expect(moved.report?.changedSamples?.map(\.title) == ["Hot Nights TV", "News 24"])
            let shown = try await other.send(Catalog.GetImport(job: moved.id)).report?.changedSamples
            #expect(shown?.map(\.title) == ["News 24"])
            try await harness.catalog.playlist(path, source: "real")
            let less = try harness.catalog.file("b.m3u", "#EXTINF:-1,Weather\nhttp://a.example/w.m3u8\n")
            var request = Catalog.ImportPlaylist(source: "real", file: less, allowsShrinking: true)
            request.isDryRun = true
            let gone = try await harness.catalog.end(of: try await client.upload(request, from: less), client)
            #expect(gone.report?.removedSamples?.map(\.title) == ["Hot Nights TV", "News 24"])
            let seen = try await other.send(Catalog.GetImport(job: gone.id)).report?.removedSamples
            #expect(seen?.map(\.title) == ["News 24"])
        }
    }
}
