import DownloadsAPI
import HearthModel
import RPC
import TestSupport
import Testing

@testable import DownloadsService

/// Segments that a playlist says are missing (`EXT-X-GAP`, RFC 8216bis, 4.4.4.7): they are not fetched, and stay gaps.
struct GapTests {
    private static func media(_ lines: [String]) throws -> HLSMediaPlaylist {
        let all = ["#EXTM3U", "#EXT-X-VERSION:8", "#EXT-X-TARGETDURATION:3"] + lines + ["#EXT-X-ENDLIST"]
        guard case .media(let media) = try HLSPlaylist(Array(all.joined(separator: "\n").utf8)) else {
            throw HLSError.notAPlaylist
        }
        return media
    }

    @Test func `the others are kept, and the gap stays a gap`() async throws {
        try await DownloadsHarness.with { downloads, client in
            let lines = [
                "#EXTM3U", "#EXT-X-VERSION:8", "#EXT-X-TARGETDURATION:3", "#EXTINF:2,", "s0.ts", "#EXT-X-GAP",
                "#EXTINF:2,", "gapped.ts", "#EXTINF:2,", "s2.ts", "#EXT-X-ENDLIST",
            ]
            downloads.server.serve("/index.m3u8", .init(bytes: Array(lines.joined(separator: "\n").utf8)))
            let segments = [0, 2].map { [0x47] + someBytes(99, seed: UInt64($0 + 1)) }
            downloads.server.serve("/s0.ts", .init(bytes: segments[0]))
            downloads.server.serve("/s2.ts", .init(bytes: segments[1]))
            downloads.catalog.add("m1", downloads.server.url("/index.m3u8"))
            let done = try await client.fetched("m1")
            #expect(done.status == .completed && done.isAvailableOffline)
            #expect(done.missingSegments == 1 && done.missingSeconds == 2)
            #expect(DownloadsHarness.bytes(done, "t0-0.ts") == segments[0])
            #expect(DownloadsHarness.bytes(done, "t0-2.ts") == segments[1])
            #expect(!downloads.server.requests.contains { $0.hasPrefix("/gapped") })
            let text = String(decoding: try #require(DownloadsHarness.bytes(done)), as: UTF8.self)
            #expect(text.contains("#EXT-X-GAP\n#EXTINF:2.0,\nt0-1.ts\n"))
            #expect(text.contains("#EXT-X-VERSION:8"))
            // It is still whole after a look at the disk.
            try await downloads.harness.restart()
            #expect(try await client.list().map(\.isAvailableOffline) == [true])
        }
    }

    @Test func `a gap needs no key, no beginning and no part, and counts for numbers`() throws {
        let media = try Self.media([
            "#EXT-X-MAP:URI=\"a.mp4\"", "#EXTINF:2,", "s0.m4s", "#EXT-X-DISCONTINUITY",
            "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k\"", "#EXT-X-MAP:URI=\"b.mp4\"", "#EXT-X-GAP",
            "#EXT-X-BYTERANGE:10", "#EXTINF:3,", "gone.m4s", "#EXT-X-KEY:METHOD=NONE", "#EXT-X-MAP:URI=\"a.mp4\"",
            "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"", "#EXTINF:2,", "s2.m4s",
        ])
        let track = try HLSTrack(media, number: 0)
        #expect(track.fetched.map(\.name) == ["t0-i0.mp4", "t0-0.m4s", "t0-2.m4s"])
        // The segment's own number is its vector's, with the gap counted.
        #expect(track.fetched.last?.vector.last == 2)
        #expect(track.duration == 4)
        var plan = HLSPlan()
        try plan.add(track)
        #expect(plan.gaps.segments == 1 && plan.gaps.milliseconds == 3_000)
        #expect(plan.pieces.map(\.name) == track.fetched.map(\.name))
        let text = LocalPlaylist.files(of: plan)[0].text
        guard case .media(let local) = try HLSPlaylist(Array(text.utf8)) else { throw HLSError.notAPlaylist }
        #expect(local.segments.map(\.isGap) == [false, true, false])
        #expect(local.segments.map(\.isDiscontinuity) == [false, true, false])
        #expect(local.segments.map { $0.map?.uri } == ["t0-i0.mp4", "t0-i0.mp4", "t0-i0.mp4"])
    }

    @Test func `nothing but gaps is nothing to play`() {
        #expect(throws: HLSError.gaps) {
            try Self.media(["#EXT-X-GAP", "#EXTINF:2,", "a.ts", "#EXT-X-GAP", "#EXTINF:2,", "b.ts"])
                .checkDownloadable()
        }
        #expect(throws: HLSError.malformed("segment 0 lasts longer than any does")) {
            try Self.media(["#EXT-X-GAP", "#EXTINF:1e9,", "a.ts", "#EXTINF:2,", "b.ts"]).checkDownloadable()
        }
    }

    @Test func `a gap that was filled leaves what is here as it is`() throws {
        let gap = ["#EXTINF:2,", "a.ts", "#EXT-X-GAP", "#EXTINF:2,", "b.ts"]
        var (before, after) = (HLSPlan(), HLSPlan())
        try before.add(HLSTrack(try Self.media(gap), number: 0))
        try after.add(HLSTrack(try Self.media(gap.filter { $0 != "#EXT-X-GAP" }), number: 0))
        #expect(before.signature == after.signature)
        #expect(before.pieces.count == 1 && after.pieces.count == 2)
    }
}
