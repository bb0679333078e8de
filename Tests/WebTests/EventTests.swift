import CBOR
import CatalogAPI
import DownloadsAPI
import Foundation
import HearthModel
import MetadataGatewayAPI
import PlaybackStateAPI
import ProfilesAPI
import RPC
import ServiceKit
import Synchronization
import TestSupport
import Testing

@testable import WebService

/// The one stream of events of a page, and pictures.
struct EventTests {
    /// Where followers began, as the fakes were asked.
    private final class Asked: Sendable {
        private let positions = Mutex<[StreamPosition?]>([])

        var all: [StreamPosition?] { positions.withLock { $0 } }

        func note(_ position: StreamPosition?) { positions.withLock { $0.append(position) } }
    }

    private func clients(_ asked: Asked) throws -> TestServiceClients {
        let clients = TestServiceClients(runtime: SystemRuntime.shared)
        try FakeSession.play(on: clients)
        var playback = RPCHandlers<PlaybackState>()
        playback.on(PlaybackState.FollowActivity.self) { _, writer, call in
            asked.note(call.resumeAfter)
            let next = (call.resumeAfter?.sequence ?? 40) + 1
            try await writer.write(ActivityItem(snapshot: []), at: StreamPosition(generation: 7, sequence: next))
            try await SystemRuntime.shared.sleep(until: .distantFuture)
        }
        playback.on(PlaybackState.FollowQueue.self) { _, writer, _ in
            try await writer.write(ListNotice(total: 3), at: StreamPosition(generation: 1, sequence: 16))
            try await SystemRuntime.shared.sleep(until: .distantFuture)
        }
        try clients.play(PlaybackState.serviceName, playback)
        return clients
    }

    /// Reads events until one has a name.
    private func event(_ name: String, of client: RawHTTPClient) async throws -> (id: String, data: String) {
        while let bytes = try await client.chunk() {
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
            guard lines.contains("event: \(name)") else { continue }
            func value(_ field: String) -> String {
                lines.first { $0.hasPrefix("\(field): ") }.map { String($0.dropFirst(field.count + 2)) } ?? ""
            }
            return (value("id"), value("data"))
        }
        Issue.record("The stream ended without an event `\(name)`.")
        return ("", "")
    }

    private func open(_ web: WebHarness, _ fields: [String: String]) async throws -> RawHTTPClient {
        let client = try await web.connect()
        let lines = FakeSession.fields.merging(fields) { $1 }.map { "\($0.key): \($0.value)\r\n" }.joined()
        try await client.send("GET /events HTTP/1.1\r\nHost: localhost\r\n\(lines)\r\n")
        let head = try await client.head()
        #expect(head.status == 200 && head.fields["content-type"] == "text/event-stream")
        return client
    }

    @Test
    func `a page that comes again goes on where it broke off`() async throws {
        let asked = Asked()
        try await WebHarness.with(try clients(asked)) { web async throws in
            let first = try await open(web, [:])
            let begun = try await event("activity", of: first)
            // The queue may have told something before, whose place is in the id, too.
            #expect(begun.id.split(separator: ",").first == "activity:7-29" && begun.data == "{\"snapshot\":[]}")
            first.close()
            let second = try await open(web, ["Last-Event-ID": begun.id])
            #expect(try await event("activity", of: second).id.split(separator: ",").first == "activity:7-2a")
            #expect(asked.all == [nil, StreamPosition(generation: 7, sequence: 41)])
        }
    }

    @Test
    func `the queue's changes and all imports are told, each import as an event`() async throws {
        let clients = try clients(Asked())
        var catalog = RPCHandlers<Catalog>()
        catalog.on(Catalog.FollowImports.self) { _, writer, _ in
            let jobs = ["a", "b"].map { ImportJob(id: $0, kind: .playlist, source: "list") }
            try await writer.write(ImportItem(snapshot: jobs), at: StreamPosition(generation: 2, sequence: 3))
            var job = jobs[0]
            job.state = .done
            try await writer.write(ImportItem(changed: job), at: StreamPosition(generation: 2, sequence: 4))
            try await SystemRuntime.shared.sleep(until: .distantFuture)
        }
        try clients.play(Catalog.serviceName, catalog)
        try await WebHarness.with(clients) { web async throws in
            let page = try await open(web, [:])
            #expect(try await event("queue", of: page).data == "{\"total\":3}")
            let other = try await open(web, [:])
            for (id, state) in [("a", "waiting"), ("b", "waiting"), ("a", "done")] {
                let told = try await event("import", of: other).data
                #expect(told.contains("\"id\":\"\(id)\"") && told.contains("\"state\":\"\(state)\""), "\(told)")
            }
        }
    }

