import DownloadsAPI
import Foundation
import HearthModel
import RPC
import TestSupport
import Testing

/// Plain files: whole, resumed, changed, refused.
struct PlainDownloadTests {
    @Test(arguments: TestTransport.allCases)
    func `a file is downloaded byte for byte and can be read`(transport: TestTransport) async throws {
        try await DownloadsHarness.with(transport) { downloads, client in
            let bytes = someBytes(300_000)
            downloads.film("m1", bytes)
            let started = try await client.start("m1")
            #expect(!started.existing)
            let done = try await client.ended(started.download.id)
            #expect(done.status == .completed)
            #expect(DownloadsHarness.bytes(done) == bytes)
            #expect(downloads.catalog.reports == ["m1 worked"])
            #expect((done.bytes, done.totalBytes, done.progress) == (300_000, 300_000, 1))
            #expect(done.isAvailableOffline && !done.isExpired && done.trouble == nil)
            #expect(try await client.send(Downloads.Locate(content: "m1")).path == done.path)
            #expect(try await client.read(Downloads.ReadFile(download: done.id)) == bytes)
            let part = Downloads.ReadFile(download: done.id, offset: 100_000, length: 70_000)
            #expect(try await client.read(part) == Array(bytes[100_000..<170_000]))
            #expect(try await client.start("m1").existing)
            let storage = try await client.send(Downloads.GetStorage())
            #expect((storage.profile.usedBytes, storage.profile.reservedBytes) == (300_000, 0))
            // No address is kept anywhere.
            #expect(!downloads.names.contains { $0.contains("127.0.0.1") })
        }
    }

