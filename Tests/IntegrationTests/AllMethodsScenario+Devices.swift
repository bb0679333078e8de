import HearthModel
import ProfilesAPI
import RPC

extension AllMethodsScenario {
    /// Signs devices in and out.
    ///
    /// - Parameter signIn: fetches a token of the owner again: when a device is disabled or signed out, earlier ones end.
    func devices(signIn: () async throws -> Void) async throws {
        let device = DeviceDescription(
            name: "TV", platform: "tvOS", capabilities: DeviceCapabilities(pip: true, highestQuality: "4K"))
        let codes: PairingCodes
        do {
            codes = try await send(Profiles.StartPairing(device: device))
        } catch let error as RPCError where error.code == .unimplemented {
            return try await noteAbsentDevices(device)
        }
        try await refused(Profiles.PollPairing(deviceCode: codes.deviceCode), .failedPrecondition)
        try await send(Profiles.GetPairing(code: codes.userCode))
        try await send(Profiles.ApprovePairing(code: codes.userCode))
        let session = try await send(Profiles.PollPairing(deviceCode: codes.deviceCode))
        guard let token = session.refreshToken, let id = session.device else {
            throw RPCError(.internal, "The device is not signed in.")
        }
        try await send(Profiles.RefreshSession(refreshToken: token))
        try await send(Profiles.DenyPairing(code: send(Profiles.StartPairing(device: device)).userCode))
        try await send(Profiles.ListDevices())
        try await send(Profiles.RenameDevice(device: id, name: "TV in the kitchen"))
        try await send(Profiles.DisableDevice(device: id))
        try await signIn()
        try await send(Profiles.EnableDevice(device: id))
        try await send(Profiles.RevokeDevice(device: id))
        try await signIn()
        try await send(Profiles.SignOutEverywhere())
        try await signIn()
        // No client id is configured.
        let proof = AppleProof(identityToken: "x", nonce: String(repeating: "x", count: 32))
        try await refusedHere(Profiles.LinkApple(proof: proof), .failedPrecondition)
        try await refusedHere(Profiles.SignInWithApple(proof: proof, device: device), .failedPrecondition)
        try await send(Profiles.UnlinkApple())
    }

    /// What an older build does not have.
    private func noteAbsentDevices(_ device: DeviceDescription) async throws {
        try await sendUnlessAbsent(Profiles.StartPairing(device: device))
        try await sendUnlessAbsent(Profiles.PollPairing(deviceCode: "x"))
        try await sendUnlessAbsent(Profiles.GetPairing(code: "x"))
        try await sendUnlessAbsent(Profiles.ApprovePairing(code: "x"))
        try await sendUnlessAbsent(Profiles.DenyPairing(code: "x"))
        try await sendUnlessAbsent(Profiles.RefreshSession(refreshToken: "x"))
        try await sendUnlessAbsent(Profiles.ListDevices())
        try await sendUnlessAbsent(Profiles.RenameDevice(device: "x", name: "x"))
        try await sendUnlessAbsent(Profiles.DisableDevice(device: "x"))
        try await sendUnlessAbsent(Profiles.EnableDevice(device: "x"))
        try await sendUnlessAbsent(Profiles.RevokeDevice(device: "x"))
        try await sendUnlessAbsent(Profiles.SignOutEverywhere())
        let proof = AppleProof(identityToken: "x", nonce: "x")
        try await sendUnlessAbsent(Profiles.SignInWithApple(proof: proof, device: device))
        try await sendUnlessAbsent(Profiles.LinkApple(proof: proof))
        try await sendUnlessAbsent(Profiles.UnlinkApple())
    }
}
