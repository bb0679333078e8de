import Foundation
import RPC
import ReadingListAPI
import ReadingListService
import TestSupport
import Testing

/// Changes of many links at once, deletion and its undoing, corrections of types.
struct LinkEditorTests {
    @Test func `a batch changes what is there and names what is not`() async throws {
        try await ServiceHarness.with(ReadingListService.self) { harness in
            let list = try await harness.list()
            let a = try await list.save("https://example.com/a").id
            let b = try await list.save("https://example.com/b").id
            let marked = try await list.send(ReadingList.MarkLinks(ids: [a, b, a, "none"], status: .read))
            #expect(marked == LinksChanged(changed: 2, missing: ["none"]))
            #expect(try await list.send(ReadingList.MarkLinks(ids: [a], status: .read)).changed == 0)
            #expect(try await list.send(ReadingList.MarkLinks(ids: [a], status: .unread)).changed == 1)
            #expect(try await list.send(ReadingList.GetLink(id: a)).read == nil)
            let tagged = try await list.send(ReadingList.TagLinks(ids: [a, b], add: ["Zoo", "ape"], remove: ["none"]))
            #expect(tagged.changed == 2)
            #expect(try await list.send(ReadingList.TagLinks(ids: [a], add: ["zoo"])).changed == 0)
            _ = try await list.send(ReadingList.TagLinks(ids: [a], remove: ["ZOO"]))
            #expect(try await list.send(ReadingList.GetLink(id: a)).tags == ["ape"])
            #expect(try await list.send(ReadingList.GetLink(id: b)).tags == ["ape", "Zoo"])
            #expect(await list.failure(of: ReadingList.TagLinks(ids: [a]))?.field == "add")
            #expect(await list.failure(of: ReadingList.MarkLinks(ids: [], status: .read))?.field == "ids")
            let long = [String(repeating: "x", count: 41)]
            #expect(await list.failure(of: ReadingList.MarkLinks(ids: long, status: .read))?.field == "ids")
            let many = (0...500).map { "id\($0)" }
            #expect(await list.failure(of: ReadingList.DeleteLinks(ids: many))?.field == "ids")
        }
    }

    @Test func `what was deleted comes back as it was, once, and not over what was saved since`() async throws {
        try await ServiceHarness.with(ReadingListService.self) { harness in
            let list = try await harness.list()
            let a = try await list.save("https://example.com/a", "Zebra", tags: ["t"])
            let b = try await list.save("https://example.com/b", "Ape")
            let deleted = try await list.send(ReadingList.DeleteLinks(ids: [a.id, b.id]))
            #expect(deleted.deleted == 2)
            #expect(try await list.titles().isEmpty)
            #expect(try await list.send(ReadingList.ListTags()).tags.isEmpty)
            let again = try await list.send(ReadingList.SaveLink(url: "https://example.com/b"))
            #expect(again.isNew)
            let deletion = try #require(deleted.deletion)
            #expect(try await list.send(ReadingList.UndoDelete(deletion: deletion)).changed == 1)
            #expect(try await list.send(ReadingList.GetLink(id: a.id)) == a)
            #expect(try await list.titles(ReadingList.ListLinks(text: "zebra")) == ["Zebra"])
            #expect(try await list.titles(ReadingList.ListLinks(text: "ape")).isEmpty)
            // The other one is still undone later, when its place is free.
            _ = try await list.send(ReadingList.DeleteLinks(ids: [again.link.id]))
            #expect(try await list.send(ReadingList.UndoDelete(deletion: deletion)).changed == 1)
            #expect(await list.failure(of: ReadingList.UndoDelete(deletion: deletion))?.problem == .unknownDeletion)
            let other = try await harness.list(of: .adult)
            #expect(await other.failure(of: ReadingList.UndoDelete(deletion: deletion))?.problem == .unknownDeletion)
        }
    }

    @Test func `a correction holds for its link, or as a rule for the site`() async throws {
        try await ServiceHarness.with(ReadingListService.self) { harness in
            let list = try await harness.list()
            let a = try await list.save("https://example.com/a")
            let b = try await list.save("https://www.example.com/b")
            let c = try await list.save("https://example.com/video/c")
            #expect(c.types == [.video])
            let corrected = try await list.send(ReadingList.CorrectTypes(id: a.id, types: [.audio]))
            #expect(corrected.link.types == [.audio])
            #expect(corrected.link.typesFrom == .reader)
            let ruled = try await list.send(ReadingList.CorrectTypes(id: b.id, types: [.video, .audio], forSite: true))
            #expect(ruled.link.types == [.video, .audio])
            #expect(ruled.link.typesFrom == .site)
            #expect(ruled.changed == 2)
            #expect(try await list.send(ReadingList.GetLink(id: a.id)).types == [.audio])
            #expect(try await list.save("https://example.com/d").types == [.video, .audio])
            let other = try await harness.list(of: .adult)
            #expect(try await other.save("https://example.com/d").types == [.article])
            let rules = try await list.send(ReadingList.ListSiteRules()).rules
            #expect(rules == [SiteRule(domain: "example.com", types: [.video, .audio])])
            // Without a correction the rule counts, without a rule the signs do.
            let back = try await list.send(ReadingList.CorrectTypes(id: a.id))
            #expect(back.link.types == [.video, .audio])
            #expect(try await list.send(ReadingList.RemoveSiteRule(domain: "www.example.com")).changed == 4)
            #expect(try await list.send(ReadingList.GetLink(id: c.id)).types == [.video])
            #expect(try await list.send(ReadingList.GetLink(id: a.id)).types == [.article])
            #expect(
                await list.failure(of: ReadingList.RemoveSiteRule(domain: "example.com"))?.problem == .unknownRule)
            for types in [[], [.video, .article], [.featured], [ContentType(rawValue: "x")]] as [[ContentType]] {
                #expect(await list.failure(of: ReadingList.CorrectTypes(id: a.id, types: types))?.field == "types")
            }
            #expect(await list.failure(of: ReadingList.CorrectTypes(id: a.id, forSite: true))?.field == "types")
        }
    }
}