    @Test
    func `services that are down and back are told`() async throws {
        let clients = try clients(Asked())
        try await WebHarness.with(clients) { web async throws in
            let client = try await open(web, [:])
            var down: Set<String> = []
            while down.count < ServiceManifest.all.count - 2 {
                let told = try await event("service", of: client).data
                if told.contains("false") { down.insert(told) }
            }
            #expect(!down.contains { $0.contains("playback-state") })
        }
    }

    @Test
    func `events are for signed-in callers`() async throws {
        try await WebHarness.with(try clients(Asked())) { web async throws in
            #expect(try await web.request("GET", "/events").status == 401)
            let other = ["Cookie": "hearth-session=home.d2.0"]
            #expect(try await web.request("GET", "/events", other).status == 401)
            let foreign = FakeSession.fields.merging(["Sec-Fetch-Site": "cross-site"]) { $1 }
            #expect(try await web.request("GET", "/events", foreign).status == 403)
        }
    }

    @Test
    func `a follower that is too slow is dropped, and its place is kept`() async throws {
        let hub = EventHub(resumingAfter: "activity:1-1,nonsense,queue:x,download:2-ff")
        #expect(hub.position(of: .activity) == StreamPosition(generation: 1, sequence: 1))
        #expect(hub.position(of: .queue) == nil && hub.position(of: .download)?.sequence == 255)
        for index in 0...UInt64(WebLimits.waitingEvents) {
            hub.put(.activity, StreamPosition(generation: 1, sequence: index), json: "{}")
        }
        var count = 0
        for await _ in hub.pieces { count += 1 }
        #expect(count == WebLimits.waitingEvents)
    }

    @Test
    func `a browser's stream ends when its cookie needs a successor, and a made-up token opens none`()
        async throws
    {
        let clients = TestServiceClients(runtime: SystemRuntime.shared)
        try FakeSession.play(on: clients, renewsAfter: 0.2)
        try await WebHarness.with(clients) { web async throws in
            let page = try await open(web, [:])
            while try await page.chunk() != nil {}
            let junk = ["Authorization": "Bearer junk"]
            for target in ["/events", "/picture/card?url=http://p.example/a.png", "/picture/card/abc.jpg"] {
                let refused = try await web.request("GET", target, junk)
                #expect([401, 501, 503].contains(refused.status), "\(target): \(refused.status) \(refused.text)")
            }
        }
    }

    @Test
    func `pictures come by their use, with a tag`() async throws {
        let clients = try clients(Asked())
        var metadata = RPCHandlers<MetadataGateway>()
        metadata.on(MetadataGateway.GetImage.self) { request, _ in
            #expect(request.path == "/abc.jpg" && request.use == .card && request.scale == 2)
            return ImageAnswer(
                bytes: Data([1, 2, 3]), type: "image/jpeg",
                source: AnswerSource(fetchedAt: Date(timeIntervalSince1970: 0), isStale: false, attribution: ""))
        }
        try clients.play(MetadataGateway.serviceName, metadata)
        try await WebHarness.with(clients) { web async throws in
            let picture = try await web.request("GET", "/picture/card/abc.jpg?scale=2", FakeSession.fields)
            #expect(picture.status == 200 && picture.body == [1, 2, 3], "\(picture.text)")
            #expect(picture.fields["content-type"] == "image/jpeg")
            #expect(picture.fields["cache-control"]?.contains("immutable") == true)
            let tag = try #require(picture.fields["etag"])
            let known = FakeSession.fields.merging(["If-None-Match": tag]) { $1 }
            #expect(try await web.request("GET", "/picture/card/abc.jpg?scale=2", known).status == 304)
            #expect(try await web.request("GET", "/picture/huge/abc.jpg", FakeSession.fields).status == 404)
            #expect(try await web.request("GET", "/picture/card/abc.jpg?scale=9", FakeSession.fields).status == 400)
        }
    }

