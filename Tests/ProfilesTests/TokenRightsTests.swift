import Access
import HearthModel
import ProfilesAPI
import RPC
import TestSupport
import Testing

@testable import ProfilesService

/// What tokens say of a profile's limits and of a device, for the services that give access to media.
struct TokenRightsTests {
    private func claims(_ session: Session, _ harness: ServiceHarness) async throws -> TokenClaims {
        let keys = try await harness.profiles(of: .service("catalog")).send(Profiles.GetKeys()).keys
        let known = try keys.map { key in
            try PublicKey(bytes: [UInt8](key.key), authority: key.service.map { .service($0) } ?? .people)
        }
        return try await TokenVerifier(keys: known, runtime: harness.runtime).verify(AccessToken(session.token)).claims
    }

    @Test func `a kids profile's tokens say whether it has limits, and those from before its first ones end`()
        async throws
    {
        try await ServiceHarness.with(FastPINProfilesService.self) { harness in
            let owner = try await harness.profiles()
            let before = try await harness.signIn(as: "Kids")
            let kids = before.profile.id
            let former = try await claims(before, harness)
            #expect(former.hasLimits == nil)
            let child = try await harness.client(with: before)
            let limits = ParentalLimits(weekdayMinutes: 60)
            _ = try await owner.send(Profiles.SetLimits(profile: kids, limits: limits))
            #expect(await child.failure(of: Profiles.GetLimits())?.code == .unauthenticated)
            let during = try await harness.signIn(as: "Kids")
            let viewer = try await claims(during, harness).viewer
            #expect(viewer.hasLimits && viewer.policyGeneration == former.policyGeneration.map { $0 + 1 })
            // Other limits end no token, and neither does their end: services ask what holds.
            let limited = try await harness.client(with: during)
            _ = try await owner.send(Profiles.SetLimits(profile: kids, limits: ParentalLimits(weekdayMinutes: 30)))
            _ = try await owner.send(Profiles.SetLimits(profile: kids, limits: nil))
            #expect(try await limited.send(Profiles.GetLimits()).limits == nil)
            #expect(try await !claims(harness.signIn(as: "Kids"), harness).viewer.hasLimits)
            // Adults have none.
            #expect(try await !claims(harness.signIn(), harness).viewer.hasLimits)
        }
    }

    @Test func `a device that downloads nothing has that in its tokens, also after it has switched the profile`()
        async throws
    {
        try await ServiceHarness.with(FastPINProfilesService.self) { harness in
            let owner = try await harness.profiles()
            for (downloads, lacks) in [(false, [DeviceLack.downloads]), (true, []), (nil, [])]
                as [(Bool?, [DeviceLack])]
            {
                let device = DeviceDescription(
                    name: "TV", platform: "tvOS", capabilities: DeviceCapabilities(downloads: downloads))
                let anonymous = try await harness.anonymous()
                let codes = try await anonymous.send(Profiles.StartPairing(device: device))
                _ = try await owner.send(Profiles.ApprovePairing(code: codes.userCode))
                let session = try await anonymous.send(Profiles.PollPairing(deviceCode: codes.deviceCode))
                #expect(try await claims(session, harness).viewer.deviceLacks == lacks)
                let client = try await harness.client(with: session)
                let other = try await client.send(Profiles.SwitchProfile(profile: "Kids"))
                #expect(try await claims(other, harness).viewer.deviceLacks == lacks)
                #expect(try await claims(harness.refresh(session), harness).viewer.deviceLacks == lacks)
            }
        }
    }
}
