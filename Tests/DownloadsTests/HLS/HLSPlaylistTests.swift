import DownloadsAPI
import RPC
import TestSupport
import Testing

@testable import DownloadsService

@Suite struct HLSPlaylistTests {
    /// A playlist of some lines.
    static func playlist(_ lines: String...) throws -> HLSPlaylist {
        try HLSPlaylist(Array(lines.joined(separator: "\n").utf8))
    }

    static func media(_ lines: String...) throws -> HLSMediaPlaylist {
        let all = ["#EXTM3U", "#EXT-X-TARGETDURATION:4"] + lines
        guard case .media(let media) = try HLSPlaylist(Array(all.joined(separator: "\n").utf8)) else {
            throw HLSError.notAPlaylist
        }
        return media
    }

    /// Why a playlist cannot be downloaded; nil when it can.
    static func refusal(_ lines: String...) -> HLSError? {
        do throws(HLSError) {
            let all = ["#EXTM3U", "#EXT-X-TARGETDURATION:4"] + lines
            guard case .media(let media) = try HLSPlaylist(Array(all.joined(separator: "\n").utf8)) else { return nil }
            try media.checkDownloadable()
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: ["\n", "\r\n", "\r"]) func `lines end as they like`(_ end: String) throws {
        let lines = ["\u{FEFF}#EXTM3U", "#EXT-X-TARGETDURATION:4 ", "", "#EXTINF:4,  A, B", "a.ts\0", "#EXT-X-ENDLIST"]
        guard case .media(let media) = try HLSPlaylist(Array(lines.joined(separator: end).utf8)) else {
            Issue.record("not a media playlist")
            return
        }
        #expect(media.segments.map(\.uri) == ["a.ts"])
        #expect(media.segments.map(\.title) == ["A, B"])
        #expect(media.isEnded)
    }

    @Test func `keys rotate and end`() throws {
        let media = try Self.media(
            "#EXT-X-MEDIA-SEQUENCE:258", "#EXTINF:4,", "a.ts", "#EXT-X-KEY:METHOD=AES-128,URI=\"k1\"", "#EXTINF:4,",
            "b.ts", "#EXT-X-KEY:METHOD=AES-128,URI=\"k2\",IV=0x0A", "#EXTINF:4,", "c.ts", "#EXT-X-KEY:METHOD=NONE",
            "#EXTINF:4,", "d.ts", "#EXT-X-ENDLIST")
        let track = try HLSTrack(media, number: 0)
        #expect(track.pieces.map { $0.key?.uri } == [nil, "k1", "k2", nil])
        let zeros = [UInt8](repeating: 0, count: 14)
        // The segment's own number where no vector is given.
        #expect(track.pieces.map(\.vector) == [[], zeros + [1, 3], zeros + [0, 10], []])
    }

    @Test func `ranges continue only what they are of`() throws {
        let media = try Self.media(
            "#EXTINF:4,", "#EXT-X-BYTERANGE:10@5", "a.ts", "#EXTINF:4,", "#EXT-X-BYTERANGE:7", "a.ts",
            "#EXTINF:4,", "#EXT-X-BYTERANGE:7", "b.ts", "#EXT-X-ENDLIST")
        #expect(media.segments.map { $0.range?.offset } == [5, 15, nil])
        #expect(throws: HLSError.malformed("segment 2 continues a part of nothing")) {
            try media.checkDownloadable()
        }
    }

