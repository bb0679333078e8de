import CatalogAPI
import Foundation
import HearthModel
import RPC
import TestSupport
import Testing

@testable import CatalogService
@testable import WebService

/// Calls over HTTP, with a real catalog over ZeroMQ behind the web server.
struct CallTests {
    private static let list = """
        #EXTM3U
        #EXTINF:-1 group-title="News",News One
        http://media.example/1.ts
        #EXTINF:-1 group-title="News",News Two
        http://media.example/2.ts

        """

    private func with(_ body: (WebHarness, ServiceHarness, AccessToken) async throws -> Void) async throws {
        try await ServiceHarness.with(CatalogService.self, .ipc) { catalog in
            let clients = WebHarness.Clients([Catalog.serviceName: try await catalog.channel()])
            let token = try await catalog.token(for: .owner)
            try await WebHarness.with(clients) { try await body($0, catalog, token) }
        }
    }

    @Test
    func `a call is JSON in and JSON out, and an upload comes before it`() async throws {
        try await with { web, _, token async throws in
            let query = #"{"source":"TV","file":"tv.m3u"}"#.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
            let started = try await web.request(
                "POST", "/hearth.catalog.v1.Catalog/ImportPlaylist?request=\(try #require(query))",
                [
                    "Content-Type": "application/octet-stream",
                    "Authorization": "Bearer \(String(decoding: token.bytes, as: UTF8.self))",
                ], Self.list)
            #expect(started.status == 200, "\(started.text)")
            let found = try await comes {
                let response = try await web.call("hearth.catalog.v1.Catalog/Search", #"{"text":"news"}"#, token: token)
                #expect(response.status == 200 && response.fields["content-type"] == "application/json")
                return response.text.contains("News Two")
            }
            #expect(found)
            // The same by GET, as it only reads.
            let message = try #require(#"{"text":"news"}"#.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
            let read = try await web.request(
                "GET", "/hearth.catalog.v1.Catalog/Search?message=\(message)",
                ["Authorization": "Bearer \(String(decoding: token.bytes, as: UTF8.self))"])
            #expect(read.status == 200 && read.text.contains("News One"))
        }
    }

    @Test
    func `what does not fit is refused by name, and nothing was executed`() async throws {
        try await with { web, _, token async throws in
            let search = "hearth.catalog.v1.Catalog/Search"
            for (json, part) in [
                (#"{"text":"a","colour":1}"#, "colour"), ("{}", "text"), (#"{"text":1}"#, "text"),
                (#"{"text":"a","page":{"size":"x"}}"#, "page.size"), ("[]", "object"), ("{", "JSON"),
                (#"{"text":"a","kinds":["spoon"],"years":[{"first":true}]}"#, "years"),
            ] {
                let response = try await web.call(search, json, token: token)
                #expect(response.status == 400, "\(json): \(response.text)")
                #expect(try response.code == "invalid_argument")
                #expect(try response.executed == "no")
                #expect(response.text.contains(part), "\(json): \(response.text)")
            }
        }
    }

    @Test
    func `errors have the codes and statuses of the Connect protocol`() async throws {
        try await with { web, _, token async throws in
            let search = "hearth.catalog.v1.Catalog/Search"
            let anonymous = try await web.call(search, #"{"text":"a"}"#)
            #expect(anonymous.status == 401)
            #expect(try anonymous.code == "unauthenticated")
            let missing = try await web.call("hearth.catalog.v1.Catalog/Serach", token: token)
            #expect(missing.status == 404 && missing.text.contains("Search"))
            let title = try await web.call(
                "hearth.catalog.v1.Catalog/GetTitle", #"{"id":"hearth:movie:0000000000000000"}"#, token: token)
            #expect([400, 404].contains(title.status), "\(title.text)")
            let down = try await web.call("hearth.scheduler.v1.Scheduler/ListMoods", token: token)
            #expect(down.status == 503)
            #expect(try down.code == "unavailable")
            #expect(try down.executed == "no")
            let type = try await web.call(search, #"{"text":"a"}"#, token: token, ["Content-Type": "text/plain"])
            #expect(type.status == 415 && type.fields["content-type"] == "application/problem+json")
            let timeout = try await web.call(search, #"{"text":"a"}"#, token: token, ["Connect-Timeout-Ms": "soon"])
            #expect(timeout.status == 400 && timeout.text.contains("Connect-Timeout-Ms"))
            let put = try await web.request("PUT", "/\(search)")
            #expect(put.status == 405 && put.fields["allow"] == "GET, POST")
        }
    }

    @Test
    func `methods for services and for the machine's owner are not offered`() async throws {
        try await with { web, _, token async throws in
            for method in [
                "hearth.catalog.v1.Catalog/FollowEvents", "hearth.profiles.v1.Profiles/LocalOwner",
                "hearth.profiles.v1.Profiles/CreateHousehold", "hearth.profiles.v1.Profiles/FollowEvents",
            ] {
                #expect(try await web.call(method, token: token).status == 404, "\(method)")
            }
            #expect(MethodTable.all.methods.count > 200)
        }
    }

    @Test
    func `a method of every process needs the process's name`() async throws {
        try await with { web, _, token async throws in
            #expect(try await web.call("sys.v1.Sys/GetHealth", token: token).status == 400)
            let health = try await web.call("sys.v1.Sys/GetHealth?process=catalog", token: token)
            #expect(health.status == 200)
            #expect(try health.json["state"] as? String == "serving", "\(health.text)")
            let other = try await web.call("hearth.catalog.v1.Catalog/Search?process=profiles", token: token)
            #expect(other.status == 400)
        }
    }

    @Test
    func `a stream comes as events, and as messages of the Connect protocol`() async throws {
        try await with { web, catalog, token async throws in
            let bearer = "Bearer \(String(decoding: token.bytes, as: UTF8.self))"
            let client = try await web.connect()
            try await client.send(
                "GET /sys.v1.Sys/WatchHealth?process=catalog HTTP/1.1\r\nHost: localhost\r\nAuthorization: \(bearer)\r\n"
                    + "Accept: text/event-stream\r\n\r\n")
            let head = try await client.head()
            #expect(head.status == 200 && head.fields["content-type"] == "text/event-stream")
            let first = String(decoding: try #require(try await client.chunk()), as: UTF8.self)
            #expect(first.hasPrefix("data: {\"state\":\"serving\"") && first.hasSuffix("\n\n"), "\(first)")
            catalog.health?.set("test", .degraded, reason: "for a test")
            let second = String(decoding: try #require(try await client.chunk()), as: UTF8.self)
            #expect(second.contains("degraded"))
            client.close()

            let connect = try await web.connect()
            let body = String(decoding: Envelope.wrap(Array("{}".utf8)), as: UTF8.self)
            try await connect.send(
                "POST /sys.v1.Sys/WatchHealth?process=catalog HTTP/1.1\r\nHost: localhost\r\nAuthorization: \(bearer)\r\n"
                    + "Content-Type: application/connect+json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
            #expect(try await connect.head().fields["content-type"] == "application/connect+json")
            let message = try #require(try await connect.chunk())
            #expect(message.prefix(4) == [0, 0, 0, 0] && Int(message[4]) == message.count - 5)
            #expect(String(decoding: message.dropFirst(5), as: UTF8.self).contains("degraded"))
            // A refusal is the stream's last message.
            let refused = try await web.request(
                "POST", "/sys.v1.Sys/WatchHealth?process=catalog", ["Content-Type": "application/connect+json"], body)
            #expect(refused.status == 200 && refused.body.first == Envelope.endFlag)
            #expect(refused.text.contains("unauthenticated"))
        }
    }
}
