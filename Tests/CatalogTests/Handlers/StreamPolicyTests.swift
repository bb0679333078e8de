import CatalogAPI
import Foundation
import HearthModel
import RPC
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Kids profiles are handed no stream whose address holds a provider's account.
struct StreamPolicyTests {
    private static let secret = "hunter2"
    private static let list = """
        #EXTM3U
        #EXTINF:-1,Both
        http://p.example:8080/live/alice/hunter2/5.ts
        #EXTINF:-1,Both
        http://a.example/both.m3u8
        #EXTINF:-1,Both
        http://alice:hunter2@b.example/both.m3u8
        #EXTINF:-1,Only
        http://p.example:8080/live/alice/hunter2/6.ts
        #EXTINF:-1,Header
        #EXTHTTP:{"Authorization":"Basic hunter2"}
        http://a.example/header.m3u8
        #EXTINF:-1,Plain
        http://a.example/plain.m3u8

        """

    private func id(_ title: String, _ catalog: CatalogFixture) async throws -> ContentID {
        try await catalog.title(title, kinds: [.channel]).card.id
    }

    @Test(arguments: [TestCaller.kids, .strictKids]) func `kids get the links that hold none`(
        person: TestCaller
    ) async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.list))
            // What has no rating is hidden from strict kids; here it is the same as for others.
            var person = person
            person.policy = .kids(seesUnrated: true)
            let kids = try await catalog.client(person)
            let adult = try await catalog.client(.hidingAdult)
            let both = try await id("Both", catalog)
            let all = try await adult.send(Catalog.GetTitle(id: both)).variants.map(\.id)
            #expect(all.count == 3)
            let stream = try await kids.send(Catalog.ResolveStream(id: both))
            #expect(stream.url == "http://a.example/both.m3u8")
            #expect(stream.fallbacks.isEmpty)
            for variant in all where variant != stream.variant {
                try await expectWithheld { try await kids.send(Catalog.ResolveStream(id: both, variant: variant)) }
            }
            for title in ["Only", "Header"] {
                let id = try await id(title, catalog)
                try await expectWithheld { try await kids.send(Catalog.ResolveStream(id: id)) }
                _ = try await adult.send(Catalog.ResolveStream(id: id))
            }
            let plain = try await id("Plain", catalog)
            #expect(try await kids.send(Catalog.ResolveStream(id: plain)).url == "http://a.example/plain.m3u8")
            // Adults and the service that fetches for kids are handed all.
            for person in [TestCaller.owner, .adult, .hidingAdult, .service("downloads")] {
                let client = try await catalog.client(person)
                let stream = try await client.send(Catalog.ResolveStream(id: both, variant: all[0]))
                #expect(stream.fallbacks.count == 2)
            }
            #expect(!catalog.service.logs.text.contains(Self.secret))
        }
    }

    private func expectWithheld(_ body: () async throws -> ResolvedStream) async throws {
        let error = try #require(await #expect(throws: RPCError.self) { _ = try await body() })
        #expect(error.code == .failedPrecondition)
        #expect(error.detail(CatalogProblem.self)?.code == .accountInAddress)
        #expect(!"\(error)".contains(Self.secret) && !"\(error)".contains("alice"))
    }

    @Test func `the account of a source counts wherever a list has it`() async throws {
        try await FeedHarness.with { harness, _ in
            XtreamImportTests.panel(harness.server)
            _ = try await XtreamImportTests.add(harness)
            let list = """
                #EXTM3U
                #EXTINF:-1,Hidden Away
                http://c.example/x/hunter2.m3u8
                #EXTINF:-1,Mirror
                http://c.example/mirror.m3u8?c=alice-hunter2

                """
            try await harness.catalog.playlist(harness.catalog.file("a.m3u", list))
            let kids = try await harness.catalog.client(.kids)
            for title in ["Hidden Away", "Mirror", "News 24"] {
                let id = try await id(title, harness.catalog)
                try await expectWithheld { try await kids.send(Catalog.ResolveStream(id: id)) }
            }
        }
    }
}
