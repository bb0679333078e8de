import CatalogAPI
import Foundation
import HearthModel
import RPC
import ReadingListAPI
import ServiceKit
import TestSupport
import Testing

/// `hearth audit` against a catalog that keeps what a child may not see to itself, and against ones that do not.
struct AuditCommandTests {
    private static let hidden = Card(id: "m-hidden", kind: .movie, title: "Midnight Harbour", rating: .r)
    private static let admitted = Card(id: "m-seen", kind: .movie, title: "Lighthouse Keepers", rating: .g)

    private static let link = Link(
        id: "l-private", url: "https://secret.example/page", displayTitle: "A private page", displayDescription: "",
        domain: "secret.example", status: .unread, types: [.article], typesFrom: .signs, isFeatured: false, tags: [],
        added: FakeProfiles.date, updated: FakeProfiles.date)

    /// A library of two films, whose catalog tells a child what a test wants.
    private static func catalog(
        telling extra: [Card] = [], hiding more: [Card] = [], films: Int64 = 1,
        error: @escaping @Sendable (ContentID) -> String = { _ in "" }
    ) -> RPCHandlers<Catalog> {
        var handlers = RPCHandlers<Catalog>()
        handlers.on(Catalog.ListTitles.self) { _, writer, call in
            try await writer.write(TitleBatch(cards: isKids(call) ? [admitted] + extra : [admitted, hidden] + more))
        }
        handlers.on(Catalog.Search.self) { request, call in
            var results = SearchResults()
            if request.text.isEmpty {
                results.kinds = [KindCount(kind: .movie, count: isKids(call) ? films : 2)]
            }
            return results
        }
        handlers.on(Catalog.GetTitle.self) { request, _ in
            guard request.id == admitted.id else { throw RPCError(.notFound, error(request.id)) }
            return Title(card: admitted)
        }
        handlers.declineOthers()
        return handlers
    }

    private static func isKids(_ call: ServerCall) -> Bool {
        call.token.map { String(decoding: $0.bytes, as: UTF8.self).hasPrefix("token-of-p-kids") } ?? false
    }

    private func audit(
        _ catalog: RPCHandlers<Catalog>, _ more: String...
    ) async throws -> GatewayHarness.Outcome {
        let bench = try GatewayHarness()
        try bench.clients.play("catalog", catalog)
        return await bench.run(list: ["audit", "--profile", "Kids", "--seed", "1"] + more)
    }

    @Test
    func `a catalog that keeps hidden titles to itself passes`() async throws {
        let outcome = try await audit(Self.catalog())
        #expect(outcome.status == .success, "\(outcome.out)\(outcome.err)")
        #expect(outcome.out.contains("1 are hidden, 1 of them were asked for by id and by name."))
        #expect(outcome.out.contains("Nothing that it may not see was told."))
    }

    @Test
    func `a hidden title in a list is found by its id and by its name`() async throws {
        let outcome = try await audit(Self.catalog(telling: [Self.hidden]))
        #expect(outcome.status == .failure)
        #expect(outcome.out.contains("Catalog/ListTitles  id"), "\(outcome.out)")
        #expect(outcome.out.contains("Catalog/ListTitles  title"))
    }

    @Test
    func `a title under another id is found by its name, also within a longer text`() async throws {
        let renamed = Card(id: "m-other", kind: .movie, title: "Because you liked Midnight Harbour", rating: .g)
        let outcome = try await audit(Self.catalog(telling: [renamed]))
        #expect(outcome.status == .failure)
        #expect(outcome.out.contains("Because you liked Midnight Harbour"), "\(outcome.out)")
    }

    @Test
    func `hidden titles that are not asked for are looked for, too`() async throws {
        let other = Card(id: "m-third", kind: .movie, title: "Second Secret", rating: .r)
        let told = [Self.hidden, other].map {
            Card(id: ContentID(rawValue: "m-\($0.title.count)"), kind: .movie, title: $0.title)
        }
        let outcome = try await audit(Self.catalog(telling: told, hiding: [other]), "--titles", "1")
        #expect(outcome.out.contains("2 are hidden, 1 of them were asked for"), "\(outcome.out)")
        for card in [Self.hidden, other] { #expect(outcome.out.contains(card.title), "\(outcome.out)") }
    }

    @Test
    func `an error that names a title is found; one that repeats the id of the request is none`() async throws {
        let told = try await audit(Self.catalog { _ in "\"Midnight Harbour\" is not for this profile." })
        #expect(told.status == .failure)
        #expect(told.out.contains("Catalog/GetTitle"))
        #expect(try await audit(Self.catalog { "No title has the id \($0.rawValue)." }).status == .success)
    }

    @Test
    func `a count that includes hidden titles is found`() async throws {
        let outcome = try await audit(Self.catalog(films: 2))
        #expect(outcome.status == .failure)
        #expect(outcome.out.contains("2 titles of kind movie, of which it may see 1"), "\(outcome.out)")
    }

    @Test
    func `a canary is found wherever it is; the report says in JSON what was called`() async throws {
        let outcome = try await audit(Self.catalog(), "--canary", "KEEPERS", "--json")
        #expect(outcome.status == .failure)
        let report = try #require(try outcome.json()["report"] as? [String: Any])
        let findings = try #require(report["findings"] as? [[String: Any]])
        #expect(Set(findings.compactMap { $0["kind"] as? String }) == ["canary"])
        let methods = try #require(report["methods"] as? [[String: Any]])
        #expect(
            methods.contains {
                $0["name"] as? String == "hearth.catalog.v1.Catalog/GetTitle" && $0["calls"] as? Int == 3
            })
    }

    @Test
    func `another person's links are looked for`() async throws {
        let bench = try GatewayHarness()
        try bench.clients.play("catalog", Self.catalog())
        var links = RPCHandlers<ReadingList>()
        let link = Self.link
        links.on(ReadingList.ListLinks.self) { _, call in
            LinkList(links: Self.isKids(call) ? [] : [link], counts: LinkCounts())
        }
        links.on(ReadingList.GetLink.self) { _, _ in link }
        links.declineOthers()
        try bench.start("reading-list")
        try bench.clients.play("reading-list", links)
        let outcome = await bench.run("audit", "--profile", "Kids")
        #expect(outcome.status == .failure)
        #expect(outcome.out.contains("foreign"), "\(outcome.out)\(outcome.err)")
    }

    @Test
    func `a wrong command line says what to give`() async throws {
        let bench = try GatewayHarness()
        #expect(await bench.run("audit").err.contains("--profile"))
        #expect(await bench.run("audit", "--profile", "Kids", "--titles", "0").status == .usage)
        #expect(await bench.run("audit", "--profile", "Kids", "--token", "x").status == .usage)
        #expect(await bench.run("audit", "--profile", "Nemo").status == .failure)
    }
}
