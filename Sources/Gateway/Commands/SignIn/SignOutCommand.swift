internal import ArgumentParser
internal import ProfilesAPI
internal import RPC

/// `hearth sign-out`
struct SignOutCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-out", abstract: "Sign this machine out: commands use its owner key again, if it has one.",
        discussion: "Example: hearth sign-out")

    @OptionGroup var global: GlobalOptions

    func run(_ gateway: Gateway) async throws {
        let stored = SignedInDevice(gateway)
        guard let content = try stored.read() else {
            throw GatewayFailure(
                "NOT_SIGNED_IN", "This machine is not signed in. Nothing was changed.",
                advice: "`hearth sign-in` signs it in.")
        }
        var problem: String?
        do {
            // Not as another profile: that could ask for a PIN.
            let session = try await gateway.call(
                Profiles.RefreshSession(refreshToken: content.refreshToken),
                CallOptions(timeout: gateway.options.timeout))
            _ = try await gateway.call(
                Profiles.RevokeDevice(),
                CallOptions(timeout: gateway.options.timeout, token: AccessToken(session.token)))
        } catch let failure as GatewayFailure {
            problem = failure.message
        }
        // In any case: what is left of it at the service is of no use without the file.
        try stored.remove()
        gateway.forgetSessions()
        if gateway.output.isJSON {
            return gateway.output.json(["signedOut": true, "deviceRemoved": problem == nil])
        }
        gateway.output.line("This machine is signed out.")
        if let problem {
            gateway.output.note("It may still be in the list of devices: \(problem)")
        }
    }
}
