import DownloadsAPI
import Foundation
import HearthModel
import RPC
import Synchronization
import TestSupport
import Testing

@testable import DownloadsService

/// Links that break, end early, change, or give something else: how often they are tried, and what comes of it. Pauses pass
/// at once.
struct BrokenLinkTests {
    private static func with(_ body: (DownloadsHarness, Client) async throws -> Void) async throws {
        try await DownloadsHarness.with(runtime: FastForwardRuntime(), body)
    }

    /// A server that is asked for ever answers properly in the end, so that a test that should fail does so.
    private static let patience = 60

    @Test func `a link that breaks every now and then comes to its end`() async throws {
        try await Self.with { downloads, client in
            let bytes = someBytes(4_000_000)
            downloads.film("m1", bytes)
            let server = downloads.server
            server.misbehave("/m1.mp4") { request, connection, file in
                guard server.requests.count < Self.patience, request["range"] != "bytes=0-1023" else { return false }
                let first = request["range"].flatMap { Int($0.dropFirst("bytes=".count).dropLast()) } ?? 0
                let status = first == 0 ? "200 OK" : "206 Part"
                try connection.send("HTTP/1.1 \(status)\r\nContent-Length: \(file.count - first)\r\nETag: \"1\"\r\n")
                try connection.send("Content-Range: bytes \(first)-\(file.count - 1)/\(file.count)\r\n\r\n")
                try connection.send(Array(file[first..<min(first + 300_000, file.count)]))
                try connection.hangUp()
            }
            let done = try await client.fetched("m1")
            #expect(done.status == .completed)
            #expect(DownloadsHarness.bytes(done) == bytes)
            // Less than what is made durable by itself comes each time, and is kept nevertheless; more often than a link that
            // does not get further would be tried.
            let requested = downloads.server.requests.dropFirst(2)
            #expect(
                requested == stride(from: 300_000, to: 4_000_000, by: 300_000).map { "/m1.mp4 bytes=\($0)-" }[...])
            #expect(requested.count > DownloadsLimits.tries)
        }
    }

    @Test func `a link that never gets further has failed in the end`() async throws {
        try await Self.with { downloads, client in
            downloads.film("m1", someBytes(1_000_000))
            let server = downloads.server
            // It knows no parts, and always breaks off at the same place.
            server.misbehave("/m1.mp4") { request, connection, file in
                guard server.requests.count < Self.patience else { return false }
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(file.count)\r\nETag: \"1\"\r\n\r\n")
                try connection.send(Array(file[..<800_000]))
                try connection.hangUp()
            }
            let failed = try await client.fetched("m1")
            #expect(failed.trouble?.code == .unreachable)
            #expect(failed.trouble?.canRetry == true)
            // One request is the look's.
            #expect(server.requests.count == 1 + DownloadsLimits.tries)
            server.misbehave("/m1.mp4", nil)
            _ = try await client.send(Downloads.Retry(download: failed.id))
            #expect(try await client.ended(failed.id).status == .completed)
        }
    }

    /// What a server says of a file, and what of the one that has taken its place.
    private static let validators: [(before: String, after: String)] = [
        ("", ""), ("ETag: W/\"1\"\r\n", "ETag: W/\"1\"\r\n"),
        ("Last-Modified: Sat, 01 Aug 2026 10:00:00 GMT\r\n", "Last-Modified: Sat, 01 Aug 2026 11:00:00 GMT\r\n"),
    ]

    @Test(arguments: 0..<3) func `a file that has changed is never put together from two`(_ index: Int) async throws {
        try await Self.with { downloads, client in
            let (old, new) = (someBytes(6_000_000), someBytes(6_000_000, seed: 2))
            let server = downloads.server
            downloads.film("m1", old)
            let (before, after) = Self.validators[index]
            server.misbehave("/m1.mp4") { request, connection, file in
                guard request["range"] == nil, file == old else { return false }
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(file.count)\r\n\(before)\r\n")
                try connection.send(Array(file[..<5_000_000]))
                server.serve("/m1.mp4", .init(bytes: new))
                server.misbehave("/m1.mp4") { request, connection, file in
                    // It has never heard of If-Range.
                    let first = request["range"].flatMap { Int($0.dropFirst("bytes=".count).dropLast()) } ?? 0
                    let part = "bytes \(first)-\(file.count - 1)/\(file.count)"
                    try connection.send("HTTP/1.1 \(first > 0 ? 206 : 200) OK\r\nContent-Range: \(part)\r\n")
                    try connection.send("Content-Length: \(file.count - first)\r\n\(after)\r\n")
                    try connection.send(Array(file[first...]))
                    return true
                }
                try connection.hangUp()
            }
            let done = try await client.fetched("m1")
            #expect(done.status == .completed)
            #expect(DownloadsHarness.bytes(done) == new)
        }
    }

    @Test func `the length of a part is not that of the whole`() async throws {
        try await Self.with { downloads, client in
            let bytes = someBytes(1_000_000)
            downloads.film("m1", bytes)
            downloads.server.misbehave("/m1.mp4") { request, connection, file in
                guard request["range"] == nil else { return false }
                let fields = ["ETag": "\"1\"", "Content-Range": "bytes 0-499999/1000000"]
                try connection.respond(206, fields, Array(file[..<500_000]))
                return true
            }
            let done = try await client.fetched("m1")
            #expect(done.bytes == 1_000_000)
            #expect(DownloadsHarness.bytes(done) == bytes)
        }
    }

    @Test(arguments: [200, 204]) func `nothing is no film`(_ status: Int) async throws {
        try await Self.with { downloads, client in
            downloads.film("m1", someBytes(1_000))
            downloads.server.misbehave("/m1.mp4") { _, connection, _ in
                try connection.respond(status, [:], "")
                return true
            }
            let failed = try await client.fetched("m1")
            #expect(failed.trouble?.code == .damaged)
            downloads.server.misbehave("/m1.mp4", nil)
            _ = try await client.send(Downloads.Retry(download: failed.id))
            #expect(try await client.ended(failed.id).bytes == 1_000)
        }
    }

    /// What a server sends for a segment, once.
    private static let replacements: [@Sendable ([UInt8]) -> [UInt8]] = [
        { _ in Array("<!DOCTYPE html><html>Sign in</html>".utf8) }, { _ in [] },
        // Whole blocks of another segment's cipher: only the padding tells.
        { Array($0.dropLast(160)) },
    ]

    @Test(arguments: 0..<3) func `a segment that is something else is fetched again`(_ index: Int) async throws {
        try await Self.with { downloads, client in
            try downloads.serveSummit()
            let undisturbed = try await client.fetched("summit")
            let segments = (0..<3).map { DownloadsHarness.bytes(undisturbed, "t0-\($0).ts") }
            _ = try await client.send(Downloads.Delete(download: undisturbed.id))
            let (path, server) = ("/summit/720p_001.ts", downloads.server)
            server.misbehave(path) { _, connection, file in
                server.misbehave(path, nil)
                try connection.respond(200, [:], Self.replacements[index](file))
                return true
            }
            let before = server.requests.count
            let done = try await client.fetched("summit")
            #expect(done.status == .completed)
            #expect((0..<3).map { DownloadsHarness.bytes(done, "t0-\($0).ts") } == segments)
            #expect(server.requests.dropFirst(before).count { $0.hasPrefix(path) } == 2)
        }
    }

    /// Its playlists are of the same length in every quality.
    @Test func `a stream whose quality is gone restarts in another`() async throws {
        try await Self.with { downloads, client in
            try downloads.serveSummit()
            let low = try await client.fetched("summit", quality: .low)
            let expected = (0..<3).map { DownloadsHarness.bytes(low, "t0-\($0).ts") }
            _ = try await client.send(Downloads.Delete(download: low.id))
            let server = downloads.server
            server.misbehave("/summit/720p_001.ts") { _, connection, _ in
                let fewer = [
                    "#EXTM3U", "#EXT-X-STREAM-INF:BANDWIDTH=1400000,RESOLUTION=842x480", "480p.m3u8",
                ]
                server.serve("/summit/playlist.m3u8", .init(bytes: Array(fewer.joined(separator: "\n").utf8)))
                try connection.hangUp()
            }
            let done = try await client.fetched("summit")
            #expect((0..<3).map { DownloadsHarness.bytes(done, "t0-\($0).ts") } == expected)
        }
    }
}
