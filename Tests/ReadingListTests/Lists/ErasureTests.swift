import Foundation
import RPC
import ReadingListAPI
import ServiceKit
import TestSupport
import Testing

@testable import ReadingListService

/// A deleted profile leaves nothing behind, in no file.
struct ErasureTests {
    private static let canary = "xyzzycanary"

    @Test func `nothing of a deleted profile stays, and others keep theirs`() async throws {
        try await ServiceHarness.with(ReadingListService.self) { harness in
            let (list, other) = (try await harness.list(of: .adult), try await harness.list(of: .owner))
            var ids: [String] = []
            for number in 0..<40 {
                ids.append(
                    try await list.save(
                        "https://\(Self.canary).example/\(number)", "\(Self.canary) \(number)", tags: [Self.canary]
                    ).id)
            }
            _ = try await list.send(ReadingList.EditLink(id: ids[0], note: Self.canary))
            _ = try await list.send(ReadingList.CorrectTypes(id: ids[1], types: [.video], forSite: true))
            _ = try await list.send(ReadingList.DeleteLinks(ids: Array(ids.prefix(5))))
            let file = try harness.directory.write("https://\(Self.canary).example/file\n\(Self.canary)\n", to: "a.txt")
            _ = try await list.finish(list.upload(ReadingList.ImportLinks(file: file), from: file).job, harness)
            try await other.save("https://example.com/stays", "stays")
            let shard = try #require(harness.shards?.openShards["home"])
            #expect(try holdsCanary(harness))
            for _ in 0..<2 { try await shard.write { try ProfileTable.erase("profile-of-adam", $0) } }
            #expect(try await other.titles(ReadingList.ListLinks(text: "stays")) == ["stays"])
            #expect(try await list.titles().isEmpty)
            // A token that outlives its profile makes nothing of it again.
            #expect(
                await list.failure(of: ReadingList.SaveLink(url: "https://example.com/x"))?.problem == .profileGone)
            await harness.stop()
            #expect(try !holdsCanary(harness))
            try await harness.start()
            #expect(try await other.titles() == ["stays"])
        }
    }

    /// Whether any file of the household has the word in it.
    private func holdsCanary(_ harness: ServiceHarness) throws -> Bool {
        let folder = harness.dataDirectory + "/home"
        return try FileManager.default.subpathsOfDirectory(atPath: folder).contains { name in
            // Nil of a folder, whose files come by themselves.
            FileManager.default.contents(atPath: "\(folder)/\(name)")?.range(of: Data(Self.canary.utf8)) != nil
        }
    }
}
