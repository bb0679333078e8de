import CatalogAPI
import Foundation
import HearthModel
import RPC
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// What people say of which guide's channel a channel is counts for more than ids and names, until they take it back.
struct CorrectGuideTests {
    private func load(_ catalog: CatalogFixture) async throws {
        try await catalog.playlist(catalog.file("a.m3u", SampleList.mixed))
        try await catalog.guide(catalog.file("a.xml", SampleGuide.standard))
    }

    private func say(
        _ catalog: CatalogFixture, _ title: String, guide: String, of source: String? = nil
    ) async throws -> CorrectionMade {
        let id = try await catalog.title(title, kinds: [.channel]).card.id
        let said = catalog.changes { ($0.guideID, $0.guideSource) = (guide, source) }
        return try await catalog.correct(Catalog.CorrectTitle(id: id, changes: said))
    }

    private func explained(_ catalog: CatalogFixture, _ title: String) async throws -> [String] {
        let id = try await catalog.title(title, kinds: [.channel]).card.id
        return try await catalog.client().send(Catalog.Explain(id: id)).decisions
            .filter { $0.about == "guide" }.map { "\($0.result): \($0.reason)" }
    }

    @Test
    func `another guide's channel, and none: over refreshes of list and guide, and taken back`() async throws {
        try await CatalogFixture.with { catalog in
            try await load(catalog)
            let kids = ["Cartoons", "Slasher Night"]
            let first = try await say(catalog, "News 24", guide: " kids.tv ")
            _ = try await say(catalog, "Hot Nights TV", guide: "x.late")
            func check(_ note: Comment) async throws {
                let found = try await catalog.nowNext()
                #expect(found["News 24"] == kids && found["Kids TV"] == kids, note)
                #expect(found["Hot Nights TV"] == ["Matinee", nil], note)
            }
            try await check("at once")
            #expect(try await explained(catalog, "News 24") == ["kids.tv of guide: a person has said so"])
            try await catalog.guide(catalog.file("b.xml", SampleGuide.standard + "<!-- again -->"))
            try await check("the guide again")
            try await catalog.playlist(
                catalog.file("b.m3u", SampleList.mixed.replacingOccurrences(of: "b.example", with: "c.example")))
            try await check("the list with another link")
            let none = try await say(catalog, "News 24", guide: "")
            #expect(try await catalog.nowNext()["News 24"] == [nil, nil])
            #expect(try await explained(catalog, "News 24") == ["none: a person has said so"])
            let listed = try await catalog.client().send(Catalog.ListCorrections()).corrections
            #expect(listed.map(\.changes?.guideID) == ["", "x.late", "kids.tv"])
            try await catalog.correct(Catalog.TakeBackCorrection(correction: none.correction))
            try await check("what was said before")
            try await catalog.correct(Catalog.TakeBackCorrection(correction: first.correction))
            #expect(try await catalog.nowNext()["News 24"] == ["War Report", "Evening News"])
            #expect(try await explained(catalog, "News 24") == ["news.tv of guide: the same guide id"])
        }
    }

