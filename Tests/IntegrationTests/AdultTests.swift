import Foundation
import TestSupport
import Testing

/// Adult titles, as adults see them who have hidden them from themselves.
@Suite(.tags(.integration), .serialized)
struct AdultTests {
    private static let list = """
        #EXTM3U
        #EXTINF:6000 type="movie" rating="PG",Toy Story (1995)
        http://a.example/movie/u/p/1.mkv
        #EXTINF:6000 type="movie" rating="NC-17" group-title="Night",Steamy Story (1999)
        http://a.example/movie/u/p/2.mkv
        #EXTINF:-1 is_adult="1" group-title="Night",Hot Story TV
        http://a.example/hot.m3u8

        """

    @Test
    func `are asked about until an adult answers, and then in no search, total or facet of profiles that hide them`()
        async throws
    {
        try await RealCluster.with { cluster in
            try await cluster.up("--services", "profiles,catalog")
            let path = try cluster.directory.write(Self.list, to: "list.m3u")
            let report = try await cluster.hearth("import", path, "--json").json()
            #expect(report["adultFound"] as? Int == 1)
            #expect(report["asksAboutAdult"] as? Bool == true)
            #expect((report["adultSamples"] as? [[String: Any]])?.map { $0["title"] as? String } == ["Hot Story TV"])
            // Asked once more: there was no answer.
            let again = try await cluster.hearth("import", path)
            #expect(again.out.contains("hearth profile hide-adult"))
            let before = try await found(cluster)
            #expect(before.titles == ["Hot Story TV", "Steamy Story", "Toy Story"])

            _ = try await cluster.hearth("profile", "hide-adult")
            let after = try await found(cluster)
            #expect(after.titles == ["Toy Story"])
            #expect(after.total == 1)
            #expect(!after.text.contains("Story TV") && !after.text.contains("NC-17"))
            #expect(after.facets == ["PG 1"])

            _ = try await cluster.hearth("profile", "show-adult")
            #expect(try await found(cluster).titles == before.titles)
            try await cluster.until("the answer is with the catalog") {
                try await !cluster.hearth("source").out.contains("hide-adult")
            }
            #expect(try await !cluster.hearth("import", path).out.contains("hide-adult"))
        }
    }

    private func found(
        _ cluster: RealCluster
    ) async throws -> (titles: [String], total: Int?, facets: [String], text: String) {
        let outcome = try await cluster.hearth("search", "story", "--facets", "--json")
        let found = try outcome.json()
        let hits = try #require(found["hits"] as? [[String: Any]], "\(outcome.out)\(outcome.err)")
        let facets = (found["facets"] as? [[String: Any]] ?? []).filter { $0["facet"] as? String == "rating" }
            .flatMap { $0["values"] as? [[String: Any]] ?? [] }
        return (
            hits.compactMap { $0["title"] as? String }.sorted(), found["total"] as? Int,
            facets.compactMap { value in
                guard let name = value["value"] as? String, let count = value["count"] as? Int, count > 0 else {
                    return nil
                }
                return "\(name) \(count)"
            }, outcome.out
        )
    }
}