    @Test func `what breaks off goes on where it was`() async throws {
        try await DownloadsHarness.with { downloads, client in
            let bytes = someBytes(9_000_000)
            downloads.film("m1", bytes)
            downloads.server.misbehave("/m1.mp4") { request, connection, file in
                // The look at the link, and then a start that breaks off.
                guard request["range"] == nil else { return false }
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(file.count)\r\nETag: \"1\"\r\n\r\n")
                try connection.send(Array(file[..<6_000_000]))
                try connection.hangUp()
            }
            let done = try await client.fetched("m1")
            #expect(done.status == .completed)
            #expect(DownloadsHarness.bytes(done) == bytes)
            // Nothing that had come is asked for again.
            #expect(downloads.server.requests.last == "/m1.mp4 bytes=6000000-")
        }
    }

    @Test func `a server that ignores the range sends the whole file`() async throws {
        try await DownloadsHarness.with { downloads, client in
            let bytes = someBytes(6_000_000)
            downloads.film("m1", bytes)
            downloads.server.misbehave("/m1.mp4") { request, connection, file in
                let isFirst = request["range"] == nil
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(file.count)\r\nETag: \"1\"\r\n\r\n")
                try connection.send(isFirst ? Array(file[..<5_000_000]) : file)
                if isFirst { try connection.hangUp() }
                return true
            }
            let done = try await client.fetched("m1")
            #expect(DownloadsHarness.bytes(done) == bytes)
        }
    }

    @Test func `a file that has changed is fetched again from its start`() async throws {
        try await DownloadsHarness.with { downloads, client in
            let (old, new) = (someBytes(6_000_000), someBytes(7_000_000, seed: 2))
            downloads.film("m1", old)
            let server = downloads.server
            server.misbehave("/m1.mp4") { request, connection, file in
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(file.count)\r\nETag: \"1\"\r\n\r\n")
                try connection.send(Array(file[..<5_000_000]))
                // Not at the look.
                if server.requests.count > 1 {
                    server.serve("/m1.mp4", .init(bytes: new, etag: "\"2\""))
                    server.misbehave("/m1.mp4", nil)
                }
                try connection.hangUp()
            }
            let done = try await client.fetched("m1")
            #expect(DownloadsHarness.bytes(done) == new)
        }
    }

    @Test func `an expired address is resolved again`() async throws {
        try await DownloadsHarness.with { downloads, client in
            let bytes = someBytes(100_000)
            downloads.server.serve("/m1.mp4", .init(bytes: bytes))
            downloads.server.misbehave("/m1.mp4") { request, connection, _ in
                guard request.target.contains("old") else { return false }
                try connection.respond(403, [:], "expired")
                return true
            }
            // The first is for the look, which goes well.
            let links = ["/m1.mp4?new", "/m1.mp4?old", "/m1.mp4?newer"].map {
                FakeCatalog.Link(url: downloads.server.url($0))
            }
            downloads.catalog.add(Card(id: "m1", kind: .movie, title: "M", rating: .pg), links)
            let done = try await client.fetched("m1")
            #expect(done.status == .completed)
            #expect(downloads.catalog.requested.count == 3)
        }
    }

    @Test func `headers go where they belong`() async throws {
        try await DownloadsHarness.with { downloads, client in
            let lines = [
                "#EXTM3U", "#EXT-X-TARGETDURATION:4", "#EXTINF:4,", "#EXT-X-BYTERANGE:10@0", "own.ts", "#EXTINF:4,",
                "#EXT-X-BYTERANGE:10@0", downloads.elsewhere.url("/other.ts"), "#EXT-X-ENDLIST",
            ]
            downloads.server.serve("/m1.m3u8", .init(bytes: Array(lines.joined(separator: "\n").utf8)))
            downloads.server.serve("/own.ts", .init(bytes: someBytes(10)))
            downloads.elsewhere.serve("/other.ts", .init(bytes: someBytes(10)))
            let headers = ["X-Account": "s3cret", "User-Agent": "TV", "Range": "bytes=5-"]
            downloads.catalog.add(
                Card(id: "m1", kind: .movie, title: "M", rating: .pg),
                [.init(url: downloads.server.url("/m1.m3u8"), headers: headers)])
            let done = try await client.fetched("m1")
            #expect(done.status == .completed)
            let (own, other) = (downloads.server.heard, downloads.elsewhere.heard)
            #expect(own.contains { $0.target == "/own.ts" })
            #expect(other.map(\.target) == ["/other.ts"])
            for request in own + other {
                #expect(request["user-agent"] == "TV" && request["range"] != "bytes=5-")
            }
            #expect(own.allSatisfy { $0["x-account"] == "s3cret" })
            #expect(other.allSatisfy { $0["x-account"] == nil })
        }
    }

    @Test func `what cannot be kept is refused by name`() async throws {
        try await DownloadsHarness.with { downloads, client in
            downloads.film("page", Array("<!DOCTYPE html><html>Blocked</html>".utf8), type: "text/html")
            downloads.film("dash", Array("<?xml?><MPD>".utf8), type: "application/dash+xml")
            downloads.catalog.add("gone", downloads.server.url("/nowhere.mp4"))
            downloads.catalog.add("rtsp", "rtsp://127.0.0.1/stream")
            downloads.catalog.add("inside", "http://192.168.1.1/film.mp4")
            downloads.catalog.add(Card(id: "live", kind: .channel, title: "News", rating: .g), [])
            let expected: [(ContentID, DownloadsProblem.Code)] = [
                ("page", .notSupported), ("dash", .notSupported), ("gone", .refused), ("rtsp", .invalidURL),
                ("inside", .refused), ("live", .live), ("nothing", .unknownContent),
            ]
            for (content, code) in expected {
                let error = await client.failure(of: Downloads.Start(content: content))
                #expect(error?.problem?.code == code, "\(content)")
                #expect(error?.message.contains("127.0.0.1/") != true)
            }
            let left = try await client.list()
            #expect(left.isEmpty)
            // Of the links only this one has failed: the others lead to something, and are what they are.
            #expect(downloads.catalog.reports == ["gone failed"])
        }
    }

    @Test func `a server that is down is waited for`() async throws {
        try await DownloadsHarness.with { downloads, client in
            downloads.film("m1", someBytes(10))
            downloads.server.misbehave("/m1.mp4") { _, connection, _ in
                try connection.respond(503, ["Retry-After": "0"], "")
                return true
            }
            let started = try await client.start("m1").download
            #expect(started.status != .failed)
            downloads.server.misbehave("/m1.mp4", nil)
            #expect(try await client.ended(started.id).status == .completed)
        }
    }
}
