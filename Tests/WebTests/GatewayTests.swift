import CatalogAPI
import Foundation
import HearthModel
import PlaybackStateAPI
import ProfilesAPI
import RPC
import ReadingListAPI
import Synchronization
import TestSupport
import Testing
import WebAPI

@testable import WebService

/// The screens that are put together from several services, over HTTP.
struct GatewayTests {
    private static let film = Card(id: ContentID(rawValue: "mv-1"), kind: .movie, title: "The Harbour")

    /// Services of which the catalog and the queue have something, and profiles an order of the rows.
    private func clients(_ tokens: Tokens = Tokens()) throws -> TestServiceClients {
        let clients = TestServiceClients(runtime: SystemRuntime.shared)
        var catalog = RPCHandlers<Catalog>()
        catalog.on(Catalog.Search.self) { request, call in
            tokens.note(call.token)
            var found = SearchResults()
            found.hits = request.genres == nil || request.genres == ["Drama"] ? [Self.film] : []
            found.total = Int64(found.hits.count)
            return found
        }
        catalog.on(Catalog.NowNext.self) { _, _ in NowNextPage(channels: [], total: 0) }
        catalog.on(Catalog.GetTitle.self) { request, _ in
            guard request.id == Self.film.id else {
                throw RPCError(.notFound, "There is no such title.", executed: .no)
            }
            return Title(card: Self.film)
        }
        try clients.play(Catalog.serviceName, catalog)
        var playback = RPCHandlers<PlaybackState>()
        playback.on(PlaybackState.ListQueue.self) { _, call in
            tokens.note(call.token)
            let entry = QueueEntry(
                position: 0, content: Self.film.id, card: Self.film, added: Date(timeIntervalSince1970: 0),
                isAutoAdded: false)
            return QueueList(entries: [entry], total: 1, autoAdded: 0)
        }
        playback.on(PlaybackState.IsQueued.self) { _, _ in QueueAnswer(isQueued: true, position: 0) }
        try clients.play(PlaybackState.serviceName, playback)
        return clients
    }

    /// The tokens that services were called with.
    private final class Tokens: Sendable {
        private let state = Mutex<[AccessToken?]>([])

        var all: [AccessToken?] { state.withLock { $0 } }

        func note(_ token: AccessToken?) { state.withLock { $0.append(token) } }
    }

    private func names(_ list: Any?, _ key: String) -> [String] {
        (list as? [[String: Any]] ?? []).compactMap { $0[key] as? String }
    }

    @Test
    func `home has the rows that are there, each as its service returned it, and names the others`() async throws {
        let tokens = Tokens()
        try await WebHarness.with(try clients(tokens)) { web async throws in
            let token = try await web.web.token(for: .owner)
            let response = try await web.call(
                "hearth.gateway.v1.Gateway/Home", #"{"genres":["Drama"],"rows":["new","up-next","favourites"]}"#,
                token: token)
            #expect(response.status == 200, "\(response.text)")
            let json = try response.json
            #expect(names(json["rows"], "name") == ["up-next", "new", "genre:Drama"])
            let rows = json["rows"] as? [[String: Any]] ?? []
            #expect(names((rows.first?["queue"] as? [String: Any])?["entries"], "content") == ["mv-1"])
            #expect(names(rows.last?["titles"], "title") == ["The Harbour"])
            #expect(names(json["missing"], "part") == ["favourites"])
            #expect(names(json["missing"], "service") == ["profiles"])
            #expect(names(json["missing"], "code") == ["UNAVAILABLE"])
            #expect(tokens.all.count == 3 && tokens.all.allSatisfy { $0 == token }, "the caller's token goes on")
        }
    }

    @Test
    func `a screen without anything is an error, and so is what does not fit`() async throws {
        try await WebHarness.with(try clients()) { web async throws in
            let token = try await web.web.token(for: .owner)
            // Long enough for a busy machine to find that nothing answers.
            let down = try await web.call(
                "hearth.gateway.v1.Gateway/Home", #"{"rows":["favourites"]}"#, token: token,
                ["Connect-Timeout-Ms": "300000"])
            #expect(down.status == 503, "\(down.text)")
            #expect(try down.code == "unavailable")
            for (json, field) in [
                (#"{"rows":["nonsense"]}"#, "rows"), (#"{"size":0}"#, "size"), (#"{"size":201}"#, "size"),
                (#"{"colour":1}"#, "colour"),
            ] {
                let response = try await web.call("hearth.gateway.v1.Gateway/Home", json, token: token)
                #expect(response.status == 400 && response.text.contains(field), "\(response.text)")
            }
            let anonymous = try await web.call("hearth.gateway.v1.Gateway/Home")
            #expect(anonymous.status == 401)
            let forged = try await web.call(
                "hearth.gateway.v1.Gateway/Home", token: try await web.web.forgedToken(for: .owner))
            #expect(forged.status == 401)
        }
    }

    @Test
    func `a title is what all services have of it, and one that none of them has is not found`() async throws {
        try await WebHarness.with(try clients()) { web async throws in
            let token = try await web.web.token(for: .kids)
            let response = try await web.call("hearth.gateway.v1.Gateway/Title", #"{"id":"mv-1"}"#, token: token)
            let json = try response.json
            #expect((json["card"] as? [String: Any])?["title"] as? String == "The Harbour", "\(response.text)")
            #expect((json["queue"] as? [String: Any])?["position"] as? Int == 0)
            #expect(json["isFavourite"] == nil && names(json["missing"], "service").contains("profiles"))
            let none = try await web.call("hearth.gateway.v1.Gateway/Title", #"{"id":"mv-2"}"#, token: token)
            #expect(none.status == 404, "\(none.text)")
        }
    }

    @Test
    func `a search is of the library, and where that is asked for of what was saved to read`() async throws {
        let clients = try clients()
        var reading = RPCHandlers<ReadingList>()
        let searched = Mutex<[String?]>([])
        reading.on(ReadingList.ListLinks.self) { request, _ in
            searched.withLock { $0.append(request.text) }
            throw RPCError(.internal, "broken", executed: .no)
        }
        try clients.play(ReadingList.serviceName, reading)
        try await WebHarness.with(clients) { web async throws in
            let token = try await web.web.token(for: .owner)
            let method = "hearth.gateway.v1.Gateway/Search"
            let plain = try await web.call(method, #"{"search":{"text":"news"}}"#, token: token)
            #expect(names((try plain.json["titles"] as? [String: Any])?["hits"], "id") == ["mv-1"], "\(plain.text)")
            #expect(searched.withLock(\.self) == [])
            let both = try await web.call(method, #"{"search":{"text":"news"},"links":true}"#, token: token)
            #expect(searched.withLock(\.self) == ["news"])
            #expect(names(try both.json["missing"], "service") == ["reading-list"], "\(both.text)")
            #expect(try both.json["titles"] != nil)
        }
    }
}
