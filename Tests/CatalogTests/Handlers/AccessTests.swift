import CatalogAPI
import Foundation
import HearthModel
import RPC
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

struct AccessTests {
    /// One request of each method.
    private static func calls(
        _ client: RPCClient<Catalog>, _ path: String
    ) -> [String: () async throws -> Void] {
        let id = ContentID(rawValue: "mv_x")
        return [
            Catalog.ImportPlaylist.method: {
                _ = try await client.upload(Catalog.ImportPlaylist(source: "x", file: path), from: path)
            },
            Catalog.ImportGuide.method: {
                _ = try await client.upload(Catalog.ImportGuide(source: "y", file: path), from: path)
            },
            Catalog.GetImport.method: {
                _ = try await client.send(Catalog.GetImport(job: "x"))
            },
            Catalog.FollowImport.method: {
                for try await _ in try await client.stream(Catalog.FollowImport(job: "x")) {}
            },
            Catalog.CancelImport.method: {
                _ = try await client.send(Catalog.CancelImport(job: "x"))
            },
            Catalog.ListSources.method: {
                _ = try await client.send(Catalog.ListSources())
            },
            Catalog.AddSource.method: {
                _ = try await client.send(Catalog.AddSource(source: "feed", kind: .playlist, address: path))
            },
            Catalog.UpdateSource.method: { _ = try await client.send(Catalog.UpdateSource(source: "feed")) },
            Catalog.RefreshSource.method: { _ = try await client.send(Catalog.RefreshSource(source: "feed")) },
            Catalog.UndoImport.method: {
                _ = try await client.send(Catalog.UndoImport(source: "feed", job: "x"))
            },
            Catalog.RemoveSource.method: {
                _ = try await client.send(Catalog.RemoveSource(source: "z"))
            },
            Catalog.Search.method: { _ = try await client.send(Catalog.Search(text: "")) },
            Catalog.ListTitles.method: {
                for try await _ in try await client.stream(Catalog.ListTitles()) {}
            },
            Catalog.GetTitle.method: {
                _ = try await client.send(Catalog.GetTitle(id: id))
            },
            Catalog.ListEpisodes.method: {
                _ = try await client.send(Catalog.ListEpisodes(series: id))
            },
            Catalog.GetCards.method: {
                _ = try await client.send(Catalog.GetCards(ids: [id]))
            },
            Catalog.ResolveStream.method: {
                _ = try await client.send(Catalog.ResolveStream(id: id))
            },
            Catalog.NowNext.method: { _ = try await client.send(Catalog.NowNext()) },
            Catalog.ListOnAir.method: {
                for try await _ in try await client.stream(Catalog.ListOnAir()) {}
            },
            Catalog.GuideGrid.method: {
                _ = try await client.send(
                    Catalog.GuideGrid(channels: [id], from: SampleGuide.date(0), until: SampleGuide.date(1)))
            },
            Catalog.FollowEvents.method: { _ = try await client.stream(Catalog.FollowEvents()).next() },
        ]
    }

    private static func everyCall(
        _ client: RPCClient<Catalog>, _ path: String
    ) -> [String: () async throws -> Void] {
        calls(client, path).merging(searchCalls(client)) { $1 }.merging(correctionCalls(client)) { $1 }
    }

    @Test("without a token, or with a forged one, no method answers", arguments: [TestTransport.inProcess, .ipc])
    func strangers(_ transport: TestTransport) async throws {
        try await CatalogFixture.with(transport) { catalog in
            let path = try catalog.file("a.m3u", SampleList.mixed)
            let forged = CallOptions(token: try await catalog.harness.forgedToken(for: .owner))
            for client in [
                try await catalog.harness.client(Catalog.self, as: nil),
                try await catalog.harness.client(Catalog.self, as: nil, options: forged),
            ] {
                let calls = Self.everyCall(client, path)
                #expect(calls.count == Catalog.requests.count)
                for (method, call) in calls {
                    do {
                        try await call()
                        Issue.record("\(method) answered a stranger")
                    } catch let error as RPCError {
                        #expect(error.code == .unauthenticated, "\(method)")
                        #expect(error.executed == .no, "\(method)")
                    }
                }
            }
            #expect(try await catalog.ids().isEmpty)
        }
    }

    @Test("a child may look and not change; a service only reads cards, streams and events, as it is allowed by name")
    func roles() async throws {
        try await CatalogFixture.with { catalog in
            let path = try catalog.file("a.m3u", SampleList.mixed)
            let keepers = [
                "ImportPlaylist", "ImportGuide", "GetImport", "FollowImport", "CancelImport", "ListSources",
                "AddSource", "UpdateSource", "RefreshSource", "UndoImport", "RemoveSource", "FollowEvents",
                "CorrectTitle", "JoinTitles", "SplitTitle", "PinTitle", "ListCorrections", "TakeBackCorrection",
                "ListGuideChannels",
            ]
            let reading = ["GetCards", "FollowEvents"]
            for (method, call) in Self.everyCall(try await catalog.client(.kids), path) {
                do { try await call() } catch let error as RPCError {
                    #expect((error.code == .permissionDenied) == keepers.contains(method), "\(method): \(error)")
                    continue
                }
                #expect(!keepers.contains(method), "\(method)")
            }
            for (method, call) in Self.everyCall(try await catalog.client(.service("scheduler")), path) {
                do { try await call() } catch let error as RPCError {
                    #expect((error.code == .permissionDenied) == !reading.contains(method), "\(method): \(error)")
                    continue
                }
                #expect(reading.contains(method), "\(method)")
            }
        }
    }

    @Test("another household's token opens that household, and finds nothing of this one")
    func otherHousehold() async throws {
        try await CatalogFixture.with(households: ["home", "other"]) { catalog in
            try await catalog.playlist(catalog.file("a.m3u", SampleList.mixed))
            let id = try #require(try await catalog.ids().first)
            let other = try await catalog.client(TestCaller.owner.of("other"))
            #expect(try await other.send(Catalog.Search(text: "")).total == 0)
            #expect(try await other.send(Catalog.GetCards(ids: [id])).cards.isEmpty)
            let failure = await #expect(throws: RPCError.self) {
                _ = try await other.send(Catalog.ResolveStream(id: id))
            }
            #expect(failure?.code == .notFound)
            let nobody = try await catalog.client(TestCaller.owner.of("nowhere"))
            let unknown = await #expect(throws: RPCError.self) { _ = try await nobody.send(Catalog.Search(text: "")) }
            #expect(unknown?.code == .notFound)
        }
    }
}
