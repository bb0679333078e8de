import Foundation
import HearthModel
import PlaybackStateAPI
import ProfilesAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import PlaybackStateService

/// Whether a title may be opened, as other services ask, and what `Play` says where the catalog would refuse.
struct AdmissionTests {
    private static let kim = TestCaller.kids.profile

    private static func set(_ limits: ParentalLimits?, in shard: Shard) async throws {
        let event = ProfilesEvent(limitsChanged: ProfileLimits(profile: kim, limits: limits))
        let now = SystemRuntime.shared.wallTime
        try await shard.write { try ProfilesEvents.apply(event, at: now, $0) }
    }

    private static func minutes(_ count: Int32, mayFinish: Bool? = nil) -> ParentalLimits {
        ParentalLimits(weekdayMinutes: count, weekendMinutes: count, mayFinish: mayFinish)
    }

    private static func with(_ body: (ServiceHarness, FakeCatalog, Client, Shard) async throws -> Void) async throws {
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            let catalog = FakeCatalog([.movie("m1"), .movie("m2"), .of(.channel, "c1")])
            try await catalog.play(in: harness)
            let client = try await harness.playback(TestCaller.kids.limited)
            _ = try await client.send(PlaybackState.ListQueue())
            try await body(harness, catalog, client, #require(harness.shards?.openShards["home"]))
        }
    }

    @Test func `a title may be opened within the limits, and at one only to be watched to its end`() async throws {
        try await Self.with { _, _, client, shard in
            try await Self.set(Self.minutes(60), in: shard)
            let request = PlaybackState.GetScreenTime(content: "m1")
            #expect(try await client.send(request).mayOpen == true)
            #expect(try await client.send(PlaybackState.GetScreenTime()).mayOpen == nil)
            let session = try await client.play("m1").session
            try await Self.set(Self.minutes(0), in: shard)
            let refused = try await client.send(request)
            #expect(refused.mayOpen == false && refused.limitReached?.limit == .minutes)
            #expect(refused.refusal?.hasPrefix("The minutes of today are used up.") == true)
            // The household lets a running title end: that one, and no other.
            try await Self.set(Self.minutes(0, mayFinish: true), in: shard)
            #expect(try await client.send(request).mayOpen == true)
            #expect(try await client.send(PlaybackState.GetScreenTime(content: "m2")).mayOpen == false)
            let end = ProgressReport(
                session: session, elapsedMilliseconds: 2_000, position: 2, duration: 6_000, state: .ended)
            _ = try await client.send(PlaybackState.ReportProgress(reports: [end]))
            #expect(try await client.send(request).mayOpen == false)
            let error = await client.failure(of: PlaybackState.GetScreenTime(content: "not an id"))
            #expect(error?.code == .invalidArgument)
        }
    }

    @Test func `a channel has no end that it could be watched to`() async throws {
        try await Self.with { _, _, client, shard in
            try await Self.set(Self.minutes(60), in: shard)
            let session = try await client.play("c1").session
            try await client.report(session, at: 1_000, 1, of: nil)
            try await Self.set(Self.minutes(0, mayFinish: true), in: shard)
            #expect(try await client.send(PlaybackState.GetScreenTime(content: "c1")).mayOpen == false)
        }
    }

    @Test func `a token that says there are limits opens nothing before these are known`() async throws {
        try await Self.with { harness, _, client, _ in
            let request = PlaybackState.GetScreenTime(content: "m1")
            let error = await client.failure(of: request)
            #expect(error?.code == .unavailable && error?.message.contains("profiles") == true)
            // Without the claim there are none.
            #expect(try await harness.playback(.kids).send(request).mayOpen == true)
            // Profiles itself is asked, whose events may be behind.
            var handlers = RPCHandlers<Profiles>()
            handlers.on(Profiles.GetLimits.self) { _, _ in
                ProfileLimits(profile: Self.kim, limits: Self.minutes(0))
            }
            handlers.declineOthers()
            try harness.clients.play("profiles", handlers)
            try await harness.clients.connect(to: "profiles")
            #expect(try await client.send(request).mayOpen == false)
        }
    }

    @Test func `Play at a limit asks the catalog for no address, and the report has the refusal`() async throws {
        try await Self.with { harness, catalog, client, shard in
            try await Self.set(Self.minutes(0), in: shard)
            let before = catalog.resolved
            let error = await client.failure(of: PlaybackState.Play(content: "m1", device: "tv"))
            #expect(error?.problem == .limitReached && error?.detail(LimitReached.self)?.limit == .minutes)
            #expect(catalog.resolved == before)
            let adult = try await harness.playback(.adult)
            let report = try await adult.send(PlaybackState.GetWeeklyReport(profile: Self.kim))
            #expect(report.refused.map(\.content) == ["m1"] && report.refused.first?.count == 1)
        }
    }

    @Test func `what the catalog or downloads refuse is in the report, once a day, and what is only asked is not`()
        async throws
    {
        try await Self.with { harness, _, client, shard in
            try await Self.set(Self.minutes(0), in: shard)
            let adult = try await harness.playback(.adult)
            func refused() async throws -> [RefusedTitle] {
                try await adult.send(PlaybackState.GetWeeklyReport(profile: Self.kim)).refused
            }
            _ = try await client.send(PlaybackState.GetScreenTime(content: "m1"))
            #expect(try await refused() == [])
            // As `ScreenTimeAdmission` asks, which waits a second and a half at most.
            for content in ["m2", "m2", "unknown"] as [ContentID] {
                let asked = PlaybackState.GetScreenTime(content: content, isOpening: true)
                #expect(try await client.send(asked).mayOpen == false)
            }
            let noted = try await refused()
            #expect(noted.map(\.content) == ["m2"] && noted.first?.count == 1)
            #expect(noted.first?.title == "Film m2" && noted.first?.limit == .minutes)
        }
    }
}
