import Access
import CBOR
import CatalogAPI
import Foundation
import HearthModel
import RPC
import RPCZeroMQ
import SchemaTool
import ServiceKit
import TestSupport
import Testing

/// A child's profile calls every method that reads through the door, follows every stream and the door's events, and asks for what
/// the door alone serves: nothing that it is told has a word of what is not for it.
@Suite(.tags(.integration), .serialized)
struct WebAuditTests {
    /// How long events of a stream are waited for.
    private static let patience = Duration.milliseconds(700)

    @Test
    func `tells children nothing of what is not for them, in no response, error, event or picture`() async throws {
        try await RealCluster.with { cluster in
            let (tmdb, films) = (try FakeTMDB(serving: HouseholdAudit.tmdb), try FakeMediaServer())
            defer {
                tmdb.stop()
                films.stop()
            }
            let configuration =
                RealCluster.configuration(of: "metadata-gateway", tmdb.settings)
                + RealCluster.configuration(of: "downloads", films.settings)
            try await cluster.up("--config", try cluster.directory.write(configuration, to: "audit.yaml"))
            let node = try ZeroMQNode.start(name: "audit")
            var channels: [String: any RPCChannel] = [:]
            for service in HouseholdAudit.services {
                channels[service] = try await ZeroMQChannel.connect(
                    to: .ipc(path: cluster.paths.socket(of: service)), name: "audit", target: service, node: node,
                    runtime: SystemRuntime.shared, pathPrefix: ServicePaths.socketPrefix)
            }
            let key = try #require(try OwnerKey.load(in: cluster.run))
            var stage = try await AuditFixture(channels: channels, proof: Data(key.bytes))
            try await stage.fill(
                playlist: try cluster.directory.write(films.playlist(HouseholdAudit.playlist), to: "list.m3u"),
                guide: try cluster.directory.write(HouseholdAudit.guide, to: "guide.xml"))
            let url = try #require(WebAddress.read(in: cluster.run).flatMap { URL(string: $0.url) })
            let port = UInt16(try #require(url.port))
            let overHTTP = Dictionary(
                uniqueKeysWithValues: HouseholdAudit.services.map { ($0, WebChannel(port: port, process: $0)) })
            let calls = try await stage.calls(over: overHTTP)
            // An adult is told the words, in responses and in events: they are found, and the server keeps nothing of it for others.
            let adult = AuditCaller(channels: overHTTP, token: stage.token(.owner), secrets: [HouseholdAudit.secret])
            let seen = AuditCalls(
                caller: adult, hidden: calls.hidden, seen: calls.seen, channel: calls.channel, others: calls.others,
                words: calls.words)
            try await seen.catalogSearches()
            try await Self.others(overHTTP, seen, stage.token(.owner))
            let methods = Set(adult.leaks.compactMap { $0.split(separator: " ").first.map(String.init) })
            #expect(methods.isSuperset(of: ["/events", Catalog.Search.fullMethod]), "\(adult.leaks)")
            _ = try await comes {
                calls.caller.forget()
                try await calls.all()
                try await Self.others(overHTTP, calls, stage.token(.child))
                return calls.caller.leaks.isEmpty
            }
            for leak in calls.caller.leaks { Issue.record("\(leak)") }
            await node.shutDown()
        }
    }

    /// Streams as events, the door's own events, and pictures of hidden titles.
    private static func others(
        _ overHTTP: [String: WebChannel], _ calls: AuditCalls, _ token: AccessToken
    ) async throws {
        let caller = calls.caller
        let web = try #require(overHTTP["web"])
        caller.hear(try await web.events(of: "/events", "", token: token, within: patience), "/events", [])
        for contract in Contract.all {
            for method in contract.service.requests where method.shape == .serverStream {
                let titles = calls.hidden.prefix(2) + calls.seen.prefix(1)
                let process = overHTTP[contract.file] ?? web
                for id in titles {
                    let text = try await process.events(
                        of: method.fullMethod, try json(of: method, about: id), token: token, within: patience)
                    caller.hear(text, method.fullMethod, [id])
                }
            }
        }
        let logo = "http://logo.example/\(HouseholdAudit.secret)film.png"
        for target in [
            "/picture/card?url=\(logo)", "/picture/card\(HouseholdAudit.picture)", "/media/a/b", "/openapi.json",
            "/readyz",
        ] {
            let response = try await web.get(target, token: token)
            caller.hear("\(response.fields) \(response.text)", target, [])
            if target.hasPrefix("/picture"), response.status == 200 { caller.note(leak: "\(target) is served") }
        }
    }

    private static func json(of method: any RPCMethod.Type, about id: ContentID) throws -> String {
        func text<Request: RPCMethod>(_ method: Request.Type) throws -> String {
            let recording = SchemaRecorder.record([method])
            let request = try CBOREncoder().encode(try RequestSamples(about: id).request(method))
            let value = try CBORDecoder().decode(CBORValue.self, from: request)
            return recording.schema.json(from: value, as: recording.shapes[0])
        }
        return try text(method)
    }
}
