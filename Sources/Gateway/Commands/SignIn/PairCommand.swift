internal import ArgumentParser
internal import ProfilesAPI
internal import RPC

/// `hearth pair`
struct PairCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "pair", abstract: "Let a device sign in that shows a code, or deny it.",
        discussion: """
            Compare name and code with the device's screen before you approve: it will act as you. The owner can sign it in \
            as another member.

            Example: hearth pair WDJB-MJHT
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var confirmation: ConfirmationOptions

    @Argument(help: "The code that the device shows, or its link.")
    var code: String

    @Flag(help: "Deny it.")
    var deny = false

    @Option(help: ArgumentHelp("The member to sign it in as, by id; you by default.", valueName: "id"))
    var member: String?

    func validate() throws {
        guard !deny || member == nil else { throw ValidationError("Use one of --deny and --member.") }
    }

    func run(_ gateway: Gateway) async throws {
        let output = gateway.output
        if deny {
            let pairing = try await gateway.send(Profiles.DenyPairing(code: code))
            if output.isJSON { return output.json(pairing) }
            return output.line("\(Table.printable(pairing.device.name)) is denied.")
        }
        let waiting = try await gateway.send(Profiles.GetPairing(code: code))
        let name = "\(waiting.device.name) (\(waiting.device.platform))"
        try await confirmation.require(
            "\(name) will be signed in as \(member.map { "the member \($0)" } ?? "you").", gateway)
        let pairing = try await gateway.send(
            Profiles.ApprovePairing(code: code, member: member), see: "hearth device list")
        if output.isJSON { return output.json(pairing) }
        output.line("\(Table.printable(pairing.device.name)) is approved and signs in now.")
    }
}
