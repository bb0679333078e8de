import Cryptography
import DownloadsAPI
import Foundation
import RPC
import TestSupport
import Testing

@testable import DownloadsService

@Suite struct HLSPlanTests {
    private func master(_ lines: String...) throws -> HLSMasterPlaylist {
        guard case .master(let master) = try HLSPlaylist(Array((["#EXTM3U"] + lines).joined(separator: "\n").utf8))
        else { throw HLSError.notAPlaylist }
        return master
    }

    @Test func `the variant is the best that fits`() throws {
        let master = try master(
            "#EXT-X-STREAM-INF:BANDWIDTH=64000,CODECS=\"mp4a.40.2\"", "sound", "#EXT-X-STREAM-INF:BANDWIDTH=9000000",
            "high", "#EXT-X-STREAM-INF:BANDWIDTH=6000000,AVERAGE-BANDWIDTH=4800000,RESOLUTION=1280x720", "medium",
            "#EXT-X-STREAM-INF:BANDWIDTH=1800000", "low", "#EXT-X-STREAM-INF:BANDWIDTH=1800000", "low too",
            "#EXT-X-STREAM-INF:BANDWIDTH=20000000", "best")
        let chosen = DownloadQuality.all.map { master.variant(for: $0)?.uri }
        #expect(chosen == ["low", "medium", "high", "best"])
    }

    @Test func `a quality that is not there is the next better one`() throws {
        let only = try master("#EXT-X-STREAM-INF:BANDWIDTH=8000000", "a", "#EXT-X-STREAM-INF:BANDWIDTH=7000000", "b")
        #expect(only.variant(for: .low)?.uri == "b")
        let sound = try master("#EXT-X-STREAM-INF:BANDWIDTH=64000,CODECS=\"mp4a.40.2\"", "sound")
        #expect(sound.variant(for: .best)?.uri == "sound")
    }

    @Test func `sound and subtitles of the variant come along`() throws {
        let master = try master(
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"English\",DEFAULT=YES,URI=\"en\"",
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"In the picture\"",
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"b\",NAME=\"Other\",URI=\"other\"",
            "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"s\",NAME=\"Français\",LANGUAGE=\"fr\",URI=\"fr\"",
            "#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO=\"a\",SUBTITLES=\"s\"", "v")
        let variant = try #require(master.variant(for: .best))
        #expect(master.companions(of: variant).map(\.uri) == ["en", "fr"])
    }

    private static let segments = [
        "#EXT-X-MAP:URI=\"i.mp4\",BYTERANGE=\"20@0\"", "#EXTINF:4.5,", "#EXT-X-BYTERANGE:100@20", "all.mp4?token=1",
        "#EXT-X-DISCONTINUITY", "#EXT-X-MAP:URI=\"i.mp4\",BYTERANGE=\"20@200\"", "#EXTINF:3,", "b.m4s", "#EXTINF:2,",
        "c", "#EXT-X-ENDLIST",
    ]

    private func track(_ change: (String) -> String = { $0 }) throws -> HLSTrack {
        let lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:4", "#EXT-X-MEDIA-SEQUENCE:7"] + Self.segments.map(change)
        guard case .media(let media) = try HLSPlaylist(Array(lines.joined(separator: "\n").utf8)) else {
            throw HLSError.notAPlaylist
        }
        return try HLSTrack(media, number: 0)
    }

    private func plan(_ tracks: [HLSTrack], _ variant: HLSVariant? = nil) throws -> HLSPlan {
        var plan = HLSPlan(variant)
        for track in tracks { try plan.add(track) }
        return plan
    }

    @Test func `the local playlist is one that is read the same`() throws {
        let plan = try plan([try track()])
        #expect(plan.pieces.map(\.name) == ["t0-i0.mp4", "t0-0.mp4", "t0-i1.mp4", "t0-1.m4s", "t0-2.m4s"])
        let files = LocalPlaylist.files(of: plan)
        #expect(files.map(\.name) == ["index.m3u8"])
        guard case .media(let media) = try HLSPlaylist(Array(files[0].text.utf8)) else {
            Issue.record("not a media playlist")
            return
        }
        try media.checkDownloadable()
        #expect(media.segments.map(\.uri) == ["t0-0.mp4", "t0-1.m4s", "t0-2.m4s"])
        #expect(media.segments.map(\.duration) == [4.5, 3, 2])
        #expect(media.segments.map(\.isDiscontinuity) == [false, true, false])
        #expect(media.segments.map { $0.map?.uri } == ["t0-i0.mp4", "t0-i1.mp4", "t0-i1.mp4"])
        // RFC 8216, 4.3.3.1: no segment lasts longer.
        #expect(media.targetDuration == 5)
        #expect(media.mediaSequence == 7)
    }

