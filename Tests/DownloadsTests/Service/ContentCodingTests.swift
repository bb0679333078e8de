import Cryptography
import DownloadsAPI
import Foundation
import HearthModel
import RPC
import Synchronization
import TestSupport
import Testing

/// What servers pack for the way (`Content-Encoding`), asked or not: the thing itself is kept, or a failure has a name.
struct ContentCodingTests {
    /// Has a server send a file packed, whatever was asked for.
    private static func pack(
        _ path: String, as coding: String? = "gzip", on server: MediaServer,
        _ change: @escaping @Sendable ([UInt8]) -> [UInt8] = Gzip.pack
    ) {
        server.misbehave(path) { _, connection, file in
            var fields = ["ETag": "\"1\""]
            fields["Content-Encoding"] = coding
            try connection.respond(200, fields, change(file))
            return true
        }
    }

    private static let segments = (0..<4).map { [0x47] + someBytes(3_000, seed: UInt64($0 + 1)) }

    /// A playlist of four segments, with the lines of a key before them.
    private static func serveStream(_ downloads: DownloadsHarness, key: String? = nil) {
        var lines = [
            "#EXTM3U", "#EXT-X-VERSION:3", "#EXT-X-TARGETDURATION:3", "#EXT-X-MEDIA-SEQUENCE:0",
            "#EXT-X-PLAYLIST-TYPE:VOD",
        ]
        if let key { lines.append(key) }
        for (index, bytes) in segments.enumerated() {
            downloads.server.serve("/s\(index).ts", .init(bytes: bytes))
            lines += ["#EXTINF:2.0,", "s\(index).ts"]
        }
        let text = (lines + ["#EXT-X-ENDLIST"]).joined(separator: "\n")
        downloads.server.serve("/index.m3u8", .init(bytes: Array(text.utf8), type: "application/vnd.apple.mpegurl"))
        downloads.catalog.add("m1", downloads.server.url("/index.m3u8"))
    }

    private static func checkStream(_ done: Download) {
        #expect(done.status == .completed, "\(done.trouble?.message ?? "")")
        for (index, bytes) in segments.enumerated() {
            #expect(DownloadsHarness.bytes(done, "t0-\(index).ts") == bytes)
        }
    }

    @Test(arguments: ["gzip", "x-gzip", "GZIP", "identity, gzip", nil])
    func `a packed playlist is read, whether its server says so or not`(coding: String?) async throws {
        try await DownloadsHarness.with { downloads, client in
            Self.serveStream(downloads)
            Self.pack("/index.m3u8", as: coding, on: downloads.server)
            Self.checkStream(try await client.fetched("m1"))
        }
    }

    /// A file that is packed on the disk, by its address and type no playlist.
    @Test func `a playlist that is packed for good is found by its beginning`() async throws {
        try await DownloadsHarness.with { downloads, client in
            Self.serveStream(downloads)
            let packed = Gzip.pack(Array(try Self.text(of: "/index.m3u8", downloads).utf8))
            downloads.server.serve("/list.gz", .init(bytes: packed, type: "application/octet-stream"))
            downloads.catalog.add("m1", downloads.server.url("/list.gz"))
            Self.checkStream(try await client.fetched("m1"))
        }
    }

    private static func text(of path: String, _ downloads: DownloadsHarness) throws -> String {
        let all = ["#EXTM3U", "#EXT-X-TARGETDURATION:3"] + (0..<4).flatMap { ["#EXTINF:2,", "s\($0).ts"] }
        return (all + ["#EXT-X-ENDLIST"]).joined(separator: "\n")
    }

    @Test func `packed segments are kept as they are`() async throws {
        try await DownloadsHarness.with { downloads, client in
            Self.serveStream(downloads)
            for index in 0..<4 { Self.pack("/s\(index).ts", on: downloads.server) }
            let done = try await client.fetched("m1")
            Self.checkStream(done)
            // Nothing was to be packed in the first place.
            #expect(downloads.server.heard.allSatisfy { $0["accept-encoding"] == "identity" })
        }
    }

    @Test(arguments: [true, false]) func `a packed key is a key`(isSaid: Bool) async throws {
        try await DownloadsHarness.with { downloads, client in
            // A key that begins as gzip does and is none comes with it.
            for key in [someBytes(16), [0x1F, 0x8B, 0x08] + someBytes(13)] {
                Self.serveStream(downloads, key: "#EXT-X-KEY:METHOD=AES-128,URI=\"key\",IV=0x01")
                let vector = [UInt8](repeating: 0, count: 15) + [1]
                for (index, bytes) in Self.segments.enumerated() {
                    let sealed = try AESCBC.encrypt(bytes, key: key, vector: vector)
                    downloads.server.serve("/s\(index).ts", .init(bytes: sealed))
                    // Packed after it was encrypted.
                    if isSaid { Self.pack("/s\(index).ts", on: downloads.server) }
                }
                downloads.server.serve("/key", .init(bytes: key))
                Self.pack("/key", as: isSaid ? "gzip" : nil, on: downloads.server)
                let done = try await client.fetched("m1")
                Self.checkStream(done)
                downloads.server.misbehave("/key", nil)
                _ = try await client.send(Downloads.Delete(download: done.id))
                let raw = try await client.fetched("m1")
                Self.checkStream(raw)
                _ = try await client.send(Downloads.Delete(download: raw.id))
            }
        }
    }

