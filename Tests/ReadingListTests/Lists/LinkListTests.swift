import Foundation
import HearthModel
import RPC
import ReadingListAPI
import ReadingListService
import TestSupport
import Testing

/// Lists: filters, chips, orders, pages, sites.
struct LinkListTests {
    /// Runs `body` with a list of seven links, two of them read.
    private func withLinks(_ body: (RPCClient<ReadingList>) async throws -> Void) async throws {
        try await ServiceHarness.with(ReadingListService.self) { harness in
            let list = try await harness.list()
            var ids: [String] = []
            for (url, title) in [
                ("https://www.youtube.com/watch?v=1", "The Zebra film"), ("https://blog.example.co.uk/a", "alien"),
                ("https://example.co.uk/b", "\u{2b50} Éclair"), ("https://soundcloud.com/a/b", "Part 10"),
                ("https://example.org/c", "Part 2"), ("https://youtu.be/2", "Old film"),
                ("https://example.org/d", "Old text"),
            ] {
                ids.append(try await list.save(url, title, tags: title.contains("Part") ? ["Music"] : nil).id)
            }
            _ = try await list.send(ReadingList.MarkLinks(ids: Array(ids.suffix(2)), status: .read))
            try await body(list)
        }
    }

    @Test func `filters combine, and chips count under the other filters`() async throws {
        try await withLinks { list in
            let all = try await list.send(ReadingList.ListLinks())
            #expect(all.links.count == 5)
            #expect([all.counts.unread, all.counts.read, all.counts.total] == [5, 2, 5])
            #expect([all.counts.video, all.counts.audio, all.counts.article, all.counts.featured] == [1, 1, 3, 1])
            let some = try await list.send(ReadingList.ListLinks(types: [.video, .featured]))
            #expect(some.links.map(\.displayTitle) == ["\u{2b50} Éclair", "The Zebra film"])
            #expect([some.counts.video, some.counts.audio, some.counts.article, some.counts.total] == [1, 1, 3, 2])
            let site = try await list.send(ReadingList.ListLinks(types: [.article], domain: "WWW.Example.co.uk"))
            #expect(site.links.count == 2)
            #expect([site.counts.unread, site.counts.read, site.counts.video, site.counts.article] == [5, 2, 0, 2])
            #expect(site.counts.featured == 1)
            let read = try await list.send(ReadingList.ListLinks(status: .read, types: [.video]))
            #expect(read.links.map(\.displayTitle) == ["Old film"])
            #expect([read.counts.unread, read.counts.read, read.counts.article] == [5, 2, 1])
            #expect(read.links[0].read != nil)
            #expect(try await list.titles(ReadingList.ListLinks(tag: "music", text: "part 1")) == ["Part 10"])
            #expect(try await list.titles(ReadingList.ListLinks(text: "\"eclair\" OR -x*")) == [])
            #expect(try await list.titles(ReadingList.ListLinks(text: "ECLAIR")) == ["\u{2b50} Éclair"])
        }
    }

    @Test func `empty answers say why`() async throws {
        try await ServiceHarness.with(ReadingListService.self) { harness in
            let list = try await harness.list()
            for isSaved in [false, true] {
                if isSaved {
                    let link = try await list.save("https://example.com/a")
                    #expect(try await list.send(ReadingList.ListLinks()).empty == nil)
                    _ = try await list.send(ReadingList.DeleteLinks(ids: [link.id]))
                }
                let toRead = try await list.send(ReadingList.ListLinks()).empty
                #expect(toRead?.code == .emptyToRead)
                #expect(try await list.send(ReadingList.ListLinks(status: .read)).empty?.code == .emptyArchive)
                let domain = try await list.send(ReadingList.ListLinks(types: [.video], domain: "x.org")).empty
                #expect(domain == EmptyReason(.noDomain, "No links found for domain x.org"))
                let type = try await list.send(ReadingList.ListLinks(types: [.featured, .video])).empty
                #expect(type == EmptyReason(.noType, "No Videos + Featured in your To Read list"))
                #expect(try await list.send(ReadingList.ListLinks(text: "x")).empty?.code == .noMatch)
                #expect(try await list.send(ReadingList.ListLinks(text: "!!")).empty?.code == .noMatch)
            }
        }
    }

