import CatalogAPI
import HearthModel
import RPC
import TestSupport
import Testing

@testable import CatalogService

/// The stream of all imports of a household.
struct FollowImportsTests {
    private static let list = "#EXTINF:-1,Station One\nhttp://a.example/1\n"

    @Test
    func `every import is told up to its end, and one that ended during a break, too`() async throws {
        try await CatalogFixture.with { catalog in
            let client = try await catalog.client()
            var items = client.follow(Catalog.FollowImports()).makeAsyncIterator()
            #expect(try await items.next()?.item == ImportItem(snapshot: []))
            let path = try catalog.file("a.m3u", Self.list)
            let first = try await client.upload(Catalog.ImportPlaylist(source: "list", file: path), from: path).job
            var end: RPCFollowSequence<Catalog.FollowImports>.Element?
            while end?.item.changed?.state.isEnd != true, let next = try await items.next() { end = next }
            let job = end?.item.changed
            #expect(job?.id == first && job?.state == .done && job?.report?.added == 1)

            let second = try await catalog.playlist(catalog.file("b.m3u", Self.list + Self.list), source: "other")
            var told: [String] = []
            for try await next in client.follow(Catalog.FollowImports(), after: end?.position) {
                if let job = next.item.changed, job.state.isEnd { told.append(job.id) }
                if told.contains(second.id) { break }
            }
            #expect(told.last == second.id)
        }
    }

    @Test
    func `imports are told to adults alone`() async throws {
        try await CatalogFixture.with { catalog in
            let child = try await catalog.client(.kids)
            let refusal = await #expect(throws: RPCError.self) {
                for try await _ in try await child.stream(Catalog.FollowImports()) {}
            }
            #expect(refusal?.code == .permissionDenied)
        }
    }
}
