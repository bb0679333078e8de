import Access
import DownloadsAPI
import Foundation
import GRDB
import HearthModel
import PlaybackStateAPI
import ProfilesAPI
import RPC
import ServiceKit
import Synchronization
import TestSupport
import Testing

@testable import PlaybackStateService

/// What profiles have set about playing and queues.
struct SettingTests {
    private static let adult = TestCaller.adult.profile

    private static func set(_ changes: [SettingChange], of profile: String = adult, in shard: Shard) async throws {
        let event = ProfilesEvent(profileSettingsChanged: ChangedSettings(profile: profile, settings: changes))
        let now = SystemRuntime.shared.wallTime
        try await shard.write { try ProfilesEvents.apply(event, at: now, $0) }
    }

    private static func with(_ body: (ServiceHarness, Client, Shard) async throws -> Void) async throws {
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            try await FakeCatalog((0..<30).map { Card.movie("m\($0)") }).play(in: harness)
            let client = try await harness.playback()
            _ = try await client.send(PlaybackState.ListQueue())
            try await body(harness, client, try #require(harness.shards?.openShards["home"]))
        }
    }

    @Test func `a queue holds as many titles as its profile has set, and a longer one is kept`() async throws {
        try await Self.with { harness, client, shard in
            try await Self.set([SettingChange(.maxQueueSize, .integer(20))], in: shard)
            for number in 0..<20 {
                _ = try await client.send(PlaybackState.AddToQueue(content: ContentID(rawValue: "m\(number)")))
            }
            let full = await client.failure(of: PlaybackState.AddToQueue(content: "m20"))
            #expect(full?.problem == .queueFull)
            #expect(full?.detail(PlaybackProblem.self)?.maxQueueSize == 20)
            let owner = try await harness.playback(.owner)
            for number in 0..<21 {
                _ = try await owner.send(PlaybackState.AddToQueue(content: ContentID(rawValue: "m\(number)")))
            }
            try await Self.set([SettingChange(.maxQueueSize, .integer(10))], in: shard)
            #expect(try await client.queue().count == 20)
            _ = try await client.send(PlaybackState.MoveInQueue(content: "m19", position: 0))
            #expect(try await client.queue().first == "m19")
            let lower = await client.failure(of: PlaybackState.AddToQueue(content: "m20"))
            #expect(lower?.detail(PlaybackProblem.self)?.maxQueueSize == 10)
            // The default again.
            try await Self.set([SettingChange(.maxQueueSize, .integer(50))], in: shard)
            _ = try await client.send(PlaybackState.AddToQueue(content: "m20"))
        }
    }

    @Test func `a player is told the countdown, and whether intros are skipped`() async throws {
        try await Self.with { _, client, shard in
            let usual = PlaybackSettings(countdownSeconds: 10, offersSkippingIntros: true, skipsIntros: false)
            #expect(try await client.play("m1").settings == usual)
            try await Self.set(
                [
                    SettingChange(.autoPlayCountdownSeconds, .integer(0)),
                    SettingChange(.autoSkipIntro, .boolean(true)),
                ], in: shard)
            let changed = PlaybackSettings(countdownSeconds: 0, offersSkippingIntros: true, skipsIntros: true)
            #expect(try await client.play("m1").settings == changed)
            // What needs another setting has no effect without it.
            try await Self.set([SettingChange(.enableSkipIntro, .boolean(false))], in: shard)
            let off = PlaybackSettings(countdownSeconds: 0, offersSkippingIntros: false, skipsIntros: false)
            #expect(try await client.play("m1").settings == off)
        }
    }

    private static let notices = "SELECT profile || ' ' || content FROM watchedNotice ORDER BY 1"

    @Test func `downloads is told what was watched, where the profile deletes such downloads`() async throws {
        try await Self.with { harness, client, shard in
            try await Self.set([SettingChange(.autoDeleteWatchedDownloads, .boolean(true))], in: shard)
            let owner = try await harness.playback(.owner)
            for client in [client, owner] {
                for (content, position) in [("m1", 95.0), ("m2", 50)] {
                    let session = try await client.watch(ContentID(rawValue: content), to: position)
                    _ = try await client.send(PlaybackState.EndSession(session: session))
                }
            }
            _ = try await client.send(PlaybackState.MarkWatched(contents: ["m3"]))
            let noted = try await shard.read { try String.fetchAll($0, sql: Self.notices) }
            #expect(noted == ["\(Self.adult) m1", "\(Self.adult) m3"])

            // Kept for as long as downloads does not respond, also by another process.
            let told = Mutex<[Downloads.NoteWatched]>([])
            let tokens = try harness.tokens(of: "playback-state")
            let notifier = WatchedNotifier(
                shards: try #require(harness.shards), channel: harness.clients.channel(to: "downloads"),
                tokens: tokens, runtime: harness.runtime, logger: harness.logs.logger)
            var handlers = RPCHandlers<Downloads>()
            handlers.on(Downloads.NoteWatched.self) { request, call in
                told.withLock { $0.append(request) }
                return Empty()
            }
            try harness.clients.play("downloads", handlers)
            try await harness.clients.connect(to: "downloads")
            notifier.note("home")
            await notifier.rounds.passOver()
            #expect(told.withLock { $0.map(\.contents) } == [["m1"], ["m3"]])
            #expect(told.withLock { $0.allSatisfy { $0.profile == Self.adult } })
            #expect(try await shard.read { try String.fetchAll($0, sql: Self.notices) } == [])
            await notifier.rounds.passOver()
            #expect(told.withLock { $0.count } == 2)
        }
    }

    @Test func `a deleted profile leaves no settings and no notices`() async throws {
        try await Self.with { _, client, shard in
            try await Self.set([SettingChange(.autoDeleteWatchedDownloads, .boolean(true))], in: shard)
            _ = try await client.send(PlaybackState.MarkWatched(contents: ["m3"]))
            let event = ProfilesEvent(profileDeleted: ProfileDeleted(profile: Self.adult), mustBeUnderstood: true)
            let now = SystemRuntime.shared.wallTime
            try await shard.write { try ProfilesEvents.apply(event, at: now, $0) }
            for table in ["setting", "watchedNotice"] {
                #expect(try await shard.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") } == 0)
            }
        }
    }
}

extension ServiceHarness {
    /// The tokens of a service on its own behalf.
    fileprivate func tokens(of service: String) throws -> ServiceTokenSource {
        let keys = KeyStore(directory: "\(dataDirectory)/keys", runtime: runtime)
        return try ServiceTokenSource(key: keys.serviceKey(service), runtime: runtime)
    }
}
