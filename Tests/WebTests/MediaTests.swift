import Foundation
import HTTPServer
import HearthModel
import PlaybackStateAPI
import RPC
import Synchronization
import TestSupport
import Testing

@testable import WebService

/// Relayed streams: nothing of the provider's address is left, and nothing else is fetched.
struct MediaTests {
    @Test
    func `every address of a playlist is replaced, and nothing else`() {
        let text = """
            #EXTM3U
            #EXT-X-VERSION:6
            #EXT-X-KEY:METHOD=AES-128,URI="https://p.example/key?token=s3cret",IV=0x1
            #EXT-X-MAP:URI="init.mp4",BYTERANGE="1000@0"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="German",URI="audio/de.m3u8"
            #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="iframes.m3u8"
            # a comment with https://p.example/secret
            #EXT-X-STREAM-INF:BANDWIDTH=1280000
            low/index.m3u8?user=me&password=s3cret
            #EXTINF:6.0,

            ../seg1.ts\r
            ftp://p.example/never
            """
        let rewritten = PlaylistRewriter.rewrite(text) { $0.hasPrefix("ftp:") ? nil : "[\($0.count)]" }
        #expect(!rewritten.contains("s3cret") && !rewritten.contains("p.example") && !rewritten.contains(".m3u8"))
        #expect(rewritten.contains("#EXT-X-KEY:METHOD=AES-128,URI=\"[34]\",IV=0x1"))
        #expect(rewritten.contains("#EXT-X-MAP:URI=\"[8]\",BYTERANGE=\"1000@0\""))
        #expect(rewritten.contains("NAME=\"German\",URI=\"[13]\""))
        #expect(rewritten.contains("#EXT-X-STREAM-INF:BANDWIDTH=1280000\n[38]\n#EXTINF:6.0,"))
        #expect(rewritten.hasSuffix("[10]"))
    }

    @Test(arguments: ["#EXTM3U\n", "\u{FEFF}#EXTM3U\na", "\r\n \n#EXTM3U"])
    func `a playlist is known by its first line, whatever stands before it`(text: String) {
        #expect(PlaylistRewriter.isPlaylist(text.utf8))
        let rewritten = PlaylistRewriter.rewrite(text + "\nhttps://p.example/a?s3cret") { _ in "name" }
        #expect(rewritten.contains("#EXTM3U\n") && rewritten.contains("\nname") && !rewritten.contains("s3cret"))
        #expect(!PlaylistRewriter.isPlaylist("G\(text)".utf8))
    }

    @Test
    func `a name is good for its session, its process and its time`() async throws {
        let simulation = Simulation(seed: 1)
        let sealer = MediaAddress.Sealer(runtime: simulation)
        let now = Int64(simulation.wallTime.secondsSince1970)
        let address = MediaAddress(url: "https://p.example/secret", headers: ["User-Agent": "x"], expires: now + 10)
        let name = try sealer.seal(address, for: "s1")
        #expect(name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" })
        #expect(sealer.open(name, for: "s1") == address)
        #expect(sealer.open(name, for: "s2") == nil)
        #expect(MediaAddress.Sealer(runtime: simulation).open(name, for: "s1") == nil)
        for index in name.indices {
            var changed = Array(name)
            let at = name.distance(from: name.startIndex, to: index)
            changed[at] = changed[at] == "A" ? "B" : "A"
            #expect(sealer.open(String(changed), for: "s1") != address || String(changed) == name)
        }
        #expect(sealer.open("", for: "s1") == nil && sealer.open("AAAA", for: "s1") == nil)
        let past = try sealer.seal(MediaAddress(url: "a", headers: [:], expires: now), for: "s1")
        #expect(sealer.open(past, for: "s1") == nil)
    }

