import CatalogAPI
import Foundation
import HearthModel
import MetadataGatewayAPI
import RPC
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// The order of a series' episodes: as broadcast, numbered through, or that of one of TMDB's episode groups.
struct EpisodeOrderTests {
    private static let show = FakeMetadata.Known(
        id: 1_668, name: "Low Tide", year: 1994, isShow: true,
        seasons: [0: ["Making Of"], 1: ["The Harbour", "Driftwood", "Storm"], 2: ["Ebb", "Flood"]],
        groups: [
            FakeMetadata.Group(id: "small", type: 3, name: "Disc", parts: [(1, [(1, 1)])]),
            FakeMetadata.Group(
                id: "dvd", type: 3, name: "DVD Order",
                parts: [(2, [(2, 1), (1, 2)]), (0, [(0, 1)]), (1, [(1, 3), (1, 1)])]),
        ])

    private static let list =
        SampleEntry.episode("Low Tide S00E01", 9) + SampleEntry.episode("Low Tide S01E01", 1)
        + SampleEntry.episode("Low Tide S01E02", 2) + SampleEntry.episode("Low Tide S01E03", 3)
        + SampleEntry.episode("Low Tide S02E01", 4) + SampleEntry.episode("Low Tide S02E02", 5)
        + SampleEntry.film("Heat (1995)", 6)

    private struct Fixture {
        let catalog: CatalogFixture
        let metadata: FakeMetadata
        let client: RPCClient<Catalog>
        let series: ContentID

        /// Season and number of all episodes, as listed page by page.
        func listed(_ order: EpisodeOrder? = nil, size: Int32 = 4) async throws -> [String] {
            var (names, cursor): ([String], String?) = ([], nil)
            repeat {
                let page = try await client.send(
                    Catalog.ListEpisodes(
                        series: series, page: PageRequest(size: size, cursor: cursor), order: order))
                for (index, card) in page.episodes.enumerated() {
                    let place = page.positions.map { " \($0[index].part).\($0[index].number)" } ?? ""
                    names.append("\(card.season ?? -1)x\(card.episode ?? -1)\(place)")
                }
                cursor = page.cursor
            } while cursor != nil
            return names
        }

        func set(_ order: EpisodeOrder) async throws -> EpisodeOrderList {
            try await client.send(Catalog.SetEpisodeOrder(series: series, order: order))
        }

        func untilMatched() async throws {
            try #require(try await comes { try await client.send(Catalog.GetTitle(id: series)).metadata != nil })
        }
    }

    private static func with(_ body: (Fixture) async throws -> Void) async throws {
        try await CatalogFixture.with { catalog in
            let metadata = FakeMetadata([show], runtime: catalog.clock)
            var handlers = metadata.handlers
            handlers.declineOthers()
            try catalog.service.clients.play("metadata-gateway", handlers)
            try await catalog.playlist(catalog.file("a.m3u", list))
            let series = try await catalog.title("Low Tide", kinds: [.series]).card.id
            try await body(
                Fixture(catalog: catalog, metadata: metadata, client: try await catalog.client(), series: series))
        }
    }

