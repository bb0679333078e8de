import DownloadsAPI
import Foundation
import HearthModel
import TestSupport
import Testing

/// What was downloaded plays: a real player's library sees the pictures and the length of the source.
@Suite struct PlayingTests {
    @Test(arguments: [DownloadQuality.low, .best])
    func `an encrypted stream plays as the film that it was made from`(quality: DownloadQuality) async throws {
        try await DownloadsHarness.with { downloads, client in
            try downloads.serveSummit()
            let done = try await client.fetched("summit", quality: quality)
            let found = try await FFProbe(try #require(done.path))
            let source = try await FFProbe(try SharedData.url("hls/aes128-native-health/mp4s/summit.mp4").path)
            #expect(found == source)
            #expect(found.frames == 263)
        }
    }

    @Test func `a clear stream plays as it does where it came from`() async throws {
        try await DownloadsHarness.with { downloads, client in
            let folder = try SharedData.url("hls/clear-native-health/media/highway-between-trees")
            try downloads.server.serve(folder, under: "/highway")
            downloads.catalog.add("highway", downloads.server.url("/highway/360p.m3u8"))
            let done = try await client.fetched("highway")
            let found = try await FFProbe(try #require(done.path))
            #expect(try await found == FFProbe(folder.appending(path: "360p.m3u8").path))
            #expect(found.frames == 944)
        }
    }
}
