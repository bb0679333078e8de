import ProfilesAPI
import ProfilesService
import RPC
import TestSupport
import Testing

/// The household's PIN for changes that another service makes.
struct ConfirmPINTests {
    @Test func `it passes without a PIN, and with the right one; a wrong one is counted`() async throws {
        try await ServiceHarness.with(FastPINProfilesService.self) { harness in
            let owner = try await harness.profiles()
            _ = try await owner.send(Profiles.ConfirmPIN(pin: nil))
            _ = try await owner.send(Profiles.SetPIN(pin: "2468"))
            #expect(await owner.failure(of: Profiles.ConfirmPIN(pin: nil))?.problem == .pinRequired)
            _ = try await owner.send(Profiles.ConfirmPIN(pin: "2468"))
            var problems: [ProfilesProblem.Code?] = []
            for _ in 1...6 { problems.append(await owner.failure(of: Profiles.ConfirmPIN(pin: "1111"))?.problem) }
            #expect(problems.first == .pinWrong && problems.last == .pinLocked)
            // Locked is locked, also for the right one.
            #expect(await owner.failure(of: Profiles.ConfirmPIN(pin: "2468"))?.problem == .pinLocked)
            let child = try await harness.profiles(as: "Kids")
            #expect(await child.failure(of: Profiles.ConfirmPIN(pin: "2468"))?.code == .permissionDenied)
        }
    }
}