    @Test func `a DVD order is that of the largest group, with specials and what it does not have at the end`()
        async throws
    {
        try await Self.with { fixture in
            #expect(try await fixture.listed() == ["0x1", "1x1", "1x2", "1x3", "2x1", "2x2"])
            try await fixture.untilMatched()
            let orders = try await fixture.client.send(Catalog.ListEpisodeOrders(series: fixture.series))
            #expect(orders.current == .aired && orders.isComplete)
            #expect(orders.orders.map(\.order) == [.aired, .absolute, .dvd])
            #expect(orders.orders.last?.name == "DVD Order" && orders.orders.last?.episodes == 5)
            #expect(try await fixture.set(.dvd).current == .dvd)
            let discs = ["1x3 1.1", "1x1 1.2", "2x1 2.1", "1x2 2.2", "0x1 0.1", "2x2 0.0"]
            for size: Int32 in 1...7 { #expect(try await fixture.listed(size: size) == discs, "pages of \(size)") }
            #expect(try await fixture.listed(.dvd) == discs)
            // The plain order stays at hand, and another order is not made up.
            #expect(try await fixture.listed(.aired) == ["0x1", "1x1", "1x2", "1x3", "2x1", "2x2"])
            await #expect(throws: RPCError.self) { try await fixture.listed(.production) }
            #expect(try await fixture.set(.aired).current == .aired)
            #expect(try await fixture.listed() == ["0x1", "1x1", "1x2", "1x3", "2x1", "2x2"])
        }
    }

    @Test func `absolute numbers are counted through the seasons as TMDB has them, without TMDB as the list has them`()
        async throws
    {
        try await Self.with { fixture in
            #expect(try await fixture.set(.absolute).current == .absolute)
            let numbered = ["1x1 1.1", "1x2 1.2", "1x3 1.3", "2x1 1.4", "2x2 1.5", "0x1 0.1"]
            #expect(try await fixture.listed() == numbered)
            fixture.catalog.service.clients.stop("metadata-gateway")
            let orders = try await fixture.client.send(Catalog.ListEpisodeOrders(series: fixture.series))
            #expect(orders.current == .absolute && orders.orders.contains { $0.order == .aired })
            #expect(try await fixture.listed() == numbered)
        }
    }

    @Test func `an order that TMDB does not have, of what is no series, or by a child is refused`() async throws {
        try await Self.with { fixture in
            try await fixture.untilMatched()
            let missing = await fixture.client.failure(
                of: Catalog.SetEpisodeOrder(series: fixture.series, order: .production))
            #expect(
                missing?.code == .failedPrecondition && missing?.detail(CatalogProblem.self)?.code == .noEpisodeOrder)
            let wrong = await fixture.client.failure(
                of: Catalog.SetEpisodeOrder(series: fixture.series, order: EpisodeOrder(rawValue: "backwards")))
            #expect(wrong?.detail(InvalidField.self)?.field == "order")
            let film = try await fixture.catalog.title("Heat").card.id
            let none = await fixture.client.failure(of: Catalog.SetEpisodeOrder(series: film, order: .absolute))
            #expect(none?.code == .notFound)
            let child = try await fixture.catalog.client(.kids)
            let refused = await child.failure(of: Catalog.SetEpisodeOrder(series: fixture.series, order: .absolute))
            #expect(refused?.code == .permissionDenied)
            fixture.metadata.problem = RPCError(.unavailable, "It is down.")
            let down = await fixture.client.failure(of: Catalog.SetEpisodeOrder(series: fixture.series, order: .dvd))
            #expect(down?.code == .unavailable)
            #expect(try await fixture.listed() == ["0x1", "1x1", "1x2", "1x3", "2x1", "2x2"])
        }
    }

    /// A page's cursor belongs to its order: with another one it would leave episodes out.
    @Test func `a cursor is refused once the order has changed`() async throws {
        try await Self.with { fixture in
            let page = PageRequest(size: 2)
            let first = try await fixture.client.send(Catalog.ListEpisodes(series: fixture.series, page: page))
            _ = try await fixture.set(.absolute)
            let next = Catalog.ListEpisodes(
                series: fixture.series, page: PageRequest(size: 2, cursor: first.cursor))
            #expect(await fixture.client.failure(of: next)?.detail(InvalidField.self)?.field == "page.cursor")
        }
    }
}

extension RPCClient<Catalog> {
    /// The error that a call fails with; nil when it succeeds.
    fileprivate func failure<Request: RPCRequest>(of request: Request) async -> RPCError?
    where Request.Service == Catalog {
        do {
            _ = try await send(request)
            return nil
        } catch {
            return error
        }
    }
}
