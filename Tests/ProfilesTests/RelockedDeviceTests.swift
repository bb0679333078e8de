import Foundation
import HearthModel
import ProfilesAPI
import RPC
import TestSupport
import Testing

@testable import ProfilesService

/// Devices that several people use: a refresh does not get around the relock of an adult profile.
struct RelockedDeviceTests {
    private static let pin = "4711"

    /// A shared device that an adult has signed in, in a household with a PIN.
    private static func run(
        _ body: @escaping @Sendable (SimulatedProfiles, String) async throws -> Void
    ) async throws {
        try await SimulatedProfiles.run { profiles in
            let owner = try await profiles.owner()
            _ = try await owner.send(Profiles.SetPIN(pin: pin))
            _ = try await owner.send(Profiles.SetRelock(idleMinutes: 30))
            var device = DeviceDescription.test()
            device.isShared = true
            let client = try profiles.client()
            let codes = try await client.send(Profiles.StartPairing(device: device))
            _ = try await owner.send(Profiles.ApprovePairing(code: codes.userCode))
            let session = try await client.send(Profiles.PollPairing(deviceCode: codes.deviceCode))
            #expect(session.relocks != nil)
            #expect(try await owner.send(Profiles.ListDevices()).devices.first?.description.isShared == true)
            try await body(profiles, try #require(session.refreshToken))
        }
    }

    private static func now(_ profiles: SimulatedProfiles) -> Date {
        Date(timeIntervalSince1970: profiles.simulation.wallTime.secondsSince1970)
    }

    @Test func `a refresh after idle time is refused, and its token stays valid for the choice of a profile`()
        async throws
    {
        try await Self.run { profiles, token in
            let client = try profiles.client()
            let active = try await client.send(
                Profiles.RefreshSession(refreshToken: token, lastActive: Self.now(profiles)))
            let next = try #require(active.refreshToken)
            #expect(active.relocks == Self.now(profiles).addingTimeInterval(1_800))
            let idle = Self.now(profiles).addingTimeInterval(-1_801)
            for _ in 0..<2 {
                let error = await client.failure(of: Profiles.RefreshSession(refreshToken: next, lastActive: idle))
                #expect(error?.code == .unauthenticated && error?.detail(Relocked.self) != nil)
            }
            let adult = active.profile.name
            for (pin, problem) in [(nil, ProfilesProblem.Code.pinRequired), ("0000", .pinWrong)] as [(String?, _)] {
                let error = await client.failure(
                    of: Profiles.RefreshSession(refreshToken: next, lastActive: idle, profile: adult, pin: pin))
                #expect(error?.problem == problem)
            }
            let chosen = try await client.send(
                Profiles.RefreshSession(refreshToken: next, lastActive: idle, profile: adult, pin: Self.pin))
            #expect(chosen.profile.name == adult && chosen.relocks == Self.now(profiles).addingTimeInterval(1_800))
        }
    }

    @Test func `a kids profile is chosen without a PIN, has no relock, and is left with a PIN`() async throws {
        try await Self.run { profiles, token in
            let client = try profiles.client()
            let idle = Self.now(profiles).addingTimeInterval(-7_200)
            let kids = try await client.send(
                Profiles.RefreshSession(refreshToken: token, lastActive: idle, profile: "Kids"))
            #expect(kids.profile.name == "Kids" && kids.relocks == nil)
            let next = try await client.send(
                Profiles.RefreshSession(refreshToken: try #require(kids.refreshToken), lastActive: idle))
            #expect(next.profile.name == "Kids")
            let back = Profiles.RefreshSession(refreshToken: try #require(next.refreshToken), profile: "Adult")
            #expect(await client.failure(of: back)?.problem == .pinRequired)
        }
    }

    @Test func `a switch on a shared device relocks, whatever the call says of the device`() async throws {
        try await Self.run { profiles, token in
            let kids = try await profiles.client().send(
                Profiles.RefreshSession(refreshToken: token, profile: "Kids"))
            let switched = try await profiles.client(kids).send(
                Profiles.SwitchProfile(profile: "Adult", pin: Self.pin, isSharedDevice: false))
            #expect(switched.relocks != nil)
        }
    }

    @Test func `a disabled device tries no PIN`() async throws {
        try await Self.run { profiles, token in
            let owner = try await profiles.owner()
            let device = try #require(try await owner.send(Profiles.ListDevices()).devices.first)
            _ = try await owner.send(Profiles.DisableDevice(device: device.id))
            for pin in [Self.pin, "0000"] {
                let error = await (try profiles.client()).failure(
                    of: Profiles.RefreshSession(refreshToken: token, profile: "Adult", pin: pin))
                #expect(error?.problem == .deviceDisabled)
            }
        }
    }

    @Test func `the bearer of a token that was used before tries no PIN`() async throws {
        try await Self.run { profiles, token in
            let client = try profiles.client()
            let second = try await client.send(Profiles.RefreshSession(refreshToken: token))
            _ = try await client.send(Profiles.RefreshSession(refreshToken: try #require(second.refreshToken)))
            let error = await client.failure(
                of: Profiles.RefreshSession(refreshToken: token, profile: "Adult", pin: "0000"))
            #expect(error?.problem == .refreshTokenReused)
        }
    }
}
