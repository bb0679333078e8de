import Foundation
import TestSupport
import Testing

/// Titles of TMDB's that the library has under another name, with the real services.
@Suite(.tags(.integration), .serialized)
struct UpstreamTitleTests {
    private static let list = """
        #EXTM3U
        #EXTINF:6000 type="movie" rating="PG",Der Hafen (1999)
        http://a.example/movie/u/p/1.mkv
        #EXTINF:6000 type="movie" rating="PG",The Harbour (1962)
        http://a.example/movie/u/p/2.mkv

        """

    private static let tmdb = [
        "/3/movie/1": #"{"id": 1, "title": "The Harbour", "release_date": "1999-05-01"}"#,
        "/3/search/movie": #"{"page": 1, "results": [], "total_pages": 1, "total_results": 0}"#,
    ]

    @Test
    func `show as in the library, and a favourite of either id is the same favourite`() async throws {
        try await RealCluster.with { cluster in
            let tmdb = try FakeTMDB(serving: Self.tmdb)
            defer { tmdb.stop() }
            let configuration = RealCluster.configuration(of: "metadata-gateway", tmdb.settings)
            try await cluster.up(
                "--services", "profiles,catalog,metadata-gateway,playback-state", "--config",
                try cluster.directory.write(configuration, to: "outside.yaml"))
            let path = try cluster.directory.write(Self.list, to: "list.m3u")
            #expect(try await cluster.hearth("import", path).code == 0)
            let found = try await cluster.hearth("search", "hafen", "--json").json()
            let hit = try #require((found["hits"] as? [[String: Any]])?.first)
            let id = try #require(hit["id"] as? String)
            #expect(try await cluster.hearth("favourite", "add", "tmdb:movie:1").code == 0)
            #expect(try await favourites(cluster) == ["tmdb:movie:1"])
            #expect(try await cluster.hearth("correct", "title", id, "--tmdb", "1").code == 0)
            // The catalog tells of it, and what was marked outside of the library is the library's from then on.
            try await cluster.until("the favourite is the library's") { try await favourites(cluster) == [id] }

            let page = try await cluster.hearth("discover", "--json").json()
            let titles = try #require(page["titles"] as? [[String: Any]])
            #expect(titles.map { $0["library"] as? String } == [id])
            #expect(titles.map { $0["isInLibrary"] as? Bool } == [true])
            #expect(titles.map { $0["isFavourite"] as? Bool } == [true])

            // Whichever id it is named by.
            for (added, removed) in [("tmdb:movie:1", id), (id, "tmdb:movie:1"), ("tmdb:movie:1", "tmdb:movie:1")] {
                #expect(try await cluster.hearth("favourite", "remove", removed).code == 0)
                #expect(try await favourites(cluster) == [])
                #expect(try await cluster.hearth("favourite", "add", added).code == 0)
                #expect(try await cluster.hearth("favourite", "add", id).code == 0)
                #expect(try await favourites(cluster) == [id])
            }
            let title = try await cluster.hearth("title", "tmdb:movie:1", "--json")
            #expect(title.out.contains("Der Hafen"), "\(title.out)\(title.err)")
        }
    }

    private func favourites(_ cluster: RealCluster) async throws -> [String] {
        let outcome = try await cluster.hearth("favourite", "list", "--json")
        let list = try #require(try outcome.json()["favourites"] as? [[String: Any]], "\(outcome.out)\(outcome.err)")
        return list.compactMap { $0["content"] as? String }
    }
}
