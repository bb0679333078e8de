internal import ProfilesAPI
internal import ServiceKit

/// A link that signs one browser in: the code of a pairing that is approved already.
struct WebLink: Encodable {
    /// The link; its code is a secret, behind the `#`, which browsers send to no server.
    let link: String
    /// How long it is good for.
    let lifetimeSeconds: Int32

    /// Makes a link.
    ///
    /// - Throws: ``GatewayFailure`` when no page is served, or the caller may not sign devices in.
    init(_ gateway: Gateway, name: String, isShared: Bool) async throws {
        guard let address = WebAddress.read(in: gateway.settings.run.value) else {
            throw GatewayFailure(
                "NO_PAGE", "No page is served here.",
                advice: "Start `web` with `hearth up web`; `hearth status web` says what is in its way.",
                canRetry: true, status: .unavailable)
        }
        // The owner's session comes first: on a machine without a household it makes `home`, as every first command does.
        _ = try await gateway.session()
        let device = DeviceDescription(name: name, platform: "web", isShared: isShared ? true : nil)
        let codes = try await gateway.send(
            Profiles.StartPairing(device: device, household: gateway.settings.household.value),
            to: Profiles.serviceName, token: nil)
        _ = try await gateway.send(Profiles.ApprovePairing(code: codes.userCode), see: "hearth device")
        (link, lifetimeSeconds) = ("\(address.url)/#/sign-in?code=\(codes.deviceCode)", codes.lifetimeSeconds)
    }
}
