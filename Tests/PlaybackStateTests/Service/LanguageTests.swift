import CatalogAPI
import Foundation
import HearthModel
import PlaybackStateAPI
import ProfilesAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import PlaybackStateService

/// Tracks of titles for which none were chosen: by the profile's languages, then by the household's.
struct LanguageTests {
    private static let adam = TestCaller.adult.profile

    private static func with(_ body: (Client, Shard) async throws -> Void) async throws {
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            try await FakeCatalog([.movie("m1"), .movie("m2")]).play(in: harness)
            let client = try await harness.playback(.adult)
            _ = try await client.send(PlaybackState.ListQueue())
            try await body(client, #require(harness.shards?.openShards["home"]))
        }
    }

    private static func apply(_ event: ProfilesEvent, _ shard: Shard) async throws {
        let now = SystemRuntime.shared.wallTime
        try await shard.write { try ProfilesEvents.apply(event, at: now, $0) }
    }

    private static func household(_ language: String?, _ shard: Shard) async throws {
        let settings = HouseholdSettings(
            name: "Home", timeZone: "UTC", kidsSeeUnrated: true, kidsSeeUnratedChannels: true,
            preferences: HouseholdPreferences(language: language))
        try await apply(ProfilesEvent(settingsChanged: settings), shard)
    }

    /// Sets a profile's settings; these are all that it has set.
    private static func set(
        _ settings: [SettingName: SettingValue], _ shard: Shard, of profile: String = adam
    ) async throws {
        let changes = settings.map { SettingChange($0.key, $0.value) }
        try await apply(
            ProfilesEvent(profileSettingsChanged: ChangedSettings(profile: profile, settings: changes)), shard)
    }

    @Test func `the profile's languages count before the household's, and a choice before both`() async throws {
        try await Self.with { client, shard in
            #expect(try await client.play("m1").tracks == nil)
            try await Self.household("de", shard)
            let ofHousehold = try #require(try await client.play("m1").tracks)
            #expect(ofHousehold.audioLanguage == "de" && ofHousehold.subtitleLanguage == nil)
            #expect(ofHousehold.isDefault == true)
            try await Self.set([.preferredAudioLanguage: .text("fr")], shard)
            #expect(try await client.play("m1").tracks?.audioLanguage == "fr")
            // Subtitles come where they are on: in their language, or else the household's.
            try await Self.set([.preferredAudioLanguage: .text("fr"), .subtitlesOn: .boolean(true)], shard)
            let on = try await client.play("m1").tracks
            #expect(on?.audioLanguage == "fr" && on?.subtitleLanguage == "de")
            try await Self.set([.subtitleLanguage: .text("pt-BR"), .subtitlesOn: .boolean(true)], shard)
            let named = try await client.play("m1").tracks
            #expect(named?.audioLanguage == "de" && named?.subtitleLanguage == "pt-BR")
            try await Self.set([.subtitleLanguage: .text("pt-BR"), .subtitlesOn: .boolean(false)], shard)
            #expect(try await client.play("m1").tracks?.subtitleLanguage == nil)
            // What was chosen for a title stays, also no subtitles at all.
            let session = try await client.play("m1").session
            _ = try await client.send(
                PlaybackState.SetTracks(session: session, tracks: TrackChoice(audioLanguage: "it")))
            let chosen = try await client.play("m1").tracks
            #expect(chosen == TrackChoice(audioLanguage: "it"))
            #expect(try await client.play("m2").tracks?.audioLanguage == "de")
            try await Self.household(nil, shard)
            #expect(try await client.play("m2").tracks == nil)
        }
    }

    @Test func `a choice that repeats a default is a choice, and other profiles have their own languages`() async throws
    {
        try await Self.with { client, shard in
            try await Self.household("de", shard)
            let first = try await client.play("m1")
            let tracks = try #require(first.tracks)
            _ = try await client.send(PlaybackState.SetTracks(session: first.session, tracks: tracks))
            try await Self.household("es", shard)
            let again = try await client.play("m1").tracks
            #expect(again?.audioLanguage == "de" && again?.isDefault == nil)
            try await Self.set([.preferredAudioLanguage: .text("fr")], shard, of: "someone")
            #expect(try await client.play("m2").tracks?.audioLanguage == "es")
            try await Self.apply(ProfilesEvent(profileDeleted: ProfileDeleted(profile: "someone")), shard)
            #expect(try await shard.read { try LanguageTable.tracks(of: "someone", $0) }?.audioLanguage == "es")
        }
    }
}