    @Test func `what cannot be downloaded is refused by name`() {
        #expect(Self.refusal("#EXTINF:4,", "a.ts") == .live)
        #expect(Self.refusal("#EXT-X-PLAYLIST-TYPE:EVENT", "#EXTINF:4,", "a.ts") == .live)
        #expect(Self.refusal("#EXT-X-PLAYLIST-TYPE:VOD", "#EXTINF:4,", "a.ts") == nil)
        #expect(Self.refusal("#EXT-X-ENDLIST") == .nothingToPlay)
        #expect(Self.refusal("#EXT-X-I-FRAMES-ONLY", "#EXTINF:4,", "a.ts", "#EXT-X-ENDLIST") == .nothingToPlay)
        #expect(Self.refusal("#EXT-X-GAP", "#EXTINF:4,", "a.ts", "#EXT-X-ENDLIST") == .gaps)
        #expect(Self.refusal(key("METHOD=SAMPLE-AES,URI=\"k\"")) == .protected("SAMPLE-AES"))
        #expect(
            Self.refusal(key("METHOD=SAMPLE-AES,URI=\"skd://x\",KEYFORMAT=\"com.apple.streamingkeydelivery\""))
                == .protected("DRM (com.apple.streamingkeydelivery)"))
        #expect(Self.refusal(key("METHOD=AES-128,URI=\"k\",KEYFORMAT=\"identity\"")) == nil)
        #expect(Self.refusal(key("METHOD=AES-128")) == .malformed("a key has no address"))
        #expect(Self.refusal(key("METHOD=AES-128,URI=\"k\",IV=0xZZ")) == .malformed("a key's IV is no number"))
        #expect(
            Self.refusal(key("METHOD=AES-128,URI=\"k\"\n#EXT-X-MAP:URI=\"i.mp4\""))
                == .malformed("the beginning of segment 0 is encrypted without an IV of its own"))
    }

    private func key(_ attributes: String) -> String {
        "#EXT-X-KEY:\(attributes)\n#EXTINF:4,\na.ts\n#EXT-X-ENDLIST"
    }

    @Test(arguments: ["", "<html><body>Blocked</body></html>", "#EXTM3U\n#EXTINF:-1 tvg-id=\"a\",A\nhttp://x/a", "{}"])
    func `other things are no playlists`(_ text: String) {
        #expect(throws: HLSError.notAPlaylist) { _ = try HLSPlaylist(Array(text.utf8)) }
    }

    @Test func `hostile input ends at its limits`() {
        let line = "#EXTM3U\n#EXTINF:4,\n" + String(repeating: "a", count: HLSLimits.lineBytes + 1)
        #expect(throws: HLSError.tooMuch("bytes in a line", limit: HLSLimits.lineBytes)) {
            _ = try HLSPlaylist(Array(line.utf8))
        }
        let segments = "#EXTM3U\n#EXTINF:4,\n" + String(repeating: "a\n", count: HLSLimits.segments + 1)
        #expect(throws: HLSError.tooMuch("segments", limit: HLSLimits.segments)) {
            _ = try HLSPlaylist(Array(segments.utf8))
        }
        let variants = String(repeating: "#EXT-X-STREAM-INF:BANDWIDTH=1\na\n", count: HLSLimits.entries + 1)
        #expect(throws: HLSError.tooMuch("variants", limit: HLSLimits.entries)) {
            _ = try HLSPlaylist(Array(variants.utf8))
        }
        #expect(throws: HLSError.tooMuch("bytes", limit: HLSLimits.playlistBytes)) {
            _ = try HLSPlaylist([UInt8](repeating: 10, count: HLSLimits.playlistBytes + 1))
        }
    }

    /// Numbers with which sums overflow: each is refused by name, and reading it alone comes to an end, too.
    @Test(arguments: [
        "#EXT-X-MEDIA-SEQUENCE:9223372036854775807\n#EXTINF:4,\na.ts\n#EXTINF:4,\nb.ts",
        "#EXT-X-MEDIA-SEQUENCE:-1\n#EXTINF:4,\na.ts", "#EXTINF:1e17,\na.ts",
        "#EXTINF:4,\n#EXT-X-BYTERANGE:9223372036854775807@0\na.ts\n#EXTINF:4,\n#EXT-X-BYTERANGE:1@0\na.ts",
        "#EXTINF:4,\n#EXT-X-BYTERANGE:2@9223372036854775806\na.ts",
        "#EXTINF:4,\n#EXT-X-BYTERANGE:2@0\na.ts\n#EXTINF:4,\n#EXT-X-BYTERANGE:none\na.ts",
        "#EXTINF:4,\n#EXT-X-MAP:URI=\"i\",BYTERANGE=\"9223372036854775807@1\"\na.ts",
        "#EXTINF:0.000001,\na.ts\n#EXTINF:9000000000000000,\nb.ts",
    ]) func `numbers out of range are refused`(_ lines: String) throws {
        guard case .malformed? = Self.refusal(lines + "\n#EXT-X-ENDLIST") else {
            Issue.record("taken: \(lines)")
            return
        }
    }

    @Test func `estimates of anything are numbers`() throws {
        let media = try Self.media("#EXTINF:1000000,", "a.ts", "#EXT-X-ENDLIST")
        for bandwidth in ["-9223372036854775808", "9223372036854775807", "0", "1e9", "nan"] {
            guard case .master(let master) = try Self.playlist("#EXT-X-STREAM-INF:BANDWIDTH=\(bandwidth)", "v") else {
                throw HLSError.notAPlaylist
            }
            var plan = HLSPlan(master.variant(for: .low))
            try plan.add(HLSTrack(media, number: 0))
            #expect((0...Int64(DownloadsLimits.fileBytes)).contains(plan.expectedBytes ?? 0), "\(bandwidth)")
        }
        let estimates = [Double.nan, -1, .infinity, 1e300].map { Int64(estimate: $0) }
        #expect(estimates == [0, 0, Int64(DownloadsLimits.fileBytes), Int64(DownloadsLimits.fileBytes)])
    }

    private static let extremes = [
        "@-9223372036854775808,=\"", "9223372036854775807", "1e17", "nan", "\n#EXTINF:0.000001,\n", "\n#EXTINF:9e15,\n",
        "\n#EXT-X-BYTERANGE:9223372036854775807@0\n", "\n#EXT-X-MEDIA-SEQUENCE:9223372036854775807\n",
        "\n#EXT-X-ENDLIST\n",
    ]

    @Test func `damaged playlists never trap`() throws {
        let lines = [
            "#EXTM3U", "#EXT-X-TARGETDURATION:4", "#EXT-X-ENDLIST", "#EXT-X-MEDIA-SEQUENCE:7", "#EXTINF:4,", "a.ts",
            "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x0A", "#EXT-X-MAP:URI=\"i\",BYTERANGE=\"20@0\"", "#EXTINF:4,",
            "#EXT-X-BYTERANGE:100@20", "b.ts", "#EXTINF:4,", "#EXT-X-BYTERANGE:100", "b.ts",
        ]
        let originals = [
            try SharedData.bytes("hls/videojs/input/diff-init-key.m3u8"), Array(lines.joined(separator: "\n").utf8),
        ]
        var planned = 0
        for seed in Seeds.make(300) {
            var random = SplitMix64(seed: seed)
            let good = try #require(originals.randomElement(using: &random))
            var bytes = good
            for _ in 0...Int.random(in: 0..<8, using: &random) {
                let index = Int.random(in: bytes.indices, using: &random)
                switch Int.random(in: 0..<6, using: &random) {
                case 0: bytes[index] = UInt8.random(in: .min ... .max, using: &random)
                case 1: bytes.removeSubrange(index...)
                default:
                    let extreme = Self.extremes.randomElement(using: &random) ?? ""
                    bytes.insert(contentsOf: Array(extreme.utf8), at: index)
                }
                if bytes.isEmpty { bytes = good }
            }
            guard case .media(let media)? = try? HLSPlaylist(bytes) else { continue }
            guard let track = try? HLSTrack(media, number: 0) else { continue }
            #expect(Set(track.pieces.map(\.name)).count == track.pieces.count, "seed \(seed)")
            #expect(track.pieces.allSatisfy { ($0.range?.length ?? 1) > 0 }, "seed \(seed)")
            for bandwidth in [nil, 1, Int.max] {
                var plan = HLSPlan(HLSVariant(uri: "v", bandwidth: bandwidth))
                try plan.add(track)
                #expect(plan.expectedBytes ?? 0 >= 0, "seed \(seed)")
                #expect(plan.signature == plan.signature, "seed \(seed)")
                #expect(!LocalPlaylist.files(of: plan).isEmpty, "seed \(seed)")
            }
            planned += 1
        }
        #expect(planned > 10, "nearly nothing was good enough to be planned")
    }
}