    @Test func `a master playlist names what is apart`() throws {
        var sound = HLSRendition(kind: .audio, group: "anything", name: "Quo\"ted", language: "en", uri: "en")
        sound.isDefault = true
        var second = try track()
        second.rendition = sound
        let plan = try plan([try track(), second], HLSVariant(uri: "v", bandwidth: 800_000))
        let files = LocalPlaylist.files(of: plan)
        #expect(files.map(\.name) == ["index.m3u8", "t0.m3u8", "t1.m3u8"])
        guard case .master(let master) = try HLSPlaylist(Array(files[0].text.utf8)) else {
            Issue.record("not a master playlist")
            return
        }
        let variant = try #require(master.variants.first)
        #expect((variant.uri, variant.bandwidth) == ("t0.m3u8", 800_000))
        #expect(master.companions(of: variant).map(\.uri) == ["t1.m3u8"])
        #expect(master.renditions.map(\.name) == ["Quoted"])
    }

    @Test func `a plan is the same under other addresses`() throws {
        func signature(_ change: (String) -> String = { $0 }) throws -> UInt64 {
            try plan([try track(change)]).signature
        }
        let plain = try signature()
        #expect(try signature { $0.replacing("token=1", with: "token=2") } == plain)
        #expect(try signature { $0.replacing("100@20", with: "101@20") } != plain)
        #expect(try signature { $0.replacing("EXTINF:2,", with: "EXTINF:2.5,") } != plain)
    }

    /// Their segments have the same names and lengths: what is here of one must not be taken for the other's.
    @Test func `qualities and languages are other plans`() throws {
        func signature(_ change: (inout HLSVariant, inout HLSRendition) -> Void) throws -> UInt64 {
            var variant = HLSVariant(uri: "v", bandwidth: 800_000)
            (variant.resolution, variant.codecs) = (HLSResolution(width: 640, height: 360), "avc1")
            var sound = HLSRendition(kind: .audio, group: "a", name: "English", language: "en", uri: "en")
            change(&variant, &sound)
            var second = try track()
            second.rendition = sound
            return try plan([try track(), second], variant).signature
        }
        let changes: [(inout HLSVariant, inout HLSRendition) -> Void] = [
            { _, _ in }, { variant, _ in variant.bandwidth = 900_000 },
            { variant, _ in variant.resolution = HLSResolution(width: 640, height: 480) },
            { variant, _ in variant.codecs = "hvc1" }, { _, sound in sound.group = "b" },
            { _, sound in sound.name = "Deutsch" }, { _, sound in sound.language = "de" },
        ]
        #expect(try Set(changes.map { try signature($0) }).count == changes.count)
        // Addresses change with their tokens.
        let moved = try signature { variant, sound in (variant.uri, sound.uri) = ("w?token=2", "en?token=2") }
        #expect(try moved == signature { _, _ in })
    }

    @Test func `tracks together end at a limit`() throws {
        let lines = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-ENDLIST\n"
        let text = lines + String(repeating: "a\n", count: HLSLimits.segments)
        guard case .media(let media) = try HLSPlaylist(Array(text.utf8)) else { throw HLSError.notAPlaylist }
        var plan = HLSPlan()
        let track = try HLSTrack(media, number: 0)
        try plan.add(track)
        try plan.add(track)
        #expect(throws: HLSError.tooMuch("segments in all", limit: HLSLimits.pieces)) { try plan.add(track) }
    }

    // MARK: Decryption

    private func decrypt(_ bytes: [UInt8], key: [UInt8], vector: [UInt8], by count: Int) throws -> [UInt8] {
        let decryptor = try SegmentDecryptor(key: key, vector: vector)
        var plain: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: count) {
            plain += try decryptor.take(Array(bytes[start..<min(start + count, bytes.count)]))
        }
        return try plain + decryptor.finish()
    }

    @Test(arguments: [1, 15, 16, 17, 1_000]) func `segments are decrypted in pieces of any size`(_ count: Int) throws {
        for seed in Seeds.make(20) {
            var random = SplitMix64(seed: seed)
            let plain = (0..<Int.random(in: 0..<400, using: &random)).map { _ in
                UInt8.random(in: .min ... .max, using: &random)
            }
            let (key, vector) = (Array(0..<UInt8(16)), Array(16..<UInt8(32)))
            let whole = try AESCBC.encrypt(plain, key: key, vector: vector)
            #expect(try decrypt(whole, key: key, vector: vector, by: count) == plain, "seed \(seed)")
        }
    }

    @Test func `a real segment is a transport stream`() throws {
        let folder = "hls/aes128-native-health"
        let bytes = try SharedData.bytes("\(folder)/media/summit/360p_002.ts")
        let key = try SharedData.bytes("\(folder)/enc.key")
        guard case .media(let media) = try HLSPlaylist(try SharedData.bytes("\(folder)/media/summit/360p.m3u8")) else {
            Issue.record("not a media playlist")
            return
        }
        let vector = try HLSTrack(media, number: 0).pieces[2].vector
        let plain = try decrypt(bytes, key: key, vector: vector, by: 10_000)
        #expect(plain.count % 188 == 0)
        #expect(stride(from: 0, to: plain.count, by: 188).allSatisfy { plain[$0] == 0x47 })
        // Cut, or with another key, it is noticed.
        #expect(throws: SegmentDecryptor.Failed.self) {
            _ = try decrypt(Array(bytes.dropLast(5)), key: key, vector: vector, by: 10_000)
        }
        #expect(throws: SegmentDecryptor.Failed.self) {
            _ = try decrypt(bytes, key: Array(key.reversed()), vector: vector, by: 10_000)
        }
    }
}
