import Access
import CatalogAPI
import Foundation
import HearthModel
import PlaybackStateAPI
import ProfilesAPI
import RPC
import TestSupport
import Testing

@testable import PlaybackStateService

/// Channels in the live activity have what is on; devices are told what they do not have.
struct LiveProgrammeTests {
    private static func with(_ body: (ServiceHarness, FakeTitles, Client) async throws -> Void) async throws {
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            let titles = FakeTitles([.movie("m1"), .of(.channel, "c1"), .of(.channel, "c2")])
            try await titles.play(in: harness)
            try await body(harness, titles, try await harness.playback())
        }
    }

    private static let now = Date(
        timeIntervalSince1970: Double(SystemRuntime.shared.wallTime.millisecondsSince1970) / 1_000)

    @Test func `a channel has the programme in place of progress, asked for once a programme`() async throws {
        try await Self.with { _, titles, client in
            let (start, end) = (Self.now.addingTimeInterval(-600), Self.now.addingTimeInterval(1_200))
            titles.set([Programme(start: start, stop: end, title: "News")], on: "c1")
            let session = try await client.play("c1").session
            try await client.report(session, at: 10_000, 10, of: nil)
            var events = client.follow(PlaybackState.FollowActivity(), after: nil).makeAsyncIterator()
            let news = PlayingProgramme(title: "News", start: start, end: end)
            let snapshot = try #require(try await events.next()?.item.snapshot)
            #expect(snapshot.map(\.programme) == [news] && snapshot[0].progress == 0 && snapshot[0].duration == nil)
            try await client.report(session, at: 11_000, 11, of: nil, .paused)
            #expect(try await events.next()?.item.event?.session.programme == news)
            let active = try await client.send(PlaybackState.ListActive()).sessions
            #expect(active.map(\.programme) == [news])
            #expect(titles.guideCalls == 1)
        }
    }

    @Test func `a title has none, nor has a channel without a guide, and that is believed for a while`() async throws {
        try await Self.with { _, titles, client in
            _ = try await client.play("m1", device: "a")
            _ = try await client.play("c2", device: "b")
            for _ in 1...3 {
                let active = try await client.send(PlaybackState.ListActive()).sessions
                #expect(active.count == 2 && active.allSatisfy { $0.programme == nil })
            }
            #expect(titles.guideCalls == 1)
        }
    }

    @Test func `a past programme is the one that is played, and not what is on`() async throws {
        try await Self.with { _, titles, client in
            let past = Programme(
                start: Date(timeIntervalSince1970: 1_000), stop: Date(timeIntervalSince1970: 4_600), title: "Old news")
            titles.set(
                [past, Programme(start: Self.now, stop: Self.now.addingTimeInterval(60), title: "News")], on: "c1")
            let time = Date(timeIntervalSince1970: 2_000)
            _ = try await client.send(PlaybackState.Play(content: "c1", device: "tv", programme: time))
            let active = try await client.send(PlaybackState.ListActive()).sessions
            #expect(active.map(\.programme?.title) == ["Old news"])
        }
    }

    @Test func `a device is told by name what it does not have`() {
        let all = DeviceCapabilities(pip: false, liveActivities: false, downloads: false)
        #expect(DeviceFeatures.missing(all) == [.pictureInPicture, .liveActivities, .downloads])
        #expect(DeviceFeatures.missing(DeviceCapabilities(pip: true, downloads: false)) == [.downloads])
        // What it has not said counts as there.
        #expect(DeviceFeatures.missing(DeviceCapabilities()) == [] && DeviceFeatures.missing(nil) == [])
    }

    @Test func `Play asks profiles about the calling device, and goes without an answer`() async throws {
        try await Self.with { harness, _, _ in
            var claims = TestCaller.adult.claims(runtime: harness.runtime)
            claims.device = "d1"
            let token = try await harness.signer.sign(claims)
            let client = try await harness.playback()
            var options = client.defaults
            options.token = token
            let play = PlaybackState.Play(content: "m1", device: "tv")
            #expect(try await client.send(play, options: options).missingFeatures == nil)
            var handlers = RPCHandlers<Profiles>()
            handlers.on(Profiles.ListDevices.self) { _, _ in
                func device(_ id: String, pip: Bool) -> Device {
                    let description = DeviceDescription(
                        name: id, platform: "web", capabilities: DeviceCapabilities(pip: pip))
                    let date = Date(timeIntervalSince1970: 0)
                    return Device(
                        id: id, description: description, member: "adam", profile: "p", signedIn: date, lastSeen: date,
                        isCurrent: id == "d1")
                }
                return DeviceList(devices: [device("d0", pip: true), device("d1", pip: false)], limit: 10)
            }
            try harness.clients.play("profiles", handlers)
            try await harness.clients.connect(to: "profiles")
            #expect(try await client.send(play, options: options).missingFeatures == [.pictureInPicture])
            #expect(try await client.send(play).missingFeatures == nil)
        }
    }
}
