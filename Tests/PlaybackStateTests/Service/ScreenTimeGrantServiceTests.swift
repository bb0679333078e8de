import HearthModel
import PlaybackStateAPI
import ProfilesAPI
import RPC
import ServiceKit
import Synchronization
import TestSupport
import Testing

@testable import PlaybackStateService

/// Granted minutes over the wire: with the PIN that profiles checks, stored for the day, and told.
struct ScreenTimeGrantServiceTests {
    private static let kim = TestCaller.kids.profile
    private static let pin = "2468"

    /// The PINs that profiles was asked to check.
    private final class Tries: Sendable {
        private let list = Mutex<[String?]>([])
        var pins: [String?] { list.withLock { $0 } }
        func note(_ pin: String?) { list.withLock { $0.append(pin) } }
    }

    /// Profiles as their contract has it: one kids profile with limits, and a PIN.
    private static func profiles(
        _ limits: ParentalLimits?, _ tries: Tries, in harness: ServiceHarness
    ) async throws {
        var handlers = RPCHandlers<Profiles>()
        handlers.on(Profiles.GetLimits.self) { request, _ in
            guard request.profile ?? kim == kim else {
                throw RPCError(
                    .notFound, "There is no such profile.",
                    details: [RPCErrorDetail(ProfilesProblem(.unknownProfile))])
            }
            return ProfileLimits(profile: kim, limits: limits)
        }
        handlers.on(Profiles.ConfirmPIN.self) { request, _ in
            tries.note(request.pin)
            guard request.pin == pin else {
                throw RPCError(
                    .permissionDenied, "That is not the household's PIN.",
                    details: [RPCErrorDetail(ProfilesProblem(request.pin == nil ? .pinRequired : .pinWrong))])
            }
            return Empty()
        }
        try harness.clients.play("profiles", handlers)
        try await harness.clients.connect(to: "profiles")
    }

    private static func with(
        _ limits: ParentalLimits?, _ body: (ServiceHarness, Client, Client, Tries) async throws -> Void
    ) async throws {
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            try await FakeCatalog([.movie("m1")]).play(in: harness)
            let tries = Tries()
            try await profiles(limits, tries, in: harness)
            try await body(harness, try await harness.playback(.kids), try await harness.playback(), tries)
        }
    }

    @Test func `with the PIN a child may watch again, today, and both are told`() async throws {
        let limits = ParentalLimits(weekdayMinutes: 0, weekendMinutes: 0)
        try await Self.with(limits) { harness, child, parent, tries in
            let play = PlaybackState.Play(content: "m1", device: "pad")
            #expect(await child.failure(of: play)?.problem == .limitReached)
            let without = PlaybackState.GrantScreenTime(profile: Self.kim, minutes: 30)
            let wrong = PlaybackState.GrantScreenTime(profile: Self.kim, minutes: 30, pin: "1111")
            let refused = [await parent.failure(of: without), await parent.failure(of: wrong)]
            #expect(refused.map { $0?.detail(ProfilesProblem.self)?.code } == [.pinRequired, .pinWrong])
            #expect(await child.failure(of: play)?.problem == .limitReached)
            let grant = PlaybackState.GrantScreenTime(profile: Self.kim, minutes: 30, pin: Self.pin)
            let options = CallOptions(
                token: parent.defaults.token, idempotencyKey: IdempotencyKey(runtime: harness.runtime))
            let today = try await parent.send(grant, options: options)
            #expect(today.limitMinutes == 30 && today.grantedMinutes == 30 && today.profile == Self.kim)
            // A retry grants nothing more.
            #expect(try await parent.send(grant, options: options).limitMinutes == 30)
            #expect(tries.pins == [nil, "1111", Self.pin, Self.pin])
            try await harness.restart()
            let again = try await harness.playback(.kids)
            _ = try await again.send(play)
            #expect(try await again.send(PlaybackState.GetScreenTime()).grantedMinutes == 30)
            let report = try await harness.playback().send(PlaybackState.GetWeeklyReport(profile: Self.kim))
            let entry = try #require(report.granted?.first)
            #expect(entry.minutes == 30 && entry.by == TestCaller.adult.profile && entry.day == today.day)
            #expect(report.granted?.count == 1)
            #expect(!harness.logs.text.contains(Self.pin))
        }
    }

    @Test func `children grant nothing, and what cannot be granted is refused by name`() async throws {
        try await Self.with(ParentalLimits(weekdayMinutes: 60, weekendMinutes: 60)) { _, child, parent, tries in
            let own = PlaybackState.GrantScreenTime(profile: Self.kim, minutes: 30, pin: Self.pin)
            #expect(await child.failure(of: own)?.code == .permissionDenied)
            for minutes in [14, 121, -1] as [Int32] {
                let request = PlaybackState.GrantScreenTime(profile: Self.kim, minutes: minutes, pin: Self.pin)
                #expect(await parent.failure(of: request)?.field == "minutes")
            }
            let stranger = PlaybackState.GrantScreenTime(profile: "stranger", minutes: 30, pin: Self.pin)
            #expect(
                await parent.failure(of: stranger)?.detail(ProfilesProblem.self)?.code == .unknownProfile)
            // No PIN was asked of profiles for any of these.
            #expect(tries.pins == [])
            for _ in 1...PlaybackLimits.grantsOfDay { _ = try await parent.send(own) }
            #expect(await parent.failure(of: own)?.problem == .tooManyGrants)
        }
        try await Self.with(nil) { _, _, parent, _ in
            let request = PlaybackState.GrantScreenTime(profile: Self.kim, minutes: 30, pin: Self.pin)
            #expect(await parent.failure(of: request)?.problem == .noLimits)
        }
    }
}
