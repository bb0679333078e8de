import Foundation
import HTTPServer
import RPC
import ServiceKit
import Synchronization
import TestSupport
import Testing

@testable import WebService

/// The web server at a port of its own, in front of real services or of fakes.
struct WebHarness: Sendable {
    let port: UInt16
    let web: ServiceHarness
    /// The directory of the page.
    let page: TemporaryDirectory

    /// Clients with these channels; other services are not there.
    final class Clients: ServiceClients {
        private let channels: [String: any RPCChannel]
        private let others = TestServiceClients(runtime: SystemRuntime.shared)

        init(_ channels: [String: any RPCChannel]) { self.channels = channels.mapValues { PatientChannel($0) } }

        func channel(to service: String) -> any RPCChannel { channels[service] ?? others.channel(to: service) }
    }

    /// The services' clients, and the way of the server to itself, which calls of its own methods take.
    private final class ClientsWithSelf: ServiceClients {
        private let clients: any ServiceClients
        private let own = Mutex<(any RPCChannel)?>(nil)

        init(_ clients: any ServiceClients) { self.clients = clients }

        func reach(_ channel: any RPCChannel) { own.withLock { $0 = channel } }

        func channel(to service: String) -> any RPCChannel {
            let own = service == WebService.name ? own.withLock(\.self) : nil
            return own ?? clients.channel(to: service)
        }
    }

    /// Runs `body` with a web server in front of services.
    ///
    /// - Parameter settings: further settings.
    static func with(
        _ clients: any ServiceClients, settings: [String: String] = [:], _ body: (WebHarness) async throws -> Void
    ) async throws {
        let page = try TemporaryDirectory()
        try Data("<h1>Hearth</h1>".utf8).write(to: URL(filePath: page.path("index.html")))
        try Data("export {}".utf8).write(to: URL(filePath: page.path("main.0123abcd.js")))
        try page.directory("js")
        try Data("let a = 1".utf8).write(to: URL(filePath: page.path("js/app.js")))
        let flags = ["web-listen": "127.0.0.1:0", "web-page": page.path].merging(settings) { _, new in new }
        let clients = ClientsWithSelf(clients)
        try await ServiceHarness.with(WebService.self) { parts in
            parts.clients = clients
            parts.configuration = ConfigurationLayers(flags: flags, environment: [:])
        } _: { web async throws in
            var address: WebAddress?
            let isListening = try await comes {
                address = WebAddress.read(in: web.runDirectory)
                return address != nil
            }
            try #require(isListening)
            clients.reach(try await web.channel())
            let url = try #require(address.flatMap { URL(string: $0.url) })
            try await body(WebHarness(port: UInt16(try #require(url.port)), web: web, page: page))
        }
    }

    /// A connection.
    func connect() async throws -> RawHTTPClient { try await RawHTTPClient.connect(to: port) }

    /// A request on a connection of its own.
    func request(
        _ method: String = "GET", _ target: String, _ fields: [String: String] = [:], _ body: String? = nil
    ) async throws -> RawHTTPClient.Response {
        try await connect().request(method, target, fields, body)
    }

    /// A call with JSON.
    func call(
        _ method: String, _ json: String = "{}", token: AccessToken? = nil, _ fields: [String: String] = [:]
    ) async throws -> RawHTTPClient.Response {
        var all = ["Content-Type": "application/json"].merging(fields) { _, new in new }
        if let token { all["Authorization"] = "Bearer \(String(decoding: token.bytes, as: UTF8.self))" }
        return try await request("POST", "/\(method)", all, json)
    }
}

extension RawHTTPClient.Response {
    /// Connect's code of an error.
    var code: String? { get throws { try json["code"] as? String } }

    /// Whether an error's call had an effect.
    var executed: String? {
        get throws {
            let details = try json["details"] as? [[String: Any]] ?? []
            let outcome = details.first { $0["type"] as? String == "hearth.web.Outcome" }
            return (outcome?["debug"] as? [String: Any])?["executed"] as? String
        }
    }
}
