import Foundation
import TestSupport
import Testing

@testable import DownloadsService

/// Playlists that another parser's makers collected, each with what that parser reads in it.
@Suite struct ForeignPlaylistTests {
    /// Where this parser says something else, on purpose.
    private static let differences = [
        // A part without an offset continues one of the same resource or is undefined (RFC 8216, 4.3.2.2): it is refused
        // when it is to be fetched, not guessed.
        "byteRange": "segment 2 range: 713084@? instead of 713084@1110328",
        "llhls-byte-range":
            "segment 0 range: 0@? instead of 587500@0; segment 2 range: 713084@? instead of 713084@1110328",
        // No duration, and what is behind a comma is no title when it is nothing.
        "extinf": "segment 1 title: nothing instead of ;asljasdfii11)))00,",
        // The mark alone is no playlist of segments: a list of channels has it, too.
        "headerOnly": "starts: nothing instead of ",
        // A duration that is not there yet is 0.
        "multipleTargetDurations": "segment 0 duration: 0.0 instead of nothing",
        // No time at all is what it says.
        "zeroDuration": "segment 0 duration: 0.0 instead of 0.01",
    ]

    @Test func `each is read as its makers expect`() throws {
        let inputs = try FileManager.default.contentsOfDirectory(
            at: try SharedData.url("hls/videojs/input"), includingPropertiesForKeys: nil
        ).filter { $0.pathExtension == "m3u8" }.sorted { $0.path < $1.path }
        #expect(inputs.count == 59)
        for input in inputs {
            let name = input.deletingPathExtension().lastPathComponent
            let expected = try ExpectedPlaylist(
                JSONSerialization.jsonObject(with: Data(try SharedData.bytes("hls/videojs/expected/\(name).json"))))
            let read = ExpectedPlaylist(try? HLSPlaylist([UInt8](try Data(contentsOf: input))))
            let differing = read.differences(from: expected)
            #expect(differing.joined(separator: "; ") == Self.differences[name] ?? "", "\(name)")
        }
    }
}
