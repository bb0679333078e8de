import CatalogAPI
import HearthModel
import RPC
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Where intros and credits are, and which episodes can be left out.
struct IntroTimesTests {
    private static let list =
        SampleEntry.episode("Show S01E01", 1, extra: "intro-start=\"0:12\" intro-end=\"75\" credits-start=\"38:20\"")
        + SampleEntry.episode("Show S01E02", 2, extra: "intro-start=\"0\" intro-end=\"0\"")
        + SampleEntry.episode("Show S01E03", 3, extra: "recap=\"1\"")
        + SampleEntry.episode("Show S01E04", 4, extra: "episode-type=\"filler\"")
        + "#EXTINF:600 type=\"series\",Show S01E05\nhttp://a.example/series/user/t/5.mkv\n"
        + SampleEntry.film("Heat (1995)", 6) + SampleEntry.channel("News", "n.m3u8")

    private static func episodes(_ catalog: CatalogFixture) async throws -> [Card] {
        let show = try await catalog.title("Show", kinds: [.series])
        return try await catalog.client().send(Catalog.ListEpisodes(series: show.card.id)).episodes
    }

    @Test
    func
        `by hand before a playlist, a playlist before a guess; a guess is no data, and none is made of short episodes`()
        async throws
    {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.list))
            let (client, episodes) = (try await catalog.client(), try await Self.episodes(catalog))
            func times(_ index: Int) async throws -> IntroTimes {
                try await client.send(Catalog.GetIntroTimes(id: episodes[index].id))
            }
            let listed = IntroTimes(
                introStart: 12, introEnd: 75, creditStart: 2_300, hasIntroData: true, source: .playlist)
            #expect(try await times(0) == listed)
            let guess = IntroTimes(introStart: 0, introEnd: 90, hasIntroData: false, source: .heuristic)
            // Zero to zero says nothing, and nothing of the first episode gets into the others.
            #expect(try await times(1) == guess)
            #expect(try await times(2) == guess)
            #expect(try await times(4) == IntroTimes(hasIntroData: false, source: .none), "ten minutes are too short")
            let said = catalog.changes { ($0.introStart, $0.introEnd) = (5, 30.5) }
            let made = try await catalog.correct(Catalog.CorrectTitle(id: episodes[0].id, changes: said))
            let both = IntroTimes(introStart: 5, introEnd: 30.5, creditStart: 2_300, hasIntroData: true, source: .hand)
            #expect(try await times(0) == both)
            try await catalog.playlist(catalog.file("b.m3u", Self.list.replacing("/t/", with: "/u/")))
            #expect(try await times(0) == both)
            #expect(try await times(1) == guess)
            // By hand, zero to zero says that there is none.
            let none = catalog.changes { ($0.introStart, $0.introEnd) = (0, 0) }
            try await catalog.correct(Catalog.CorrectTitle(id: episodes[2].id, changes: none))
            #expect(try await times(2) == IntroTimes(hasIntroData: false, source: .hand))
            try await catalog.correct(Catalog.TakeBackCorrection(correction: made.correction))
            #expect(try await times(0) == listed)
            let explained = try await client.send(Catalog.Explain(id: episodes[0].id)).decisions
            #expect(explained.contains { $0.about == "intro" && $0.result == "12 s to 75 s, credits from 2300 s" })
            let news = try await catalog.title("News").card.id
            let error = await #expect(throws: RPCError.self) { try await client.send(Catalog.GetIntroTimes(id: news)) }
            #expect(error?.code == .invalidArgument)
        }
    }

    @Test
    func `each part is that of the first link that has it; a recap needs an end`() async throws {
        try await CatalogFixture.with { catalog in
            let first = SampleEntry.episode("Show S01E01", 1, extra: "recap-end=\"40\"")
            let second = SampleEntry.episode(
                "Show S01E01", 2, extra: "recap-end=\"20\" intro-start=\"60\" intro-end=\"120\" preview-start=\"2000\"")
            try await catalog.playlist(catalog.file("a.m3u", first + second))
            let (client, episode) = (try await catalog.client(), try await Self.episodes(catalog)[0].id)
            let times = try await client.send(Catalog.GetIntroTimes(id: episode))
            #expect([times.introStart, times.introEnd] == [60, 120])
            #expect(times.recap.map { [20, 40].contains($0.end) } == true && times.preview?.start == 2_000)
            for (isRight, changes) in [
                (false, catalog.changes { $0.recapPart = PartTimes(start: 5, end: nil) }),
                (true, catalog.changes { $0.previewPart = PartTimes(start: 5, end: nil) }),
            ] {
                let request = Catalog.CorrectTitle(id: episode, changes: changes)
                let error: RPCError?
                do {
                    try await catalog.correct(request)
                    error = nil
                } catch let failure as RPCError { error = failure }
                #expect((error == nil) == isRight && [nil, .invalidArgument].contains(error?.code))
            }
        }
    }

    @Test
    func `recaps and fillers are listed with the reason, by playlist and by hand`() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.list))
            let (client, episodes) = (try await catalog.client(), try await Self.episodes(catalog))
            let series = try #require(episodes[0].series)
            func listed() async throws -> [String] {
                try await client.send(Catalog.SkippableEpisodes(series: series)).episodes.map {
                    "\($0.episode.episode ?? 0) \($0.reason.rawValue) \($0.isByHand)"
                }
            }
            #expect(try await listed() == ["3 recap false", "4 filler false"])
            try await catalog.correct(
                Catalog.CorrectTitle(id: episodes[0].id, changes: catalog.changes { $0.isFiller = true }))
            try await catalog.correct(
                Catalog.CorrectTitle(id: episodes[2].id, changes: catalog.changes { $0.isRecap = false }))
            #expect(try await listed() == ["1 filler true", "4 filler false"])
        }
    }

    @Test func `recaps, teasers and previews are where a correction says, or else a playlist`() async throws {
        try await CatalogFixture.with { catalog in
            let marks = "recap-end=\"40\" teaser-start=\"40\" teaser-end=\"100\" preview-start=\"2350\""
            let list =
                SampleEntry.episode("Show S01E01", 1, extra: marks) + SampleEntry.episode("Show S01E02", 2)
                + SampleEntry.channel("News", "n.m3u8")
            try await catalog.playlist(catalog.file("a.m3u", list))
            let (client, episodes) = (try await catalog.client(), try await Self.episodes(catalog))
            func times(_ index: Int) async throws -> IntroTimes {
                try await client.send(Catalog.GetIntroTimes(id: episodes[index].id))
            }
            // Where other parts are known no intro is guessed.
            var listed = IntroTimes(hasIntroData: true, source: .playlist)
            listed.recap = PartTimes(start: 0, end: 40)
            listed.teaser = PartTimes(start: 40, end: 100)
            listed.preview = PartTimes(start: 2_350)
            #expect(try await times(0) == listed)
            #expect(try await times(1).source == .heuristic)
            let said = catalog.changes { changes in
                changes.recapPart = PartTimes(start: 0, end: 0)
                changes.previewPart = PartTimes(start: 2_360, end: 2_390)
            }
            let made = try await catalog.correct(Catalog.CorrectTitle(id: episodes[0].id, changes: said))
            var corrected = IntroTimes(hasIntroData: true, source: .hand)
            corrected.teaser = listed.teaser
            corrected.preview = said.previewPart
            #expect(try await times(0) == corrected)
            let explained = try await client.send(Catalog.Explain(id: episodes[0].id)).decisions
            #expect(explained.contains { $0.result == "no intro, teaser 40 s to 100 s, preview 2360 s to 2390 s" })
            try await catalog.correct(Catalog.TakeBackCorrection(correction: made.correction))
            #expect(try await times(0) == listed)
            let next = list.replacing("recap-end=\"40\"", with: "recap-end=\"35\"")
            try await catalog.playlist(catalog.file("b.m3u", next))
            #expect(try await times(0).recap?.end == 35)
            let news = try await catalog.title("News").card.id
            for (id, part) in [
                (episodes[0].id, PartTimes(start: 9, end: 5)), (episodes[0].id, PartTimes(start: 0)),
                (episodes[0].id, PartTimes(start: .nan, end: 5)), (episodes[0].id, PartTimes(start: 5, end: 1e9)),
                (news, PartTimes(start: 1, end: 5)),
            ] {
                let changes = catalog.changes { $0.teaserPart = part }
                let error = await #expect(throws: RPCError.self) {
                    try await client.send(Catalog.CorrectTitle(id: id, changes: changes))
                }
                #expect(error?.detail(InvalidField.self)?.field == "changes.teaserPart", "\(part)")
            }
        }
    }

    @Test
    func `a list that only changes its marks changes the marks`() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.list))
            let episodes = try await Self.episodes(catalog)
            let next = Self.list.replacing("intro-end=\"75\"", with: "intro-end=\"80\"")
            try await catalog.playlist(catalog.file("b.m3u", next))
            let times = try await catalog.client().send(Catalog.GetIntroTimes(id: episodes[0].id))
            #expect(times.introEnd == 80)
        }
    }
}
