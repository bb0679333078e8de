import CatalogAPI
import Foundation
import GRDB
import HearthModel
import PlaybackStateAPI
import ProfilesAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import PlaybackStateService

/// Which link is opened, what happens when one fails, and what the next device is told.
struct VariantTests {
    private static let adult = TestCaller.adult.profile

    private static func with(_ body: (ServiceHarness, FakeTitles, Client) async throws -> Void) async throws {
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            let titles = FakeTitles([
                .movie("m1"), .of(.channel, "c1"), .episode("e1", of: "s", 1), .episode("e2", of: "s", 2),
                .of(.series, "s"),
            ])
            titles.set([("uhd", "4K"), ("fhd", "1080p"), ("hd", "720p")], of: "m1")
            try await titles.play(in: harness)
            try await body(harness, titles, try await harness.playback())
        }
    }

    private static func prefer(_ quality: String, in harness: ServiceHarness) async throws {
        let shard = try #require(try await harness.shards?.shard(for: "home"))
        let change = SettingChange(.preferredQuality, .text(quality))
        let event = ProfilesEvent(profileSettingsChanged: ChangedSettings(profile: adult, settings: [change]))
        let now = SystemRuntime.shared.wallTime
        try await shard.write { try ProfilesEvents.apply(event, at: now, $0) }
    }

    @Test func `the best link up to the preferred quality is opened, and the last one played wins`() async throws {
        try await Self.with { harness, _, client in
            #expect(try await client.play("m1", device: "a").variant == "uhd")
            _ = try await client.send(PlaybackState.RemoveHistory(everything: true))
            try await Self.prefer("1080p", in: harness)
            #expect(try await client.play("m1", device: "b").variant == "fhd")
            _ = try await client.play("m1", variant: "hd", device: "b")
            // Also on the next device, whatever is preferred.
            try await Self.prefer("4K", in: harness)
            let next = try await client.play("m1", device: "phone")
            #expect(next.variant == "hd" && next.fallbacks == ["uhd", "fhd"])
            // Of each profile its own.
            #expect(try await harness.playback(.owner).play("m1").variant == "uhd")
        }
    }

    @Test func `of the links by preference none is above the plan, also where the last one played was`() async throws {
        try await Self.with { harness, titles, client in
            try await Self.prefer("4K", in: harness)
            let free = try await harness.playback(TestCaller.adult.on(plan: "free"))
            let opened = try await free.play("m1", device: "a")
            #expect(opened.variant == "fhd")
            // Nor of the next to try when that one fails.
            let failure = PlaybackState.ReportVariantFailure(session: opened.session, variant: "fhd")
            #expect(try await free.send(failure).variant == "hd")
            #expect(try await client.play("m1", variant: "uhd", device: "b").variant == "uhd")
            titles.set(abovePlan: ["uhd"])
            // Nor the one played last; fhd has failed a moment ago.
            #expect(try await free.play("m1", device: "c").variant == "hd")
            let named = PlaybackState.Play(content: "m1", variant: "uhd", device: "c")
            #expect(await free.failure(of: named)?.detail(FeatureRequired.self)?.feature == .qualityAbove1080p)
        }
    }

    @Test func `a link that is not there any more is not insisted on`() async throws {
        try await Self.with { _, titles, client in
            _ = try await client.play("m1", variant: "hd")
            titles.set([("fhd", "1080p")], of: "m1")
            #expect(try await client.play("m1").variant == "fhd")
            let named = PlaybackState.Play(content: "m1", variant: "hd", device: "tv")
            #expect(await client.failure(of: named)?.problem == .unknownVariant)
        }
    }

    @Test func `a switch keeps the session, and goes on at the same time or fraction`() async throws {
        try await Self.with { harness, _, client in
            // How long each is, is known from earlier sessions: alike, and half as long.
            try await client.watch("m1", to: 10, of: 1_010, variant: "fhd")
            try await client.watch("m1", to: 10, of: 500, variant: "hd")
            _ = try await client.send(PlaybackState.MarkUnwatched(contents: ["m1"]))
            let first = try await client.play("m1", variant: "uhd")
            try await client.report(first.session, at: 1_000, 400, of: 1_000)
            let alike = try await client.send(PlaybackState.SwitchVariant(session: first.session, variant: "fhd"))
            #expect(alike.session == first.session && alike.variant == "fhd" && alike.resume == 400)
            #expect(alike.url.contains(FakeCatalog.secret) && alike.card.id == "m1")
            let half = try await client.send(PlaybackState.SwitchVariant(session: first.session, variant: "hd"))
            #expect(half.resume == 200)
            try await client.report(first.session, at: 2_000, 210, of: 500, number: 2)
            #expect(try await client.send(PlaybackState.ListHistory()).total == 3)
            #expect(try await client.progress("m1").variant == "hd")
            #expect(try await client.play("m1", device: "phone").variant == "hd")
            let unknown = PlaybackState.SwitchVariant(session: first.session, variant: "no")
            #expect(await client.failure(of: unknown)?.problem == .unknownVariant)
            _ = try await client.send(PlaybackState.EndSession(session: first.session))
            let ended = PlaybackState.SwitchVariant(session: first.session, variant: "fhd")
            #expect(await client.failure(of: ended)?.problem == .unknownSession)
            let stranger = try await harness.playback(.hidingAdult)
            #expect(await stranger.failure(of: ended)?.problem == .unknownSession)
        }
    }

    @Test func `a link that fails is followed by the next one, until none is left`() async throws {
        try await Self.with { _, titles, client in
            let session = try await client.play("m1").session
            func fail(_ variant: String) async throws -> NextVariant {
                try await client.send(
                    PlaybackState.ReportVariantFailure(session: session, variant: variant, reason: .interrupted))
            }
            #expect(try await fail("uhd") == NextVariant(variant: "fhd", left: 1))
            #expect(try await fail("fhd") == NextVariant(variant: "hd", left: 0))
            let last = PlaybackState.ReportVariantFailure(session: session, variant: "hd")
            let error = await client.failure(of: last)
            #expect(error?.problem == .noVariantLeft && error?.code == .failedPrecondition)
            #expect(titles.failures == ["uhd", "fhd", "hd"])
            let unknown = PlaybackState.ReportVariantFailure(session: session, variant: "no")
            #expect(await client.failure(of: unknown)?.problem == .unknownVariant)
        }
    }

    @Test func `the household remembers what failed and what played, also without the catalog`() async throws {
        try await Self.with { harness, _, client in
            let session = try await client.play("m1").session
            _ = try await client.send(PlaybackState.ReportVariantFailure(session: session, variant: "uhd"))
            // It is not chosen again for now, by anyone of the household.
            let owner = try await harness.playback(.owner)
            #expect(try await owner.play("m1").variant == "fhd")
            #expect(try await client.play("m1", device: "phone").variant == "fhd")
            // A minute of one link: it plays.
            let playing = try await owner.play("m1", variant: "hd").session
            for second in stride(from: 10, through: 60, by: 10) {
                try await owner.report(playing, at: Int64(second) * 1_000, Double(second), of: 5_000)
            }
            let shard = try #require(harness.shards?.openShards["home"])
            let records = try await shard.read { db in
                try VariantRecordTable.records(of: try #require(try ContentTable.row(of: "m1", db)), db)
            }
            #expect(records["hd"]?.worked == 1 && records["uhd"]?.failed == 1)
            harness.clients.stop("catalog")
            let next = try await owner.send(PlaybackState.ReportVariantFailure(session: playing, variant: "hd"))
            #expect(next.variant == "uhd" && next.left == 1)
        }
    }

    @Test func `audio and subtitles are remembered per series and profile, for all who watch`() async throws {
        try await Self.with { harness, _, client in
            let hilda = TestCaller.hidingAdult.profile
            try await FakeProfiles(ids: [Self.adult, hilda]).play(in: harness)
            let first = try await client.send(
                PlaybackState.Play(content: "e1", device: "tv", watchingTogether: [hilda]))
            #expect(first.tracks == nil)
            let choice = TrackChoice(
                audioLanguage: "de", subtitleLanguage: "pt-BR", isForced: true, isHearingImpaired: false)
            _ = try await client.send(PlaybackState.SetTracks(session: first.session, tracks: choice))
            try await harness.restart()
            let again = try await harness.playback()
            // The next episode, on another device.
            #expect(try await again.play("e2", device: "phone").tracks == choice)
            #expect(try await again.play("m1").tracks == nil)
            let other = try await harness.playback(.hidingAdult)
            #expect(try await other.play("e1").tracks == choice)
            // A session with another viewer resets nothing of it.
            _ = try await other.send(
                PlaybackState.Play(content: "e1", device: "tv", watchingTogether: [Self.adult]))
            #expect(try await again.play("e1").tracks == choice)
            #expect(try await harness.playback(.owner).play("e1").tracks == nil)
            let session = try await again.play("e1").session
            for wrong in ["", "x", "d e", String(repeating: "a", count: 36)] {
                let request = PlaybackState.SetTracks(session: session, tracks: TrackChoice(audioLanguage: wrong))
                #expect(await again.failure(of: request)?.field == "tracks.audioLanguage", "\(wrong)")
            }
        }
    }

    @Test func `tracks follow a series to its new ID, where a choice of its own stays`() async throws {
        try await Self.with { harness, _, client in
            func tracks(_ content: ContentID, _ language: String) async throws {
                let session = try await client.play(content).session
                _ = try await client.send(
                    PlaybackState.SetTracks(session: session, tracks: TrackChoice(audioLanguage: language)))
            }
            try await tracks("e1", "de")
            try await tracks("m1", "fr")
            let shard = try #require(harness.shards?.openShards["home"])
            try await shard.write { db in
                try TrackTable.put(TrackChoice(audioLanguage: "it"), of: Self.adult, for: "m2", db)
                try ExternalChanges.merged("s", into: "s9", card: .of(.series, "s9"), db)
                try ExternalChanges.merged("m1", into: "m2", card: nil, db)
            }
            let kept = try await shard.read { db in
                try ["s", "s9", "m1", "m2"].map { try TrackTable.tracks(of: Self.adult, for: $0, db)?.audioLanguage }
            }
            #expect(kept == [nil, "de", nil, "it"])
        }
    }

    @Test func `a past programme of a channel is played, where the channel offers it`() async throws {
        try await Self.with { _, titles, client in
            let (start, end) = (Date(timeIntervalSince1970: 1_000), Date(timeIntervalSince1970: 4_600))
            titles.set([Programme(start: start, stop: end, title: "News")], on: "c1")
            let time = Date(timeIntervalSince1970: 2_000)
            let request = PlaybackState.Play(content: "c1", device: "tv", programme: time)
            let playback = try await client.send(request)
            #expect(playback.programme == PlayingProgramme(title: "News", start: start, end: end))
            #expect(playback.url.hasSuffix("archive.ts"))
            #expect(try await client.play("c1").programme == nil)
            let later = PlaybackState.Play(content: "c1", device: "tv", programme: Date(timeIntervalSince1970: 9_000))
            #expect(await client.failure(of: later)?.problem == .noCatchup)
            let film = PlaybackState.Play(content: "m1", device: "tv", programme: time)
            #expect(await client.failure(of: film)?.field == "programme")
        }
    }

    @Test func `seconds watched are counted without jumps, in the history and of the title`() async throws {
        try await Self.with { _, _, client in
            let session = try await client.play("m1").session
            try await client.report(session, at: 10_000, 10, of: 5_000)
            try await client.report(session, at: 20_000, 3_000, of: 5_000)
            try await client.report(session, at: 30_000, 3_010, of: 5_000)
            // Late and repeated ones add nothing.
            try await client.report(session, at: 20_000, 3_000, of: 5_000)
            try await client.report(session, at: 40_000, 3_010, of: 5_000, .paused)
            let entry = try await client.send(PlaybackState.ListHistory()).entries[0]
            #expect(entry.secondsWatched == 30)
            #expect(try await client.progress("m1").secondsPlayed == 30)
        }
    }
}
