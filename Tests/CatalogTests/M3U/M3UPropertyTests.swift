import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Whatever comes in: no crash, and the same result however it is cut into pieces.
struct M3UPropertyTests {
    private static let seeds = (0..<8).map { UInt64($0) &* 7919 &+ 20_260 }

    /// Bytes that look like a playlist often enough to get everywhere in the parser.
    private func playlist(_ random: inout SeededGenerator) -> [UInt8] {
        let pieces: [[UInt8]] = [
            "#EXTM3U", "#EXTINF:", "-1", " tvg-id=", "\"", "'", "\\\"", ",", "=", "|", "User-Agent=x&Referer=y", "\n",
            "\r", "\r\n",
            "http://", "host/path", "#EXTGRP:", "#EXTVLCOPT:http-user-agent=", "#KODIPROP:", "#EXTHTTP:{\"a\":\"b\"}",
            ";",
            "#EXT-X-TARGETDURATION:3", " ", "\t", "group-title=\"a;b\"", "Title, with \"quotes\"", "%41%zz",
            "@239.0.0.1", "é", "1.5",
            "🎬", "S01E02",
        ].map { Array($0.utf8) }
        var bytes: [UInt8] = random.next() % 4 == 0 ? [0xEF, 0xBB, 0xBF] : []
        for _ in 0..<Int.random(in: 0...400, using: &random) {
            if random.next() % 8 == 0 {
                bytes += (0..<Int.random(in: 1...6, using: &random)).map { _ in
                    UInt8.random(in: 0...255, using: &random)
                }
            } else {
                bytes += pieces.randomElement(using: &random) ?? []
            }
        }
        return bytes
    }

    @Test(arguments: seeds)
    func `random bytes`(_ seed: UInt64) {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        for _ in 0..<150 {
            let bytes = playlist(&random)
            let whole = Playlist(bytes)
            #expect(whole.summary.bytes == bytes.count)
            #expect(whole.entries.allSatisfy { !$0.address.isEmpty && $0.line > 0 && $0.line <= whole.summary.lines })
            var cuts = random
            #expect(Playlist(bytes, cut: { _ in Int.random(in: 1...9, using: &cuts) }) == whole)
            var limits = M3ULimits()
            limits.maximumLineBytes = Int.random(in: 1...40, using: &random)
            let short = Playlist(bytes, limits: limits)
            #expect(Playlist(bytes, limits: limits, cut: { _ in Int.random(in: 1...9, using: &cuts) }) == short)
        }
    }

    @Test(arguments: seeds)
    func `values come back whatever their characters, when they are quoted`(_ seed: UInt64) throws {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let characters = Array("abcXYZ 0123,;:=|'-_/?&%#.()éß漢字🎬".unicodeScalars.map(String.init))
        for _ in 0..<300 {
            let text = (0..<Int.random(in: 1...20, using: &random)).compactMap { _ in
                characters.randomElement(using: &random)
            }
            let value = ("v" + text.joined()).trimmingSpaces()
            let list = Playlist("#EXTM3U\n#EXTINF:-1 tvg-name=\"\(value)\" x=\"\(value)\",\(value)\nhttp://host/a\n")
            let entry = try #require(list.entries.first)
            #expect(entry.guideName == value)
            #expect(entry["x"] == value)
            #expect(entry.title == value)
        }
    }
}
