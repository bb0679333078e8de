import Access
import Foundation
import HearthModel
import ProfilesAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import ProfilesService

/// Shared devices: when the sessions of adult profiles return to the choice of a profile.
struct RelockTests {
    private static let halfHour = Profiles.SetRelock(idleMinutes: 30)

    private static func session(
        _ harness: ServiceHarness, as profile: String? = nil, isShared: Bool?, lastActive: Date? = nil
    ) async throws -> Session {
        let request = Profiles.LocalOwner(
            proof: try harness.ownerKey(), profile: profile, isSharedDevice: isShared, lastActive: lastActive)
        return try await harness.anonymous().send(request)
    }

    private static func now(_ harness: ServiceHarness) -> TimeInterval { harness.runtime.wallTime.secondsSince1970 }

    @Test func `adult sessions of shared devices carry the time, and no others`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let owner = try await harness.profiles()
            #expect(try await Self.session(harness, isShared: true).relocks == nil)
            let household = try await owner.send(Self.halfHour)
            #expect(household.relock == RelockSettings(idleMinutes: 30))
            let shared = try await Self.session(harness, isShared: true)
            let left = try #require(shared.relocks).timeIntervalSince1970 - Self.now(harness)
            #expect((1_700...1_800).contains(left))
            for isShared in [nil, false] {
                #expect(try await Self.session(harness, isShared: isShared).relocks == nil)
            }
            #expect(try await Self.session(harness, as: "Kids", isShared: true).relocks == nil)
            // A switch on such a device keeps to it, unless it says otherwise.
            _ = try await owner.send(Profiles.CreateProfile(name: "Gran", kind: .adult))
            let acting = try await harness.client(with: shared)
            #expect(try await acting.send(Profiles.SwitchProfile(profile: "Gran")).relocks != nil)
            let own = Profiles.SwitchProfile(profile: "Gran", isSharedDevice: false)
            #expect(try await acting.send(own).relocks == nil)
            let kids = try await harness.client(with: Self.session(harness, as: "Kids", isShared: true))
            let back = Profiles.SwitchProfile(profile: "Gran", isSharedDevice: true)
            #expect(try await kids.send(back).relocks != nil)
            _ = try await owner.send(Profiles.SetRelock())
            #expect(try await owner.send(Profiles.GetHousehold()).relock == nil)
            #expect(try await Self.session(harness, isShared: true).relocks == nil)
        }
    }

    @Test func `a renewal moves the time as far as there was activity, and not after it has passed`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            _ = try await harness.profiles().send(Self.halfHour)
            let now = Self.now(harness)
            let active = Date(timeIntervalSince1970: (now - 1_200).rounded(.down))
            let renewed = try await Self.session(harness, isShared: true, lastActive: active)
            #expect(renewed.relocks == active.addingTimeInterval(1_800))
            // A device is not active later than now.
            let ahead = try await Self.session(
                harness, isShared: true, lastActive: Date(timeIntervalSince1970: now + 9_000))
            #expect(try #require(ahead.relocks).timeIntervalSince1970 <= Self.now(harness) + 1_800)
            let idle = Date(timeIntervalSince1970: now - 1_801)
            let error = await #expect(throws: RPCError.self) {
                _ = try await Self.session(harness, isShared: true, lastActive: idle)
            }
            #expect(error?.code == .unauthenticated && error?.detail(Relocked.self) != nil)
            #expect(try await Self.session(harness, as: "Kids", isShared: true, lastActive: idle).relocks == nil)
        }
    }

    @Test func `the owner alone sets it, in range`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let owner = try await harness.profiles()
            for (request, field) in [
                (Profiles.SetRelock(idleMinutes: 20), "idleMinutes"), (Profiles.SetRelock(hour: 24), "hour"),
                (Profiles.SetRelock(idleMinutes: 15, hour: -1), "hour"),
            ] { #expect(await owner.failure(of: request)?.field == field) }
            let adult = try await harness.profiles(of: .adult)
            #expect(await adult.failure(of: Self.halfHour)?.code == .permissionDenied)
            try await harness.restart()
            _ = try await owner.send(Profiles.SetRelock(idleMinutes: 60, hour: 3))
            try await harness.restart()
            let kept = try await owner.send(Profiles.GetHousehold()).relock
            #expect(kept == RelockSettings(idleMinutes: 60, hour: 3))
        }
    }

    @Test func `the hour is the next one of the household's day, and the sooner time counts`() {
        let berlin = "Europe/Berlin"
        // 2026-11-27 at 01:30 in Berlin.
        let active: Int64 = 1_795_739_400
        let three = active + 90 * 60
        #expect(RelockRules.time(after: active, RelockSettings(hour: 3), timeZone: berlin) == three)
        #expect(RelockRules.time(after: three, RelockSettings(hour: 3), timeZone: berlin) == three + 86_400)
        #expect(
            RelockRules.time(after: active, RelockSettings(idleMinutes: 30, hour: 3), timeZone: berlin)
                == active + 1_800)
        let late = three - 600
        #expect(RelockRules.time(after: late, RelockSettings(idleMinutes: 30, hour: 3), timeZone: berlin) == three)
        #expect(RelockRules.time(after: active, RelockSettings(hour: 1), timeZone: "UTC") == active + 1_800)
        #expect(RelockRules.time(after: active, RelockSettings(), timeZone: berlin) == nil)
    }

    @Test func `a token that has relocked is refused by the service that issued it, until a profile is chosen`()
        async throws
    {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            _ = try await harness.profiles()
            var claims = TestCaller.adult.claims(runtime: harness.runtime)
            claims.relocksAt = claims.issued - 1
            let relocked = try await harness.anonymous()
            let token = try await harness.signer.sign(claims)
            let options = CallOptions(timeout: TestTimeout.longest, token: token)
            let error = await relocked.failure(of: Profiles.GetHousehold(), options: options)
            #expect(error?.code == .unauthenticated && error?.detail(Relocked.self)?.at == claims.relocksAt)
            // As the claims are without it, the token holds.
            claims.relocksAt = nil
            let plain = CallOptions(timeout: TestTimeout.longest, token: try await harness.signer.sign(claims))
            #expect(await relocked.failure(of: Profiles.GetHousehold(), options: plain) == nil)
        }
    }
}
