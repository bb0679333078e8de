import CatalogAPI
import GRDB
import RPC
import RPCDiagnostics
import ServiceKit
import TestSupport
import Testing

@testable import CatalogService

/// What the catalog's metrics tell of jobs and sources.
struct ImportMetricsTests {
    private func fetch(_ catalog: CatalogFixture) async throws -> [Sys.Metric] {
        try await catalog.service.client(Sys.self, as: .owner).send(Sys.GetMetrics()).metrics
    }

    private func jobs(_ kind: String, _ outcome: String, _ metrics: [Sys.Metric]) -> Double? {
        metrics.first { $0.name == "jobs_total" && $0.labels == ["kind": kind, "outcome": outcome] }?.value
    }

    @Test
    func `jobs are counted by what became of them, and sources tell their age and no name`() async throws {
        try await CatalogFixture.with { catalog in
            #expect(jobs("playlist", "done", try await fetch(catalog)) == 0)
            try await catalog.playlist(catalog.file("a.m3u", SampleList.mixed), source: "Provider of the lake")
            try await catalog.playlist(catalog.file("b.m3u", "no list at all"), source: "other")
            let isCounted = try await comes {
                let metrics = try await fetch(catalog)
                return jobs("playlist", "done", metrics) == 1 && jobs("playlist", "failed", metrics) == 1
            }
            #expect(isCounted)
            catalog.clock.advance(days: 2)
            let metrics = try await fetch(catalog)
            let ages = metrics.filter { $0.name == "import_age_seconds" }
            try #require(ages.count == 1)
            #expect(abs(ages[0].value - 2 * 86_400) < 600)
            #expect(ages[0].labels["kind"] == "playlist")
            let texts = metrics.flatMap { $0.labels.values }
            #expect(!texts.contains { $0.contains("Provider") || $0.contains("lake") })
            // Nothing refreshes an uploaded file.
            #expect(!metrics.contains { $0.name == "import_interval_seconds" })
        }
    }

    @Test(
        arguments: [
            // A refresh that found the source unchanged counts; a failed one does not.
            (imported: 1_000, tried: 9_000, failures: 0, succeeded: 9_000),
            (imported: 1_000, tried: 9_000, failures: 1, succeeded: 1_000),
            (imported: 1_000, tried: nil, failures: 0, succeeded: 1_000),
        ] as [(imported: Int64, tried: Int64?, failures: Int64, succeeded: Int64)])
    func `the age is that of the last success`(
        _ row: (imported: Int64, tried: Int64?, failures: Int64, succeeded: Int64)
    ) async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", SampleList.mixed))
            let shard = try await #require(catalog.service.shards).shard(for: "home")
            let ages = try await shard.write { db in
                try db.execute(sql: "UPDATE source SET imported = ?", arguments: [row.imported])
                try db.execute(
                    sql: """
                        INSERT INTO feed (name, kind, address, guideNumber, minutes, isDisabled, tried, failures)
                            VALUES ('list', 'playlist', 'http://a.example/', 0, 60, 0, ?, ?)
                        """, arguments: [row.tried, row.failures])
                return try SourceAge.all(db)
            }
            #expect(ages.map(\.succeeded) == [row.succeeded])
            #expect(ages.map(\.intervalSeconds) == [3_600])
        }
    }
}