    @Test
    func `a list's picture is fetched here, and nothing else from its address`() async throws {
        let provider = try ScriptedServer { request, connection in
            let type = request.target == "/logo.png" ? "image/png" : "text/html"
            try connection.respond(200, ["Content-Type": type], "logo")
        }
        let own = "http://127.0.0.1:\(provider.port)"
        let clients = TestServiceClients(runtime: SystemRuntime.shared)
        try FakeSession.play(on: clients)
        var catalog = RPCHandlers<Catalog>()
        catalog.on(Catalog.GetCards.self) { request, _ in
            var card = Card(id: ContentID(rawValue: "mv-1"), kind: .channel, title: "A channel")
            card.poster = request.ids[0].rawValue
            return CardList(cards: [card])
        }
        try clients.play(Catalog.serviceName, catalog)
        /// Has a response tell the address.
        func tell(_ address: String, by web: WebHarness) async throws {
            let fields = FakeSession.fields.merging(["Content-Type": "application/json"]) { $1 }
            let told = try await web.request(
                "POST", "/hearth.catalog.v1.Catalog/GetCards", fields, "{\"ids\":[\"\(address)\"]}")
            #expect(told.status == 200, "\(told.text)")
        }
        try await WebHarness.with(clients, settings: ["web-media-hosts": "127.0.0.1:\(provider.port)"]) {
            web async throws in
            let unknown = try await web.request("GET", "/picture/card?url=\(own)/logo.png", FakeSession.fields)
            #expect(unknown.status == 404 && provider.connections == 0)
            for address in ["\(own)/logo.png", "\(own)/page", "file:///etc/passwd"] { try await tell(address, by: web) }
            let logo = try await web.request("GET", "/picture/card?url=\(own)/logo.png", FakeSession.fields)
            #expect(logo.status == 200 && logo.text == "logo" && logo.fields["content-type"] == "image/png")
            let page = try await web.request("GET", "/picture/card?url=\(own)/page", FakeSession.fields)
            #expect(page.status == 502 && !page.text.contains("logo"))
            #expect(
                try await web.request("GET", "/picture/card?url=file:///etc/passwd", FakeSession.fields).status == 400)
            #expect(try await web.request("GET", "/picture/card?url=\(own)/logo.png").status == 401)
        }
        // Not from the household's own network, unless it is allowed.
        let asked = provider.connections
        try await WebHarness.with(clients) { web async throws in
            try await tell("\(own)/logo.png", by: web)
            let refused = try await web.request("GET", "/picture/card?url=\(own)/logo.png", FakeSession.fields)
            #expect(refused.status == 502 && provider.connections == asked)
        }
    }
}

/// Which addresses of pictures are known.
struct PictureAddressTests {
    private func card(_ poster: String) -> CBORValue {
        .map([
            CBORValue.Pair(
                .text("hits"), .array([.map([CBORValue.Pair(.text("poster"), .text(poster))])])),
            CBORValue.Pair(.text("url"), .text("http://a.example/link")),
        ])
    }

    @Test
    func `pictures of responses are known, other addresses are not, and the oldest are forgotten`() {
        let addresses = PictureAddresses(limit: 2)
        addresses.note(in: card("http://a.example/1.png"))
        #expect(addresses.contains("http://a.example/1.png") && !addresses.contains("http://a.example/link"))
        for number in 2...3 { addresses.note(in: card("http://a.example/\(number).png")) }
        #expect(addresses.contains("http://a.example/1.png"))
        for number in 4...5 { addresses.note(in: card("http://a.example/\(number).png")) }
        #expect(!addresses.contains("http://a.example/1.png") && addresses.contains("http://a.example/3.png"))
        // One of TMDB's is no address.
        addresses.note(in: card("/abc.jpg"))
        #expect(!addresses.contains("/abc.jpg"))
    }
}
