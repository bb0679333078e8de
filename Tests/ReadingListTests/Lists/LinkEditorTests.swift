import Expectations
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
            expectEqual(marked, LinksChanged(changed: 2, missing: ["none"]))
            try await expectEqual(list.send(ReadingList.MarkLinks(ids: [a], status: .read)).changed, 0)
            try await expectEqual(list.send(ReadingList.MarkLinks(ids: [a], status: .unread)).changed, 1)
            try await expectEqual(list.send(ReadingList.GetLink(id: a)).read, nil)
            let tagged = try await list.send(ReadingList.TagLinks(ids: [a, b], add: ["Zoo", "ape"], remove: ["none"]))
            expectEqual(tagged.changed, 2)
            try await expectEqual(list.send(ReadingList.TagLinks(ids: [a], add: ["zoo"])).changed, 0)
            _ = try await list.send(ReadingList.TagLinks(ids: [a], remove: ["ZOO"]))
            try await expectEqual(list.send(ReadingList.GetLink(id: a)).tags, ["ape"])
            try await expectEqual(list.send(ReadingList.GetLink(id: b)).tags, ["ape", "Zoo"])
            await expectEqual(list.failure(of: ReadingList.TagLinks(ids: [a]))?.field, "add")
            await expectEqual(list.failure(of: ReadingList.MarkLinks(ids: [], status: .read))?.field, "ids")
            let long = [String(repeating: "x", count: 41)]
            await expectEqual(list.failure(of: ReadingList.MarkLinks(ids: long, status: .read))?.field, "ids")
            let many = (0...500).map { "id\($0)" }
            await expectEqual(list.failure(of: ReadingList.DeleteLinks(ids: many))?.field, "ids")
        }
    }

    @Test func `what was deleted comes back as it was, once, and not over what was saved since`() async throws {
        try await ServiceHarness.with(ReadingListService.self) { harness in
            let list = try await harness.list()
            let a = try await list.save("https://example.com/a", "Zebra", tags: ["t"])
            let b = try await list.save("https://example.com/b", "Ape")
            let deleted = try await list.send(ReadingList.DeleteLinks(ids: [a.id, b.id]))
            expectEqual(deleted.deleted, 2)
            #expect(try await list.titles().isEmpty)
            #expect(try await list.send(ReadingList.ListTags()).tags.isEmpty)
            let again = try await list.send(ReadingList.SaveLink(url: "https://example.com/b"))
            #expect(again.isNew)
            let deletion = try #require(deleted.deletion)
            try await expectEqual(list.send(ReadingList.UndoDelete(deletion: deletion)).changed, 1)
            try await expectEqual(list.send(ReadingList.GetLink(id: a.id)), a)
            try await expectEqual(list.titles(ReadingList.ListLinks(text: "zebra")), ["Zebra"])
            #expect(try await list.titles(ReadingList.ListLinks(text: "ape")).isEmpty)
            // The other one is still undone later, when its place is free.
            _ = try await list.send(ReadingList.DeleteLinks(ids: [again.link.id]))
            try await expectEqual(list.send(ReadingList.UndoDelete(deletion: deletion)).changed, 1)
            await expectEqual(list.failure(of: ReadingList.UndoDelete(deletion: deletion))?.problem, .unknownDeletion)
            let other = try await harness.list(of: .adult)
            await expectEqual(other.failure(of: ReadingList.UndoDelete(deletion: deletion))?.problem, .unknownDeletion)
        }
    }

    @Test func `a correction holds for its link, or as a rule for the site`() async throws {
        try await ServiceHarness.with(ReadingListService.self) { harness in
            let list = try await harness.list()
            let a = try await list.save("https://example.com/a")
            let b = try await list.save("https://www.example.com/b")
            let c = try await list.save("https://example.com/video/c")
            expectEqual(c.types, [.video])
            let corrected = try await list.send(ReadingList.CorrectTypes(id: a.id, types: [.audio]))
            expectEqual(corrected.link.types, [.audio])
            expectEqual(corrected.link.typesFrom, .reader)
            let ruled = try await list.send(ReadingList.CorrectTypes(id: b.id, types: [.video, .audio], forSite: true))
            expectEqual(ruled.link.types, [.video, .audio])
            expectEqual(ruled.link.typesFrom, .site)
            expectEqual(ruled.changed, 2)
            try await expectEqual(list.send(ReadingList.GetLink(id: a.id)).types, [.audio])
            try await expectEqual(list.save("https://example.com/d").types, [.video, .audio])
            let other = try await harness.list(of: .adult)
            try await expectEqual(other.save("https://example.com/d").types, [.article])
            let rules = try await list.send(ReadingList.ListSiteRules()).rules
            expectEqual(rules, [SiteRule(domain: "example.com", types: [.video, .audio])])
            // Without a correction the rule counts, without a rule the signs do.
            let back = try await list.send(ReadingList.CorrectTypes(id: a.id))
            expectEqual(back.link.types, [.video, .audio])
            try await expectEqual(list.send(ReadingList.RemoveSiteRule(domain: "www.example.com")).changed, 4)
            try await expectEqual(list.send(ReadingList.GetLink(id: c.id)).types, [.video])
            try await expectEqual(list.send(ReadingList.GetLink(id: a.id)).types, [.article])
            await expectEqual(
                list.failure(of: ReadingList.RemoveSiteRule(domain: "example.com"))?.problem, .unknownRule)
            for types in [[], [.video, .article], [.featured], [ContentType(rawValue: "x")]] as [[ContentType]] {
                await expectEqual(list.failure(of: ReadingList.CorrectTypes(id: a.id, types: types))?.field, "types")
            }
            await expectEqual(list.failure(of: ReadingList.CorrectTypes(id: a.id, forSite: true))?.field, "types")
        }
    }
}