    @Test
    func `of two guides the one that was said; while that is gone none, and again when it is back`() async throws {
        try await CatalogFixture.with { catalog in
            try await load(catalog)
            let show = SampleGuide.Show(channel: "news.tv", from: -1, to: 1, title: "Other News")
            let other = SampleGuide.text(channels: [(id: "news.tv", name: "News 24")], [show])
            try await catalog.guide(catalog.file("o.xml", other), source: "other")
            #expect(try await catalog.nowNext()["News 24"] == ["War Report", "Evening News"])
            _ = try await say(catalog, "News 24", guide: "news.tv", of: "other")
            #expect(try await catalog.nowNext()["News 24"] == ["Other News", nil])
            let client = try await catalog.client()
            _ = try await catalog.end(of: try await client.send(Catalog.RemoveSource(source: "other")), client)
            #expect(try await catalog.nowNext()["News 24"] == [nil, nil])
            #expect(
                try await explained(catalog, "News 24") == ["none: a person has said news.tv, and no guide has it now"])
            try await catalog.guide(catalog.file("p.xml", other), source: "other")
            #expect(try await catalog.nowNext()["News 24"] == ["Other News", nil])
        }
    }

    @Test
    func `it holds when the list calls the channel otherwise`() async throws {
        try await CatalogFixture.with { catalog in
            let other = SampleEntry.channel("Sport Two", "live/s.m3u8")
            try await catalog.playlist(catalog.file("a.m3u", SampleEntry.channel("Newss", "live/n.m3u8") + other))
            try await catalog.guide(catalog.file("a.xml", SampleGuide.standard))
            _ = try await say(catalog, "Newss", guide: "news.tv")
            try await catalog.playlist(catalog.file("b.m3u", SampleEntry.channel("Nachrichten", "live/n.m3u8") + other))
            #expect(try await catalog.nowNext()["Nachrichten"] == ["War Report", "Evening News"])
        }
    }

    @Test
    func `what no guide has, and what is no channel, is refused by name`() async throws {
        try await CatalogFixture.with { catalog in
            try await load(catalog)
            let client = try await catalog.client()
            let news = try await catalog.title("News 24").card.id
            for (title, guide, source, field) in [
                ("News 24", "news.uk", nil, "guideID"), ("News 24", "news.tv", "unmatched", "guideID"),
                ("News 24", nil, "guide", "guideSource"), ("News 24", " ", "guide", "guideSource"),
                ("Alien", "news.tv", nil, "guideID"),
            ] as [(String, String?, String?, String)] {
                let id = try await catalog.title(title, kinds: [.channel, .movie]).card.id
                let said = catalog.changes { ($0.guideID, $0.guideSource) = (guide, source) }
                let error = await #expect(throws: RPCError.self) {
                    try await client.send(Catalog.CorrectTitle(id: id, changes: said))
                }
                #expect(error?.code == .invalidArgument, "\(guide ?? "")")
                #expect(error?.message.contains("changes.\(field)") == true, "\(error.debugDescription)")
            }
            // Who may not see the channel that has it does not learn that there is such a guide.
            let policy = ViewingPolicy(ratings: [.unrated], allowsAdult: true)
            var parent = TestCaller(member: "m9", role: .adult, policy: policy)
            parent.profile = "p9"
            let said = catalog.changes { $0.guideID = "kids.tv" }
            let hidden = await #expect(throws: RPCError.self) {
                try await catalog.client(parent).send(Catalog.CorrectTitle(id: news, changes: said))
            }
            #expect(hidden?.message.contains("changes.guideID") == true)
        }
    }

    @Test
    func `the channels of guides are found by words of id and names, page by page, without those of hidden channels`()
        async throws
    {
        try await CatalogFixture.with { catalog in
            try await load(catalog)
            let channels = [(id: "XXX.hot", name: "Hot XXX Nights"), (id: "arte.de", name: "Arte")]
            let late = SampleGuide.Show(channel: "arte.de", from: -9, to: -8, title: "Yesterday")
            try await catalog.guide(catalog.file("b.xml", SampleGuide.text(channels: channels, [late])), source: "b")
            func found(
                _ text: String?, _ source: String? = nil, as person: TestCaller = .owner
            ) async throws -> [GuideChannel] {
                try await catalog.client(person).send(Catalog.ListGuideChannels(text: text, source: source)).channels
            }
            #expect(try await found(nil).map(\.id) == ["kids.tv", "news.tv", "x.late", "XXX.hot", "arte.de"])
            #expect(try await found("tv kid").map(\.id) == ["kids.tv"])
            #expect(try await found("CINEMA late").map(\.names) == [["Late Cinema"]])
            #expect(try await found("ews") == [])
            #expect(try await found("", "b").map(\.id) == ["XXX.hot", "arte.de"])
            #expect(try await found("", "c") == [])
            let all = try await found(nil)
            #expect(all.map(\.channels) == [1, 1, 1, 0, 0])
            #expect(all.map(\.hasProgrammes) == [true, true, true, false, false])
            var parent = TestCaller(member: "m9", role: .adult, policy: .hidingAdult)
            parent.profile = "p9"
            #expect(try await found(nil, as: parent).map(\.id) == ["kids.tv", "news.tv", "x.late", "arte.de"])
            parent.policy = ViewingPolicy(ratings: [.unrated], allowsAdult: true)
            #expect(try await found(nil, as: parent).map(\.id) == ["news.tv", "XXX.hot", "arte.de"])
            var (ids, cursor): ([String], String?) = ([], nil)
            repeat {
                let request = Catalog.ListGuideChannels(page: PageRequest(size: 2, cursor: cursor))
                let page = try await catalog.client().send(request)
                ids += page.channels.map(\.id)
                cursor = page.cursor
            } while cursor != nil
            #expect(ids == all.map(\.id))
        }
    }
}