    @Test func `a packed file is kept as it is`() async throws {
        try await DownloadsHarness.with { downloads, client in
            let bytes = someBytes(300_000)
            downloads.film("m1", bytes)
            Self.pack("/m1.mp4", on: downloads.server)
            let done = try await client.fetched("m1")
            #expect(done.status == .completed)
            #expect(DownloadsHarness.bytes(done) == bytes)
            #expect(done.totalBytes == 300_000)
            #expect(try await client.read(Downloads.ReadFile(download: done.id)) == bytes)
        }
    }

    @Test(arguments: ["br", "deflate", "zstd", "compress", "gzip, gzip", "gzip, br", "odd\u{e9}name", "aws-chunked"])
    func `what is packed otherwise fails by name`(coding: String) async throws {
        try await DownloadsHarness.with { downloads, client in
            downloads.film("m1", someBytes(5_000))
            Self.pack("/m1.mp4", as: coding, on: downloads.server) { $0 }
            let file = await client.failure(of: Downloads.Start(content: "m1"))
            #expect(file?.problem?.code == .notSupported)
            #expect(file?.message.contains(coding.filter(\.isASCII)) == true, "\(file?.message ?? "")")
            Self.serveStream(downloads)
            Self.pack("/index.m3u8", as: coding, on: downloads.server) { $0 }
            #expect(await client.failure(of: Downloads.Start(content: "m1"))?.problem?.code == .notSupported)
            downloads.server.misbehave("/index.m3u8", nil)
            Self.pack("/s2.ts", as: coding, on: downloads.server) { $0 }
            let segment = try await client.fetched("m1")
            #expect(segment.trouble?.code == .notSupported)
            #expect(segment.trouble?.message.contains(coding.filter(\.isASCII)) == true)
        }
    }

