import HearthModel
import MetadataGatewayAPI
import RPC
import TestSupport
import Testing

@testable import MetadataGatewayService

/// Viewing rules decide about titles of the library: a child with rules is shown nothing of TMDB's.
struct RuleSetTests {
    @Test func `a child with rules sees no title outside of the library, and its pictures`() async throws {
        try await withMetadata { harness, replay, owner in
            let film = """
                {"id": 7, "title": "Low Tide", "release_date": "2001-01-01", "release_dates": {"results":
                [{"iso_3166_1": "US", "release_dates": [{"certification": "G", "release_date": "", "type": 3}]}]}}
                """
            replay.invent("/3/movie/7", film)
            #expect(try await owner.send(MetadataGateway.GetCards(ids: ["tmdb:movie:7"])).cards.count == 1)
            var kim = TestCaller.kids
            let open = try await harness.client(MetadataGateway.self, as: kim)
            #expect(try await open.send(MetadataGateway.GetCards(ids: ["tmdb:movie:7"])).cards.count == 1)
            kim.policy = .kids(ruleSet: 0)
            let ruled = try await harness.client(MetadataGateway.self, as: kim)
            #expect(try await ruled.send(MetadataGateway.GetCards(ids: ["tmdb:movie:7"])).cards.isEmpty)
            #expect(await ruled.failure(of: MetadataGateway.GetMovie(id: 7)) != nil)
            _ = try await ruled.send(MetadataGateway.GetImage(path: "/a.jpg", use: .card))
        }
    }
}
