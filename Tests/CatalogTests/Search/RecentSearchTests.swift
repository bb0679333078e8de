import CatalogAPI
import Foundation
import GRDB
import HearthModel
import ProfilesAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// What profiles look for is theirs, ends with them, and is told to others only where several of them had it in common.
struct RecentSearchTests {
    private func note(_ catalog: CatalogFixture, _ texts: [String], as person: TestCaller) async throws {
        for text in texts {
            catalog.clock.advance(days: 1 / 1_440)
            // Its token is of this moment.
            let client = try await catalog.client(person)
            _ = try await client.send(Catalog.NoteSearch(text: text))
        }
    }

    private func recent(_ catalog: CatalogFixture, as person: TestCaller) async throws -> [String] {
        try await catalog.client(person).send(Catalog.ListRecentSearches()).searches.map(\.text)
    }

    @Test
    func `the last twenty, the latest first, each once however it is spelled, and each profile's own`() async throws {
        try await CatalogFixture.with { catalog in
            try await note(catalog, (1...25).map { "search \($0)" } + ["SEARCH 10", " Amélie  ", "amelie"], as: .owner)
            let listed = try await recent(catalog, as: .owner)
            #expect(listed.count == RecentSearches.maximumCount)
            #expect(listed.prefix(3) == ["amelie", "SEARCH 10", "search 25"])
            #expect(Set(listed.map { $0.lowercased() }).count == listed.count)
            #expect(try await recent(catalog, as: .kids).isEmpty)
        }
    }

