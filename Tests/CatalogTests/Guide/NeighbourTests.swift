import CatalogAPI
import Foundation
import HearthModel
import RPC
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Up and down of a remote control: every channel that may be seen once, and no other.
struct NeighbourTests {
    private static let list = [
        ("3", "Charlie", "News;World", "R"), ("1", "Zulu", "News", ""), ("2.1", "Alpha", "Kids", "TV-Y"),
        ("", "Mike", "Kids", ""),
        ("2", "Bravo", "World", "TV-MA"), ("", "Delta", "", "TV-Y"),
    ].enumerated().map { index, channel in
        let rating = channel.3.isEmpty ? "" : " rating=\"\(channel.3)\""
        return "#EXTINF:-1 tvg-chno=\"\(channel.0)\" group-title=\"\(channel.2)\"\(rating),\(channel.1)\n"
            + "http://a.example/\(index)"
    }.joined(separator: "\n")

    /// Walks from a channel to the end, and back again.
    private func walk(
        _ catalog: CatalogFixture, from name: String, _ order: ChannelOrder?, group: String? = nil,
        as person: TestCaller = .owner
    ) async throws -> [String] {
        let client = try await catalog.client(person)
        let first = try #require(try await catalog.all(Catalog.Search(text: name)).first)
        var names = [first.title]
        var id = first.id
        while true {
            let beside = try await client.send(Catalog.ListNeighbours(channel: id, order: order, group: group))
            guard let next = beside.next else { break }
            let back = try await client.send(Catalog.ListNeighbours(channel: next.card.id, order: order, group: group))
            #expect(back.previous?.card.id == id)
            names.append(next.card.title)
            id = next.card.id
        }
        return names
    }

    @Test
    func `by number, by name, and within a group`() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.list))
            let byNumber = ["Zulu", "Bravo", "Alpha", "Charlie", "Delta", "Mike"]
            #expect(try await walk(catalog, from: "Zulu", nil) == byNumber)
            #expect(try await walk(catalog, from: "Zulu", .number) == byNumber)
            #expect(
                try await walk(catalog, from: "Alpha", .name) == [
                    "Alpha", "Bravo", "Charlie", "Delta", "Mike", "Zulu",
                ])
            #expect(try await walk(catalog, from: "Zulu", .group) == ["Zulu", "Charlie"])
            #expect(try await walk(catalog, from: "Bravo", .group, group: "World") == ["Bravo", "Charlie"])
        }
    }

    @Test
    func `channels that may not be seen are stepped over, and have no neighbours`() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.list))
            #expect(try await walk(catalog, from: "Zulu", .number, as: .kids) == ["Zulu", "Alpha", "Delta", "Mike"])
            let hidden = try #require(try await catalog.all(Catalog.Search(text: "Bravo")).first)
            let client = try await catalog.client(.kids)
            let failure = await #expect(throws: RPCError.self) {
                _ = try await client.send(Catalog.ListNeighbours(channel: hidden.id))
            }
            #expect(failure?.code == .notFound)
        }
    }
}
