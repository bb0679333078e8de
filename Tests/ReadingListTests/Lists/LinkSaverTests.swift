import Foundation
import HearthModel
import RPC
import ReadingListAPI
import ReadingListService
import TestSupport
import Testing

/// Saving links: once each, in which list, and what is kept.
struct LinkSaverTests {
    @Test(arguments: TestTransport.allCases)
    func `a page is saved once, and the second save says so`(transport: TestTransport) async throws {
        try await ServiceHarness.with(ReadingListService.self, transport) { harness in
            let list = try await harness.list()
            let first = try await list.send(
                ReadingList.SaveLink(
                    url: "HTTP://www.Example.com:80/a/?utm_source=x#top", title: "Tom &amp; Jerry &#8211; &lt;b&gt;",
                    tags: ["One"], source: "cli"))
            #expect(first.isNew)
            #expect(first.link.displayTitle == "Tom & Jerry \u{2013} <b>")
            #expect(first.link.displayDescription == "HTTP://www.Example.com:80/a/?utm_source=x#top")
            #expect(first.link.domain == "example.com")
            #expect(first.link.status == .unread)
            #expect(first.link.types == [.article])
            try await harness.restart()
            let again = try await list.send(
                ReadingList.SaveLink(
                    url: "https://www.example.com/a", title: "Another", note: "n", tags: ["one", "Two"]))
            #expect(!again.isNew)
            #expect(again.link.id == first.link.id)
            #expect(again.link.title == first.link.title)
            #expect(again.link.note == "n")
            #expect(again.link.tags == ["One", "Two"])
            #expect(try await list.send(ReadingList.GetLink(id: first.link.id)) == again.link)
            #expect(try await list.send(ReadingList.ListLinks()).links == [again.link])
        }
    }

    @Test func `a repeated call gets its first answer`() async throws {
        try await ServiceHarness.with(ReadingListService.self) { harness in
            let list = try await harness.list()
            var options = list.defaults
            options.idempotencyKey = IdempotencyKey(runtime: harness.runtime)
            let save = ReadingList.SaveLink(url: "https://example.com/a")
            let first = try await list.send(save, options: options)
            #expect(first.isNew)
            _ = try await list.send(ReadingList.DeleteLinks(ids: [first.link.id]))
            #expect(try await list.send(save, options: options) == first)
            #expect(try await list.titles().isEmpty)
        }
    }

    @Test func `every profile has a list of its own, and kids see theirs alone`() async throws {
        try await ServiceHarness.with(ReadingListService.self, households: ["home", "other"]) { harness in
            let people: [TestCaller] = [.owner, .adult, .kids, TestCaller.owner.of("other")]
            var ids: [String] = []
            for person in people {
                let list = try await harness.list(of: person)
                ids.append(try await list.save("https://example.com/same", "Of \(person.member)").id)
            }
            #expect(Set(ids).count == 4)
            for (index, person) in people.enumerated() {
                let list = try await harness.list(of: person)
                let found = try await list.send(ReadingList.ListLinks())
                #expect(found.links.map(\.id) == [ids[index]])
                #expect(found.counts.unread == 1)
                #expect(try await list.send(ReadingList.ListLinks(text: "of")).links.map(\.id) == [ids[index]])
                for other in ids where other != ids[index] {
                    #expect(await list.failure(of: ReadingList.GetLink(id: other))?.problem == .unknownLink)
                    let marked = try await list.send(ReadingList.MarkLinks(ids: [other], status: .read))
                    #expect(marked == LinksChanged(changed: 0, missing: [other]))
                    let deleted = try await list.send(ReadingList.DeleteLinks(ids: [other]))
                    #expect(deleted == LinksDeleted(deletion: nil, deleted: 0, missing: [other]))
                }
            }
            let kids = try await harness.list(of: .kids)
            #expect(await kids.uploadFailure(file: "a.txt")?.code == .permissionDenied)
        }
    }

    @Test func `what is no web page is refused by name, without a token nothing is done`() async throws {
        try await ServiceHarness.with(ReadingListService.self) { harness in
            let list = try await harness.list()
            for url in ["", "javascript:alert(1)", "?a", "file:///etc/passwd", "https://"] {
                let error = await list.failure(of: ReadingList.SaveLink(url: url))
                #expect(error?.code == .invalidArgument)
                #expect(error?.problem == .notAWebAddress)
                #expect(error?.field == "url")
            }
            let anonymous = try await harness.client(ReadingList.self, as: nil)
            #expect(await anonymous.failure(of: ReadingList.ListLinks())?.code == .unauthenticated)
            let service = try await harness.list(of: .service("catalog"))
            #expect(await service.failure(of: ReadingList.ListLinks())?.code == .permissionDenied)
        }
    }

    @Test func `a star at a title's beginning stars the link, and goes with the star`() async throws {
        try await ServiceHarness.with(ReadingListService.self) { harness in
            let list = try await harness.list()
            let link = try await list.save("https://example.com/a", "\u{2b50} Great")
            #expect(link.isFeatured)
            #expect(link.types == [.article])
            #expect(link.displayTitle == "\u{2b50} Great")
            _ = try await list.send(ReadingList.StarLinks(ids: [link.id], isFeatured: false))
            let plain = try await list.send(ReadingList.GetLink(id: link.id))
            #expect(!plain.isFeatured)
            #expect(plain.displayTitle == "Great")
            _ = try await list.send(ReadingList.StarLinks(ids: [link.id], isFeatured: true))
            let starred = try await list.send(ReadingList.GetLink(id: link.id))
            #expect(starred.isFeatured)
            #expect(starred.types == [.article])
            #expect(try await list.send(ReadingList.EditLink(id: link.id, title: "")).displayTitle == "Untitled")
        }
    }

    @Test func `a part of a sentence without spaces is found`() async throws {
        try await ServiceHarness.with(ReadingListService.self) { harness in
            let list = try await harness.list()
            let link = try await list.save("https://example.com/a", "東京の天気予報 2026")
            let found = { (text: String) in try await list.send(ReadingList.ListLinks(text: text)).links.count }
            #expect(try await found("天気") == 1)
            #expect(try await found("京の天 20") == 1)
            #expect(try await found("気天") == 0)
            _ = try await list.send(ReadingList.EditLink(id: link.id, title: "大阪"))
            #expect(try await found("天気") == 0)
            #expect(try await found("大阪") == 1)
        }
    }

    @Test func `words of old titles are not found any more`() async throws {
        try await ServiceHarness.with(ReadingListService.self) { harness in
            let list = try await harness.list()
            let link = try await list.save("https://example.com/a", "Zebra")
            let found = { (text: String) in try await list.send(ReadingList.ListLinks(text: text)).links.count }
            #expect(try await found("zeb") == 1)
            _ = try await list.send(ReadingList.EditLink(id: link.id, title: "Lion", note: "of the steppe"))
            #expect(try await found("zebra") == 0)
            #expect(try await found("lion steppe") == 1)
            #expect(try await found("example lion") == 1)
            _ = try await list.send(ReadingList.DeleteLinks(ids: [link.id]))
            #expect(try await found("lion") == 0)
        }
    }
}
