import CatalogAPI
import Foundation
import HearthModel
import RPC
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Who gets in at all: asked of every method of the contract, with a sample of its request.
struct AccessTests {
    private static let samples = RequestSamples(about: ContentID(rawValue: "mv_x"))

    /// Calls every method; the outcomes by the methods' names, nil where it was answered.
    private static func outcomes(
        _ catalog: CatalogFixture, with token: AccessToken?
    ) async throws -> [String: RPCError?] {
        let channel = try await catalog.service.channel()
        let options = CallOptions(timeout: TestTimeout.longest, token: token, waitForReady: true)
        var outcomes: [String: RPCError?] = [:]
        for method in Catalog.requests {
            do {
                _ = try await samples.call(method, over: channel, options: options)
                outcomes[method.method] = .some(nil)
            } catch let error as RPCError { outcomes[method.method] = error }
        }
        return outcomes
    }

    @Test(arguments: [TestTransport.inProcess, .ipc])
    func `without a token, or with a forged one, no method answers`(_ transport: TestTransport) async throws {
        try await CatalogFixture.with(transport) { catalog in
            for token in [nil, try await catalog.service.forgedToken(for: .owner)] {
                let outcomes = try await Self.outcomes(catalog, with: token)
                #expect(outcomes.count == Catalog.requests.count)
                for (method, error) in outcomes {
                    #expect(error?.code == .unauthenticated, "\(method)")
                    #expect(error?.executed == .no, "\(method)")
                }
            }
            #expect(try await catalog.ids().isEmpty)
        }
    }

    @Test
    func `a child may look and not change; a service only reads cards, streams and events, as it is allowed by name`()
        async throws
    {
        try await CatalogFixture.with { catalog in
            let adultsOnly: Set = [
                "ImportPlaylist", "ImportGuide", "GetImport", "FollowImport", "FollowImports", "CancelImport",
                "ListSources",
                "AddSource", "UpdateSource", "RefreshSource", "UndoImport", "RemoveSource", "FollowEvents",
                "CorrectTitle", "JoinTitles", "SplitTitle", "PinTitle", "ListCorrections", "TakeBackCorrection",
                "ListGuideChannels", "PreviewViewingRules", "ExplainPolicy", "SetEpisodeOrder",
            ]
            let child = try await Self.outcomes(catalog, with: catalog.service.token(for: .kids))
            #expect(Set(child.filter { $1?.code == .permissionDenied }.keys) == adultsOnly)
            let service = try await Self.outcomes(catalog, with: catalog.service.token(for: .service("scheduler")))
            let refused = Set(service.filter { $1?.code == .permissionDenied }.keys)
            let methods: [String] = Catalog.requests.map { request in request.method }
            #expect(Set(methods).subtracting(refused) == ["GetCards", "FollowEvents"])
        }
    }

    @Test
    func `another household's token opens that household, and finds nothing of this one`() async throws {
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
            let anonymous = try await catalog.client(TestCaller.owner.of("nowhere"))
            let unknown = await #expect(throws: RPCError.self) {
                _ = try await anonymous.send(Catalog.Search(text: ""))
            }
            #expect(unknown?.code == .notFound)
        }
    }
}
