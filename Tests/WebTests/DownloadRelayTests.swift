import DownloadsAPI
import Foundation
import HearthModel
import PlaybackStateAPI
import RPC
import Synchronization
import TestSupport
import Testing

@testable import WebService

/// Files of finished downloads, which the browser of their profile gets from the service that keeps them.
struct DownloadRelayTests {
    private static let film = Array("0123456789".utf8)
    private static let list =
        "#EXTM3U\n#EXT-X-MAP:URI=\"t0-i0.mp4\"\n#EXTINF:6,\nt0-0.m4s\n#EXTINF:6,\n../../etc/passwd\n"

    /// A browser that plays a download, in pieces of three bytes.
    ///
    /// - Parameter path: its file on the machine of the service.
    private func with(_ path: String, _ body: (WebHarness, String) async throws -> Void) async throws {
        let clients = TestServiceClients(runtime: SystemRuntime.shared)
        try FakeSession.play(on: clients)
        var playback = RPCHandlers<PlaybackState>()
        playback.on(PlaybackState.Play.self) { request, _ in
            Playback(
                session: "s1", card: Card(id: request.content, kind: .movie, title: "Glass"), variant: "v1",
                url: "file://\(path)", headers: [:], fallbacks: [], resume: nil, progress: 0, reportSeconds: 10,
                download: "dl-1")
        }
        try clients.play(PlaybackState.serviceName, playback)
        var downloads = RPCHandlers<Downloads>()
        downloads.on(Downloads.ReadFile.self) { request, writer, call in
            guard call.token == AccessToken(FakeSession.accessToken) else {
                throw RPCError(.unauthenticated, "no token", executed: .no)
            }
            let files: [String?: [UInt8]] = [
                nil: path.hasSuffix("m3u8") ? Array(Self.list.utf8) : Self.film, "t0-0.m4s": Self.film,
            ]
            guard request.download == "dl-1", let bytes = files[request.file] else {
                throw RPCError(.notFound, "There is no such file.", executed: .no)
            }
            let first = min(Int(request.offset ?? 0), bytes.count)
            let last = first + min(Int(request.length ?? .max), bytes.count - first)
            for at in stride(from: first, to: last, by: 3) {
                let piece = Data(bytes[at..<min(at + 3, last)])
                try await writer.write(FilePiece(offset: Int64(at), data: piece, totalBytes: Int64(bytes.count)))
            }
        }
        try clients.play(Downloads.serviceName, downloads)
        try await WebHarness.with(clients) { web async throws in
            let opened = try await web.call(
                "hearth.playback.v1.PlaybackState/Play", #"{"content":"m1","device":"d1"}"#, FakeSession.fields)
            #expect(!opened.text.contains("/var/") && !opened.text.contains("file:"), "\(opened.text)")
            try await body(web, try #require(try opened.json["url"] as? String))
        }
    }

    @Test
    func `a file comes whole and in parts, with its type, to the session that plays it alone`() async throws {
        try await with("/var/media/film.mp4") { web, path async throws in
            let whole = try await web.request("GET", path, FakeSession.fields)
            #expect(whole.status == 200 && whole.body == Self.film, "\(whole.text)")
            #expect(whole.fields["content-type"] == "video/mp4" && whole.fields["accept-ranges"] == "bytes")
            for (range, text, told) in [
                ("bytes=2-5", "2345", "bytes 2-5/10"), ("bytes=8-", "89", "bytes 8-9/10"),
                ("bytes=8-99", "89", "bytes 8-9/10"),
            ] {
                let part = try await web.request("GET", path, FakeSession.fields.merging(["Range": range]) { $1 })
                #expect(part.status == 206 && part.text == text && part.fields["content-range"] == told)
            }
            let behind = try await web.request("GET", path, FakeSession.fields.merging(["Range": "bytes=10-"]) { $1 })
            #expect(behind.status == 416)
            let head = try await web.request("HEAD", path, FakeSession.fields)
            #expect(head.status == 200 && head.fields["content-length"] == "10")
            #expect(try await web.request("GET", path).status == 401)
            #expect(try await web.request("GET", path + "/player.m3u", FakeSession.fields).status == 415)
        }
    }

    @Test
    func `a playlist leads to the other files of the download, and nowhere else`() async throws {
        try await with("/var/media/index.m3u8") { web, path async throws in
            let list = try await web.request("GET", path, FakeSession.fields)
            #expect(list.status == 200 && list.fields["content-type"] == "application/vnd.apple.mpegurl")
            #expect(!list.text.contains("t0-") && !list.text.contains("passwd"), "\(list.text)")
            let folder = path.prefix(through: try #require(path.lastIndex(of: "/")))
            let names = list.text.split(separator: "\n").filter { !$0.hasPrefix("#") }
            #expect(names.count == 2)
            let piece = try await web.request("GET", "\(folder)\(names[0])", FakeSession.fields)
            #expect(piece.body == Self.film && piece.fields["content-type"] == "video/iso.segment")
            // The service knows no such file.
            #expect(try await web.request("GET", "\(folder)\(names[1])", FakeSession.fields).status == 404)
        }
    }
}