    @Test func `an answer that breaks off is not gone on with by packed bytes`() async throws {
        let runtime = FastForwardRuntime()
        try await DownloadsHarness.with(runtime: runtime) { downloads, client in
            let bytes = someBytes(200_000)
            downloads.film("m1", bytes)
            let packed = Gzip.pack(bytes)
            let tries = Counter()
            downloads.server.misbehave("/m1.mp4") { request, connection, file in
                // The look at the link.
                if request["range"] == "bytes=0-1023" { return false }
                switch tries.next() {
                case 1:
                    // As it is, and it breaks off.
                    try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(file.count)\r\nETag: \"1\"\r\n\r\n")
                    try connection.send(Array(file[..<100_000]))
                    try connection.hangUp()
                case 2:
                    // The rest of what is packed, under the same name.
                    let first = Int(request["range"]?.dropFirst("bytes=".count).dropLast() ?? "") ?? 0
                    let part = Array(packed[min(first, packed.count - 1)...])
                    let fields = [
                        "Content-Encoding": "gzip", "ETag": "\"1\"",
                        "Content-Range": "bytes \(first)-\(packed.count - 1)/\(packed.count)",
                    ]
                    try connection.respond(206, fields, part)
                case 3:
                    // All of it, packed, and it breaks off.
                    try connection.send(
                        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(packed.count)\r\nETag: \"1\"\r\n\r\n"
                    )
                    try connection.send(Array(packed[..<150_000]))
                    try connection.hangUp()
                default: try connection.respond(200, ["Content-Encoding": "gzip", "ETag": "\"1\""], packed)
                }
                return true
            }
            let done = try await client.fetched("m1")
            #expect(done.status == .completed, "\(done.trouble?.message ?? "")")
            #expect(DownloadsHarness.bytes(done) == bytes)
            #expect(downloads.server.heard.last?["range"] == nil)
        }
    }

    @Test func `a part of packed bytes is refused by name`() async throws {
        try await DownloadsHarness.with { downloads, client in
            let lines = [
                "#EXTM3U", "#EXT-X-TARGETDURATION:4", "#EXTINF:4,", "#EXT-X-BYTERANGE:2000@100", "all.ts",
                "#EXT-X-ENDLIST",
            ]
            let all = [0x47] + someBytes(5_000)
            downloads.server.serve("/all.ts", .init(bytes: all))
            downloads.server.serve("/parts.m3u8", .init(bytes: Array(lines.joined(separator: "\n").utf8)))
            downloads.catalog.add("m1", downloads.server.url("/parts.m3u8"))
            downloads.server.misbehave("/all.ts") { _, connection, file in
                let fields = ["Content-Encoding": "gzip", "Content-Range": "bytes 100-2099/5001"]
                try connection.respond(206, fields, Array(Gzip.pack(file)[100..<2_100]))
                return true
            }
            let failed = try await client.fetched("m1")
            #expect(failed.trouble?.code == .notSupported)
            // Where all of it comes, the part is cut out of what was unpacked.
            Self.pack("/all.ts", on: downloads.server)
            _ = try await client.send(Downloads.Retry(download: failed.id))
            let done = try await client.ended(failed.id)
            #expect(DownloadsHarness.bytes(done, "t0-0.ts") == Array(all[100..<2_100]))
        }
    }

    @Test func `packed bytes that are cut or are none fail by name`() async throws {
        let changes: [(String, @Sendable ([UInt8]) -> [UInt8])] = [
            ("cut", { Array(Gzip.pack($0).dropLast(9)) }), ("plain", { $0 }), ("changed", Self.changed),
        ]
        for (name, change) in changes {
            // One at a time: what leaps takes the deadlines of further calls along.
            try await DownloadsHarness.with(runtime: FastForwardRuntime()) { downloads, client in
                downloads.film(name, someBytes(200_000))
                downloads.server.misbehave("/\(name).mp4") { request, connection, file in
                    if request["range"] == "bytes=0-1023" { return false }
                    try connection.respond(200, ["Content-Encoding": "gzip"], change(file))
                    return true
                }
                let failed = try await client.fetched(.init(rawValue: name))
                #expect(failed.status == .failed, "\(name)")
                #expect(failed.trouble?.code == .damaged, "\(name)")
            }
        }
        try await DownloadsHarness.with(runtime: FastForwardRuntime()) { downloads, client in
            Self.serveStream(downloads)
            Self.pack("/s1.ts", on: downloads.server) { Array(Gzip.pack($0).dropLast(4)) }
            let broken = try await client.fetched("m1")
            #expect(broken.trouble?.code == .damaged)
        }
    }

    /// Packed, with one bit of the checksum turned.
    @Sendable private static func changed(_ bytes: [UInt8]) -> [UInt8] {
        var packed = Gzip.pack(bytes)
        packed[packed.count - 6] ^= 1
        return packed
    }

    @Test func `an archive is no media, and none is kept for a segment`() async throws {
        let runtime = FastForwardRuntime()
        try await DownloadsHarness.with(runtime: runtime) { downloads, client in
            downloads.film("a1", Gzip.pack(someBytes(5_000)))
            #expect(await client.failure(of: Downloads.Start(content: "a1"))?.problem?.code == .notSupported)
            Self.serveStream(downloads)
            Self.pack("/s1.ts", as: nil, on: downloads.server)
            let failed = try await client.fetched("m1")
            #expect(failed.trouble?.code == .damaged)
        }
    }

    @Test func `a bomb takes no more than there is room for`() async throws {
        let runtime = FastForwardRuntime()
        try await DownloadsHarness.with(quotaMB: 16, runtime: runtime) { downloads, client in
            let zeros = [UInt8](repeating: 0, count: 60 << 20)
            let bomb = Gzip.pack(zeros)
            Self.serveStream(downloads)
            downloads.server.misbehave("/s1.ts") { _, connection, _ in
                try connection.respond(200, ["Content-Encoding": "gzip"], bomb)
                return true
            }
            let failed = try await client.fetched("m1", quality: .low)
            #expect(failed.trouble?.code == .storageQuotaExceeded)
            #expect(try await client.send(Downloads.GetStorage()).profile.usedBytes <= 16_000_000)
            // Playlists and keys have limits of their own.
            Self.serveStream(downloads, key: "#EXT-X-KEY:METHOD=AES-128,URI=\"key\"")
            downloads.server.serve("/key", .init(bytes: Gzip.pack([UInt8](repeating: 0, count: 5_000))))
            _ = try await client.send(Downloads.Delete(download: failed.id))
            let key = try await client.fetched("m1", quality: .low)
            #expect(key.trouble?.code == .damaged)
            _ = try await client.send(Downloads.Delete(download: key.id))
            downloads.server.misbehave("/index.m3u8") { _, connection, _ in
                try connection.respond(200, ["Content-Encoding": "gzip"], Gzip.pack(Array("#EXTM3U\n".utf8)) + bomb)
                return true
            }
            let list = await client.failure(of: Downloads.Start(content: "m1", quality: .low))
            #expect(list?.problem?.code == .damaged || list?.problem?.code == .notSupported)
        }
    }
}

/// Counts what happens.
final class Counter: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}
