import CatalogAPI
import Foundation
import HearthModel
import RPC
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

struct RealListTests {
    /// All playlists of a folder as one.
    private static func whole(_ folder: String, shuffledBy seed: UInt64? = nil) throws -> [UInt8] {
        var pieces = try SharedData.files(under: folder, endings: ["m3u", "m3u8"]).map { try SharedData.bytes($0) }
        if let seed {
            var generator = SeededGenerator(seed: seed)
            pieces.shuffle(using: &generator)
            pieces = pieces.map { Array(SampleList.shuffled(String(decoding: $0, as: UTF8.self), seed: seed).utf8) }
        }
        return Array(pieces.joined(separator: [UInt8(ascii: "\n")]))
    }

    @Test
    func `a list of 2022, then that of 2026 in its place: ids are kept; again and shuffled: nothing changes`()
        async throws
    {
        try await CatalogFixture.with { catalog in
            let old = try Self.whole("m3u/iptv-org-2022-02")
            let first = try #require(try await catalog.playlist(catalog.file("old.m3u", old)).report)
            first.checkSums()
            let before = try await catalog.ids()
            #expect(first.read == 11_689)
            #expect(Int64(before.count) == first.added)

            let new = try Self.whole("m3u/iptv-org-2026-08")
            let second = try #require(try await catalog.playlist(catalog.file("new.m3u", new)).report)
            second.checkSums()
            #expect(second.read == 15_515)
            let after = try await catalog.ids()
            let kept = before.intersection(after).count
            print(
                "2022: read \(first.read), titles \(before.count), grouped \(first.grouped); then 2026: read \(second.read), "
                    + "ids kept \(second.unchanged + second.updated), new \(second.added), gone \(second.removed) (stale "
                    + "\(second.stale)), updated \(second.updated), unchanged \(second.unchanged), grouped \(second.grouped)"
            )
            // What went is stale, so nearly every id is still there; a renamed title is found by its new one.
            #expect(Int64(before.count - kept) <= second.updated)
            let cards = try await catalog.cards(of: before)
            #expect(cards == before.count)

            for seed in [nil, 1] as [UInt64?] {
                let path = try catalog.file("same.m3u", Self.whole("m3u/iptv-org-2026-08", shuffledBy: seed))
                let job = try await catalog.playlist(path)
                let same = try #require(job.report, "seed \(seed ?? 0): \(job.problem ?? "")")
                same.checkSums()
                #expect([same.added, same.updated, same.removed] == [0, 0, 0], "seed \(seed ?? 0)")
                #expect(same.grouped == second.grouped)
                #expect(try await catalog.ids() == after)
            }
        }
    }
}

extension CatalogFixture {
    /// How many of the ids lead to a title.
    func cards(of ids: Set<ContentID>) async throws -> Int {
        let catalog = try await client()
        let all = ids.sorted { $0.rawValue < $1.rawValue }
        var found = 0
        for start in stride(from: 0, to: all.count, by: Catalog.GetCards.maximumCount) {
            let some = Array(all[start..<min(start + Catalog.GetCards.maximumCount, all.count)])
            found += try await catalog.send(Catalog.GetCards(ids: some)).cards.count
        }
        return found
    }
}
