import Foundation
import RPC
import TestSupport
import Testing

/// A title that the library loses and gets back, as those see it who refer to it.
@Suite(.tags(.integration), .serialized)
struct GoneTests {
    private static func film(_ name: String, _ number: Int) -> String {
        "#EXTINF:6000 type=\"movie\" rating=\"PG\",\(name) (1999)\nhttp://a.example/movie/u/p/\(number).mkv\n"
    }

    private static let words = "(no longer available)"

    @Test
    func `is shown as such, leaves the queue, and comes back; also where a service was down meanwhile`() async throws {
        try await RealCluster.with { cluster in
            try await up(cluster)
            let list = try cluster.directory.write("#EXTM3U\n" + Self.film("Alien", 1), to: "alien.m3u")
            let other = try cluster.directory.write("#EXTM3U\n" + Self.film("Heat", 2), to: "heat.m3u")
            try await run(cluster, "import", other, "--source", "other")
            try await run(cluster, "import", list, "--source", "list")
            let alien = try await id(of: "alien", cluster)
            let heat = try await id(of: "heat", cluster)
            for id in [heat, alien] {
                try await run(cluster, "favourite", "add", id)
                try await run(cluster, "queue", "add", id)
            }
            try await run(cluster, "play", alien, "--for", "1")

            try await remove("list", cluster)
            try await waitUntil(gone: true, cluster)
            // Heat is another matter.
            #expect(try await run(cluster, "queue").out.contains("Heat"))
            try await run(cluster, "import", list, "--source", "list")
            try await waitUntil(gone: false, cluster)

            _ = try await cluster.hearth("down")
            try await up(cluster, "profiles,catalog")
            try await remove("list", cluster)
            _ = try await cluster.hearth("down")
            try await up(cluster, "profiles,playback-state")
            // Without the catalog it is not known yet, and that is no error.
            #expect(try await !run(cluster, "history").out.contains(Self.words))
            _ = try await cluster.hearth("down")
            try await up(cluster)
            try await waitUntil(gone: true, cluster)
        }
    }

    private func up(_ cluster: RealCluster, _ services: String = "profiles,catalog,playback-state") async throws {
        try await cluster.up("--services", services, "--restart-limit", "0", "--restart-wait", "0.1")
    }

    @discardableResult
    private func run(_ cluster: RealCluster, _ arguments: String...) async throws -> RealCluster.Outcome {
        let outcome = try await cluster.execute("hearth", arguments + ["--timeout", "120"])
        try #require(outcome.code == 0, "\(arguments): \(outcome.out)\(outcome.err)\(cluster.log)")
        return outcome
    }

    private func id(of text: String, _ cluster: RealCluster) async throws -> String {
        let found = try await run(cluster, "search", text, "--json").json()
        let hits = try #require(found["hits"] as? [[String: Any]])
        return try #require(hits.first?["id"] as? String)
    }

    private func remove(_ source: String, _ cluster: RealCluster) async throws {
        let body = "{\"source\": \"\(source)\"}"
        try await run(cluster, "call", "hearth.catalog.v1.Catalog/RemoveSource", body)
        let isGone = try await comes { try await !run(cluster, "search", "alien").out.contains("Alien") }
        #expect(isGone, "the removed source's film is still found")
    }

    /// Waits until everybody shows the film as gone, or as back.
    private func waitUntil(gone: Bool, _ cluster: RealCluster) async throws {
        var shown = ""
        let isDone = try await comes {
            let favourites = try await run(cluster, "favourite").out
            let history = try await run(cluster, "history").out
            let queue = try await run(cluster, "queue").out
            #expect(favourites.contains("Alien") && history.contains("Alien"))
            let isShown = [favourites, history].map { $0.contains("Alien \(Self.words)") }
            shown = favourites + history + queue
            return isShown == [gone, gone] && !queue.contains("Alien")
        }
        #expect(isDone, "\(shown)\(cluster.log)")
    }
}
