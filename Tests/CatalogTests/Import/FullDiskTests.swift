import CatalogAPI
import Foundation
import HearthModel
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Imports for which the disk has no room.
struct FullDiskTests {
    private static func list(_ count: Int) -> String {
        (0..<count).map { "#EXTINF:-1 group-title=\"Group \($0 % 7)\",Station \($0)\nhttp://a.example/\($0)" }
            .joined(separator: "\n")
    }

    @Test(arguments: [0, 1])
    func `an import says that the disk is full, leaves nothing, and what takes room can be removed`(
        _ round: Int
    ) async throws {
        try await CatalogFixture.with(faults: true) { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.list(400)), source: "old")
            let before = try await catalog.ids()
            let faults = try #require(catalog.service.faults)
            // Full from the first page on, or in the middle of staging.
            faults.limitDisk(room: round == 0 ? 0 : 600_000)
            let path = try catalog.file("b.m3u", Self.list(12_000))
            let client = try await catalog.client()
            do {
                let job = try await catalog.playlist(path, source: "new")
                #expect(job.state == .failed)
                #expect(job.problem?.contains("is full") == true, "\(job.problem ?? "")")
                #expect(job.problem?.contains("nothing was changed") == true)
            } catch let error as RPCError {
                // Not even the file or the job had room.
                #expect(error.code == .resourceExhausted && error.message.contains("is full"), "\(error)")
            }
            #expect(try await catalog.ids() == before)
            #expect(try await catalog.leftovers() == 0)

            faults.limitDisk(room: 0)
            let removal = try await client.send(Catalog.RemoveSource(source: "old"))
            #expect(try await catalog.end(of: removal, client).state == .done)
            #expect(try await catalog.ids().isEmpty)

            faults.limitDisk(room: nil)
            let job = try await catalog.playlist(path, source: "new")
            #expect(job.state == .done)
            #expect(try await catalog.ids().count == 12_000)
        }
    }
}
