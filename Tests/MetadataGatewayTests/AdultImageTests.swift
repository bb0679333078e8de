import Foundation
import MetadataGatewayAPI
import RPC
import TestSupport
import Testing

/// Pictures of what TMDB marks as for adults alone are for those who see it.
struct AdultImageTests {
    private static let film = """
        {"id": 7, "title": "A", "poster_path": "/poster.jpg", "backdrop_path": "/back.jpg", MARK
        "images": {"logos": [{"file_path": "/logo.png", "width": 1, "height": 1}]},
        "similar": {"page": 1, "results": [{"id": 8, "title": "B", "poster_path": "/clean.jpg"},
        {"id": 9, "title": "C", "poster_path": "/other.jpg", "softcore": true}], "total_pages": 1, "total_results": 2}}
        """

    @Test(arguments: ["adult", "softcore"])
    func `whichever mark it is, and wherever the picture was told of`(_ mark: String) async throws {
        try await withMetadata { harness, replay, owner in
            replay.invent("/3/movie/7", Self.film.replacing("MARK", with: "\"\(mark)\": true,"))
            replay.invent(
                "/3/search/multi",
                """
                {"page": 1, "results": [{"id": 5, "media_type": "tv", "name": "S", "\(mark)": true, "poster_path": "/listed.jpg"},
                {"id": 6, "media_type": "person", "name": "P", "known_for": [{"id": 1, "\(mark)": true,
                "backdrop_path": "/known.jpg"}]}], "total_pages": 1, "total_results": 2}
                """)
            _ = try await owner.send(MetadataGateway.GetMovie(id: 7, along: [.similar, .images]))
            _ = try await owner.send(MetadataGateway.SearchTitles(text: "s"))
            let marked = ["/poster.jpg", "/back.jpg", "/logo.png", "/other.jpg", "/listed.jpg", "/known.jpg"]
            for person in [TestCaller.owner, .kids, .strictKids, .hidingAdult] {
                let client = try await harness.client(MetadataGateway.self, as: person)
                for path in marked + ["/clean.jpg", "/unknown.jpg"] {
                    let error = await client.failure(of: MetadataGateway.GetImage(path: path, use: .card))
                    let isRefused = person != .owner && marked.contains(path)
                    #expect((error?.problem == .unknownTitle) == isRefused, "\(person.member) \(path)")
                    #expect(isRefused || error == nil, "\(person.member) \(path)")
                }
            }
        }
    }
}