    @Test func `orders`() async throws {
        try await withLinks { list in
            #expect(
                try await list.titles(ReadingList.ListLinks(order: .title)) == [
                    "alien", "\u{2b50} Éclair", "Part 2", "Part 10", "The Zebra film",
                ])
            #expect(
                try await list.titles(ReadingList.ListLinks(order: .domain)) == [
                    "\u{2b50} Éclair", "alien", "Part 2", "Part 10", "The Zebra film",
                ])
            #expect(
                try await list.titles(ReadingList.ListLinks(order: .added)) == [
                    "Part 2", "Part 10", "\u{2b50} Éclair", "alien", "The Zebra film",
                ])
            let alien = try await list.send(ReadingList.ListLinks(text: "alien")).links[0]
            _ = try await list.send(ReadingList.TagLinks(ids: [alien.id], add: ["x"]))
            #expect(try await list.titles().first == "alien")
            #expect(try await list.titles(ReadingList.ListLinks(order: .added)).first == "Part 2")
        }
    }

    @Test func `sites are counted, and found by their beginning before their middle`() async throws {
        try await withLinks { list in
            let all = try await list.send(ReadingList.ListDomains()).domains
            #expect(
                all == [
                    DomainCount(domain: "example.co.uk", count: 2), DomainCount(domain: "example.org", count: 2),
                    DomainCount(domain: "soundcloud.com", count: 1), DomainCount(domain: "youtu.be", count: 1),
                    DomainCount(domain: "youtube.com", count: 1),
                ])
            let unread = try await list.send(ReadingList.ListDomains(status: .unread, limit: 2)).domains
            #expect(unread.map(\.domain) == ["example.co.uk", "example.org"])
            #expect(unread.map(\.count) == [2, 1])
            try await list.save("https://co.example/x")
            let found = try await list.send(ReadingList.ListDomains(text: "CO")).domains.map(\.domain)
            #expect(found == ["co.example", "example.co.uk", "soundcloud.com", "youtube.com"])
            #expect(try await list.send(ReadingList.ListDomains(text: "%")).domains.isEmpty)
            let tags = try await list.send(ReadingList.ListTags()).tags
            #expect(tags == [TagCount(tag: "Music", count: 2)])
        }
    }

    @Test(arguments: LinkOrder.allCases, [31, 32] as [UInt64])
    func `pages are the whole in any size, whatever arrives in between`(order: LinkOrder, seed: UInt64) async throws {
        try await ServiceHarness.with(ReadingListService.self) { harness in
            let list = try await harness.list()
            var source = SplitMix64(seed: seed)
            for number in 0..<70 {
                let title = ["b", "a", nil, "The c"].randomElement(using: &source) ?? nil
                try await list.save("https://site\(number % 5).example/\(number)", title)
            }
            let request = ReadingList.ListLinks(order: order)
            let whole = try await list.all(request, size: 200)
            #expect(whole.count == 70)
            for size in [1, 7, 50, 70] as [Int32] {
                #expect(try await list.all(request, size: size) == whole, "seed \(seed)")
            }
            // Links arrive and go while a reader turns pages.
            var (seen, cursor, gone): ([String], String?, Set<String>) = ([], nil, [])
            var step = 0
            repeat {
                let page = try await list.send(
                    ReadingList.ListLinks(order: order, page: PageRequest(size: 9, cursor: cursor)))
                seen += page.links.map(\.id)
                cursor = page.cursor
                step += 1
                try await list.save("https://new\(step).example/", "a new one")
                if let victim = whole.randomElement(using: &source), gone.insert(victim.id).inserted {
                    _ = try await list.send(ReadingList.DeleteLinks(ids: [victim.id]))
                }
            } while cursor != nil
            #expect(Set(seen).count == seen.count, "seed \(seed): twice")
            #expect(Set(seen).isSuperset(of: Set(whole.map(\.id)).subtracting(gone)), "seed \(seed): left out")
        }
    }

    @Test func `pages of long texts have fewer links, and all pages have all of them`() async throws {
        try await ServiceHarness.with(ReadingListService.self) { harness in
            let list = try await harness.list()
            let (note, text) = (String(repeating: "n", count: 16_000), String(repeating: "d", count: 8_000))
            for number in 0..<80 {
                _ = try await list.send(
                    ReadingList.SaveLink(url: "https://example.com/\(number)", description: text, note: note))
            }
            let first = try await list.send(ReadingList.ListLinks(page: PageRequest(size: 200)))
            #expect((10..<80).contains(first.links.count))
            #expect(Set(try await list.all(ReadingList.ListLinks(), size: 200).map(\.id)).count == 80)
        }
    }

    @Test func `a cursor of another question is refused by its field, and so are impossible filters`() async throws {
        try await withLinks { list in
            let page = try await list.send(ReadingList.ListLinks(page: PageRequest(size: 1)))
            let cursor = try #require(page.cursor)
            for request in [
                ReadingList.ListLinks(order: .title, page: PageRequest(cursor: cursor)),
                ReadingList.ListLinks(status: .read, page: PageRequest(cursor: cursor)),
                ReadingList.ListLinks(domain: "a.b", page: PageRequest(cursor: cursor)),
                ReadingList.ListLinks(page: PageRequest(cursor: cursor + "x")),
                ReadingList.ListLinks(page: PageRequest(cursor: "")),
            ] {
                #expect(await list.failure(of: request)?.field == "page.cursor")
            }
            for size in [0, 201, Int32.min] {
                #expect(
                    await list.failure(of: ReadingList.ListLinks(page: PageRequest(size: size)))?.field == "page.size")
            }
            let status = LinkStatus(rawValue: "lost")
            #expect(await list.failure(of: ReadingList.ListLinks(status: status))?.field == "status")
            #expect(
                await list.failure(of: ReadingList.ListLinks(types: [ContentType(rawValue: "smell")]))?.field == "types"
            )
            #expect(await list.failure(of: ReadingList.ListDomains(limit: 0))?.field == "limit")
        }
    }
}
