import DownloadsAPI
import Foundation
import HearthModel
import RPC
import TestSupport
import Testing

/// Streams of HLS: real ones, encrypted and not, and what servers do to them.
struct StreamDownloadTests {
    @Test(arguments: TestTransport.allCases)
    func `an encrypted stream becomes a local one`(transport: TestTransport) async throws {
        try await DownloadsHarness.with(transport) { downloads, client in
            try downloads.serveSummit()
            let done = try await client.fetched("summit", quality: .low)
            #expect(done.status == .completed)
            // The best of those that need at most 2 Mbit a second.
            #expect(downloads.server.requests.contains { $0.hasPrefix("/summit/480p_002.ts") })
            #expect(!downloads.server.requests.contains { $0.hasPrefix("/summit/720p") })
            let playlist = String(decoding: try #require(DownloadsHarness.bytes(done)), as: UTF8.self)
            #expect(playlist.contains("t0-2.ts") && !playlist.contains("KEY"))
            for index in 0..<3 {
                let bytes = try #require(DownloadsHarness.bytes(done, "t0-\(index).ts"))
                #expect(bytes.count % 188 == 0 && bytes.first == 0x47)
            }
            let text = try await client.read(Downloads.ReadFile(download: done.id))
            #expect(String(decoding: text, as: UTF8.self) == playlist)
            let segment = try await client.read(Downloads.ReadFile(download: done.id, file: "t0-1.ts"))
            #expect(segment == DownloadsHarness.bytes(done, "t0-1.ts"))
            // Names lead nowhere else.
            for name in ["../../downloads.sqlite", "/etc/passwd", "t0-9.ts", ""] {
                do {
                    _ = try await client.read(Downloads.ReadFile(download: done.id, file: name))
                    Issue.record("\(name) was read")
                } catch let error as RPCError {
                    #expect(error.problem?.code == .unknownFile)
                }
            }
        }
    }

    /// A stream of parts of one resource, encrypted, with a server that may know no parts.
    @Test(arguments: [true, false]) func `parts are cut out where a server sends all`(knowsParts: Bool) async throws {
        try await DownloadsHarness.with { downloads, client in
            let all = someBytes(50_000)
            downloads.server.serve("/all.ts", .init(bytes: all))
            let lines = [
                "#EXTM3U", "#EXT-X-TARGETDURATION:4", "#EXTINF:4,", "#EXT-X-BYTERANGE:20000@0", "all.ts", "#EXTINF:4,",
                "#EXT-X-BYTERANGE:10000", "all.ts", "#EXTINF:4,", "#EXT-X-BYTERANGE:5000@45000", "all.ts",
                "#EXT-X-ENDLIST",
            ]
            downloads.server.serve("/parts.m3u8", .init(bytes: Array(lines.joined(separator: "\n").utf8)))
            if !knowsParts {
                downloads.server.misbehave("/all.ts") { _, connection, file in
                    try connection.respond(200, [:], file)
                    return true
                }
            }
            downloads.catalog.add("parts", downloads.server.url("/parts.m3u8"))
            let done = try await client.fetched("parts")
            #expect(DownloadsHarness.bytes(done, "t0-0.ts") == Array(all[..<20_000]))
            #expect(DownloadsHarness.bytes(done, "t0-1.ts") == Array(all[20_000..<30_000]))
            #expect(DownloadsHarness.bytes(done, "t0-2.ts") == Array(all[45_000...]))
            // What comes as a whole is asked for once.
            #expect(downloads.server.requests.count { $0.hasPrefix("/all.ts") } == (knowsParts ? 3 : 1))
        }
    }

    @Test func `live and protected streams are refused by name`() async throws {
        try await DownloadsHarness.with { downloads, client in
            let live = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n"
            let key = "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://x\",KEYFORMAT=\"com.apple.streamingkeydelivery\"\n"
            downloads.server.serve("/live.m3u8", .init(bytes: Array(live.utf8)))
            downloads.server.serve(
                "/drm.m3u8", .init(bytes: Array((live + key + "#EXTINF:4,\nb.ts\n#EXT-X-ENDLIST").utf8)))
            for (name, code) in [("live", DownloadsProblem.Code.live), ("drm", .protected)] {
                downloads.catalog.add(name, downloads.server.url("/\(name).m3u8"))
                let error = await client.failure(of: Downloads.Start(content: .init(rawValue: name)))
                #expect(error?.problem?.code == code)
            }
        }
    }

    @Test func `a segment that breaks off is fetched again, and no other`() async throws {
        try await DownloadsHarness.with { downloads, client in
            try downloads.serveSummit()
            let path = "/summit/720p_001.ts"
            let server = downloads.server
            server.misbehave(path) { _, connection, file in
                server.misbehave(path, nil)
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(file.count)\r\n\r\n")
                try connection.send(Array(file[..<1_000]))
                try connection.hangUp()
            }
            let done = try await client.fetched("summit")
            #expect(done.status == .completed)
            let segments = server.requests.filter { $0.contains(".ts") }
            #expect(segments.count == 4)
            #expect(segments.count { $0.hasPrefix(path) } == 2)
        }
    }

    @Test func `a damaged segment ends in a state that a retry mends`() async throws {
        try await DownloadsHarness.with { downloads, client in
            try downloads.serveSummit()
            downloads.server.misbehave("/enc.key") { _, connection, _ in
                try connection.respond(200, [:], "<html>Not the key that you are looking for</html>")
                return true
            }
            let failed = try await client.fetched("summit")
            #expect(failed.trouble?.code == .damaged)
            #expect(failed.trouble?.canRetry == true)
            downloads.server.misbehave("/enc.key", nil)
            _ = try await client.send(Downloads.Retry(download: failed.id))
            #expect(try await client.ended(failed.id).status == .completed)
        }
    }

    @Test func `a file that was taken away is noticed, and a retry fetches that one`() async throws {
        try await DownloadsHarness.with { downloads, client in
            try downloads.serveSummit()
            let done = try await client.fetched("summit")
            let folder = URL(filePath: try #require(done.path)).deletingLastPathComponent().path
            let kept = DownloadsHarness.bytes(done, "t0-1.ts")
            try FileManager.default.removeItem(atPath: "\(folder)/t0-1.ts")
            // A cut one, too.
            try Data([1, 2, 3]).write(to: URL(filePath: "\(folder)/t0-2.ts"))
            #expect(try await client.list()[0].isAvailableOffline == false)
            let failed = try await client.wait(done.id) { $0.status == .failed }
            #expect(failed.trouble?.code == .filesMissing)
            #expect(await client.failure(of: Downloads.Locate(content: "summit"))?.code == .notFound)
            let before = downloads.server.requests.count
            _ = try await client.send(Downloads.Retry(download: done.id))
            let again = try await client.wait(done.id) { $0.status == .completed }
            #expect(DownloadsHarness.bytes(again, "t0-1.ts") == kept)
            let fetched = downloads.server.requests.dropFirst(before).filter { $0.contains(".ts") }
            #expect(fetched == ["/summit/720p_001.ts all", "/summit/720p_002.ts all"])
        }
    }
}