    @Test
    func `a profile's settings switch its history off and on, and leave alone what it never set`() async throws {
        try await CatalogFixture.with { catalog in
            try await note(catalog, ["alien"], as: .owner)
            try await note(catalog, ["toy story"], as: .kids)
            let client = try await catalog.client()
            let profile = TestCaller.owner.profile
            let shard = try #require(try await catalog.service.shards?.shard(for: "home"))
            func settings(_ changes: [SettingChange]) async throws {
                let event = ProfilesEvent(
                    profileSettingsChanged: ChangedSettings(profile: profile, settings: changes))
                try await shard.write { try ProfilesEvents.apply(event, at: WallTime(secondsSince1970: 0), $0) }
            }
            try await settings([SettingChange(.theme, .text("light"))])
            #expect(try await recent(catalog, as: .owner) == ["alien"])
            try await settings([
                SettingChange(.keepSearchHistory, .boolean(false)),
                SettingChange(.subscribedProviders, .numbers([337, 8])),
            ])
            try await note(catalog, ["news"], as: .owner)
            #expect(
                try await client.send(Catalog.ListRecentSearches()) == RecentSearches(isKept: false, searches: []))
            #expect(try await client.send(Catalog.GetSubscriptions()).providers.map(\.id) == [8, 337])
            #expect(try await recent(catalog, as: .kids) == ["toy story"])
            try await settings([SettingChange(.keepSearchHistory, .boolean(true))])
            try await note(catalog, ["news"], as: .owner)
            #expect(try await recent(catalog, as: .owner) == ["news"])
            #expect(try await client.send(Catalog.GetSubscriptions()).providers.map(\.id) == [8, 337])
        }
    }

    @Test
    func `one is forgotten, or all; switched off, nothing is kept and nothing comes back`() async throws {
        try await CatalogFixture.with { catalog in
            try await note(catalog, ["alien", "toy story", "news"], as: .owner)
            let client = try await catalog.client()
            _ = try await client.send(Catalog.ForgetSearches(text: "TOY STORY"))
            #expect(try await recent(catalog, as: .owner) == ["news", "alien"])
            _ = try await client.send(Catalog.ForgetSearches())
            #expect(try await recent(catalog, as: .owner).isEmpty)
            try await note(catalog, ["alien"], as: .owner)
            let off = try await client.send(Catalog.SetSearchHistory(isKept: false))
            #expect(off == RecentSearches(isKept: false, searches: []))
            try await note(catalog, ["news"], as: .owner)
            #expect(try await client.send(Catalog.SetSearchHistory(isKept: true)).searches.isEmpty)
            try await note(catalog, ["news"], as: .owner)
            #expect(try await recent(catalog, as: .owner) == ["news"])
        }
    }

    @Test
    func `trending: of seven days, of two profiles at least, and only what finds something for the asker`() async throws
    {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", SampleList.mixed))
            try await note(catalog, ["alien", "toy", "my secret", "toy"], as: .owner)
            try await note(catalog, ["my secret"], as: .owner)
            try await note(catalog, ["Alien", "TOY", "nothing here"], as: .adult)
            try await note(catalog, ["toy", "nothing here"], as: .kids)
            func texts(_ person: TestCaller) async throws -> [String] {
                try await catalog.client(person).send(Catalog.ListTrendingSearches()).texts.map { $0.lowercased() }
            }
            #expect(try await texts(.owner) == ["toy", "alien"])
            #expect(try await texts(.kids) == ["toy"])
            catalog.clock.advance(days: 8)
            #expect(try await texts(.owner) == [])
        }
    }

    @Test
    func `suggestions: own searches first, then titles that the asker may see, each text once`() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", SampleList.mixed))
            try await note(catalog, ["toy story", "alien"], as: .owner)
            func texts(_ text: String, _ person: TestCaller = .owner) async throws -> [String] {
                try await catalog.client(person).send(Catalog.Suggest(text: text)).suggestions.map(\.text)
            }
            #expect(try await texts("") == ["alien", "toy story"])
            #expect(try await texts("to") == ["toy story", "Toy Story 2"])
            #expect(try await texts("al") == ["alien"])
            #expect(try await texts("al", .adult) == ["Alien"])
            #expect(try await texts("al", .kids) == [])
            #expect(try await texts("off", .adult) == ["The Office"])
            #expect(try await texts("alein", .adult) == ["Alien"])
        }
    }

    @Test
    func `nothing of a deleted profile stays, and it does not come back with a token that outlives it`() throws {
        let queue = try DatabaseQueue()
        try queue.write { db in
            for migration in CatalogMigrations.all { try migration.apply(db) }
            try db.execute(sql: "CREATE TABLE idempotency (subject TEXT NOT NULL)")
            try QuarantineTable.migration.apply(db)
            for (profile, text) in [("p1", "alien"), ("p2", "toy story")] {
                try SearchHistory.note(text, of: profile, at: 1_000, db)
                try db.execute(sql: "INSERT INTO idempotency VALUES (?)", arguments: ["member/\(profile)"])
            }
            try SearchHistory.set(isKept: false, of: "p3", db)
            try ProfilesEvents.apply(
                ProfilesEvent(profileDeleted: ProfileDeleted(profile: "p1")), at: WallTime(secondsSince1970: 0), db)
            #expect(try SearchHistory.list("p1", db).searches.isEmpty)
            try SearchHistory.note("alien", of: "p1", at: 2_000, db)
            #expect(try SearchHistory.list("p1", db).searches.isEmpty)
            #expect(try String.fetchAll(db, sql: "SELECT subject FROM idempotency") == ["member/p2"])
            let settings = HouseholdSettings(
                name: "home", timeZone: "UTC", kidsSeeUnrated: true, kidsSeeUnratedChannels: true)
            let rest = ProfilesSnapshot(profiles: ["p2"], settings: settings, deleted: ["p4", "p1"])
            try ProfilesEvents.apply(ProfilesEvent(snapshot: rest), at: WallTime(secondsSince1970: 0), db)
            // Nothing was here of p4 when the snapshot came; a search that was on its way comes after it.
            try SearchHistory.note("heat", of: "p4", at: 3_000, db)
            // p3 is not listed, and was not deleted: it stays, in quarantine.
            #expect(try SearchHistory.profiles(db) == ["p2", "p3"])
            #expect(try QuarantineTable.profiles(db) == ["p3"])
            #expect(throws: UnknownEvent.self) {
                try ProfilesEvents.apply(ProfilesEvent(mustBeUnderstood: true), at: WallTime(secondsSince1970: 0), db)
            }
        }
    }
}