    /// A browser's session, and a player that opens an address of a provider.
    private func with(
        _ provider: ScriptedServer, opens path: String, others: [ScriptedServer] = [], account: String = "me:s3cret@",
        headers: [String: String] = ["X-Account": "me"], settings: [String: String] = [:],
        _ body: (WebHarness, String) async throws -> Void
    ) async throws {
        let clients = TestServiceClients(runtime: SystemRuntime.shared)
        try FakeSession.play(on: clients)
        var playback = RPCHandlers<PlaybackState>()
        let url = "http://\(account)127.0.0.1:\(provider.port)\(path)"
        let hosts = ([provider] + others).map { "127.0.0.1:\($0.port)" }.joined(separator: ",")
        playback.on(PlaybackState.Play.self) { request, call in
            guard call.token == AccessToken(FakeSession.accessToken) else {
                throw RPCError(.unauthenticated, "no token", executed: .no)
            }
            return Playback(
                session: "s1", card: Card(id: request.content, kind: .movie, title: "Glass"), variant: "v1", url: url,
                headers: headers, fallbacks: [], resume: nil, progress: 0, reportSeconds: 10)
        }
        try clients.play(PlaybackState.serviceName, playback)
        let settings = ["web-media-hosts": hosts].merging(settings) { _, new in new }
        try await WebHarness.with(clients, settings: settings) { web async throws in
            let opened = try await web.call(
                "hearth.playback.v1.PlaybackState/Play", #"{"content":"m1","device":"d1"}"#, token: nil,
                FakeSession.fields)
            #expect(opened.status == 200, "\(opened.text)")
            #expect(!opened.text.contains("s3cret") && !opened.text.contains("127.0.0.1"))
            let json = try opened.json
            #expect((json["headers"] as? [String: Any])?.isEmpty == true && json["session"] as? String == "s1")
            try await body(web, try #require(json["url"] as? String))
        }
    }

    @Test
    func `a playlist leads to paths of this server, down to the ranges of its segments`() async throws {
        let provider = try ScriptedServer { request, connection in
            guard request["x-account"] == "me", request["authorization"]?.hasPrefix("Basic ") == true else {
                return try connection.respond(403)
            }
            switch request.target {
            case "/live/master.m3u8?token=s3cret":
                #expect(request["range"] == nil)
                try connection.respond(
                    200, ["Content-Type": "audio/x-mpegurl"], "#EXTM3U\n#EXTINF:6,\nseg.ts?token=s3cret\n")
            case "/live/seg.ts?token=s3cret":
                guard let range = request["range"] else {
                    return try connection.respond(200, ["Content-Type": "video/mp2t"], "0123456789")
                }
                #expect(range == "bytes=2-5")
                try connection.respond(
                    206, ["Content-Type": "video/mp2t", "Content-Range": "bytes 2-5/10"], "2345")
            default: try connection.respond(404)
            }
        }
        try await with(provider, opens: "/live/master.m3u8?token=s3cret") { web, path async throws in
            let playlist = try await web.request("GET", path)
            #expect(playlist.status == 200, "\(playlist.text)")
            #expect(playlist.fields["content-type"] == "application/vnd.apple.mpegurl")
            #expect(playlist.fields["x-content-type-options"] == "nosniff")
            let lines = playlist.text.split(separator: "\n").map(String.init)
            #expect(lines.count == 3 && lines[1] == "#EXTINF:6," && !playlist.text.contains("s3cret"))
            let folder = path.prefix(through: try #require(path.lastIndex(of: "/")))
            let segment = try await web.request("GET", folder + lines[2])
            #expect(segment.text == "0123456789" && segment.fields["content-type"] == "video/mp2t")
            let part = try await web.request("GET", folder + lines[2], ["Range": "bytes=2-5"])
            #expect(part.status == 206 && part.text == "2345" && part.fields["content-range"] == "bytes 2-5/10")
            // What players begin with gets a playlist that is rewritten, as does a part of one: it would tell addresses.
            for range in ["bytes=0-", "bytes=9-"] {
                let again = try await web.request("GET", path, ["Range": range])
                #expect(again.status == 200 && !again.text.contains("s3cret") && again.text.hasPrefix("#EXTM3U"))
            }
            // Neither another session's path nor one that was made up.
            #expect(try await web.request("GET", path.replacing("/s1/", with: "/s2/")).status == 410)
            #expect(try await web.request("GET", "\(folder)AAAA").status == 410)
        }
    }

    @Test(arguments: [
        ("", [:], "127.0.0.1", true), ("me:s3cret@", [:], "127.0.0.1", false),
        ("", ["X-Account": "me"], "127.0.0.1", false), ("", [:], "192.0.2.1", false),
    ])
    func `a stream of a direct host is the browser's to read, unless it needs what a browser does not send`(
        account: String, headers: [String: String], host: String, isDirect: Bool
    ) async throws {
        let provider = try ScriptedServer { _, connection in
            try connection.respond(200, ["Content-Type": "video/mp2t"], "0123456789")
        }
        let settings = ["web-direct-hosts": host]
        try await with(provider, opens: "/live?a=1", account: account, headers: headers, settings: settings) {
            web, path async throws in
            let response = try await web.request("GET", path)
            #expect(response.status == (isDirect ? 302 : 200))
            let location = "http://127.0.0.1:\(provider.port)/live?a=1"
            #expect(response.fields["location"] == (isDirect ? location : nil))
            #expect(response.text == (isDirect ? "" : "0123456789"))
            let policy = try await web.request("GET", "/").fields["content-security-policy"] ?? ""
            #expect(policy.hasSuffix("; media-src 'self' http://\(host):* https://\(host):*"), "\(policy)")
            // Without a session's name there is no way to have this server lead elsewhere.
            #expect(try await web.request("GET", "/media/s1/AAAA").status == 410)
        }
    }

    @Test
    func `a player program gets an address that leads to the stream once`() async throws {
        let provider = try ScriptedServer { _, connection in
            try connection.respond(200, ["Content-Type": "video/mp2t"], "0123456789")
        }
        try await with(provider, opens: "/live") { web, path async throws in
            let file = try await web.request("GET", path + "/player.m3u")
            #expect(file.status == 200 && file.fields["content-disposition"]?.hasPrefix("attachment") == true)
            let line = try #require(file.text.split(separator: "\n").last.map(String.init))
            #expect(line.hasPrefix("http://localhost/media/s1/once/") && !line.contains("s3cret"), "\(file.text)")
            let ticket = String(line.dropFirst("http://localhost".count))
            #expect(try await web.request("HEAD", ticket).status == 200)
            let led = try await web.request("GET", ticket)
            #expect(led.status == 302)
            let name = try #require(led.fields["location"]?.split(separator: "/").last)
            #expect(try await web.request("GET", "/media/s1/\(name)").text == "0123456789")
            #expect(try await web.request("GET", ticket).status == 410)
            // It is no name of a stream, and is not good for another session.
            #expect(try await web.request("GET", ticket.replacing("/once/", with: "/")).status == 410)
            #expect(try await web.request("GET", ticket.replacing("/s1/", with: "/s2/")).status == 410)
        }
    }

    @Test
    func `a part of a playlist that neither its name nor its type tells is refused`() async throws {
        let list = "#EXTM3U\n#EXTINF:6,\nhttp://p.example/seg.ts?s3cret\n"
        let provider = try ScriptedServer { request, connection in
            let whole = Array((request.target == "/list" ? list : "0123456789abcdefghij").utf8)
            let fields = ["Content-Type": "application/octet-stream"]
            let range = (request["range"] ?? "").dropFirst("bytes=".count).split(separator: "-").compactMap { Int($0) }
            guard let first = range.first else {
                return try connection.respond(200, fields, String(decoding: whole, as: UTF8.self))
            }
            let last = min(range.count > 1 ? range[1] : .max, whole.count - 1)
            try connection.respond(
                206, fields.merging(["Content-Range": "bytes \(first)-\(last)/\(whole.count)"]) { $1 },
                String(decoding: whole[first...last], as: UTF8.self))
        }
        try await with(provider, opens: "/list") { web, path async throws in
            for range in ["bytes=1-", "bytes=9-30"] {
                let part = try await web.request("GET", path, ["Range": range])
                #expect(part.status == 416 && !part.text.contains("s3cret"), "\(part.text)")
            }
        }
        try await with(provider, opens: "/film") { web, path async throws in
            let part = try await web.request("GET", path, ["Range": "bytes=1-3"])
            #expect(part.status == 206 && part.text == "123")
        }
    }

    @Test
    func `the provider's fields do not go on to a host that it redirects to`() async throws {
        let told = Mutex<[String: Bool]>([:])
        let other = try ScriptedServer { request, connection in
            let isTold = request["x-account"] != nil || request["authorization"] != nil
            told.withLock { $0[request.target] = isTold }
            let list = ["/list.m3u8": "#EXTM3U\n#EXTINF:6,\nseg.ts\n"][request.target]
            let type = list == nil ? "video/mp2t" : "application/vnd.apple.mpegurl"
            try connection.respond(200, ["Content-Type": type], list ?? "0123456789")
        }
        let provider = try ScriptedServer { [port = other.port] _, connection in
            try connection.respond(302, ["Location": "http://127.0.0.1:\(port)/list.m3u8"], "")
        }
        try await with(provider, opens: "/live.m3u8", others: [other]) { web, path async throws in
            let playlist = try await web.request("GET", path)
            #expect(playlist.status == 200, "\(playlist.text)")
            let name = try #require(playlist.text.split(separator: "\n").last)
            let folder = path.prefix(through: try #require(path.lastIndex(of: "/")))
            #expect(try await web.request("GET", "\(folder)\(name)").text == "0123456789")
        }
        #expect(told.withLock { $0 } == ["/list.m3u8": false, "/seg.ts": false])
    }

    @Test
    func `a source that fails is told without its address, and what it sends is no page of this server`() async throws {
        let provider = try ScriptedServer { request, connection in
            switch request.target {
            case "/refused": try connection.respond(401, [:], "denied")
            default: try connection.respond(200, ["Content-Type": "text/html"], "<script>")
            }
        }
        try await with(provider, opens: "/refused") { web, path async throws in
            let refused = try await web.request("GET", path)
            #expect(refused.status == 502 && refused.text.contains("401") && !refused.text.contains("127.0.0.1"))
        }
        try await with(provider, opens: "/page") { web, path async throws in
            let page = try await web.request("GET", path)
            #expect(page.fields["content-type"] == "application/octet-stream" && page.text == "<script>")
        }
    }

    @Test
    func `an address in the household's own network is not fetched unless it is allowed`() async throws {
        let allowed = try ScriptedServer { _, connection in connection.waitForDisconnect() }
        let moved = try ScriptedServer { [port = allowed.port] _, connection in
            try connection.respond(302, ["Location": "http://127.0.0.1:\(port)/"], "")
        }
        try await with(moved, opens: "/") { web, path async throws in
            #expect(try await web.request("GET", path).status == 502)
        }
        #expect(allowed.connections == 0)
    }

    @Test
    func `a browser that leaves ends the provider's transfer`() async throws {
        let isOver = Mutex(false)
        let provider = try ScriptedServer(sendBufferBytes: 4_096) { _, connection in
            try connection.send("HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\nContent-Length: 100000000\r\n\r\n")
            let piece = [UInt8](repeating: 7, count: 64 << 10)
            do { while true { try connection.send(piece) } } catch {
                isOver.withLock { $0 = true }
                throw error
            }
        }
        try await with(provider, opens: "/film.mp4") { web, path async throws in
            let client = try await web.connect()
            try await client.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            let head = try await client.head()
            #expect(head.status == 200 && head.fields["content-length"] == "100000000")
            // It reads nothing: the transfer stands still.
            client.close()
            #expect(try await comes { isOver.withLock { $0 } })
        }
    }
}
